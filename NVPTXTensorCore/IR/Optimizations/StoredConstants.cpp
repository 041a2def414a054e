//===- StoredConstants.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever else is done with the address, or with a part of the variable, keeps it.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/StoredConstants.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// The accesses of a variable.
struct Accesses {
  SmallVector<LoadInst *> Loads;
  SmallVector<StoreInst *> Stores;
  Constant *Value = nullptr; ///< that is stored
};

} // namespace

/// Finds all accesses. Returns false if there are others than whole loads and stores of a constant.
static bool collect(Value &Address, Accesses &Found) {
  for (User *U : Address.users()) {
    if (isa<AddrSpaceCastOperator>(U)) {
      if (!collect(*U, Found))
        return false;
    } else if (auto *Load = dyn_cast<LoadInst>(U); Load && Load->isSimple()) {
      Found.Loads.push_back(Load);
    } else if (auto *Store = dyn_cast<StoreInst>(U);
               Store && Store->isSimple() && isa<ConstantData>(Store->getValueOperand())) {
      auto *Stored = cast<Constant>(Store->getValueOperand());
      if (Found.Value && Found.Value != Stored)
        return false;
      Found.Value = Stored;
      Found.Stores.push_back(Store);
    } else {
      return false;
    }
  }
  return true;
}

static bool replaceByConstant(GlobalVariable &Variable) {
  if (Variable.getAddressSpace() != SharedSpace || !Variable.hasLocalLinkage() ||
      !Variable.hasInitializer() || !isa<UndefValue>(Variable.getInitializer()))
    return false;
  Accesses Found;
  if (!collect(Variable, Found) || !Found.Value || any_of(Found.Loads, [&](const LoadInst *Load) {
        return Load->getType() != Found.Value->getType();
      }))
    return false;
  for (LoadInst *Load : Found.Loads) {
    Load->replaceAllUsesWith(Found.Value);
    Load->eraseFromParent();
  }
  for (StoreInst *Store : Found.Stores)
    Store->eraseFromParent();
  return true;
}

PreservedAnalyses StoredConstantsPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  if (optimizesOrdinaryCode())
    for (GlobalVariable &Variable : M.globals())
      Changed |= replaceByConstant(Variable);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
