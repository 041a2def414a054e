//===- MMAExplain.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma-explain: what a tensor-core instruction is, where it is legal, which thread holds what, and
// what a descriptor's word means. The program is options and exit codes; the answers are
// those of Explain/.
//
//===----------------------------------------------------------------------===//

#include "CommandLine/ParseErrors.h"
#include "Explain/CommandLine/Commands.h"
#include "Explain/CommandLine/Options.h"
#include "Model/Version.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// The exit code of a command line that cannot be understood.
static constexpr int IsMisused = 2;

/// The arguments as LLVM's parser takes them: `help COMMAND` is `COMMAND --help`, and a negative
/// number, which is a word, is no option.
static std::vector<std::string> rewrite(ArrayRef<const char *> Arguments) {
  std::vector<std::string> Result(Arguments.begin(), Arguments.end());
  if (Result.size() > 1 && Result[1] == "help") {
    Result.erase(Result.begin() + 1);
    Result.push_back("--help");
  }
  for (std::string &Argument : Result)
    if (int64_t Negative; Argument[0] == '-' && !StringRef(Argument).getAsInteger(10, Negative))
      Argument = "0x" + utohexstr(uint64_t(Negative));
  return Result;
}

/// Says which command is closest to a word that is none, or that the word may be a file or an
/// instruction.
static void checkCommand(StringRef Word) {
  StringRef Nearest;
  unsigned Least = 3;
  for (const cl::SubCommand *Known : cl::getRegisteredSubcommands()) {
    const StringRef Name = Known->getName();
    if (Name == Word)
      return;
    const unsigned Distance = Name.empty() ? Least : Word.edit_distance(Name, true, Least);
    if (Distance < Least) {
      Nearest = Name;
      Least = Distance;
    }
  }
  if (Word.empty() || is_contained({"-h", "-help", "-help-list", "-help-hidden", "-version"},
                                   Word.starts_with("--") ? Word.drop_front() : Word))
    return;
  if (Word.starts_with("-")) {
    WithColor::error(errs(), "mma-explain")
        << "the command comes before its options: mma-explain COMMAND " << Word << " ...\n";
    std::exit(IsMisused);
  }
  WithColor::error(errs(), "mma-explain")
      << "there is no command '" << Word << "'; did you mean 'mma-explain "
      << (!Nearest.empty() ? Nearest : (sys::fs::exists(Word) ? "ptx " : "show ") + Word) << "'?\n";
  std::exit(IsMisused);
}

int main(int ArgC, char **ArgV) {
  InitLLVM Initialize(ArgC, ArgV);
  setBugReportMsg(getBugReportMessage());
  cl::SetVersionPrinter(printVersion);
  hideForeignOptions();
  std::vector<std::string> Arguments = rewrite(ArrayRef(ArgV, ArgC));
  std::vector<const char *> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  checkCommand(Arguments.size() > 1 ? StringRef(Arguments[1]) : "");
  std::string Overview = getOverview(Arguments.size() > 1 ? Arguments[1] : "");
  if (std::string Errors; !parseCommandLine(Pointers, Overview, Errors)) {
    errs() << Errors;
    return IsMisused;
  }
  Expected<bool> IsFine = runCommand(outs());
  if (!IsFine) {
    outs().flush();
    int ExitCode = Arguments.size() > 1 ? 1 : IsMisused; // no command
    handleAllErrors(IsFine.takeError(), [&](const StringError &E) {
      WithColor::error(errs(), "mma-explain") << E.getMessage() << '\n';
      ExitCode = E.convertToErrorCode() == getUsageErrorCode() ? IsMisused : ExitCode;
    });
    return ExitCode;
  }
  return *IsFine ? 0 : 1;
}
