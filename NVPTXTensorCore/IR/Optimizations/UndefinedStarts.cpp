//===- UndefinedStarts.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores of undefined values at the starts of variables.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/UndefinedStarts.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Adds the stores to a block.
static bool addTo(BasicBlock &BB) {
  bool Changed = false;
  for (Instruction &I : BB) {
    auto *Start = dyn_cast<LifetimeIntrinsic>(&I);
    if (!Start || Start->getIntrinsicID() != Intrinsic::lifetime_start)
      continue;
    if (auto *Variable = dyn_cast<AllocaInst>(Start->getArgOperand(0))) {
      IRBuilder<> Builder(Start->getNextNode());
      Builder.CreateStore(UndefValue::get(Variable->getAllocatedType()), Variable);
      Changed = true;
    }
  }
  return Changed;
}

PreservedAnalyses UndefinedStartsPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  if (optimizesOrdinaryCode())
    for (BasicBlock &BB : F)
      Changed |= addTo(BB);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

PreservedAnalyses UndefinedStartsPass::run(Loop &L, LoopAnalysisManager &,
                                           LoopStandardAnalysisResults &, LPMUpdater &) {
  bool Changed = false;
  if (optimizesOrdinaryCode() && L.isOutermost() &&
      Triple(L.getHeader()->getModule()->getTargetTriple()).isNVPTX())
    for (BasicBlock *BB : L.blocks())
      Changed |= addTo(*BB);
  return Changed ? getLoopPassPreservedAnalyses() : PreservedAnalyses::all();
}
