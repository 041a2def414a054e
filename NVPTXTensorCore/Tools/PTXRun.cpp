//===- PTXRun.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx-run: runs kernels without a GPU, and says what is wrong with them. This file is the command
// line; docs/ptx-run.md describes it.
//
//===----------------------------------------------------------------------===//

#include "CommandLine/ParseErrors.h"
#include "Model/Version.h"
#include "Run/Manual.h"
#include "Run/ProgramRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

using List = cl::list<std::string>;
using Word = cl::opt<std::string>;

namespace {
/// Names the formats where a word is none.
struct FormatParser : cl::parser<ReportFormat> {
  using parser::parser;
  bool parse(cl::Option &O, StringRef Name, StringRef Text, ReportFormat &To) {
    if (findOption(Text) != getNumOptions())
      return parser::parse(O, Name, Text, To);
    std::vector<std::string> Names;
    for (unsigned I = 0; I != getNumOptions(); ++I)
      Names.push_back(getOption(I).str());
    return O.error("expected " + join(Names, ", ") + ", not '" + Text + "'");
  }
};

/// Describes what may be on the command line. LLVM's library has options of its own, some with the
/// same names: they are removed before these are made.
struct CommandLine {
  cl::OptionCategory LaunchCategory{"A kernel and its arguments"};
  cl::OptionCategory CheckCategory{"Schedules and checks"};
  cl::OptionCategory ProgramCategory{"Programs"};
  Word File{cl::Positional, cl::desc("<file.ptx>")};
  Word Entry{"entry", cl::desc("The kernel to run, if the file has several"),
             cl::value_desc("name"), cl::cat(LaunchCategory)};
  cl::alias Kernel{"kernel", cl::desc("The same as --entry"), cl::aliasopt(Entry),
                   cl::cat(LaunchCategory)};
  Word Grid{"grid", cl::desc("The number of blocks of the grid (default 1)"),
            cl::value_desc("X,Y,Z"), cl::cat(LaunchCategory)};
  Word Block{"block", cl::desc("The number of threads of a block (default: the kernel's .reqntid)"),
             cl::value_desc("X,Y,Z"), cl::cat(LaunchCategory)};
  Word ClusterOf{"cluster", cl::desc("The number of blocks of a cluster"), cl::value_desc("X,Y,Z"),
                 cl::cat(LaunchCategory)};
  cl::opt<unsigned> Shared{"shared", cl::desc("The number of bytes of dynamic shared memory"),
                           cl::value_desc("bytes"), cl::cat(LaunchCategory)};
  List Arg{"arg",
           cl::desc("An argument, in the order of the parameters: u32:5, "
                    "A=f16[64x32]:normal, @file.npy, hex:00ff, map:A,box=64x64"),
           cl::value_desc("[name=]value"), cl::cat(LaunchCategory)};
  List Memory{"memory",
              cl::desc("Memory for tensor maps and formulas, without a parameter of its own"),
              cl::value_desc("name=value"), cl::cat(LaunchCategory)};
  List Expect{"expect", cl::desc("The expected result: C=A@B.T, C=2*A@B+C, C=@file.npy"),
              cl::value_desc("name=formula"), cl::cat(LaunchCategory)};
  cl::opt<double> Tolerance{"tolerance",
                            cl::desc("The largest error, relative to the sum of the "
                                     "magnitudes of a result's terms; 0 is exact"),
                            cl::init(-1), cl::cat(LaunchCategory)};
  List Out{"out", cl::desc("Writes memory to a file after the kernel"),
           cl::value_desc("name=file.npy"), cl::cat(LaunchCategory)};
  List Print{"print", cl::desc("Prints memory after the kernel"), cl::value_desc("name"),
             cl::cat(LaunchCategory)};
  cl::opt<uint64_t> InputSeed{"input-seed", cl::desc("The seed of random patterns (default 1)"),
                              cl::value_desc("N"), cl::init(1), cl::cat(LaunchCategory)};
  cl::opt<uint64_t> Seed{"seed",
                         cl::desc("The seed of the schedule, or of the first one (default 1)"),
                         cl::value_desc("N"), cl::init(1), cl::cat(CheckCategory)};
  cl::opt<uint64_t> Schedules{"schedules",
                              cl::desc("The number of schedules to run; stops at the first error"),
                              cl::value_desc("N"), cl::init(1), cl::cat(CheckCategory)};
  Word Shard{
      "shard",
      cl::desc("Runs only the Ith of N parts of the schedules, to divide them between machines"),
      cl::value_desc("I/N"), cl::cat(CheckCategory)};
  cl::opt<unsigned> Threads{"threads", cl::desc("The number of host threads (default 1)"),
                            cl::value_desc("N"), cl::init(1), cl::cat(CheckCategory)};
  cl::opt<uint64_t> MaxSteps{
      "max-steps", cl::desc("The number of warp instructions after which a kernel is stopped"),
      cl::value_desc("N"), cl::init(0), cl::cat(CheckCategory)};
  List CheckLevel{"check", cl::desc("Makes a check an error or a warning, or turns it off"),
                  cl::value_desc("name=error|warning|off"), cl::cat(CheckCategory)};
  cl::opt<bool> NoChecks{"no-checks", cl::desc("Turns off the slow checks"),
                         cl::cat(CheckCategory)};
  cl::opt<bool> InOrder{"in-order",
                        cl::desc("Executes asynchronous operations as early as possible"),
                        cl::cat(CheckCategory)};
  cl::opt<bool> PerturbSums{"perturb-sums",
                            cl::desc("Varies the sums of tensor cores within the limits of PTX"),
                            cl::cat(CheckCategory)};
  cl::opt<bool> HopperSums{
      "hopper-sums",
      cl::desc("Rounds the sums of wgmma of 8-bit floats to 14 bits, as Hopper does"),
      cl::cat(CheckCategory)};
  cl::opt<bool> ListChecks{"list-checks", cl::desc("Prints all checks"), cl::cat(CheckCategory)};
  Word Explain{"explain", cl::desc("Explains a check, with wrong and right code"),
               cl::value_desc("check"), cl::cat(CheckCategory)};
  cl::opt<bool> Manual{"manual", cl::desc("Prints the manual page, in mdoc"), cl::Hidden};
  Word Completion{"completion",
                  cl::desc("Prints a completion script for a shell: bash, zsh or fish"),
                  cl::Hidden};
  cl::opt<ReportFormat, /*ExternalStorage=*/false, FormatParser> Format{
      "format", cl::desc("The format of reports"), cl::init(ReportFormat::Text),
      cl::values(clEnumValN(ReportFormat::Text, "text", "as compilers print them"),
                 clEnumValN(ReportFormat::JSON, "json", "an array of objects"),
                 clEnumValN(ReportFormat::SARIF, "sarif", "a SARIF 2.1.0 log")),
      cl::cat(CheckCategory)};
  cl::opt<bool> PrintStatistics{"statistics", cl::desc("Counts instructions, accesses and waits"),
                                cl::cat(CheckCategory)};
  Word StatisticsFile{"statistics-json",
                      cl::desc("Writes the statistics as JSON, one line per kernel"),
                      cl::value_desc("file"), cl::cat(CheckCategory)};
  Word Timeline{"timeline", cl::desc("Writes when warps wait, for Perfetto or chrome://tracing"),
                cl::value_desc("file"), cl::cat(CheckCategory)};
  Word DeviceName{"device",
                  cl::desc("The GPU that the program sees (default: the target of its newest PTX)"),
                  cl::value_desc("sm_90a"), cl::cat(ProgramCategory)};
  cl::opt<unsigned> Multiprocessors{
      "multiprocessors",
      cl::desc("The number of multiprocessors (default 132); with few, persistent kernels loop"),
      cl::value_desc("N"), cl::init(132), cl::cat(ProgramCategory)};
  cl::opt<bool> KeepGoing{
      "keep-going", cl::desc("Lets calls succeed after a kernel has failed, to find other errors"),
      cl::cat(ProgramCategory)};
  Word SavePTX{"save-ptx", cl::desc("Writes the PTX that the program loads into a folder"),
               cl::value_desc("folder"), cl::cat(ProgramCategory)};
  Word ReplacePTX{"replace-ptx",
                  cl::desc("Loads a file instead of the program's PTX with the same kernels"),
                  cl::value_desc("file"), cl::cat(ProgramCategory)};

