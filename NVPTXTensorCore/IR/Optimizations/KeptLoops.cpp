//===- KeptLoops.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printer writes `.pragma "nounroll"` for LLVM's llvm.loop.unroll.disable.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/KeptLoops.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Instructions of all trips up to which LLVM unrolls a loop completely.
static constexpr unsigned MaxUnrolled = 300;

namespace {

class KeptLoops : public FunctionPass {
public:
  static char ID;
  KeptLoops() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX kept loops"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LoopInfoWrapperPass>();
    AU.addRequired<ScalarEvolutionWrapperPass>();
    AU.setPreservesAll();
  }
  bool runOnFunction(Function &F) override;
};

char KeptLoops::ID = 0;

} // namespace

/// Returns true if an instruction stores to a variable in shared memory, at an offset that depends
/// on nothing but the number of the trip.
static bool storesToConstantAddress(Instruction &I, const Loop &L, ScalarEvolution &SE) {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || Store->getPointerAddressSpace() != SharedSpace)
    return false;
  auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Store->getPointerOperand()));
  if (!Address || Address->getLoop() != &L || !Address->isAffine() ||
      !isa<SCEVConstant>(Address->getStepRecurrence(SE)))
    return false;
  auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  return Base && isa<GlobalVariable>(Base->getValue()) &&
         isa<SCEVConstant>(SE.removePointerBase(Address->getStart()));
}

/// Returns true if ptxas would unroll a loop that LLVM has not unrolled completely.
static bool isToBeKept(const Loop &L, ScalarEvolution &SE) {
  const unsigned Trips = L.isInnermost() ? SE.getSmallConstantTripCount(&L) : 0;
  uint64_t Size = 0;
  bool IsConstant = false;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      Size += !isa<PHINode>(I);
      IsConstant |= Trips && storesToConstantAddress(I, L, SE);
    }
  return IsConstant && Trips * Size > MaxUnrolled;
}

/// Returns true if LLVM has unrolled a loop whose number of trips is unknown: the counter goes up
/// by the number of trips that one is made of, to a multiple of it.
static bool isUnrolled(const Loop &L, ScalarEvolution &SE) {
  const BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  auto *Test =
      Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Test || !Test->isEquality() || !Test->getOperand(0)->getType()->isIntegerTy())
    return false;
  auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Test->getOperand(0)));
  const SCEV *Limit = SE.getSCEV(Test->getOperand(1));
  if (!Counter || Counter->getLoop() != &L || !SE.isLoopInvariant(Limit, &L) ||
      isa<SCEVConstant>(Limit))
    return false;
  auto *Step = dyn_cast<SCEVConstant>(Counter->getStepRecurrence(SE));
  return Step && Counter->getStart() == Step && Step->getAPInt() == RuntimeCount &&
         SE.getConstantMultiple(Limit).urem(Step->getAPInt()).isZero();
}

bool KeptLoops::runOnFunction(Function &F) {
  if (!optimizesOrdinaryCode() && !F.hasFnAttribute(MatrixFunctionAttribute))
    return false;
  auto &SE = getAnalysis<ScalarEvolutionWrapperPass>().getSE();
  bool Changed = false;
  for (Loop *L : getAnalysis<LoopInfoWrapperPass>().getLoopInfo().getLoopsInPreorder())
    if (isToBeKept(*L, SE) || isUnrolled(*L, SE)) {
      L->setLoopAlreadyUnrolled();
      Changed = true;
    }
  return Changed;
}

FunctionPass *tensorcore::createKeptLoopsPass() { return new KeptLoops(); }
