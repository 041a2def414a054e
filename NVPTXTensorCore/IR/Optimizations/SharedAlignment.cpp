//===- SharedAlignment.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's InferAlignment does the rest for the addresses that are not generic when it runs.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/SharedAlignment.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/Local.h"

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

namespace {

class AccessAlignment : public FunctionPass {
public:
  static char ID;
  AccessAlignment() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX alignment of accesses"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesCFG(); }
  bool runOnFunction(Function &F) override;
};

char AccessAlignment::ID = 0;

} // namespace

bool AccessAlignment::runOnFunction(Function &F) {
  if (!optimizesOrdinaryCode() && !F.hasFnAttribute(MatrixFunctionAttribute))
    return false;
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    Value *Address = getLoadStorePointerOperand(&I);
    if (!Address || Address->getType()->getPointerAddressSpace() != SharedSpace)
      continue;
    // LLVM assumes more of a variable than is printed if nothing says how it is aligned.
    auto *Variable = dyn_cast<GlobalVariable>(getUnderlyingObject(Address));
    if (Variable && !Variable->getAlign())
      continue;
    const Align Known = getKnownAlignment(Address, F.getDataLayout(), &I);
    if (Known <= getLoadStoreAlignment(&I))
      continue;
    setLoadStoreAlignment(&I, Known);
    Changed = true;
  }
  return Changed;
}

FunctionPass *tensorcore::createAccessAlignmentPass() { return new AccessAlignment(); }
