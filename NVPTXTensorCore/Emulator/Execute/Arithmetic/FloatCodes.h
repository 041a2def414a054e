//===- FloatCodes.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers as codes of any format, rounded in any way: what conversions do that the host has no
// instruction for. The formats are the rows of the model's table.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_FLOATCODES_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_FLOATCODES_H

#include "Model/Instructions/PTXInstructions.h"
#include "Model/Tables/MMATables.h"
#include "PTX/Types.h"

namespace llvm::tensorcore::emulator {

using ptx::Type;

/// A sign, and Magnitude * 2^Exponent.
struct ExactNumber {
  enum Kind : uint8_t { Finite, Infinite, NaN } Is = Finite;
  bool IsNegative = false;
  uint64_t Magnitude = 0;
  int Exponent = 0;
};
ExactNumber getExact(double Value);
ExactNumber getExact(int64_t Value);
ExactNumber getExact(uint64_t Value);

struct CodeOptions {
  words::Rounding Rule = words::Rounding::Rn; ///< .rn, .rz, .rm, .rp, .rna or .rs
  bool IsSaturated = false;                   ///< .satfinite
  bool MakesZerosPositive = false;            ///< .pzo
  uint32_t Random = 0;                        ///< the random bits of .rs
  unsigned NumRandomBits = 0;
};

/// The rounding and the saturation that a mnemonic has.
CodeOptions getCodeOptions(const ParsedInstruction &Instruction);

/// The row of the elements of a type; null if it has none, as .s2f6 has.
const MMANumberFormat *findElementFormat(const Type &T);
/// The row of a format by PTX's spelling, without a count.
const MMANumberFormat &getNumberFormat(StringRef Spelling);

/// NaN is the positive one with all bits set; the largest number, where there is none.
uint64_t encodeNumber(const MMANumberFormat &To, ExactNumber N, const CodeOptions &How);
double decodeNumber(const MMANumberFormat &From, uint64_t Code);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_FLOATCODES_H
