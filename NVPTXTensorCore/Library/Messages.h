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

#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Location.h"
#include "Library/nvptxtc.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/Regex.h"
#include <deque>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class SMDiagnostic;
namespace json {
class Object;
} // namespace json
} // namespace llvm

namespace llvm::tensorcore {

/// A line of a function that calls the next one, which is inlined there.
struct InlinedCall {
  std::string Function, File;
  unsigned Line = 0, Column = 0;
};

/// The fields of nvptxtc_diagnostic.
struct Message {
  nvptxtc_severity Severity;
  std::string Text;
  std::string Function = "";
  std::string File = "";
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Pass = "";
  std::string Code = "";
  std::string Option = "";
  std::string Intrinsic = "";
  std::string Statement = "";
  std::string Target = "";
  std::string PTX = "";
  std::vector<std::string> NeedsTargets = {};
  std::string NeedsPTX = "";
  std::string NeedsLastPTX = "";
  std::string Closest = "";
  std::vector<InlinedCall> Calls = {};
  std::string Reproducer = "";
};

/// Adds what the compiler knows of a diagnostic of its own.
void addFacts(Message &Of, const DiagnosticFacts &Facts);

/// Returns the fields that are not empty, by the names that they have in Python.
json::Object toJSON(const Message &M);

/// An error of syntax.
Message describe(const SMDiagnostic &Syntax);

class Messages {
public:
  void add(Message Next);
  void addError(const Twine &Text, ErrorKind Kind) { add(NVPTXTC_SEVERITY_ERROR, Text, Kind); }
  void addWarning(const Twine &Text, ErrorKind Kind) { add(NVPTXTC_SEVERITY_WARNING, Text, Kind); }
  void add(const DiagnosticInfo &Info);
  void addCrash(StringRef Text, std::string Reproducer);

  bool hasErrors() const { return HasErrors; }

  /// The target of what is added from now on.
  void setTarget(StringRef Name) { Target = Name.str(); }

  /// Hands them to a caller's function, in their order.
  void tell(nvptxtc_diagnostic_handler Handler, void *Data) const;

  std::string printAsJSON() const;

  /// Adds what printAsJSON of another process has printed.
  void addJSON(StringRef Text);

private:
  void add(nvptxtc_severity Severity, const Twine &Text, ErrorKind Kind) {
    Message Next{Severity, Text.str()};
    Next.Code = getCode(Kind);
    add(std::move(Next));
  }

  std::deque<Message> List;
  std::string Target;
  bool HasErrors = false;
};

/// Collects the diagnostics of a context; remarks only of passes whose names match.
void collectDiagnostics(LLVMContext &Context, Messages &Into, const Regex *Remarks);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_MESSAGES_H
