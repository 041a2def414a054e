//===- Expectation.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a result should be, by a file or a formula, and where it differs.
//
// A formula is a sum of terms. A term is a matrix or a product of two, `A @ B.T`, with a number
// before it. `.T` is the transpose. A matrix may be multiplied by scales, `A * SA`: a smaller
// matrix, each element of which scales a rectangle of equal size.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_EXPECTATION_H
#define NVPTXTENSORCORE_TOOLS_RUN_EXPECTATION_H

#include "Run/Arguments.h"

namespace llvm::tensorcore::run {

/// A matrix of numbers, each with the sum of the magnitudes that it consists of: what the rounding
/// of sums is relative to.
struct Reference {
  uint64_t Rows = 0, Columns = 0;
  std::vector<double> Values, Magnitudes;
};

/// Evaluates a formula over the arguments as they were before the kernel.
Expected<Reference> evaluateFormula(StringRef Formula, ArrayRef<Argument> Arguments);

/// `NAME=FORMULA` or `NAME=@FILE`.
struct Expectation {
  std::string Name, Text;
  Reference Expected;
};
Expected<Expectation> parseExpectation(StringRef Text, ArrayRef<Argument> Arguments);

/// What a result may be off, in parts of its magnitude: a sum in the type's own precision, or what
/// the command line says.
double getDefaultTolerance(const ElementType &T);

/// Prints the first elements that differ. True if none does.
bool compare(const Array &Result, const Expectation &E, double Tolerance, raw_ostream &OS);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_TOOLS_RUN_EXPECTATION_H
