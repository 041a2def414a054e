//===- UndefinedBits.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which bits of a register nobody wrote. Compilers pack a value whose upper half does not matter
// into a register of 64 bits, mask it, shift it, and take the lower half out again: such a register
// is undefined in part. Most registers are not, so that a mask of lanes (Frame::Undefined) is all
// that the common case looks at.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_UNDEFINEDBITS_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_UNDEFINEDBITS_H

#include "Emulator/Machine/ThreadGroup.h"

namespace llvm::tensorcore::emulator {

/// Returns the bits of a register of a lane that nobody wrote.
uint128_t getUndefinedBits(const Frame &F, Slot S, unsigned Lane);

/// Sets which bits are undefined, for the lanes of the mask.
void setUndefinedBits(Frame &F, Slot S, LaneMask Lanes, const LaneBits &Bits);

/// Makes all bits of a register undefined in the lanes of `Undefined`, and defined in the others of
/// the mask.
void setUndefined(Frame &F, Slot S, LaneMask Lanes, LaneMask Undefined);

/// Returns the undefined bits of each result of an instruction that reads and writes registers
/// alone, by the values that the operands have before it is executed.
SmallVector<LaneBits, 0> findUndefinedResults(const Instruction &I, ThreadGroup &G);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_UNDEFINEDBITS_H
