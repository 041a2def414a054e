//===- Accuracy.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether a result is right. Integers and single bits must be exact. Floating point, for
// an element whose exact value is x, of n products (those of a sparse A are those kept) and an
// addend, the magnitudes of which sum up to S:
//
//   |result - x| <= (n + 2) * 2^-p * S + u
//
// with u the distance of D's neighbours at x, and p the bits that every generation of
// hardware keeps of a partial sum:
//
//   p = 52 f64; 23 f16, bf16, tf32 into f32; 13 elements of 8 bits and fewer into f32
//   (Ada and Hopper accumulate in e8m13); 10 into f16
//
// It holds whatever the order of additions, however the terms are grouped and whether
// they are rounded or cut off when they are aligned: each of the n + 1 addends, and the
// sum, loses less than 2^-p of a partial sum, none of which exceeds S. PTX promises no
// more ("at least single precision", an unspecified order). In addition:
//
//   - inputs that any order computes without a rounding (small integers, a single 1 in
//     each row or column) must give x exactly; of f64, a single product and an addend
//     must give x rounded once, in the instruction's mode;
//   - f64 with .rm is never above x, with .rp never below;
//   - NaN where the operands say so (any NaN, 0 * infinity, infinities of both signs),
//     infinity likewise; an x too large for D, of addends of one sign, is infinite or
//     the largest number;
//   - .satfinite: the largest number instead of infinity, +0 instead of NaN.
//
// Not judged, because the order decides: sums whose S, but not x, is too large for D;
// with .satfinite, integer sums whose S is.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_ACCURACY_H
#define NVPTXTENSORCORE_NUMBERS_ACCURACY_H

#include "Numbers/MMAReference.h"
#include <string>

namespace llvm::tensorcore {

/// Says what is asked of results in general.
enum class Demand {
  Bounded,    ///< the bound above
  RoundedOnce ///< x rounded once: exactly x where D has it
};

enum class Judgement { Right, Wrong, NotJudged };

Judgement judge(const Multiplication &Mul, const DotProduct &Dot, uint64_t Code, Demand Asked);

/// p, of the formula above.
unsigned getPreservedBits(const Multiplication &Mul);

/// The bound of the formula above.
long double getTolerance(const Multiplication &Mul, const DotProduct &Dot);

/// A code with its value, e.g. "0x3C00 (1)".
std::string describeCode(const NumberFormat &Format, uint64_t Code);
/// Describes the results that would have been right.
std::string describeExpected(const Multiplication &Mul, const DotProduct &Dot, Demand Asked);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_ACCURACY_H
