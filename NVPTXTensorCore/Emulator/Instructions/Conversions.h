//===- Conversions.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all conversions have in common.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_CONVERSIONS_H
#define NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_CONVERSIONS_H

#include "Emulator/Instructions/Arithmetic.h"
#include "Emulator/Instructions/FloatCodes.h"

namespace llvm::tensorcore::emulator {

/// How a conversion's result becomes a code.
CodeOptions getCodeOptions(const InstructionReader &R);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_CONVERSIONS_H
