//===- CountedLoops.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A count that is positive before the loop, and has come to zero or is positive after each trip, is
// never negative.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/CountedLoops.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Pass.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace llvm::tensorcore;

static cl::opt<bool> UsesSigns("nvptx-counted-loops", cl::Hidden, cl::init(true),
                               cl::desc("Compare the counts of loops by their signs"));

namespace {

class CountedLoops : public FunctionPass {
public:
  static char ID;
  CountedLoops() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX counted loops"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LoopInfoWrapperPass>();
    AU.addRequired<ScalarEvolutionWrapperPass>();
    AU.setPreservesAll();
  }
  bool runOnFunction(Function &F) override;
};

char CountedLoops::ID = 0;

} // namespace

/// Returns the comparison that ends a loop when its count is zero, or null. The count goes down by
/// one in each trip from a positive number.
static ICmpInst *findEnd(const Loop &L, ScalarEvolution &SE) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() || !L.isLoopExiting(Latch))
    return nullptr;
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Compare || !Compare->isEquality() || !match(Compare->getOperand(1), m_ZeroInt()))
    return nullptr;
  // As long as the count is not zero, the loop goes on.
  if (L.contains(Branch->getSuccessor(0)) != (Compare->getPredicate() == ICmpInst::ICMP_NE))
    return nullptr;
  auto *Count = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Compare->getOperand(0)));
  if (!Count || Count->getLoop() != &L || !Count->isAffine() ||
      !Count->getStepRecurrence(SE)->isAllOnesValue())
    return nullptr;
  // The comparison sees the count after the first trip at first.
  const SCEV *Zero = SE.getZero(Count->getType());
  const SCEV *Before = SE.getMinusSCEV(Count->getStart(), Count->getStepRecurrence(SE));
  const bool IsPositive = SE.isKnownPositive(Before) ||
                          SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_SGT, Before, Zero);
  return IsPositive ? Compare : nullptr;
}

bool CountedLoops::runOnFunction(Function &F) {
  if (!UsesSigns || !F.hasFnAttribute(MatrixFunctionAttribute))
    return false;
  auto &SE = getAnalysis<ScalarEvolutionWrapperPass>().getSE();
  bool Changed = false;
  for (const Loop *L : getAnalysis<LoopInfoWrapperPass>().getLoopInfo().getLoopsInPreorder())
    if (ICmpInst *End = findEnd(*L, SE)) {
      End->setPredicate(End->getPredicate() == ICmpInst::ICMP_NE ? ICmpInst::ICMP_SGT
                                                                 : ICmpInst::ICMP_SLE);
      Changed = true;
    }
  return Changed;
}

FunctionPass *tensorcore::createCountedLoopsPass() { return new CountedLoops(); }
