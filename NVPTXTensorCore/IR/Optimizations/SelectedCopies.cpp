//===- SelectedCopies.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/SelectedCopies.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The bits of the values of one branch. Accumulators that are set to zero in some trips of a loop
/// are more.
static constexpr unsigned MaxBits = 32 * 32;

/// Returns the block behind a branch around an empty one, if its values are few enough to select.
static BasicBlock *getEnd(const BranchInst &Branch, unsigned Around) {
  BasicBlock *Empty = Branch.getSuccessor(!Around), *End = Branch.getSuccessor(Around);
  const auto *Jump = dyn_cast<BranchInst>(&*Empty->getFirstNonPHIOrDbg());
  const bool IsAround = Jump && Jump->isUnconditional() && Jump->getSuccessor(0) == End &&
                        Empty != End && Empty->getSinglePredecessor() == Branch.getParent() &&
                        !Empty->hasAddressTaken();
  if (!IsAround || End == Branch.getParent() || isa<PHINode>(Empty->front()))
    return nullptr;
  const DataLayout &Layout = End->getDataLayout();
  uint64_t Bits = 0;
  for (const PHINode &Phi : End->phis())
    Bits += Layout.getTypeSizeInBits(Phi.getType());
  return Bits <= MaxBits ? End : nullptr;
}

static bool replaceBySelects(BranchInst &Branch) {
  for (unsigned Around : {0, 1}) {
    BasicBlock *End = getEnd(Branch, Around);
    if (!End)
      continue;
    BasicBlock *Empty = Branch.getSuccessor(!Around);
    IRBuilder<> Builder(&Branch);
    for (PHINode &Phi : End->phis()) {
      Value *Copied = Phi.getIncomingValueForBlock(Empty);
      const int Index = Phi.getBasicBlockIndex(Branch.getParent());
      Value *Kept = Phi.getIncomingValue(Index);
      if (Copied != Kept)
        Phi.setIncomingValue(Index,
                             Builder.CreateSelect(Branch.getCondition(), Around ? Copied : Kept,
                                                  Around ? Kept : Copied));
    }
    Builder.CreateBr(End);
    Branch.eraseFromParent();
    DeleteDeadBlock(Empty);
    MergeBlockIntoPredecessor(End);
    return true;
  }
  return false;
}

namespace {

class SelectedCopies : public FunctionPass {
public:
  static char ID;
  SelectedCopies() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX selected copies"; }
  bool runOnFunction(Function &F) override;
};

char SelectedCopies::ID = 0;

} // namespace

bool SelectedCopies::runOnFunction(Function &F) {
  if (!F.hasFnAttribute(MatrixFunctionAttribute))
    return false;
  SmallVector<WeakVH> Branches;
  for (BasicBlock &Block : F)
    if (auto *Branch = dyn_cast<BranchInst>(Block.getTerminator()))
      if (Branch->isConditional())
        Branches.push_back(Branch);
  bool Changed = false;
  for (const WeakVH &Branch : Branches)
    if (Branch)
      Changed |= replaceBySelects(*cast<BranchInst>(Branch));
  return Changed;
}

FunctionPass *tensorcore::createSelectedCopiesPass() { return new SelectedCopies(); }
