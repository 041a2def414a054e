//===- ScaledInductions.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/ScaledInductions.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Values of a loop with steps that are no constants, from which on they are too many; and, without
/// matrix instructions, steps of products.
static constexpr unsigned MinValues = 16, MinSteps = 3;

namespace {

class ScaledInductions : public FunctionPass {
public:
  static char ID;
  ScaledInductions() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX scaled inductions"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LoopInfoWrapperPass>();
    AU.addRequired<ScalarEvolutionWrapperPass>();
    AU.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override;
};

char ScaledInductions::ID = 0;

} // namespace

static bool hideProducts(const Loop &L, ScalarEvolution &SE, bool HasMatrix) {
  unsigned NumValues = 0;
  SmallVector<BinaryOperator *> Products;
  SmallPtrSet<const SCEV *, 8> Steps;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      if (!I.getType()->isIntegerTy())
        continue;
      auto *Value = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&I));
      if (!Value || Value->getLoop() != &L || !Value->isAffine() ||
          isa<SCEVConstant>(Value->getStepRecurrence(SE)))
        continue;
      ++NumValues;
      if (I.getOpcode() == Instruction::Mul) {
        Products.push_back(cast<BinaryOperator>(&I));
        Steps.insert(Value->getStepRecurrence(SE));
      }
    }
  if (HasMatrix ? NumValues < MinValues : Steps.size() < MinSteps)
    return false;
  for (BinaryOperator *Product : Products) {
    Value *Counter = Product->getOperand(L.isLoopInvariant(Product->getOperand(0)));
    auto *Hidden = new FreezeInst(Counter, "", Product->getIterator());
    Product->replaceUsesOfWith(Counter, Hidden);
    SE.forgetValue(Product);
  }
  return !Products.empty();
}

bool ScaledInductions::runOnFunction(Function &F) {
  const bool HasMatrix = F.hasFnAttribute(MatrixFunctionAttribute);
  if (!HasMatrix && !optimizesOrdinaryCode())
    return false;
  auto &SE = getAnalysis<ScalarEvolutionWrapperPass>().getSE();
  bool Changed = false;
  for (const Loop *L : getAnalysis<LoopInfoWrapperPass>().getLoopInfo().getLoopsInPreorder())
    if (L->isInnermost())
      Changed |= hideProducts(*L, SE, HasMatrix);
  return Changed;
}

FunctionPass *tensorcore::createScaledInductionsPass() { return new ScaledInductions(); }
