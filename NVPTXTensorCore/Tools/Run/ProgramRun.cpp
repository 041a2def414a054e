//===- ProgramRun.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts a program, once for each schedule, and gathers what its kernels' runs reported.
//
//===----------------------------------------------------------------------===//

#include "Run/ProgramRun.h"
#include "Emulator/Interface/ReportText.h"
#include "Emulator/Interface/StatisticsText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sys/prctl.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

/// Starts a program, which ends with ptx-run, whatever ends that one. Returns its process; 0 if
/// there is none.
static pid_t startProgram(const std::string &Program, const std::vector<std::string> &Words) {
  std::vector<char *> Arguments;
  for (const std::string &Word : Words)
    Arguments.push_back(const_cast<char *>(Word.c_str()));
  Arguments.push_back(nullptr);
  const pid_t Parent = getpid(), Process = fork();
  if (Process)
    return std::max(Process, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == Parent)
    execv(Program.c_str(), Arguments.data());
  _exit(errno == ENOENT ? 127 : 126); // which sys::Wait knows
}

/// Returns the program's exit code, or that of ptx-run if the program cannot be started.
static int runOnce(const ProgramCommand &C, const std::string &Program, uint64_t Seed,
                   StringRef ReportFile) {
  Settings With = C.With;
  With.Options.Seed = Seed;
  With.ReportFile = ReportFile.str();
  if (!With.TimelineFile.empty())
    sys::fs::remove(With.TimelineFile); // the last run's
  setenv(SettingsVariable, With.print().c_str(), /*overwrite=*/1);
  std::string Message;
  sys::ProcessInfo Process;
  Process.Pid = Process.Process = startProgram(Program, C.Words);
  if (!Process.Pid)
    Message = sys::StrError();
  else if (const int Code = sys::Wait(Process, std::nullopt, &Message).ReturnCode; Code >= 0)
    return Code;
  WithColor::error(errs(), "ptx-run") << C.Words.front() << ": " << Message << '\n';
  return CannotRun;
}

/// Puts a path in front of those of a variable of the environment.
static void prependPath(const char *Variable, std::string Path) {
  const char *Known = std::getenv(Variable);
  Path += Known && *Known ? std::string(":") + Known : "";
  setenv(Variable, Path.c_str(), /*overwrite=*/1);
}

/// Returns the reports in a file, without the calls that failed.
static json::Array readFindings(StringRef File) {
  json::Array Result;
  for (json::Value &Each : readReports(File))
    if (!Each.getAsObject()->get("call"))
      Result.push_back(std::move(Each));
  return Result;
}

static bool isError(const json::Value &R) {
  const json::Object *O = R.getAsObject();
  return O && O->getString("severity") == "error";
}

static bool isFault(const json::Value &R) {
  return isError(R) && R.getAsObject()->getString("check") != Unsupported;
}

static void print(const ProgramCommand &C, json::Array Reports, uint64_t Seed, uint64_t NumRun,
                  int Code) {
  const uint64_t NumErrors = count_if(Reports, isError);
  const uint64_t NumWarnings = Reports.size() - NumErrors;
  if (C.With.Format == ReportFormat::JSON)
    outs() << formatv("{0:2}", json::Value(std::move(Reports))) << '\n';
  else if (C.With.Format == ReportFormat::SARIF)
    outs() << formatv("{0:2}", json::Value(makeSARIF(Reports))) << '\n';
  else if (NumErrors || NumWarnings)
    errs() << printCounts(NumErrors, NumWarnings)
           << (C.Schedules.Count > 1 ? ", schedule --seed=" + utostr(Seed) : "") << '\n';
  else if (C.Schedules.Count > 1 && Code)
    errs() << "the program ends with " << Code << ", schedule --seed=" << Seed << '\n';
  else if (C.Schedules.Count > 1)
    errs() << printSchedules(NumRun) << " without a report\n";
}

/// Returns true if the replacement libraries have written nothing: they begin with a line.
static bool isUntouched(StringRef File) {
  uint64_t Bytes = 0;
  return !sys::fs::file_size(File, Bytes) && !Bytes;
}

/// Runs the program until a schedule is wrong, and prints the reports of the last one.
static int runSchedules(const ProgramCommand &C, const std::string &Program, StringRef ReportFile) {
  const uint64_t First = C.With.Options.Seed;
  uint64_t Number = C.Schedules.getFirst();
  for (uint64_t NumRun = 1;; ++NumRun) {
    int Code = runOnce(C, Program, First + Number, ReportFile);
    json::Array Reports = readFindings(ReportFile);
    if (!Code && any_of(Reports, isFault))
      Code = Wrong;
    const std::optional<uint64_t> Next = C.Schedules.getNext(Number);
    if (!Code && Next) {
      Number = *Next;
      continue;
    }
    if (!Code && any_of(Reports, isError))
      Code = CannotRun;
    print(C, std::move(Reports), First + Number, NumRun, Code);
    return Code;
  }
}

int run::runProgram(const ProgramCommand &C) {
  auto Stop = [](const Twine &Sentence) {
    WithColor::error(errs(), "ptx-run") << Sentence << '\n';
    return CannotRun;
  };
  ErrorOr<std::string> Program = sys::findProgramByName(C.Words.front());
  if (!Program || !sys::fs::exists(*Program))
    return Stop("there is no program '" + C.Words.front() + "'");
  if (!sys::fs::exists(C.Libraries + "/libcuda.so.1"))
    return Stop("the replacements of CUDA's libraries are not in " + C.Libraries);
  prependPath("LD_LIBRARY_PATH", C.Libraries);
  prependPath("LD_PRELOAD", C.Libraries + "/libstatic-runtime.so");
  if (!C.With.StatisticsFile.empty())
    sys::fs::remove(C.With.StatisticsFile); // each kernel adds a line
  SmallString<128> ReportFile;
  if (std::error_code Code = sys::fs::createTemporaryFile("ptx-run", "jsonl", ReportFile))
    return Stop("a file for reports: " + Code.message());
  sys::RemoveFileOnSignal(ReportFile);
  const int Code = runSchedules(C, *Program, ReportFile);
  if (Code == 0 && isUntouched(ReportFile))
    WithColor::note(errs(), "ptx-run") << C.Words.front() << " makes no call of CUDA\n";
  sys::fs::remove(ReportFile);
  if (!C.With.TimelineFile.empty())
    if (Error E = writeTimeline(C.With.TimelineFile, readReports(C.With.TimelineFile)))
      return Stop(toString(std::move(E)));
  return Code;
}
