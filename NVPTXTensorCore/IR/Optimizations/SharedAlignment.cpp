//===- SharedAlignment.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's InferAlignment does the rest.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/SharedAlignment.h"
#include "IR/Analysis/AddressSpaces.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Dynamic shared memory starts at a multiple of this (CUDA C++ Programming Guide), and the widest
/// access has as many bytes.
static constexpr uint64_t SharedAlignment = 16;

/// Dynamic shared memory has the alignment anyway; a variable gets it if it has as many bytes.
static bool canAlign(const GlobalVariable &Variable) {
  if (Variable.getAddressSpace() != SharedSpace)
    return false;
  const DataLayout &Layout = Variable.getParent()->getDataLayout();
  return Variable.isDeclaration() ||
         (Variable.hasLocalLinkage() &&
          Layout.getTypeAllocSize(Variable.getValueType()) >= SharedAlignment);
}

PreservedAnalyses SharedAlignmentPass::run(Module &M, ModuleAnalysisManager &) {
  for (GlobalVariable &Variable : M.globals())
    if (canAlign(Variable) && Variable.getAlign().valueOrOne().value() < SharedAlignment)
      Variable.setAlignment(Align(SharedAlignment));
  return PreservedAnalyses::all();
}
