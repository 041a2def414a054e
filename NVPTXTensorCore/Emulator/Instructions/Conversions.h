//===- Conversions.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of cvt.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_CONVERSIONS_H
#define NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_CONVERSIONS_H

#include "Emulator/Instructions/Arithmetic.h"
#include "Emulator/Instructions/FloatCodes.h"

namespace llvm::tensorcore::emulator {

/// .rn, .rz, .rm, .rp, .rna, .rs, wherever it stands.
std::optional<RoundingRule> takeRounding(InstructionReader &R);

/// To or from packed types and those of 8 bits and fewer; modifiers have been taken.
Error readNarrowConversion(InstructionReader &R, Type To, Type From, CodeOptions How,
                           bool ClampsNegative);

/// cvt.pack
Error readIntegerPack(InstructionReader &R);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_CONVERSIONS_H
