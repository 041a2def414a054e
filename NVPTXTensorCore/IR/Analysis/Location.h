//===- Location.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The location of a diagnostic, with the fields that programs can ask for. Without debug
// information, which IR by hand seldom has, the message says the block and the value.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_LOCATION_H
#define NVPTXTENSORCORE_IR_ANALYSIS_LOCATION_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/DiagnosticInfo.h"
#include <string>

namespace llvm {
class Function;
class Instruction;
class LLVMContext;
class Twine;
} // namespace llvm

namespace llvm::tensorcore {

struct Requirement;

/// Says what an error is about that no option turns off. Each has a row in Checks.cpp, which has
/// its code.
enum class ErrorKind {
  LegalityTarget,   ///< another target has it
  LegalityPTX,      ///< another version of PTX has it
  LegalityRejected, ///< ptxas rejects it on every target
  IntrinsicName,
  IntrinsicType,
  IntrinsicOperand,
  IntrinsicUse,
  Convergence,
  UnsupportedIR,
  Attributes,
  Instruction,
  Target,
  // The library has these, and no check of its own for them.
  Arguments,
  Syntax,
  Verifier,
  Triple,
  DataLayout,
  IRVersion,
  Link,
  Assembler,
  Cancelled,
  Fatal,
  LLVM,
};

struct Location {
  const Function &In;
  DebugLoc Loc;
  std::string Words;   ///< instead of `Loc`: "block 'loop', %d"
  std::string Subject; ///< the intrinsic that is called, or PTX; empty of other instructions

  /// A whole function.
  Location(const Function &F) : In(F) {}
  Location(const Instruction &I);
  Location(const Function &F, DebugLoc Loc, std::string Words = "")
      : In(F), Loc(std::move(Loc)), Words(std::move(Words)) {}
};

/// The name of the metadata of a call that stands for inline assembly: its template.
inline constexpr StringLiteral AssemblyMark = "nvptx.assembly";

/// Returns a variable's or function's name as the source has it: "gemm(float*)::tile".
std::string printName(const Value &Named);

/// "in function f void (ptr): block 'loop', '%d = …': ", the latter without debug information.
std::string print(const Location &At);

/// Holds what programs can ask of a diagnostic.
struct DiagnosticFacts {
  std::string Code;
  std::string Option = "";            ///< turns it down; empty if nothing does
  const Location *At = nullptr;       ///< null if it is in no function
  const Requirement *Needs = nullptr; ///< null if it is not about legality
};

/// The facts of the diagnostic that a handler has just been given; null for one of LLVM's own.
const DiagnosticFacts *getDiagnosticFacts();

/// Lets a handler ask for the facts while it is given a diagnostic.
class FactsInScope {
public:
  explicit FactsInScope(const DiagnosticFacts &Facts);
  ~FactsInScope();

private:
  const DiagnosticFacts *Before;
};

/// Reports an error.
void reportError(const Location &At, ErrorKind Kind, const Twine &Message);
/// The same of what is in no function.
void reportError(LLVMContext &Context, ErrorKind Kind, const Twine &Message,
                 DiagnosticSeverity Severity = DS_Error);
void diagnose(const Location &At, DiagnosticFacts Facts, const Twine &Message,
              DiagnosticSeverity Severity);

/// " at line 7", or " in block 'loop'", if either is known.
std::string printLine(const Instruction &I);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_LOCATION_H
