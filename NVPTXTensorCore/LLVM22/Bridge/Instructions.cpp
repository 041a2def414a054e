//===- Instructions.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions, operations of atomicrmw, flags and constant expressions that LLVM 19 does not
// parse.
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/Instructions.h"
#include "Bridge/Steps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Exchanges integers, which have the bits of the floats.
static void exchange(IRBuilderBase &Builder, Value *Address, Value *Loaded, Value *New, Align A,
                     AtomicOrdering Ordering, SyncScope::ID Scope, Value *&Success,
                     Value *&NewLoaded, Instruction *Origin) {
  Type *T = New->getType(), *Bits = Builder.getIntNTy(T->getPrimitiveSizeInBits());
  AtomicCmpXchgInst *Pair = Builder.CreateAtomicCmpXchg(
      Address, Builder.CreateBitCast(Loaded, Bits), Builder.CreateBitCast(New, Bits), A, Ordering,
      AtomicCmpXchgInst::getStrongestFailureOrdering(Ordering), Scope);
  if (auto *Old = dyn_cast_or_null<AtomicRMWInst>(Origin))
    Pair->setVolatile(Old->isVolatile());
  Success = Builder.CreateExtractValue(Pair, 1);
  NewLoaded = Builder.CreateBitCast(Builder.CreateExtractValue(Pair, 0), T);
}

static bool isOperationOfLLVM19(AtomicRMWInst::BinOp Operation) {
  switch (Operation) {
#define ATOMIC_OPERATION(NAME, WHAT) case AtomicRMWInst::NAME:
#include "Bridge/Differences.def"
    return false;
  default:
    return true;
  }
}

/// LLVM 19 loads and stores no vectors atomically, and their bits as well.
static void convertAtomicVector(LoadInst &Load) {
  IRBuilder<> Builder(&Load);
  Type *T = Load.getType();
  auto *Bits = cast<LoadInst>(Load.clone());
  Bits->mutateType(Builder.getIntNTy(T->getPrimitiveSizeInBits()));
  Builder.Insert(Bits);
  Load.replaceAllUsesWith(Builder.CreateBitCast(Bits, T));
  Load.eraseFromParent();
}

static void convertAtomicVector(StoreInst &Store) {
  IRBuilder<> Builder(&Store);
  Value *V = Store.getValueOperand();
  Store.setOperand(
      0, Builder.CreateBitCast(V, Builder.getIntNTy(V->getType()->getPrimitiveSizeInBits())));
}

static bool hasBits(Type *T) { return T->isVectorTy() && !T->getScalarType()->isPointerTy(); }

static void convertInstruction(Instruction &I) {
  if (auto *Compare = dyn_cast<ICmpInst>(&I))
    Compare->setSameSign(false);
  if (isa<PtrToAddrInst>(I)) {
    IRBuilder<> Builder(&I);
    I.replaceAllUsesWith(Builder.CreatePtrToInt(I.getOperand(0), I.getType()));
    I.eraseFromParent();
  } else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
    if (!isOperationOfLLVM19(RMW->getOperation()))
      expandAtomicRMWToCmpXchg(RMW, exchange);
  } else if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isAtomic()) {
    if (hasBits(Load->getType()))
      convertAtomicVector(*Load);
  } else if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isAtomic()) {
    if (hasBits(Store->getValueOperand()->getType()))
      convertAtomicVector(*Store);
  }
}

static void convertRecords(Instruction &I) {
  for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
    if (Record.getType() == DbgVariableRecord::LocationType::DeclareValue)
      Record.Type = DbgVariableRecord::LocationType::Value;
}

SetVector<ConstantExpr *> tensorcore::findExpressions(Module &M) {
  SetVector<ConstantExpr *> Found;
  SmallVector<Constant *, 32> Work;
  SmallPtrSet<Constant *, 32> Seen;
  auto Push = [&](User &U) {
    for (Value *V : U.operands())
      if (auto *C = dyn_cast<Constant>(V); C && !isa<GlobalValue>(C) && Seen.insert(C).second)
        Work.push_back(C);
  };
  for (GlobalVariable &G : M.globals())
    Push(G);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      Push(I);
  while (!Work.empty()) {
    Constant *C = Work.pop_back_val();
    if (auto *E = dyn_cast<ConstantExpr>(C))
      Found.insert(E);
    Push(*C);
  }
  return Found;
}

static void convertExpressions(Module &M) {
  for (ConstantExpr *E : findExpressions(M))
    if (E->getOpcode() == Instruction::PtrToAddr)
      E->replaceAllUsesWith(ConstantExpr::getPtrToInt(E->getOperand(0), E->getType()));
}

void tensorcore::convertInstructions(Module &M) {
  convertExpressions(M);
  for (Function &F : M) {
    SmallVector<Instruction *> Instructions; // some become blocks
    for (Instruction &I : instructions(F))
      Instructions.push_back(&I);
    for (Instruction *I : Instructions) {
      convertRecords(*I);
      convertInstruction(*I);
    }
  }
}
