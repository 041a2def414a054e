//===- NVVMVerifier.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier of IR, by which a module's `llvm.nvvm.*` calls are judged before anything is
// lowered: names that nobody knows, targets and PTX versions that lack an intrinsic,
// address spaces that an instruction cannot reach. Every complaint carries function
// and debug location and goes through LLVMContext::diagnose, all of them in one run;
// the calls complained of become poison, so that code generation can go on to its end.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_NVVMVERIFIER_H
#define NVPTXTENSORCORE_IR_VERIFIER_NVVMVERIFIER_H

#include "Model/Legality/Legality.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class DebugLoc;
class Function;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// Checks every declared or called `llvm.nvvm.*` function. True if the module is
/// fine; else the faulty calls were reported and replaced by poison.
bool verifyNVVMIntrinsics(Module &M, const TargetVersion &Target);

/// Checks the declarations alone, before anything is optimised: operands that have to be constants
/// need not be yet. Wrong are names that nobody knows, but those that `IsKnown`, and signatures of
/// those that are `IsMisdeclared`. The same result as above.
bool verifyDeclarations(Module &M, function_ref<bool(const Function &)> IsMisdeclared,
                        function_ref<bool(const Function &)> IsKnown);

/// Checks the immediates of LLVM's own intrinsics, which LLVM's verifier wants to be constants from
/// the start: it names neither function nor operand. The same result as above.
bool verifyImmediates(Module &M);

/// Checks what only the true attributes show: where a function has convergence control
/// tokens, all of its convergent calls need one, and IR that was legal as long as nobody
/// called tensor-core intrinsics convergent may lack it. The same result as above.
bool verifyConvergenceControl(Module &M);

/// Checks the descriptors of all calls, as far as they are known. The intrinsics that encode them
/// have been lowered. True if faulty calls were replaced by poison.
bool verifyDescriptors(Module &M, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_NVVMVERIFIER_H
