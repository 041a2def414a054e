//===- FloatOperations.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes floating-point instructions: operands become floats or doubles, whatever their type,
// a function computes as many results as there are elements, and the results are rounded to
// their type. Modifiers are steps between these.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_FLOATOPERATIONS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_FLOATOPERATIONS_H

#include "Emulator/Execute/Arithmetic/Arithmetic.h"

namespace llvm::tensorcore {
struct MMANumberFormat;
}

namespace llvm::tensorcore::emulator {

/// Elements of 32 lanes: two of each in packed types of 16 and 32 bits.
inline constexpr unsigned MaxElements = 2 * WarpSize;

/// Computes `Count` elements of D. There are as many arguments as the operation has.
template <class W>
using Computation = void (*)(const W *const (&Arguments)[3], W *D, unsigned Count);

/// An operation in both precisions; f16 and bf16 are computed as floats where that is exact
/// enough to be rounded again, else as doubles.
struct FloatOperation {
  Computation<float> Single;
  Computation<double> Double;
  Computation<double> Halves = nullptr; ///< of f16 and bf16, if not with Single
  bool IsZeroOutOfBounds = false;       ///< .oob: where a factor is TensorMap's OutOfBounds16
};

struct FloatDetails {
  FloatOperation Operation;
  Type Of[4]; ///< of the result and the operands
  unsigned NumOperands = 0;
  int Rounding = 0;                           ///< of <cfenv>
  const MMANumberFormat *Truncated = nullptr; ///< the result's, if it is cut off to f16 or bf16
  bool Flushes = false, Saturates = false, ClampsNegative = false;
  bool ConvertsLast = false;         ///< the last operand has the result's type before it is used
  bool IsGrossApproximation = false; ///< the upper word of a double
};

/// Reads a row whose operands are floating-point numbers.
Error readFloats(InstructionReader &R, const FloatOperation &Operation);

/// The same of four elements of 8 bits and fewer.
Error readNarrowFloats(InstructionReader &R, Computation<double> Compute);

/// The elements of an operand of f16, bf16 or f32; in the buffer if they are not floats already.
const float *loadFloats(const ThreadGroup &G, Slot From, const Type &T, bool Flushes,
                        float (&Buffer)[MaxElements]);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_FLOATOPERATIONS_H
