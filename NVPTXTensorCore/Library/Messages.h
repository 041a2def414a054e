//===- Messages.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The diagnostics of one call: as LLVM makes them, and as a caller gets them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_MESSAGES_H
#define NVPTXTENSORCORE_LIBRARY_MESSAGES_H

#include "Library/nvptxtc.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/Regex.h"
#include <deque>
#include <string>

namespace llvm {
class LLVMContext;
class SMDiagnostic;
} // namespace llvm

namespace llvm::tensorcore {

struct Message {
  nvptxtc_severity Severity;
  std::string Text;
  std::string Function = "";
  std::string File = "";
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Pass = "";
  std::string Code = ""; ///< as in nvptxtc.h
};

/// An error of syntax.
Message describe(const SMDiagnostic &Syntax);

class Messages {
public:
  void add(Message Next);
  void addError(const Twine &Text, StringRef Code = "") {
    Message Error{NVPTXTC_SEVERITY_ERROR, Text.str()};
    Error.Code = Code;
    add(std::move(Error));
  }
  void add(const DiagnosticInfo &Info);

  bool hasErrors() const { return HasErrors; }

  /// Hands them to a caller's function, in their order.
  void tell(nvptxtc_diagnostic_handler Handler, void *Data) const;

  std::string printAsJSON() const;

private:
  std::deque<Message> List;
  bool HasErrors = false;
};

/// Collects the diagnostics of a context; remarks only of passes whose names match.
void collectDiagnostics(LLVMContext &Context, Messages &Into, const Regex *Remarks);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_MESSAGES_H