  ScheduleRange Range; ///< after checkNumbers

  /// The manual page, or a completion.
  Error printAbout();
  Error checkUse(bool IsProgram);
  Error checkNumbers();
  Expected<Settings> makeSettings();
  Expected<KernelCommand> makeKernelCommand(Settings With);
  ProgramCommand makeProgramCommand(const char *Tool, ArrayRef<char *> Words, Settings With);
};
} // namespace

Error CommandLine::printAbout() {
  const cl::OptionCategory *All[] = {&LaunchCategory, &CheckCategory, &ProgramCategory};
  if (!Manual)
    return printCompletion(outs(), Completion, All);
  printManual(outs(), All);
  return Error::success();
}

static Expected<Dim3> parseDim(const Word &Option) {
  if (Option.empty())
    return Dim3();
  Expected<std::vector<uint64_t>> Numbers = parseShape(Option, ',');
  const auto IsLarge = [](uint64_t Number) { return Number > UINT32_MAX; };
  if (!Numbers || Numbers->size() > 3 || any_of(*Numbers, IsLarge)) {
    if (!Numbers)
      consumeError(Numbers.takeError());
    return fail("--" + Option.ArgStr + "=" + Option +
                ": expected X, X,Y or X,Y,Z, positive numbers with a product up to 2^29");
  }
  Numbers->resize(3, 1);
  return Dim3{unsigned((*Numbers)[0]), unsigned((*Numbers)[1]), unsigned((*Numbers)[2])};
}

