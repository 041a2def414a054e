//===- NVVMRequirements.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells which target LLVM's own `llvm.nvvm.*` intrinsics need, other than the tensor-core ones.
// Stock llc aborts with "Cannot select" where a target lacks one. The facts are not written down
// here: scripts/generate nvvm-requirements reads them off the selection patterns of the very
// target that is being built.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_NVVMREQUIREMENTS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_NVVMREQUIREMENTS_H

#include "Model/Legality/Legality.h"
#include "llvm/IR/Intrinsics.h"

namespace llvm::tensorcore {

/// Success if some selection pattern for the intrinsic applies on the target, or if
/// it needs none; else a sentence that says what would be needed.
Error checkNVVMRequirements(Intrinsic::ID ID, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_NVVMREQUIREMENTS_H
