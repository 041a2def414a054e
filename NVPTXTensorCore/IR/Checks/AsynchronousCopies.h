//===- AsynchronousCopies.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mistakes with bulk copies and the asynchronous proxy, in calls and in inline assembly: stores to
// shared memory that a copy or a matrix instruction reads without a proxy fence, mbarriers that
// expect other bytes than are copied, and copies that several threads issue.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_CHECKS_ASYNCHRONOUSCOPIES_H
#define NVPTXTENSORCORE_IR_CHECKS_ASYNCHRONOUSCOPIES_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Reports what is wrong with the copies of a module's kernels. The intrinsics that encode matrix
/// descriptors have been lowered.
/// `Callers` are the functions that call what `isReadWithCopies` names.
void verifyAsynchronousCopies(Module &M, const SmallPtrSetImpl<const Function *> &Callers);

/// Returns true if these checks may report the call.
bool isReadWithCopies(const CallBase &Call);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_CHECKS_ASYNCHRONOUSCOPIES_H
