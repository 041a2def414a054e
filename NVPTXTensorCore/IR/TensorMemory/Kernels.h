//===- Kernels.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a kernel with all the functions that it calls: it has one cta_group, and it deallocates
// and relinquishes if it allocates.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_KERNELS_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_KERNELS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace llvm::tensorcore {

class CallEffectsFinder;

/// Calls that have been reported. A function may be part of many kernels.
using ReportedCalls = SmallPtrSet<const Instruction *, 8>;
struct TensorMemoryReports {
  ReportedCalls Groups, Deallocated, Relinquished;
};

/// Reports a function that is, with those that it calls, no possible part of a kernel; and
/// a kernel that misses something.
void verifyTensorMemoryKernel(Function &F, CallEffectsFinder &Effects,
                              TensorMemoryReports &Reported);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_KERNELS_H