/// An option that is a number from 1 on.
template <class Option> static Error checkCount(const Option &O, uint64_t Max) {
  const auto Number = O.getValue();
  return Number >= 1 && Number <= Max
             ? Error::success()
             : fail("--" + O.ArgStr + "=" + Twine(Number) + ": expected 1 to " + Twine(Max));
}

/// Options that say nothing of what is to be run, a kernel or a program.
Error CommandLine::checkUse(bool IsProgram) {
  const cl::OptionCategory &Other = IsProgram ? LaunchCategory : ProgramCategory;
  for (const auto &Each : cl::getRegisteredOptions()) {
    const cl::Option &O = *Each.second;
    if (O.getNumOccurrences() && is_contained(O.Categories, &Other) && &O != &Multiprocessors)
      return fail("--" + O.ArgStr + " is for " +
                  (IsProgram ? "a kernel of a file, not for programs"
                             : "programs, not for a kernel of a file"));
  }
  return Error::success();
}

Error CommandLine::checkNumbers() {
  constexpr unsigned MaxThreads = 256, MaxMultiprocessors = 4096;
  if (Error E = checkCount(Threads, MaxThreads))
    return E;
  if (Error E = checkCount(Multiprocessors, MaxMultiprocessors))
    return E;
  if (Error E = checkCount(Schedules, UINT32_MAX))
    return E;
  Range.Count = Schedules;
  if (Shard.getNumOccurrences())
    if (Error E = parseShard(Shard, Range))
      return E;
  if (Tolerance.getNumOccurrences() && !(Tolerance >= 0))
    return fail("--tolerance: expected a number that is 0 or more");
  return Error::success();
}

Expected<Settings> CommandLine::makeSettings() {
  if (Error E = checkNumbers())
    return E;
  Settings S;
  S.Options.Seed = Seed;
  S.Options.NumThreads = Threads;
  S.Options.MaxSteps = MaxSteps;
  S.Options.NumMultiprocessors = Multiprocessors;
  S.Options.HasChecks = !NoChecks;
  S.Options.IsAdversary = !InOrder;
  S.Options.PerturbsNumbers = PerturbSums;
  S.Options.HasHopperSums = HopperSums;
  S.Format = Format;
  S.PrintsStatistics = PrintStatistics;
  S.StatisticsFile = StatisticsFile;
  S.Options.Profiles = PrintStatistics || !StatisticsFile.empty();
  S.TimelineFile = Timeline;
  S.Options.HasTimeline = !Timeline.empty();
  S.Device = DeviceName;
  S.PTXFolder = SavePTX;
  S.KeepsGoing = KeepGoing;
  S.OtherPTX = ReplacePTX;
  for (const std::string &Each : CheckLevel)
    if (Error E = setSeverity(Each, S.Options.Levels))
      return E;
  return S;
}

Expected<KernelCommand> CommandLine::makeKernelCommand(Settings With) {
  KernelCommand C;
  C.File = File;
  C.Entry = Entry;
  const std::pair<const Word &, Dim3 &> Dims[] = {
      {Grid, C.Grid}, {Block, C.Block}, {ClusterOf, C.Cluster}};
  for (const auto &[Option, To] : Dims) {
    Expected<Dim3> D = parseDim(Option);
    if (!D)
      return D.takeError();
    To = *D;
  }
  C.HasBlock = !Block.empty();
  C.HasCluster = !ClusterOf.empty();
  C.SharedBytes = Shared;
  C.Arguments = Arg;
  C.Memories = Memory;
  C.Expectations = Expect;
  C.Outputs = Out;
  C.Printed = Print;
  if (Tolerance >= 0)
    C.Tolerance = Tolerance;
  C.InputSeed = InputSeed;
  C.Schedules = Range;
  C.With = std::move(With);
  return C;
}

static int stop(const Twine &Sentence) {
  WithColor::error(errs(), "ptx-run") << Sentence << '\n';
  return CannotRun;
}

