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

#ifndef NVPTXTENSORCORE_IR_NVVMCALLS_H
#define NVPTXTENSORCORE_IR_NVVMCALLS_H

#include "Model/MMALegality.h"
#include "llvm/IR/Attributes.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace llvm::tensorcore {

/// The function that a call names, also if it calls it with another type.
Function *getCallee(const CallBase &Call);

/// Whether the first operand of a wgmma.wait_group says how many groups stay in flight.
Error checkGroupCount(const MMAVariant &Variant, const CallBase &Call);

/// Whether a call of a legal declaration is legal. `Attributes` are those that LLVM
/// gives the intrinsic; what clang made of the declaration's does not count.
Error checkCall(const CallBase &Call, AttributeList Attributes, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_NVVMCALLS_H
