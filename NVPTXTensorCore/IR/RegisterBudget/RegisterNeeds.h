//===- RegisterNeeds.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes how many registers a thread must have so that ptxas can compile the largest
// instruction of a kernel at all. It concludes from that how many blocks a multiprocessor can
// have (docs/register-budget.md).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_REGISTERBUDGET_REGISTERNEEDS_H
#define NVPTXTENSORCORE_IR_REGISTERBUDGET_REGISTERNEEDS_H

#include "Model/RegisterBudget.h"

namespace llvm {
class Function;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns the largest need of a kernel and all functions that it calls, before or after the
/// intrinsics were lowered.
RegisterNeed getLargestNeed(const Function &Kernel);

/// The performance-tuning directives of a kernel.
LaunchBounds getLaunchBounds(const Function &Kernel);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_REGISTERBUDGET_REGISTERNEEDS_H
