//===- Driver.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device, modules, and the errors that calls return.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Graphs.h"
#include "Emulator/CUDA/PendingWork.h"
#include "Emulator/Interface/ElementTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using namespace llvm::tensorcore::emulator;

/// Returns what a program finds that has no PTX before it asks.
static constexpr StringLiteral DefaultTarget("sm_90a");

static std::recursive_mutex &getLock() {
  static auto *Lock = new std::recursive_mutex; // not destroyed: programs call until they end
  return *Lock;
}

std::vector<Context> &cuda::getContexts() {
  static thread_local std::vector<Context> Contexts;
  return Contexts;
}

/// Calls of this thread that have not returned.
static thread_local unsigned NumCalls = 0;

Call::Call(Needs N) : D(Driver::get()) {
  getLock().lock();
  ++NumCalls;
  if (N == Nothing)
    return;
  if (!D.IsInitialized)
    Error = NotInitialized;
  else if (D.Sticky != Success)
    Error = D.Sticky;
  else if (N == CurrentContext && (getContexts().empty() || !getContexts().back()))
    Error = InvalidContext;
}
Call::~Call() {
  --NumCalls;
  getLock().unlock();
}
void Call::pause() {
  for (unsigned I = 0; I != NumCalls; ++I)
    getLock().unlock();
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (unsigned I = 0; I != NumCalls; ++I)
    getLock().lock();
}

Driver &Driver::get() {
  static auto *D = new Driver;
  return *D;
}

Driver::Driver() {
  const char *Text = std::getenv(run::SettingsVariable);
  Expected<run::Settings> S = run::parseSettings(Text ? Text : "");
  if (S)
    With = std::move(*S);
  else
    complain(Unknown, Twine(run::SettingsVariable) + ": " + toString(S.takeError()));
  if (With.Format == run::ReportFormat::Text)
    for (const json::Value &Line : run::readReports(With.ReportFile)) {
      const json::Object &Report = *Line.getAsObject();
      if (const auto Complaint = Report.getString("call"))
        OfEarlierRuns.insert(Complaint->str());
      else
        Known.insert(run::printSubject(Report));
    }
  writeReports("\n"); // so that ptx-run knows of a program that uses CUDA
  Target = With.Device;
  IsTargetFixed = !Target.empty();
  std::atexit([] {
    // A program may take no notice of what its calls return.
    Call C(Call::Nothing);
    Driver &D = *C;
    D.finishAll();
    if (!D.NumKernels && D.HasRefusedLaunch && !D.HasRefused)
      D.writeRefusal("no kernel has run: " + D.LastComplaint);
    D.reportLeaks();
  });
}

Result Driver::complain(Result R, const Twine &Sentence) {
  LastComplaint = Sentence.str();
  if (OfEarlierRuns.count(LastComplaint))
    return R;
  writeReports(formatv("{0}\n", json::Value(json::Object{{"call", LastComplaint}})).str());
  WithColor::error(errs(), "ptx-run") << LastComplaint << '\n';
  return R;
}

void Driver::writeRefusal(const Twine &Sentence) {
  json::Object Report{{"check", run::Unsupported},
                      {"severity", "error"},
                      {"message", Sentence.str()},
                      {"seed", int64_t(With.Options.Seed)}};
  if (Known.insert(run::printSubject(Report)).second)
    writeReports(formatv("{0}\n", json::Value(std::move(Report))).str());
}

Result Driver::refuse(Result R, const Twine &Sentence) {
  HasRefused = true;
  writeRefusal(Sentence);
  return complain(R, Sentence);
}

StreamClock &Driver::getClock(Stream S) {
  StreamObject *Of = getStream(S);
  if (Of && !Of->Number)
    Of->Number = Order.makeStream();
  constexpr unsigned IsNonBlocking = 1;
  return Order.get(Of ? Of->Number : StreamOrder::DefaultStream,
                   !Of || !(Of->Flags & IsNonBlocking));
}

void Driver::report(Check Kind, const Twine &Sentence) {
  const Severity Level = With.Options.Levels[unsigned(Kind)];
  const StringRef Name = getCheckInfo(Kind).Name;
  if (Level == Severity::Off || (!With.Options.HasChecks && !getCheckInfo(Kind).IsFault))
    return;
  const bool IsError = Level == Severity::Error;
  json::Object Report = json::Object{{"check", Name},
                                     {"severity", IsError ? "error" : "warning"},
                                     {"message", Sentence.str()},
                                     {"seed", int64_t(With.Options.Seed)}};
  if (!Known.insert(run::printSubject(Report)).second)
    return;
  writeReports(formatv("{0}\n", json::Value(std::move(Report))).str());
  if (With.Format == run::ReportFormat::Text)
    (IsError ? WithColor::error(errs(), "ptx-run") : WithColor::warning(errs(), "ptx-run"))
        << Sentence << " [" << Name << "]\n";
}

void Driver::reportLeaks() {
  Machine.getMemory().forEach([&](const Allocation &A) {
    const StringRef What = A.What;
    const bool IsOfKernel = What.starts_with("malloc");
    if (IsOfKernel || What.starts_with("allocation") || What.starts_with("managed allocation") ||
        What.starts_with("host allocation"))
      report(Check::Leak, What + (IsOfKernel ? "" : " of " + utostr(A.Size) + " bytes") + " at 0x" +
                              utohexstr(A.Address, true) + " is not freed when the program ends");
  });
}

void Driver::writeReports(StringRef Lines) const {
  if (With.ReportFile.empty() || Lines.empty())
    return;
  if (std::FILE *File = std::fopen(With.ReportFile.c_str(), "a")) {
    std::fwrite(Lines.data(), 1, Lines.size(), File);
    std::fclose(File);
  }
}

