//===- SharedInitializers.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/SharedInitializers.h"
#include "IR/Analysis/AddressSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether a constant is made of the address of a variable in shared memory.
static bool hasSharedAddress(const Constant &C) {
  if (auto *Variable = dyn_cast<GlobalVariable>(&C))
    return Variable->getAddressSpace() == SharedSpace;
  return any_of(C.operands(), [](const Use &U) {
    auto *Part = dyn_cast<Constant>(U);
    return Part && hasSharedAddress(*Part);
  });
}

/// Whether a use is a copy of the whole constant.
static bool isWholeCopy(const Use &U, const GlobalVariable &Constant) {
  auto *Copy = dyn_cast<MemCpyInst>(U.getUser());
  auto *Length = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
  const DataLayout &Layout = Constant.getParent()->getDataLayout();
  return Length && !Copy->isVolatile() && &Copy->getRawSourceUse() == &U &&
         Length->getZExtValue() == Layout.getTypeAllocSize(Constant.getValueType());
}

bool tensorcore::lowerSharedInitializers(Module &M) {
  bool Changed = false;
  for (GlobalVariable &Constant : make_early_inc_range(M.globals())) {
    if (!Constant.isConstant() || !Constant.hasLocalLinkage() || !Constant.hasInitializer() ||
        !hasSharedAddress(*Constant.getInitializer()))
      continue;
    for (Use &U : make_early_inc_range(Constant.uses())) {
      if (!isWholeCopy(U, Constant))
        continue;
      auto *Copy = cast<MemCpyInst>(U.getUser());
      auto *Store =
          new StoreInst(Constant.getInitializer(), Copy->getRawDest(), Copy->getIterator());
      Store->setAlignment(Copy->getDestAlign().valueOrOne());
      Store->setDebugLoc(Copy->getDebugLoc());
      Copy->eraseFromParent();
      Changed = true;
    }
    if (Constant.use_empty())
      Constant.eraseFromParent();
  }
  return Changed;
}
