//===- UnsupportedIR.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rejects LLVM IR that is legal on other targets, and that the NVPTX target cannot compile: LLVM
// would abort, or print PTX that ptxas rejects.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_UNSUPPORTEDIR_H
#define NVPTXTENSORCORE_IR_VERIFIER_UNSUPPORTEDIR_H

#include "Model/Legality/Legality.h"

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Reports what is unsupported, and replaces it by what can be selected. True if there is any.
bool rejectUnsupportedIR(Module &M, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_UNSUPPORTEDIR_H