Result Driver::initialize() {
  if (!Target.empty() && !cuda::getArchitecture(Target))
    return complain(NoDevice, "there is no device '" + Target + "'; expected sm_90a and such");
  IsInitialized = true;
  return Success;
}

StringRef Driver::getTarget() {
  IsTargetFixed = true;
  if (Target.empty())
    Target = DefaultTarget.str();
  return Target;
}

void Driver::noteImage(const void *Data) {
  if (IsTargetFixed)
    return;
  Expected<Image> I = readImage(Data);
  if (!I)
    return consumeError(I.takeError()); // the call that loads it says so
  std::vector<std::string> All = I->PTX;
  for (const Image &Part : I->Linked)
    append_range(All, Part.PTX);
  for (StringRef PTX : All) {
    const StringRef Other = cuda::getTarget(PTX);
    const unsigned Known = cuda::getArchitecture(Target), New = cuda::getArchitecture(Other);
    if (New > Known || (New == Known && Other.ends_with("a")))
      Target = Other.str();
  }
}

LoadedFunction *LoadedModule::get(const Function *F) {
  std::unique_ptr<LoadedFunction> &L = Functions[F];
  if (!L) {
    L = std::make_unique<LoadedFunction>();
    L->In = this;
    L->Of = F;
  }
  return L.get();
}

/// The program's name with a number, and in the folder where the PTX is written, if any.
static std::string nameModule(const run::Settings &With, size_t Number, StringRef PTX) {
  const std::string Program = sys::fs::getMainExecutable(nullptr, nullptr);
  std::string Name = (sys::path::filename(Program) + "." + Twine(Number) + ".ptx").str();
  if (With.PTXFolder.empty())
    return Name;
  Name = With.PTXFolder + "/" + Name;
  std::error_code Code = sys::fs::create_directories(With.PTXFolder);
  if (!Code) {
    raw_fd_ostream OS(Name, Code);
    if (!Code)
      OS << PTX;
  }
  if (Code)
    WithColor::warning(errs(), "ptx-run") << Name << ": " << Code.message() << '\n';
  return Name;
}

/// The first kernel's name.
static StringRef getEntry(StringRef PTX) {
  const size_t At = PTX.find(".entry");
  return At == StringRef::npos ? "" : PTX.drop_front(At + 6).ltrim().take_until([](char C) {
    return C == '(' || isSpace(C);
  });
}

/// Reads the text of a file if it has the kernel that a module begins with.
static Error readOtherPTX(StringRef File, StringRef Module, std::string &To) {
  if (File.empty())
    return Error::success();
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return run::fail(File + ": " + Buffer.getError().message());
  if (getEntry((*Buffer)->getBuffer()) == getEntry(Module))
    To = (*Buffer)->getBuffer().str();
  return Error::success();
}

JITOptions::JITOptions(unsigned Count, const int *Options, void *const *Values) {
  constexpr int MaxRegistersOption = 0, ErrorLog = 5, ErrorLogBytes = 6;
  for (unsigned I = 0; I != Count; ++I)
    if (Options[I] == MaxRegistersOption)
      MaxRegisters = unsigned(reinterpret_cast<uintptr_t>(Values[I]));
    else if (Options[I] == ErrorLog)
      Log = static_cast<char *>(Values[I]);
    else if (Options[I] == ErrorLogBytes)
      LogBytes = reinterpret_cast<size_t>(Values[I]);
}

Result Driver::load(const void *Data, ModuleHandle &To, const JITOptions &JIT) {
  if (!Data)
    return InvalidValue;
  noteImage(Data);
  Expected<Image> I = readImage(Data);
  if (!I)
    return complain(InvalidImage, toString(I.takeError()));
  Expected<std::string> PTX = choosePTX(*I, getTarget());
  if (!PTX)
    return refuse(NoBinaryForGPU, toString(PTX.takeError()));
  auto M = std::make_unique<LoadedModule>();
  std::string Other;
  if (Error E = readOtherPTX(With.OtherPTX, *PTX, Other))
    return refuse(FileNotFound, toString(std::move(E)));
  M->File = Other.empty() ? nameModule(With, Modules.size() + 1, *PTX) : With.OtherPTX;
  const auto Linked = RegistersOfLinked.find(Data);
  Expected<const Program *> P =
      Machine.load(Other.empty() ? *PTX : Other,
                   Linked == RegistersOfLinked.end() ? JIT.MaxRegisters : Linked->second);
  if (!P)
    return refuse(InvalidPTX, M->File + ": " + toString(P.takeError()));
  M->Of = *P;
  To = M.get();
  Modules[To] = std::move(M);
  return Success;
}

Result Driver::unload(ModuleHandle M) {
  if (!Modules.count(M))
    return InvalidHandle;
  finishAll();
  Overlapping.clear();
  Machine.unload(M->Of);
  Modules.erase(M);
  return Success;
}

Result Driver::checkRange(DevicePointer Address, size_t Bytes, const char *What) {
  const Allocation *A = Machine.getMemory().find(Address);
  if (A && Bytes <= A->End() - Address)
    return Success;
  if (!A)
    return complain(InvalidValue,
                    Twine(What) + ": 0x" + utohexstr(Address, true) + " is not device memory");
  return complain(InvalidValue, Twine(What) + ": " + Twine(Bytes) + " bytes at 0x" +
                                    utohexstr(Address, true) + ", but " + A->What + " has " +
                                    Twine(A->Size) + " bytes and ends " +
                                    Twine(A->End() - Address) + " bytes after it");
}
