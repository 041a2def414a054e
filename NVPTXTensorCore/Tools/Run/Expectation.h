//===- Expectation.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares a result with a file or a formula, and finds where it differs.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_EXPECTATION_H
#define NVPTXTENSORCORE_TOOLS_RUN_EXPECTATION_H

#include "Run/Formula.h"

namespace llvm::tensorcore::run {

/// `NAME=FORMULA` or `NAME=@FILE`.
struct Expectation {
  std::string Name, Text;
  Reference Expected;
  double Tolerance = 0;      ///< that the errors are by
  std::optional<Formula> By; ///< none of a file
  bool WasWritten = true;    ///< before the kernel
  /// The rows and columns of the boxes of tensor maps, with the names of what they are of.
  std::vector<std::pair<std::string, std::pair<uint64_t, uint64_t>>> Boxes;
};
/// Tolerance: as the command line says it; else that of the type, and with AllowsShortSums that of
/// Hopper's sums of products of 8 bits.
Expected<Expectation> parseExpectation(StringRef Text, ArrayRef<Argument> Arguments,
                                       std::optional<double> Tolerance,
                                       bool AllowsShortSums = false);

/// Returns what a result may be off, in parts of its magnitude: a sum in the type's own precision,
/// or what the command line says.
double getDefaultTolerance(const ElementType &T);

/// Returns true if an element is what a reference says.
bool isRight(const ElementType &T, double Value, double Wanted, double Error, double Tolerance);

/// Prints the first elements that differ, and what explains them. True if none does.
bool compare(const Array &Result, const Expectation &E, raw_ostream &OS);

/// Prints which elements are wrong, and what a kernel computes that has such a result.
void explainWrong(const Array &Result, const Expectation &E, raw_ostream &OS);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_TOOLS_RUN_EXPECTATION_H
