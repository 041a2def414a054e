//===- Options.h - the command line -----------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of mma-explain, and what it prints about itself.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_COMMANDLINE_OPTIONS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_COMMANDLINE_OPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace llvm::tensorcore::explain {

/// Returns what the program is for, or examples of a command, for --help.
std::string getOverview(StringRef Command);

/// Command lines of a command.
std::vector<std::string> getExamples(StringRef Command);

/// Returns the error code of a failure by which the command line is wrong.
inline std::error_code getUsageErrorCode() {
  return std::make_error_code(std::errc::invalid_argument);
}

inline Error makeUsageError(const Twine &Message) {
  return createStringError(getUsageErrorCode(), Message);
}

/// The error of a command without what it needs.
Error rejectMissingArgument(StringRef Command);

/// Leaves options of LLVM's libraries out of --help.
void hideForeignOptions();

/// Runs the subcommand of the parsed command line. False and errors are exit code 1.
Expected<bool> runCommand(raw_ostream &OS);

/// The manual page, in mdoc, of subcommands and options as they are registered.
void printManual(raw_ostream &OS);

/// A script for a shell: "bash", "zsh" or "fish". Fails on others.
Error printCompletion(raw_ostream &OS, StringRef Shell);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_COMMANDLINE_OPTIONS_H
