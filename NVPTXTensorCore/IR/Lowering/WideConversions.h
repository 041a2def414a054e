//===- WideConversions.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between floating point and integers of more than 64 bits. LLVM expands them, but
// makes calls of library functions of those that saturate, and does not expect an integer that is
// too large for floating point.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_WIDECONVERSIONS_H
#define NVPTXTENSORCORE_IR_LOWERING_WIDECONVERSIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns true for a conversion from an integer that may be too large for floating point.
bool isWideConversion(const Instruction &I);

/// Lowers those of `Conversions` that have not been erased, and what saturates. Returns true if
/// anything changed.
bool lowerWideConversions(Module &M, ArrayRef<WeakVH> Conversions);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_WIDECONVERSIONS_H
