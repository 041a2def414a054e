//===- MMACall.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From LLVM IR to the model: which variant a call or an intrinsic ID stands for.
// Knows nothing of targets; legality is Model's, lowering is CodeGen's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_MMACALL_H
#define NVPTXTENSORCORE_IR_MMACALL_H

#include "Model/MMATables.h"
#include "llvm/IR/Intrinsics.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace llvm::tensorcore {

/// The prefix of the names that NVPTX owns.
inline constexpr StringLiteral NVVMPrefix = "llvm.nvvm.";

/// The variant of an intrinsic of the host's IR library; null if it is none of ours.
const MMAVariant *getMMAVariant(Intrinsic::ID ID);

/// The variant that a declaration names.
const MMAVariant *getMMAVariant(const Function &Declaration);

/// The address space that a call's fragment is loaded from or stored to; 0 for
/// variants that touch no memory.
unsigned getMMAAddressSpace(const MMAVariant &Variant, const CallBase &Call);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_MMACALL_H
