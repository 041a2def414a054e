//===- UndefinedBits.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tracks the bits of registers that nobody wrote. Compilers pack a value whose upper half does
// not matter into a register of 64 bits, mask it, shift it, and take the lower half out again:
// such a register is undefined in part. Most registers are not, so that a mask of lanes
// (Frame::Undefined) is all that the common case looks at.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_UNDEFINEDBITS_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_UNDEFINEDBITS_H

#include "Emulator/Machine/ThreadGroup.h"

namespace llvm::tensorcore::emulator {

/// Returns the lanes in which bits of a register are undefined.
inline LaneMask getUndefinedLanes(const Frame &F, Slot S) {
  return S && S.In == Slot::Registers ? F.Undefined[S.Offset / Frame::Unit] : 0;
}
/// Returns the bits of a register of a lane that are undefined.
uint128_t getUndefinedBits(const Frame &F, Slot S, unsigned Lane);
/// Returns what is undefined of all lanes.
UndefinedValue getUndefined(const Frame &F, Slot S);
/// Sets what is undefined in the lanes of the mask.
void setUndefined(Frame &F, Slot S, LaneMask Lanes, const UndefinedValue &Value);
inline void setDefined(Frame &F, Slot S, LaneMask Lanes) {
  F.Undefined[S.Offset / Frame::Unit] &= ~Lanes;
}

/// Returns what is undefined of each result of an instruction that reads and writes registers
/// alone, by the values that the operands have before it is executed.
SmallVector<UndefinedValue, 0> findUndefinedResults(const Instruction &I, ThreadGroup &G);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_UNDEFINEDBITS_H
