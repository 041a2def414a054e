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
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Values that a variable consists of. SROA makes a store of each, and takes time for each pair.
static constexpr uint64_t MaxValues = 256;

static uint64_t countValues(const Type &T) {
  if (auto *Array = dyn_cast<ArrayType>(&T))
    return SaturatingMultiply(Array->getNumElements(), countValues(*Array->getElementType()));
  uint64_t Count = !T.isStructTy();
  for (const Type *Member : T.subtypes())
    if (T.isStructTy())
      Count = SaturatingAdd(Count, countValues(*Member));
  return Count;
}

/// Adds the stores to a block.
static bool addTo(BasicBlock &BB) {
  bool Changed = false;
  for (Instruction &I : BB) {
    auto *Start = dyn_cast<LifetimeIntrinsic>(&I);
    if (!Start || Start->getIntrinsicID() != Intrinsic::lifetime_start)
      continue;
    if (auto *Variable = dyn_cast<AllocaInst>(Start->getArgOperand(0));
        Variable && countValues(*Variable->getAllocatedType()) <= MaxValues) {
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
