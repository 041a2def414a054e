//===- LocalFragments.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns of accumulators and fragments that a loop keeps in local memory, and says why they are
// there. For functions that are about to be selected: nothing makes values of variables any more.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_LOCALFRAGMENTS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_LOCALFRAGMENTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace llvm::tensorcore {

/// Reports each variable of a function once, and each that its callers hand to it.
void checkLocalFragments(const Function &F);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_LOCALFRAGMENTS_H
