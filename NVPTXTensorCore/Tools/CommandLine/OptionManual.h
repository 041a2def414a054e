//===- OptionManual.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints manual pages: text, and options of LLVM's command-line library, in mdoc.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_COMMANDLINE_OPTIONMANUAL_H
#define NVPTXTENSORCORE_TOOLS_COMMANDLINE_OPTIONMANUAL_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace llvm::tensorcore {

/// Text in which nothing is a macro.
inline std::string escapeManual(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '\\' || C == '-')
      Result += '\\';
    Result += C == '\\' ? 'e' : C;
  }
  return (Result.empty() || (Result[0] != '.' && Result[0] != '\'')) ? Result : "\\&" + Result;
}

/// A list of options, by their names.
inline void printManualOptions(raw_ostream &OS, std::vector<const cl::Option *> Options) {
  if (Options.empty())
    return;
  sort(Options, [](auto *L, auto *R) { return L->ArgStr < R->ArgStr; });
  OS << ".Bl -tag -width indent -compact\n";
  for (const cl::Option *Option : Options) {
    OS << ".It Fl \\-" << escapeManual(Option->ArgStr);
    if (!Option->ValueStr.empty())
      OS << " Ns = Ns Ar " << escapeManual(Option->ValueStr);
    OS << '\n' << escapeManual(Option->HelpStr) << ".\n";
  }
  OS << ".El\n";
}

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_COMMANDLINE_OPTIONMANUAL_H
