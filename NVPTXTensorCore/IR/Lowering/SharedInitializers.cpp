//===- SharedInitializers.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of the whole constant becomes a store. A load with one variable index becomes selects
// between the elements, which address-space inference sees through. Other uses get a copy of the
// constant in local memory, unless its address may leave the function.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/SharedInitializers.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/Location.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The largest number of elements between which a load selects.
static constexpr unsigned MaxSelected = 16;

/// A variable in shared or local memory whose address a constant is made of; null if there is none.
static const GlobalVariable *findUnprintable(const Constant &C) {
  if (auto *Variable = dyn_cast<GlobalVariable>(&C)) {
    const unsigned Space = Variable->getAddressSpace();
    return Space == SharedSpace || Space == ClusterSharedSpace || Space == LocalSpace ? Variable
                                                                                      : nullptr;
  }
  if (isa<Function>(C))
    return nullptr;
  for (const Use &U : C.operands())
    if (auto *Part = dyn_cast<Constant>(U))
      if (const GlobalVariable *Found = findUnprintable(*Part))
        return Found;
  return nullptr;
}

/// Returns true if a use is a copy of the whole constant.
static bool isWholeCopy(const Use &U, const GlobalVariable &Constant) {
  auto *Copy = dyn_cast<MemCpyInst>(U.getUser());
  auto *Length = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
  const DataLayout &Layout = Constant.getParent()->getDataLayout();
  return Length && !Copy->isVolatile() && &Copy->getRawSourceUse() == &U &&
         Length->getZExtValue() == Layout.getTypeAllocSize(Constant.getValueType());
}

static void replaceWholeCopies(GlobalVariable &Constant) {
  for (Use &U : make_early_inc_range(Constant.uses())) {
    if (!isWholeCopy(U, Constant))
      continue;
    auto *Copy = cast<MemCpyInst>(U.getUser());
    auto *Store = new StoreInst(Constant.getInitializer(), Copy->getRawDest(), Copy->getIterator());
    Store->setAlignment(Copy->getDestAlign().valueOrOne());
    Store->setDebugLoc(Copy->getDebugLoc());
    Copy->eraseFromParent();
  }
}

/// The value of a load, as a constant or selected by the one variable index of its address; null if
/// it is neither.
static Value *selectLoaded(LoadInst &Load, const GlobalVariable &Table) {
  const DataLayout &Layout = Table.getParent()->getDataLayout();
  const unsigned Width = Layout.getIndexTypeSizeInBits(Load.getPointerOperandType());
  SmallMapVector<Value *, APInt, 4> Variables;
  APInt Begin(Width, 0);
  const Value *Base = Load.getPointerOperand();
  while (Base->stripPointerCasts() != &Table) {
    auto *Step = dyn_cast<GEPOperator>(Base->stripPointerCasts());
    if (!Step || !Step->collectOffset(Layout, Width, Variables, Begin))
      return nullptr;
    Base = Step->getPointerOperand();
  }
  auto Fold = [&](const APInt &Offset) {
    return ConstantFoldLoadFromConst(const_cast<Constant *>(Table.getInitializer()), Load.getType(),
                                     Offset, Layout);
  };
  if (Variables.empty())
    return Fold(Begin);
  const uint64_t Bytes = Layout.getTypeAllocSize(Table.getValueType());
  const uint64_t Loaded = Layout.getTypeStoreSize(Load.getType());
  auto [Index, Scale] = *Variables.begin();
  if (Variables.size() > 1 || !Scale.isStrictlyPositive() || Begin.uge(Scale) || Loaded > Bytes ||
      Begin.getZExtValue() + Loaded > Bytes)
    return nullptr; // an index may not be negative
  const uint64_t Count = (Bytes - Begin.getZExtValue() - Loaded) / Scale.getZExtValue() + 1;
  if (Count > MaxSelected || !isUIntN(Index->getType()->getIntegerBitWidth() - 1, Count - 1))
    return nullptr;
  IRBuilder<> Builder(&Load);
  Value *Selected = nullptr;
  for (uint64_t I = 0; I != Count; ++I) {
    Constant *Element = Fold(Begin + Scale * I);
    if (!Element)
      return nullptr;
    Value *Equal =
        I == 0 ? nullptr : Builder.CreateICmpEQ(Index, ConstantInt::get(Index->getType(), I));
    Selected = Equal ? Builder.CreateSelect(Equal, Element, Selected) : Element;
  }
  return Selected;
}

