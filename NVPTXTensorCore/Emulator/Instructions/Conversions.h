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

/// The modifiers of a conversion to or from packed types and those of 8 bits and fewer.
struct NarrowModifiers {
  CodeOptions How;
  bool ClampsNegative = false;
  unsigned NumScales = 0; ///< .scaled::n1::ue8m0, .scaled::n2::ue8m0
};
Error readNarrowConversion(InstructionReader &R, Type To, Type From, const NarrowModifiers &With);

/// cvt.pack
Error readIntegerPack(InstructionReader &R);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_CONVERSIONS_H
