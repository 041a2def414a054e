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

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_MATRIXSTATEMENTS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_MATRIXSTATEMENTS_H

#include "Emulator/Machine/ThreadGroup.h"
#include "Emulator/Program/InstructionReader.h"
#include "Model/Instructions/InstructionParser.h"

namespace llvm::tensorcore::emulator {

/// Reads the statement of a matrix instruction. Fails if the model does not have it, or has it
/// without a meaning.
Error readMatrixStatement(InstructionReader &R);

// By the family of the form that the statement is.
Error readMMA(InstructionReader &R, const FoundForm &Found);
Error readWMMA(InstructionReader &R, const FoundForm &Found);
Error readMatrixMove(InstructionReader &R, const FoundForm &Found);
Error readMatrixTransposition(InstructionReader &R, const FoundForm &Found);
Error readWGMMA(InstructionReader &R, const FoundForm &Found);
Error readTCGen05(InstructionReader &R, const FoundForm &Found);

/// Marks an instruction that a warp executes together.
void needWarp(InstructionReader &R);

/// Returns true if the warp has 32 threads; a fault if it has not.
bool isWholeWarp(const Instruction &I, ThreadGroup &G);

/// Reads the registers of a fragment, each of `Bits` bits; the form says how many there are.
Error readFragment(InstructionReader &R, const ptx::Operand &O, unsigned Bits,
                   SmallVectorImpl<Slot> &Slots);
Error writeFragment(InstructionReader &R, const ptx::Operand &O, unsigned Bits,
                    SmallVectorImpl<Slot> &Slots);

/// The state space of the address.
Space getSpace(const FoundForm &Found);

/// The bits of a register that holds elements of a type.
unsigned getRegisterBits(MMAType Type);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_MATRIXSTATEMENTS_H
