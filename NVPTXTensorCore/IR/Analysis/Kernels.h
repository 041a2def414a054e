//===- Kernels.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module's entry points: which functions they are, the shape of the blocks that they are
// launched with, and how many of these are to fit.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_KERNELS_H
#define NVPTXTENSORCORE_IR_ANALYSIS_KERNELS_H

#include "Model/RegisterBudget.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace llvm::tensorcore {

/// The numbers of an attribute of a kernel: "reqntid" stands for "nvvm.reqntid"="128,1,1". None if
/// there is no such attribute, or if it is not up to three numbers between commas.
SmallVector<unsigned, 3> getKernelNumbers(const Function &F, StringRef Name);
void setKernelNumbers(Function &F, StringRef Name, ArrayRef<unsigned> Numbers);

/// The first of the numbers.
std::optional<unsigned> getKernelNumber(const Function &F, StringRef Name);

/// The product of the numbers.
std::optional<unsigned> getKernelExtent(const Function &F, StringRef Name);

/// Returns true if a function is an entry point.
bool isKernel(const Function &F);

/// Holds what is known about the blocks of a kernel: `.reqntid` gives the shape, `.maxntid` only
/// the largest number of threads (PTX ISA, Performance-Tuning Directives).
struct BlockShape {
  std::optional<unsigned> X; ///< the extent in x
  unsigned MaxThreads;
  bool IsOneDimensional = false;
  bool MayBeDeep = false; ///< an attribute allows y or z to be more than 1
};

BlockShape getBlockShape(const Function &Kernel);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_KERNELS_H
