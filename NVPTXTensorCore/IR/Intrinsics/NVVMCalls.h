//===- NVVMCalls.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether one call of an `llvm.nvvm.*` intrinsic is right: its immediates, its selectors,
// the memory that it addresses. The declaration has been found fine before.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_NVVMCALLS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_NVVMCALLS_H

#include "Model/Legality/Legality.h"
#include "llvm/IR/Attributes.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace llvm::tensorcore {

class NVVMHelper;

/// Whether the first operand of a wgmma.wait_group says how many groups stay in flight.
Error checkGroupCount(const MMAVariant &Variant, const CallBase &Call);

/// What is the same for all calls of a declaration. `Attributes` are those that LLVM
/// gives the intrinsic; what clang made of the declaration's does not count.
struct CalleeFacts {
  AttributeList Attributes;
  const MMAVariant *Variant = nullptr;
  const NVVMHelper *Helper = nullptr;

  CalleeFacts() = default;
  explicit CalleeFacts(const Function &Declaration);
};

/// Whether a call of a legal declaration is legal.
Error checkCall(const CallBase &Call, const CalleeFacts &Callee, const TargetVersion &Target);

/// Whether the matrix and instruction descriptors that a legal call has as constants are right.
/// ptxas does not look at them.
Error checkDescriptors(const CallBase &Call, const CalleeFacts &Callee,
                       const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_NVVMCALLS_H
