//===- StaticTarget.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `Target` objects are upstream's own.
//
//===----------------------------------------------------------------------===//

#include "Library/StaticTarget.h"
#include "CodeGen/TargetMachine.h"

extern "C" void LLVMInitializeNVPTXTargetInfo();

void llvm::tensorcore::initializeStaticTarget() {
  LLVMInitializeNVPTXTargetInfo();
  registerTarget();
}