/// Calls a function for each load of a table through arithmetic of its address. False if the
/// address may leave the function.
static bool visitLoads(Value &Address, function_ref<void(LoadInst &)> Visit) {
  bool Stays = true;
  for (Use &U : make_early_inc_range(Address.uses())) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I)
      Stays = false;
    else if (auto *Load = dyn_cast<LoadInst>(I))
      Visit(*Load);
    else if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(I))
      Stays &= visitLoads(*I, Visit);
    else if (auto *Copy = dyn_cast<MemTransferInst>(I))
      Stays &= &Copy->getRawSourceUse() == &U;
    else if (auto *Call = dyn_cast<CallBase>(I))
      Stays &= Call->isDataOperand(&U) && Call->doesNotCapture(Call->getDataOperandNo(&U));
    else
      Stays &= isa<ICmpInst>(I);
  }
  return Stays;
}

static void eraseDead(Instruction &I) {
  auto *Address = dyn_cast<Instruction>(I.getOperand(0));
  I.eraseFromParent();
  if (Address && Address->use_empty() && !Address->mayHaveSideEffects() && !isa<PHINode>(Address))
    eraseDead(*Address);
}

/// Replaces loads of a table that is not written to.
static void replaceLoads(GlobalVariable &Table) {
  SmallVector<LoadInst *> Loads;
  visitLoads(Table, [&](LoadInst &Load) {
    if (Load.isSimple())
      Loads.push_back(&Load);
  });
  for (LoadInst *Load : Loads)
    if (Value *Selected = selectLoaded(*Load, Table)) {
      Load->replaceAllUsesWith(Selected);
      eraseDead(*Load);
    }
}

/// Gives functions that use a table a copy of it in local memory.
static void replaceByCopies(GlobalVariable &Table) {
  if (!visitLoads(Table, [](LoadInst &) {}))
    return;
  MapVector<Function *, SmallVector<Use *>> Uses;
  for (Use &U : Table.uses())
    Uses[cast<Instruction>(U.getUser())->getFunction()].push_back(&U);
  for (auto &[F, OfFunction] : Uses) {
    IRBuilder<> Builder(&*F->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    AllocaInst *Copy = Builder.CreateAlloca(Table.getValueType(), nullptr, Table.getName());
    Copy->setAlignment(Table.getAlign().valueOrOne());
    Builder.CreateAlignedStore(Table.getInitializer(), Copy, Copy->getAlign());
    Value *Address = Builder.CreateAddrSpaceCast(Copy, Table.getType());
    for (Use *U : OfFunction)
      U->set(Address);
  }
}

static void reject(GlobalVariable &Variable, const GlobalVariable &Address) {
  reportError(
      Variable.getContext(), ErrorKind::UnsupportedIR,
      "the initial value of the global '" + Variable.getName() + "' has the address of '" +
          Address.getName() + "', which is in " +
          (Address.getAddressSpace() == LocalSpace ? "local" : "shared") +
          " memory; PTX has initializers with addresses of global and constant memory only; "
          "expected assignments in a function, or a constant whose address does not leave one");
  Variable.setInitializer(PoisonValue::get(Variable.getValueType()));
}

bool tensorcore::lowerSharedInitializers(Module &M) {
  bool Changed = false;
  for (GlobalVariable &Variable : make_early_inc_range(M.globals())) {
    if (!Variable.hasInitializer() || Variable.getName().starts_with("llvm."))
      continue;
    const GlobalVariable *Address = findUnprintable(*Variable.getInitializer());
    if (!Address)
      continue;
    Changed = true;
    if (Variable.isConstant() && Variable.hasLocalLinkage()) {
      convertUsersOfConstantsToInstructions({&Variable});
      replaceWholeCopies(Variable);
      replaceLoads(Variable);
      replaceByCopies(Variable);
      Variable.removeDeadConstantUsers();
      if (Variable.use_empty()) {
        Variable.eraseFromParent();
        continue;
      }
    }
    reject(Variable, *Address);
  }
  return Changed;
}
