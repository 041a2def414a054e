//===- WGMMAInstructions.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes instructions of IR that concern wgmma: calls in register form, calls that order
// them, and inline assembly with any of these in it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_WGMMAINSTRUCTIONS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_WGMMAINSTRUCTIONS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Instruction;
class Use;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns true if a call is, or inline assembly has, a wgmma.mma_async.
bool isWGMMAIssue(const Instruction &I);

/// Returns true if a call is one of `llvm.nvvm.wgmma.mma_async.*`, as users write them.
bool isWGMMACall(const Instruction &I);

/// Returns true if inline assembly has a wgmma.mma_async.
bool isWGMMAIssueAsm(const Instruction &I);

/// Returns true if a call is, or inline assembly has, a wgmma.wait_group.
bool isWGMMAWait(const Instruction &I);

/// Returns true if a call is, or inline assembly has, a wgmma.fence.
bool isWGMMAFence(const Instruction &I);

/// Returns true if a call is, or inline assembly has, a wgmma.commit_group.
bool isWGMMACommit(const Instruction &I);

/// The registers that an issue reads: its accumulators, and A if that is in registers.
/// Of inline assembly these are all operands that registers of that size may be.
struct WGMMAInputs {
  SmallVector<Use *, 0> Accumulators, Fragments;

  explicit WGMMAInputs(CallBase &Issue);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_WGMMAINSTRUCTIONS_H
