//===- CompanionUses.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The companions that an instruction executes, as a call of an intrinsic or as statements of inline
// assembly, with their operands by the names that the rows have for them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_COMPANIONUSES_H
#define NVPTXTENSORCORE_IR_INTRINSICS_COMPANIONUSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

struct CompanionUse {
  /// The name of the intrinsic, also of a statement.
  StringRef Name;
  SmallVector<std::pair<StringRef, const Value *>, 8> Operands;

  /// Returns the operand with a name; null if there is none, or if its value is not known.
  const Value *get(StringRef Operand) const;
};

/// Calls `Visit` for each companion of an instruction.
void visitCompanions(const Instruction &I, function_ref<void(const CompanionUse &)> Visit);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_COMPANIONUSES_H