/// The words of a command line. One that begins with '@' is joined to its option: LLVM takes such a
/// word for a file of options.
static SmallVector<const char *> joinFiles(ArrayRef<char *> Words, BumpPtrAllocator &Arena) {
  StringSaver Saver(Arena);
  SmallVector<const char *> Result;
  const auto NeedsValue = [](StringRef Word) {
    const StringRef Name = Word.ltrim('-');
    const cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
    return Name.size() != Word.size() && Option &&
           Option->getValueExpectedFlag() == cl::ValueRequired;
  };
  for (const char *Word : Words) {
    if (*Word == '@' && NeedsValue(Result.back()))
      Result.back() = Saver.save(Twine(Result.back()) + "=" + Word).data();
    else
      Result.push_back(Word);
  }
  return Result;
}

ProgramCommand CommandLine::makeProgramCommand(const char *Tool, ArrayRef<char *> Words,
                                               Settings With) {
  ProgramCommand C;
  C.Words.assign(Words.begin(), Words.end());
  const std::string Own = sys::fs::getMainExecutable(Tool, reinterpret_cast<void *>(&stop));
  C.Libraries = (sys::path::parent_path(sys::path::parent_path(Own)) + "/lib/ptx-run").str();
  C.Schedules = Range;
  C.With = std::move(With);
  return C;
}

/// Prints what is wrong with the options. LLVM takes the value of an unknown option for a second
/// file, of which nothing is said then.
static void printFaults(StringRef Faults) {
  const bool IsUnknown = Faults.contains("Unknown command line argument");
  auto [Before, After] = Faults.split("ptx-run: Too many positional arguments specified!\n");
  errs() << Before;
  if (Before.size() == Faults.size())
    return;
  if (!IsUnknown)
    WithColor::error(errs(), "ptx-run")
        << "several files; expected one of PTX, or -- and a program\n";
  errs() << After.split('\n').second; // after "Can specify at most 1 …"
}

int main(int Argc, char **Argv) {
  PrettyStackTraceProgram Arguments(Argc, Argv);
  sys::PrintStackTraceOnErrorSignal(Argv[0]);
  setBugReportMsg(getBugReportMessage());
  // The arguments after `--` are the program's.
  char **End = Argv + Argc,
       **Dashes = std::find_if(Argv, End, [](char *Each) { return StringRef(Each) == "--"; });
  cl::ResetCommandLineParser();
  cl::SetVersionPrinter(printVersion);
  CommandLine Line;
  const char *Overview =
      "Runs kernels without a GPU: those of a PTX file, or, after --, a program that uses CUDA's "
      "libraries.\n\n"
      "  ptx-run gemm.ptx --block 128 --arg C=f32[64x64] --arg A=bf16[64x64]:normal "
      "--arg B=bf16[64x64]:normal --expect C=A@B.T\n"
      "  ptx-run gemm.ptx @options.txt --schedules 10\n"
      "  ptx-run -- ./program\n\n"
      "The exit code is 0 on success, 1 if a check reports an error or a result is wrong, and 2 if "
      "nothing could be run.\n";
  BumpPtrAllocator Arena;
  const auto Words = joinFiles(ArrayRef(Argv, Dashes), Arena);
  for (StringRef Word : Words)
    if (Word.consume_front("@") && !sys::fs::exists(Word))
      return stop("there is no file of options '" + Word + "'");
  if (std::string Faults; !parseCommandLine(Words, Overview, Faults)) {
    printFaults(Faults);
    return CannotRun;
  }
  if (Line.ListChecks) {
    printChecks(outs());
    return Right;
  }
  if (Line.Explain.getNumOccurrences()) {
    Error E = explainCheck(Line.Explain, outs());
    return E ? stop(toString(std::move(E))) : Right;
  }
  if (Line.Manual || Line.Completion.getNumOccurrences()) {
    Error E = Line.printAbout();
    return E ? stop(toString(std::move(E))) : Right;
  }
  Expected<Settings> With = Line.makeSettings();
  if (!With)
    return stop(toString(With.takeError()));
  const bool IsProgram = Dashes != End && Dashes + 1 != End;
  if (Error E = Line.checkUse(IsProgram))
    return stop(toString(std::move(E)));
  if (IsProgram) {
    if (!Line.File.empty())
      return stop("a file and a program; expected one of them");
    return runProgram(
        Line.makeProgramCommand(Argv[0], ArrayRef(Dashes + 1, End), std::move(*With)));
  }
  if (Line.File.empty())
    return stop("expected a file of PTX, or -- and a program; --help says more");
  Expected<KernelCommand> C = Line.makeKernelCommand(std::move(*With));
  if (!C)
    return stop(toString(C.takeError()));
  return runKernel(*C);
}
