//===- ParseErrors.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses a command line as LLVM's library does, without its suggestions that have nothing in common
// with what was written: it names the nearest option, however far that is.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_COMMANDLINE_PARSEERRORS_H
#define NVPTXTENSORCORE_TOOLS_COMMANDLINE_PARSEERRORS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <string>

namespace llvm::tensorcore {

/// Returns the name of the first option that a message has in quotes.
inline StringRef getQuotedOption(StringRef Message) {
  return Message.split('\'').second.split('\'').first.split('=').first.ltrim('-');
}

/// Parses a command line. Returns false after errors, which are appended to `Errors`.
inline bool parseCommandLine(ArrayRef<const char *> Words, StringRef Overview,
                             std::string &Errors) {
  std::string Text;
  raw_string_ostream Stream(Text);
  const bool IsParsed =
      cl::ParseCommandLineOptions(int(Words.size()), Words.data(), Overview, &Stream);
  StringRef Written;
  for (StringRef Rest = Text, Line; !Rest.empty();) {
    std::tie(Line, Rest) = Rest.split('\n');
    const StringRef Option = getQuotedOption(Line);
    const bool IsSuggestion = Line.contains(": Did you mean '");
    const unsigned MaxDistance = std::max<size_t>(2, Option.size() / 3);
    if (!IsSuggestion || Written.edit_distance(Option, true, MaxDistance) <= MaxDistance)
      Errors += (Line + "\n").str();
    if (!IsSuggestion)
      Written = Option;
  }
  return IsParsed;
}

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_COMMANDLINE_PARSEERRORS_H
