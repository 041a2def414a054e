//===- SameValues.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values that are the same although they are computed twice, as before optimization.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_SAMEVALUES_H
#define NVPTXTENSORCORE_IR_ANALYSIS_SAMEVALUES_H

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns true if an instruction always gives the same result for the same operands.
bool isPure(const Instruction &I);

/// Returns true if two values are the same: one value, or the same pure computation.
bool isSameValue(const Value &A, const Value &B, unsigned Depth = 0);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_SAMEVALUES_H
