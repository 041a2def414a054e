//===- NVVMDeclarations.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a declaration of an `llvm.nvvm.*` function is an intrinsic, with its own type,
// that the target has. Says nothing of calls: NVVMCalls does.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_NVVMDECLARATIONS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_NVVMDECLARATIONS_H

#include "Model/Legality/Legality.h"

namespace llvm {
class Function;
class Type;
} // namespace llvm

namespace llvm::tensorcore {

/// Whether anybody knows the name of a declaration.
bool isKnownIntrinsic(const Function &Declaration);

/// The sentence for a name that nobody knows, with what is near.
std::string explainUnknownName(StringRef Name);

/// A type as IR spells it.
std::string printType(const Type &T);

/// Whether the declaration as such can be called on the target.
Error checkDeclaration(const Function &Declaration, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_NVVMDECLARATIONS_H
