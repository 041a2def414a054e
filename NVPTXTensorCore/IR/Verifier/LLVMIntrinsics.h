//===- LLVMIntrinsics.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsics of NVPTX that LLVM has and selects itself: signature, requirements, and
// operands without which selection would fail.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_LLVMINTRINSICS_H
#define NVPTXTENSORCORE_IR_VERIFIER_LLVMINTRINSICS_H

#include "IR/Intrinsics/NVVMIntrinsic.h"

namespace llvm::tensorcore {

/// The one intrinsic that stands for all of LLVM's own: a declaration's ID tells them apart.
const NVVMIntrinsic &getLLVMIntrinsic();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_LLVMINTRINSICS_H
