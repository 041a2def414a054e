//===- Kernels.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a module says of its entry points: which functions they are, the shape of the blocks
// that they are launched with, and how many of these are to fit.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_KERNELS_H
#define NVPTXTENSORCORE_IR_ANALYSIS_KERNELS_H

#include "Model/RegisterBudget.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace llvm::tensorcore {

/// The number behind a name in `nvvm.annotations`.
std::optional<unsigned> getAnnotation(const Function &F, StringRef Name);
void setAnnotation(Function &F, StringRef Name, unsigned Number);

/// Whether a function is an entry point.
bool isKernel(const Function &F);

/// What is known of the blocks of a kernel: `.reqntid` says the shape, `.maxntid` only how
/// many threads there are at most (PTX ISA, Performance-Tuning Directives).
struct BlockShape {
  std::optional<unsigned> X; ///< the extent in x
  unsigned MaxThreads;
  bool IsOneDimensional = false;
  bool MayBeDeep = false; ///< y or z is allowed to be more than 1, in so many words
};

BlockShape getBlockShape(const Function &Kernel);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_KERNELS_H
