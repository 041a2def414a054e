//===- Place.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a diagnostic points. Without debug information, which IR by hand seldom has, the message
// says the block and the value.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_PLACE_H
#define NVPTXTENSORCORE_IR_ANALYSIS_PLACE_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/DiagnosticInfo.h"
#include <string>

namespace llvm {
class Function;
class Instruction;
class Twine;
} // namespace llvm

namespace llvm::tensorcore {

struct Place {
  const Function &In;
  DebugLoc Loc;
  std::string Words; ///< in the place of `Loc`: "block 'loop', %d"

  /// A whole function.
  Place(const Function &F) : In(F) {}
  Place(const Instruction &I);
  Place(const Function &F, DebugLoc Loc, std::string Words = "")
      : In(F), Loc(std::move(Loc)), Words(std::move(Words)) {}
};

/// "in function f void (ptr): block 'loop', '%d = …': ", the latter without debug information.
std::string spell(const Place &At);

/// Reports an error, or a warning.
void reportError(const Place &At, const Twine &Message);
void diagnose(const Place &At, const Twine &Message, DiagnosticSeverity Severity);

/// " at line 7", or " in block 'loop'", if either is known.
std::string spellLine(const Instruction &I);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_PLACE_H
