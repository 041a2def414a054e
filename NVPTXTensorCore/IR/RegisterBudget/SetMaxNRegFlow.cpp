//===- SetMaxNRegFlow.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges only grow, and their ends are numbers of the program: a worklist comes to an end.
//
//===----------------------------------------------------------------------===//

#include "IR/RegisterBudget/SetMaxNRegFlow.h"
#include "Model/RegisterBudget.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace llvm::tensorcore;

static RegisterRange joinRanges(RegisterRange A, RegisterRange B) {
  return {std::min(A.Min, B.Min), std::max(A.Max, B.Max), A.IsAtEntry && B.IsAtEntry};
}

SetMaxNRegFlow::SetMaxNRegFlow(const Function &F, RegisterRange AtEntry) : F(F) {
  SetVector<const BasicBlock *> Worklist;
  Before[&F.getEntryBlock()] = AtEntry;
  Worklist.insert(&F.getEntryBlock());
  while (!Worklist.empty()) {
    const BasicBlock *Block = Worklist.pop_back_val();
    RegisterRange After =
        run(*Block, [](const Instruction &, const SetMaxNReg &, RegisterRange) {});
    for (const BasicBlock *Next : successors(Block)) {
      auto [It, IsNew] = Before.try_emplace(Next, After);
      RegisterRange Joined = joinRanges(It->second, After);
      if (IsNew || !(Joined == It->second)) {
        It->second = Joined;
        Worklist.insert(Next);
      }
    }
  }
}

RegisterRange SetMaxNRegFlow::run(const BasicBlock &Block, Visitor See) const {
  RegisterRange Range = Before.lookup(&Block);
  for (const Instruction &I : Block)
    for (const SetMaxNReg &Change : getSetMaxNRegs(I)) {
      See(I, Change, Range);
      if (Change.Registers)
        Range = {*Change.Registers, *Change.Registers, false};
      else
        Range = {MinRegistersPerThread, MaxRegistersPerThread + 1, false};
    }
  return Range;
}

void SetMaxNRegFlow::visit(Visitor See) const {
  for (const BasicBlock &Block : F)
    if (Before.contains(&Block))
      run(Block, See);
}
