//===- NVVMIntrinsics.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All intrinsics: the one that a declaration names, what is near a name that means nothing, and the
// lowering of calls that become other calls one by one.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_NVVMINTRINSICS_H
#define NVPTXTENSORCORE_IR_VERIFIER_NVVMINTRINSICS_H

#include "IR/Intrinsics/NVVMIntrinsic.h"

namespace llvm::tensorcore {

/// The intrinsic that a declaration names; null if it names none.
const NVVMIntrinsic *getNVVMIntrinsic(const Function &Declaration);

/// The names that LLVM does not have; what ends an overloaded one is left out.
std::vector<StringRef> getProjectNames();

/// Says what is expected of calls of an intrinsic of LLVM 23 that are not replaced
/// (Declarations.cpp, ArbitraryFormats.cpp), as their operands do not say what they do. Empty for
/// other names.
std::string explainLaterName(StringRef Name);

/// The sentence for a name that means nothing, with what is near.
std::string explainUnknownName(StringRef Name);

/// Lowers the calls of a stage in a module that has been verified. True if there were any.
bool lowerNVVMIntrinsics(Module &M, const TargetVersion &Target, NVVMIntrinsic::Stage Stage);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_NVVMINTRINSICS_H
