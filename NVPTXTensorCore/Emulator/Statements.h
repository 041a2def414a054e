//===- Statements.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a statement to the instruction that is executed.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_STATEMENTS_H
#define NVPTXTENSORCORE_EMULATOR_STATEMENTS_H

#include "Emulator/Program/InstructionReader.h"

namespace llvm::tensorcore::emulator {

/// Reads any statement that the emulator executes.
Error readStatement(InstructionReader &R);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_STATEMENTS_H
