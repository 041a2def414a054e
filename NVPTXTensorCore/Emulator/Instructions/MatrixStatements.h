//===- MatrixStatements.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements of matrix instructions: the model says which variant one is, and how many registers
// each of its operands has.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_MATRIXSTATEMENTS_H
#define NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_MATRIXSTATEMENTS_H

#include "Emulator/Machine/ThreadGroup.h"
#include "Emulator/Program/InstructionReader.h"
#include "Model/Instructions/InstructionParser.h"

namespace llvm::tensorcore::emulator {

/// Returns the form that the reader's statement is, and takes all modifiers. What the model does
/// not have, or has without a meaning, is an error.
Expected<FoundForm> readForm(InstructionReader &R);

/// The same of an instruction that a warp executes together.
Expected<FoundForm> readWarpForm(InstructionReader &R);

/// Whether the warp has 32 threads; a fault if it has not.
bool isWholeWarp(const Instruction &I, ThreadGroup &G);

/// Reads the registers of a fragment, each of so many bits; the form says how many there are.
Error readFragment(InstructionReader &R, const ptx::Operand &O, unsigned Bits,
                   SmallVectorImpl<Slot> &Slots);
Error writeFragment(InstructionReader &R, const ptx::Operand &O, unsigned Bits,
                    SmallVectorImpl<Slot> &Slots);

/// The state space of the address.
Space getSpace(const FoundForm &Found);

/// The bits of a register that holds elements of a type.
unsigned getRegisterBits(MMAType Type);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_MATRIXSTATEMENTS_H
