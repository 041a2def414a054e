//===- HeldValue.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsic that holds a value of any type where it stands, the compiler's own:
//
//   <32 x i32> @llvm.nvvm.registers.hold.v32i32(<32 x i32>)
//
// Its result is its operand. No optimiser looks through it, nor moves it past a wait, so
// that what is computed from the result stays behind it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_HELDVALUE_H
#define NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_HELDVALUE_H

#include "IR/Intrinsics/NVVMIntrinsic.h"

namespace llvm {
class Instruction;
class Type;
} // namespace llvm

namespace llvm::tensorcore {

void addHeldValue(NVVMIntrinsics &Intrinsics);

/// Returns true if there is such an intrinsic for a type: numbers, vectors and structs of them.
bool canHold(const Type &T);

/// Returns true if a call is one of the intrinsic.
bool isHeldValue(const Instruction &I);

/// Holds a value where `Builder` stands. The value itself if the name is taken.
Value *createHeldValue(IRBuilderBase &Builder, Value &V);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_HELDVALUE_H
