//===- KernelRun.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, launches, compares, and does so again with another seed.
//
//===----------------------------------------------------------------------===//

#include "Run/KernelRun.h"
#include "Emulator/Device.h"
#include "Emulator/Interface/StatisticsText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"
#include <chrono>
#include <set>
#include <tuple>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

namespace {

class KernelRun {
public:
  explicit KernelRun(const KernelCommand &C)
      : C(C), Results(C.With.Format == ReportFormat::Text ? outs() : errs()) {}

  Error prepare();
  /// One schedule.
  Expected<ExitCode> run(uint64_t Seed);
  Error finish(uint64_t Seed, uint64_t NumRun);

private:
  Error readArguments();
  Expected<LaunchRequest> makeRequest(Device &D, const Program &P);
  void report(ArrayRef<Report> Found, const SourceText &Source, uint64_t Seed);
  void readResults();
  void setHints(ArrayRef<Report> Found, const SourceText &Source, const Function &Of);
  bool judge();
  Error write();
  void print(const Argument &A);
  Argument *find(StringRef Name);

  const KernelCommand &C;
  raw_ostream &Results; ///< what is not JSON
  bool AllRight = true; ///< the results of the last schedule
  std::string Judged;   ///< what the last schedule's results are like
  std::string Hints;    ///< what may explain them
  std::string Kernel;   ///< its name
  std::unique_ptr<MemoryBuffer> Text;
  std::vector<Argument> Inputs, Current; ///< before and after the kernel
  std::vector<uint64_t> Addresses;
  std::vector<Expectation> Expectations;
  json::Array Log;
  uint64_t NumErrors = 0, NumWarnings = 0;
  std::set<std::string> Printed; ///< what reports are about
  RunStatistics Statistics;
  std::string StatisticsText;
  json::Object StatisticsJSON;
  json::Array Timeline;
  double Seconds = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Before the kernel
//===----------------------------------------------------------------------===//

Error KernelRun::readArguments() {
  auto Read = [&](ArrayRef<std::string> Texts, bool IsMemoryAlone) -> Error {
    for (const std::string &Each : Texts) {
      Expected<Argument> A = parseArgument(Each, unsigned(Inputs.size()), C.InputSeed);
      if (!A)
        return A.takeError();
      A->IsMemoryAlone = IsMemoryAlone;
      if (any_of(Inputs, [&](const Argument &O) { return O.Name == A->Name; }))
        return fail("two arguments have the name '" + A->Name + "'");
      Inputs.push_back(std::move(*A));
    }
    return Error::success();
  };
  if (Error E = Read(C.Arguments, false))
    return E;
  return Read(C.Memories, true);
}

/// Returns true if a kernel adds products of 8 bits as Hopper does, whose sums are short.
static bool hasHopperSums(StringRef PTX) {
  const Regex Multiplication("wgmma\\.mma_async[.:a-z0-9_]*\\.f32\\.e[45]m[23]");
  return PTX.contains(".target sm_90") && Multiplication.match(PTX);
}

Error KernelRun::prepare() {
  auto Buffer = MemoryBuffer::getFileOrSTDIN(C.File);
  if (!Buffer)
    return fail(C.File + ": " + Buffer.getError().message());
  Text = std::move(*Buffer);
  if (Error E = readArguments())
    return E;
  const bool HasHopperSums = hasHopperSums(Text->getBuffer());
  for (const std::string &Each : C.Expectations) {
    Expected<Expectation> E = parseExpectation(Each, Inputs, C.Tolerance, HasHopperSums);
    if (!E)
      return E.takeError();
    Expectations.push_back(std::move(*E));
  }
  for (StringRef Each : C.Outputs)
    if (Each.split('=').second.empty())
      return fail("'" + Each + "': expected NAME=FILE.npy");
  for (const auto *Names : {&C.Outputs, &C.Printed})
    for (StringRef Name : *Names)
      if (Argument *A = find(Name.split('=').first); !A || A->Is != Argument::Memory)
        return fail(rejectName(Name.split('=').first, Inputs));
  return Error::success();
}

Argument *KernelRun::find(StringRef Name) {
  auto &In = Current.empty() ? Inputs : Current;
  auto It = find_if(In, [&](const Argument &A) { return Name == A.Name; });
  return It == In.end() ? nullptr : &*It;
}

static Expected<const Function *> chooseEntry(const Program &P, StringRef Name) {
  std::string Names;
  for (const Function *F : P.getEntries()) {
    if (F->Name == Name || (Name.empty() && P.getEntries().size() == 1))
      return F;
    Names += (Names.empty() ? "'" : ", '") + F->Name.str() + "'";
  }
  if (Names.empty())
    return fail("there is no kernel (.entry) in it");
  return fail(Name.empty() ? "it has several kernels; choose one with --entry: " + Names
                           : "there is no kernel '" + Name + "'; the file has " + Names);
}

Expected<LaunchRequest> KernelRun::makeRequest(Device &D, const Program &P) {
  Expected<const Function *> Kernel = chooseEntry(P, C.Entry);
  if (!Kernel)
    return fail(C.File + ": " + toString(Kernel.takeError()));
  LaunchRequest R;
  R.Module = &P;
  R.Kernel = *Kernel;
  R.Grid = C.Grid;
  R.Block = C.Block;
  R.Cluster = C.Cluster;
  R.HasCluster = C.HasCluster;
  R.DynamicSharedBytes = C.SharedBytes;
  const auto &Required = R.Kernel->RequiredBlock;
  if (!C.HasBlock) {
    if (!Required[0])
      return fail("how many threads has a block? '" + R.Kernel->Name +
                  "' does not say it (.reqntid); expected --block X,Y,Z");
    R.Block = {Required[0], Required[1], Required[2]};
  }
  Addresses.assign(Inputs.size(), 0);
  for (const auto &[I, A] : enumerate(Inputs)) {
    if (A.Is != Argument::Memory)
      continue;
    const auto &Bytes = A.Contents.Bytes;
    Addresses[I] = D.getMemory().allocate(Bytes.size(), 256, "argument '" + A.Name + "'");
    if (!Addresses[I])
      return fail("argument '" + A.Name + "': there is no memory for " + Twine(Bytes.size()) +
                  " bytes");
    constexpr uint64_t WidestType = 8; // whose elements a kernel may take others for
    D.getMemory().leaveGap(Bytes.size() * WidestType);
    D.getMemory().setType(Addresses[I], A.Contents.Type.Name);
    std::memcpy(reinterpret_cast<void *>(Addresses[I]), Bytes.data(), Bytes.size());
    if (!A.IsWritten)
      D.getMemory().watchWrites(Addresses[I]);
  }
  Expected<std::vector<uint8_t>> Parameters = packParameters(*R.Kernel, Inputs, Addresses);
  if (!Parameters)
    return Parameters.takeError();
  R.Parameters = std::move(*Parameters);
  return R;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void KernelRun::report(ArrayRef<Report> Found, const SourceText &Source, uint64_t Seed) {
  for (const Report &R : groupReports(Found)) {
    json::Object Line = makeJSON(R, Source, Seed);
    // A warning, which does not end the schedules, is printed once.
    if (C.With.Format == ReportFormat::Text && !Printed.insert(printSubject(Line)).second)
      continue;
    ++(R.Level == Severity::Error ? NumErrors : NumWarnings);
    if (C.With.Format == ReportFormat::Text)
      printReport(R, Source, errs());
    else
      Log.push_back(std::move(Line));
  }
}

Expected<ExitCode> KernelRun::run(uint64_t Seed) {
  Device D;
  Expected<const Program *> P = D.load(Text->getBuffer());
  if (!P)
    return fail(C.File + ": " + toString(P.takeError()));
  Expected<LaunchRequest> Request = makeRequest(D, **P);
  if (!Request)
    return Request.takeError();
  RunOptions Options = C.With.Options;
  Options.Seed = Seed;
  Options.ExplainsResults = !Expectations.empty();
  Kernel = (*Request).Kernel->Name.str();
  ReportList Reports(Options.Levels);
  const auto Begin = std::chrono::steady_clock::now();
  if (Error E = D.run(*Request, Options, Reports, Results, &Statistics))
    return E;
  Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
  const SourceText Source(C.File, **P);
  TimelinePosition First;
  if (Options.HasTimeline)
    Timeline = makeTimeline(Statistics, *Request, Source, First);
  if (Options.Profiles) {
    StatisticsText.clear();
    raw_string_ostream OS(StatisticsText);
    printStatistics(Statistics, *Request, Source, OS);
    StatisticsJSON = makeStatisticsJSON(Statistics, *Request, Source);
  }
  Results.flush();
  readResults();
  report(Reports.getReports(), Source, Seed);
  const bool IsFaulty =
      any_of(Reports.getReports(), [](const Report &R) { return getCheckInfo(R.Kind).IsFault; });
  // After a fault results are not complete.
  const bool IsRight = IsFaulty || judge();
  if (IsRight && !NumErrors)
    return Right;
  if (C.With.Format == ReportFormat::Text) {
    printSharedBase(Statistics, errs());
    setHints(IsRight ? ArrayRef<Report>() : Reports.getHints(), Source, *(*Request).Kernel);
  }
  return Wrong;
}

//===----------------------------------------------------------------------===//
// After the kernel
//===----------------------------------------------------------------------===//

void KernelRun::readResults() {
  Current = Inputs;
  for (const auto &[I, A] : enumerate(Current))
    if (A.Is == Argument::Memory)
      std::memcpy(A.Contents.Bytes.data(), reinterpret_cast<const void *>(Addresses[I]),
                  A.Contents.Bytes.size());
}

void KernelRun::setHints(ArrayRef<Report> Found, const SourceText &Source, const Function &Of) {
  raw_string_ostream OS(Hints);
  for (const Report &R : Found)
    printNote(R, Source, OS);
  const bool HasLines = any_of(Of.Code, [](const Instruction &I) { return I.SourceLine; });
  if (!HasLines && (NumErrors || !Found.empty()))
    OS << "note: compile with -lineinfo, and reports name the lines of the source\n";
}

bool KernelRun::judge() {
  Judged.clear();
  raw_string_ostream OS(Judged);
  AllRight = true;
  for (const Expectation &E : Expectations) {
    const Argument &A = *find(E.Name);
    AllRight &= compare(A.Contents, E, OS);
  }
  return AllRight;
}

Error KernelRun::write() {
  for (StringRef Each : C.Outputs) {
    const auto [Name, Path] = Each.split('=');
    if (Error E = writeNumPyFile(Path, find(Name)->Contents))
      return E;
  }
  return Error::success();
}

/// An integer with all of its digits.
static void printElement(const Array &Of, uint64_t Index, raw_ostream &OS) {
  const ElementType &T = Of.Type;
  const uint64_t Code = T.getCode(Of.Bytes.data(), Index);
  if (T.IsFloat)
    OS << format(" %.7g", T.decode(Code));
  else if (T.IsSigned)
    OS << ' ' << SignExtend64(Code, T.Bits);
  else
    OS << ' ' << Code;
}

void KernelRun::print(const Argument &A) {
  constexpr uint64_t MaxColumns = 16, MaxRows = 32;
  const Array &Of = A.Contents;
  const uint64_t Columns = Of.Shape.empty() ? 1 : Of.Shape.back();
  Results << A.Name << " = " << Of.Type.Name << '[' << printShape(Of.Shape) << "]\n";
  for (uint64_t Row = 0; Row != std::min(Of.getCount() / Columns, MaxRows); ++Row) {
    for (uint64_t Column = 0; Column != std::min(Columns, MaxColumns); ++Column)
      printElement(Of, Row * Columns + Column, Results);
    Results << (Columns > MaxColumns ? " …\n" : "\n");
  }
  if (Of.getCount() / Columns > MaxRows)
    Results << " …\n";
}

/// Writes nothing without a name.
static Error writeJSON(StringRef File, json::Object O) {
  if (File.empty())
    return Error::success();
  std::error_code Failure;
  raw_fd_ostream OS(File, Failure);
  if (Failure)
    return fail(File + ": " + Failure.message());
  OS << json::Value(std::move(O)) << '\n';
  return Error::success();
}

/// Results that are right are so in all schedules.
static std::string addSchedules(StringRef Judged, uint64_t NumRun) {
  std::string Text;
  while (!Judged.empty()) {
    const auto [Line, Rest] = Judged.split('\n');
    Text += Line;
    if (NumRun > 1 && Line.starts_with("right: "))
      Text += ", in " + utostr(NumRun) + " schedules";
    Text += '\n';
    Judged = Rest;
  }
  return Text;
}

Error KernelRun::finish(uint64_t Seed, uint64_t NumRun) {
  Results << addSchedules(Judged, NumRun);
  Results.flush();
  errs() << Hints;
  for (StringRef Name : C.Printed)
    print(*find(Name));
  if (C.With.PrintsStatistics)
    Results << Statistics.ThreadInstructions << " instructions of threads, "
            << Statistics.WarpInstructions << " of warps, " << Statistics.MultiplyAdds
            << " multiply-adds, " << format("%.3f", Seconds) << " s\n"
            << StatisticsText;
  if (Error E = writeJSON(C.With.StatisticsFile, std::move(StatisticsJSON)))
    return E;
  if (!C.With.TimelineFile.empty())
    if (Error E = writeTimeline(C.With.TimelineFile, std::move(Timeline)))
      return E;
  if (C.With.Format == ReportFormat::JSON)
    outs() << formatv("{0:2}", json::Value(std::move(Log))) << '\n';
  else if (C.With.Format == ReportFormat::SARIF)
    outs() << formatv("{0:2}", json::Value(makeSARIF(Log))) << '\n';
  else if (NumErrors || NumWarnings)
    errs() << printCounts(NumErrors, NumWarnings)
           << (C.Schedules.Count > 1 ? ", schedule --seed=" + utostr(Seed) : "") << '\n';
  else if (!AllRight && C.Schedules.Count > 1)
    errs() << "wrong in schedule --seed=" << Seed << '\n';
  else if (AllRight && (C.Schedules.Count > 1 || C.Expectations.empty()))
    Results << '\'' << Kernel << "': " << printSchedules(NumRun) << " without a report\n";
  return write();
}

ExitCode run::runKernel(const KernelCommand &Command) {
  KernelRun Run(Command);
  auto Stop = [](Error E) {
    WithColor::error(errs(), "ptx-run") << toString(std::move(E)) << '\n';
    return CannotRun;
  };
  if (Error E = Run.prepare())
    return Stop(std::move(E));
  const uint64_t First = Command.With.Options.Seed;
  uint64_t Number = Command.Schedules.getFirst();
  for (uint64_t NumRun = 1;; ++NumRun) {
    Expected<ExitCode> Code = Run.run(First + Number);
    if (!Code)
      return Stop(Code.takeError());
    const std::optional<uint64_t> Next = Command.Schedules.getNext(Number);
    if (*Code == Right && Next) {
      Number = *Next;
      continue;
    }
    if (Error E = Run.finish(First + Number, NumRun))
      return Stop(std::move(E));
    return *Code;
  }
}
