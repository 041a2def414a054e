//===- SetMaxNRegVerifier.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that the setmaxnreg of a module have an effect: ptxas ignores them in a kernel that it
// does not know the registers of, and a warpgroup has to execute them as a whole. Undefined
// behaviour is an error (-nvptx-setmaxnreg); an instruction that is ignored or waits for ever is
// a warning (-nvptx-register-budget). Undecidable cases are not reported. See
// docs/register-budget.md.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGVERIFIER_H
#define NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGVERIFIER_H

#include "Model/Legality/Legality.h"

namespace llvm {
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// Reports all there is to report. To be called while the companions are still calls
/// (IR/Verifier/NVVMIntrinsics.h).
void verifySetMaxNReg(Module &M, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGVERIFIER_H
