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

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_MMACALL_H
#define NVPTXTENSORCORE_IR_INTRINSICS_MMACALL_H

#include "Model/Instructions/Companions.h"
#include "llvm/IR/Intrinsics.h"
#include <optional>

namespace llvm {
class CallBase;
class Function;
class FunctionType;
class LLVMContext;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// The prefix of the names that NVPTX owns.
inline constexpr StringLiteral NVVMPrefix = "llvm.nvvm.";

/// The signature of a variant whose address, if it has one, is in that space.
FunctionType *getMMAFunctionType(LLVMContext &Context, const MMAVariant &Variant,
                                 unsigned AddressSpace);

/// Declares the intrinsic of a variant for pointers to a space; null if something else has its
/// name.
Function *getMMADeclaration(Module &M, const MMAVariant &Variant, unsigned AddressSpace);

/// The variant that a declaration names.
const MMAVariant *getMMAVariant(const Function &Declaration);

/// The address space that a call's fragment is loaded from or stored to; 0 for
/// variants that touch no memory.
unsigned getMMAAddressSpace(const MMAVariant &Variant, const CallBase &Call);

/// Returns true if a module has an entry point, and so is meant to become a program.
bool hasKernel(const Module &M);

/// checkLegal for an intrinsic in a module. Upstream's tests want two intrinsics
/// printed that ptxas rejects; a module without kernels gets them, with a warning.
Error checkLegalIn(const Module &M, const MMAVariant &Variant, const TargetVersion &Target);

/// Asks whether the target has something. If it has not, but another one has, that is no error
/// where -nvptx-legality says so; the verifier of IR has reported it.
Error checkOnTarget(const TargetVersion &Target, function_ref<Error(const TargetVersion &)> Ask);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_MMACALL_H
