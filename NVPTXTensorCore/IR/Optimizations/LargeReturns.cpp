//===- LargeReturns.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An inlined function loads what it returns, and its caller stores it: the two are a memcpy.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/LargeReturns.h"
#include "IR/Analysis/CallOrder.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The bytes of the registers of a thread.
static constexpr uint64_t MaxBytes = 255 * 4;

static bool isLarge(const Type *T, const DataLayout &Layout) {
  return T->isAggregateType() && T->isSized() &&
         Layout.getTypeAllocSize(const_cast<Type *>(T)).getKnownMinValue() > MaxBytes;
}

/// Returns true if nothing between a load and the store of its value accesses memory.
static bool areTogether(const LoadInst &Load, const StoreInst &Store) {
  return Load.getParent() == Store.getParent() && Load.comesBefore(&Store) &&
         all_of(make_range(std::next(Load.getIterator()), Store.getIterator()),
                [](const Instruction &I) {
                  return !I.mayReadOrWriteMemory() || I.isLifetimeStartOrEnd() ||
                         I.isDebugOrPseudoInst();
                });
}

/// Returns true if a value is known at an instruction; a member's address is moved in front of it.
static bool makeAvailable(Value *V, LoadInst &Load) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != Load.getParent() || I->comesBefore(&Load))
    return true;
  if (!isa<GetElementPtrInst>(I) ||
      !all_of(I->operands(), [&](Value *Operand) { return makeAvailable(Operand, Load); }))
    return false;
  I->moveBefore(Load.getIterator());
  return true;
}

/// Returns the load of which a value is, or is a member, if nothing else uses it, and adds the
/// member's offset.
static LoadInst *getLoad(Value *V, uint64_t &Offset, const DataLayout &Layout) {
  while (auto *Member = dyn_cast<ExtractValueInst>(V)) {
    Value *Aggregate = Member->getAggregateOperand();
    SmallVector<Value *, 4> Indices = {ConstantInt::get(Type::getInt64Ty(V->getContext()), 0)};
    for (const unsigned Index : Member->indices())
      Indices.push_back(ConstantInt::get(Type::getInt32Ty(V->getContext()), Index));
    Offset += Layout.getIndexedOffsetInType(Aggregate->getType(), Indices);
    if (!Member->hasOneUse())
      return nullptr;
    V = Aggregate;
  }
  auto *Load = dyn_cast<LoadInst>(V);
  return Load && Load->isSimple() && Load->hasOneUse() ? Load : nullptr;
}

/// Copies large values that are loaded to be stored.
static void copyInMemory(Function &F) {
  const DataLayout &Layout = F.getDataLayout();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !Store->isSimple() || !isLarge(Store->getValueOperand()->getType(), Layout))
      continue;
    Value *Stored = Store->getValueOperand();
    uint64_t Offset = 0;
    LoadInst *Load = getLoad(Stored, Offset, Layout);
    if (!Load || !areTogether(*Load, *Store) || !makeAvailable(Store->getPointerOperand(), *Load))
      continue;
    IRBuilder<> Builder(Load);
    Value *From = Load->getPointerOperand();
    if (Offset)
      From = Builder.CreateInBoundsPtrAdd(From, Builder.getInt64(Offset));
    Builder.CreateMemCpy(Store->getPointerOperand(), Store->getAlign(), From,
                         commonAlignment(Load->getAlign(), Offset),
                         Layout.getTypeStoreSize(Stored->getType()));
    Store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Stored);
  }
}

static bool inlineLargeReturns(Function &F, const CallOrder &Order) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && isLarge(Call->getType(), Call->getDataLayout()) && Order.isInlinable(*Call))
      Calls.push_back(Call);
  bool Changed = false;
  for (CallBase *Call : Calls) {
    InlineFunctionInfo Info;
    Changed |= InlineFunction(*Call, Info, /*MergeAttributes=*/true).isSuccess();
  }
  if (Changed)
    copyInMemory(F);
  return Changed;
}

PreservedAnalyses LargeReturnsPass::run(Module &M, ModuleAnalysisManager &) {
  if (!optimizesOrdinaryCode() ||
      none_of(M, [&](const Function &F) { return isLarge(F.getReturnType(), M.getDataLayout()); }))
    return PreservedAnalyses::all();
  const CallOrder Order(M);
  bool Changed = false;
  for (Function *F : Order.Functions)
    Changed |= inlineLargeReturns(*F, Order);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
