//===- NewerLLVM.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text that LLVM cannot read: a newer LLVM has written it, or it calls an intrinsic of this project
// without a declaration, as LLVM allows for its own. LLVM's parser says only which token it did not
// expect.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_NEWERLLVM_H
#define NVPTXTENSORCORE_IR_VERIFIER_NEWERLLVM_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm::tensorcore {

/// Returns the end of the sentence about what is wrong with a line of IR, by the parser's message.
/// Empty if there is nothing to add.
std::string explainSyntaxError(StringRef Message, StringRef Line);

/// Returns the end of a sentence about a module that cannot be read: which LLVM has written it, and
/// which one this is. Empty for an empty version.
std::string explainNewerLLVM(StringRef Version);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_NEWERLLVM_H
