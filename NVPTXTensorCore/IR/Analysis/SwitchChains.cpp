//===- SwitchChains.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block for each case but the first, whose location is where the switch was.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/SwitchChains.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Beyond this a switch is a table, and its cases are no roles of threads.
static constexpr unsigned MaxCases = 64;

/// One of the edges between two blocks now comes from another block.
static void moveEdge(BasicBlock &To, BasicBlock &From, BasicBlock &NewFrom) {
  for (PHINode &Phi : To.phis())
    Phi.setIncomingBlock(Phi.getBasicBlockIndex(&From), &NewFrom);
}

static void replaceSwitch(SwitchInst &Switch) {
  BasicBlock &First = *Switch.getParent(), *Block = &First;
  IRBuilder<> Builder(&Switch);
  for (auto Case : Switch.cases()) {
    bool IsLast = Case.getCaseIndex() + 1 == Switch.getNumCases();
    BasicBlock *Otherwise = IsLast ? Switch.getDefaultDest()
                                   : BasicBlock::Create(First.getContext(), "", First.getParent());
    Value *IsCase = Builder.CreateICmpEQ(Switch.getCondition(), Case.getCaseValue());
    Builder.CreateCondBr(IsCase, Case.getCaseSuccessor(), Otherwise);
    moveEdge(*Case.getCaseSuccessor(), First, *Block);
    if (IsLast)
      moveEdge(*Otherwise, First, *Block);
    else
      Builder.SetInsertPoint(Block = Otherwise);
  }
  Switch.eraseFromParent();
}

void tensorcore::replaceSwitches(Function &F) {
  SmallVector<SwitchInst *> Switches;
  for (BasicBlock &Block : F)
    if (auto *Switch = dyn_cast<SwitchInst>(Block.getTerminator()))
      if (Switch->getNumCases() > 0 && Switch->getNumCases() <= MaxCases)
        Switches.push_back(Switch);
  for (SwitchInst *Switch : Switches)
    replaceSwitch(*Switch);
}
