//===- PerturbedSums.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums as imprecise as Accuracy.h allows them: in a random order, and cut off where addends
// are aligned, as tensor cores do it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_PERTURBEDSUMS_H
#define NVPTXTENSORCORE_NUMBERS_PERTURBEDSUMS_H

#include "Numbers/FastMultiplication.h"

namespace llvm::tensorcore {

/// D = A * B + C of floating-point formats but f64.
void multiplyPerturbed(const Multiplication &Mul, NumberTiles &T, std::mt19937_64 &Random);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_PERTURBEDSUMS_H
