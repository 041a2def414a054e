//===- ShortSums.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums of Hopper's wgmma of elements of 8 bits into f32, as published measurements have them:
// the products of an instruction and C are aligned to the largest exponent, where each keeps 13
// bits of fraction; what is below is cut off, and so is it of the sum, which has 14 bits then
// (e8m13).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_SHORTSUMS_H
#define NVPTXTENSORCORE_NUMBERS_SHORTSUMS_H

#include "Numbers/FastMultiplication.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm::tensorcore {

/// The bits of fraction that are kept.
inline constexpr int ShortFractionBits = 13;
/// The products that an instruction adds.
inline constexpr unsigned ShortSumLength = 32;

/// Returns true if the sums of a multiplication are short on Hopper.
bool hasShortSums(const Multiplication &Mul);
/// C and the products of pairs, in one instruction.
double addShort(double C, ArrayRef<std::pair<double, double>> Factors);
/// D = A * B + C, without scales.
void multiplyShort(NumberTiles &T);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_SHORTSUMS_H
