//===- SingleElements.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zero as the index of a dimension of one element.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/SingleElements.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if an address chooses, by a variable, an element of [1 x [n x T]]. An array of one
/// number or struct may be the end of a struct that is longer than its type, as before C99.
static bool indexesSingleElement(const GetElementPtrInst &Address) {
  auto *Array = dyn_cast<ArrayType>(Address.getSourceElementType());
  return Array && Array->getNumElements() == 1 && Array->getElementType()->isArrayTy() &&
         Address.isInBounds() && Address.getNumIndices() == 2 &&
         !isa<Constant>(Address.getOperand(2));
}

/// Returns true if memory is accessed wherever a pointer is used: a pointer to the end of an array
/// is one that is only compared.
static bool isOnlyAccessed(const Instruction &Pointer) {
  SmallVector<const Instruction *, 8> Pointers = {&Pointer};
  while (!Pointers.empty()) {
    const Instruction *Current = Pointers.pop_back_val();
    for (const Use &U : Current->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst>(I))
        Pointers.push_back(I);
      else if (!isa<LoadInst, MemIntrinsic>(I) &&
               !(isa<StoreInst>(I) && U.getOperandNo() == StoreInst::getPointerOperandIndex()))
        return false;
    }
  }
  return true;
}

PreservedAnalyses SingleElementsPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  if (optimizesOrdinaryCode())
    for (Instruction &I : instructions(F))
      if (auto *Address = dyn_cast<GetElementPtrInst>(&I);
          Address && indexesSingleElement(*Address) && isOnlyAccessed(*Address)) {
        Address->setOperand(2, ConstantInt::get(Address->getOperand(2)->getType(), 0));
        Changed = true;
      }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
