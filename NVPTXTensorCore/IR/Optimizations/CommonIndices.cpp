//===- CommonIndices.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are visited in reverse post-order, so that the operands of a computation are common when
// it is visited.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/CommonIndices.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Computations that are put at the end of a block; each takes a register up to its last use. Of
/// branches that exclude each other, one computes it in any case. Those that are used behind a
/// barrier take a register in a whole phase of a kernel.
static constexpr unsigned MaxInBlock = 32, MaxExclusive = 8, MaxBehindBarrier = 8;

namespace {

/// Instructions are equal if they compute the same, whatever is undefined behaviour of them.
struct SameComputation : DenseMapInfo<Instruction *> {
  static unsigned getHashValue(const Instruction *I) {
    return hash_combine(I->getOpcode(), I->getType(),
                        hash_combine_range(I->value_op_begin(), I->value_op_end()));
  }
  static bool isEqual(const Instruction *A, const Instruction *B) {
    if (A == B || A == getEmptyKey() || A == getTombstoneKey() || B == getEmptyKey() ||
        B == getTombstoneKey())
      return A == B;
    return A->isIdenticalToWhenDefined(B);
  }
};

class CommonIndices : public FunctionPass {
public:
  static char ID;
  CommonIndices() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX common indices"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<DominatorTreeWrapperPass>();
    AU.addRequired<LoopInfoWrapperPass>();
    AU.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override;

private:
  BasicBlock *findBlock(Instruction &First, Instruction &Second) const;
  unsigned getLimit(BasicBlock &First, BasicBlock &Second);
  bool isOneTooMany(BasicBlock &Target, BasicBlock &First, BasicBlock &Second);
  void number(const ReversePostOrderTraversal<Function *> &Blocks);

  const DominatorTree *Dominators;
  const LoopInfo *Loops;
  /// The number of loops that begin in front of a block or with it.
  DenseMap<const BasicBlock *, unsigned> LoopsBegun;
  DenseMap<const BasicBlock *, unsigned> Barriers; ///< likewise, but only in front of it
  DenseMap<const BasicBlock *, unsigned> NumMoved; ///< to the end of a block
  DenseMap<unsigned, unsigned> NumBehind;          ///< used behind as many barriers
  DenseMap<std::pair<BasicBlock *, BasicBlock *>, unsigned> Limits;
};

char CommonIndices::ID = 0;

} // namespace

/// Returns true if an instruction is a step on the way to an address, and may be executed anywhere.
static bool isIndexArithmetic(const Instruction &I) {
  const Type *T = I.getType();
  if (!T->isPointerTy() && (!T->isIntegerTy() || T->isIntegerTy(1)))
    return false;
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::GetElementPtr:
    return true;
  default:
    return false;
  }
}

/// Returns the block at whose end a computation can stand in place of two, or null. No loop begins
/// between it and them: a value would take a register in all of it.
BasicBlock *CommonIndices::findBlock(Instruction &First, Instruction &Second) const {
  BasicBlock *Block = Dominators->findNearestCommonDominator(First.getParent(), Second.getParent());
  const Loop *Inner = Loops->getLoopFor(Block);
  if (Inner != Loops->getLoopFor(First.getParent()) ||
      Inner != Loops->getLoopFor(Second.getParent()) ||
      LoopsBegun.lookup(Block) != LoopsBegun.lookup(Second.getParent()))
    return nullptr;
  const Instruction *End = Block->getTerminator();
  const bool IsKnown = all_of(First.operands(), [&](const Use &U) {
    auto *Operand = dyn_cast<Instruction>(U);
    return !Operand || Dominators->dominates(Operand, End);
  });
  return IsKnown ? Block : nullptr;
}

/// Returns how many computations may be put in front of the branches that lead to two blocks, the
/// second of which may follow the first in the same trip of a loop.
unsigned CommonIndices::getLimit(BasicBlock &First, BasicBlock &Second) {
  unsigned &Limit = Limits[{&First, &Second}];
  if (!Limit) {
    SmallPtrSet<BasicBlock *, 4> Headers;
    for (const Loop *L = Loops->getLoopFor(&First); L; L = L->getParentLoop())
      Headers.insert(L->getHeader());
    Limit = isPotentiallyReachable(&First, &Second, &Headers, Dominators, Loops) ? MaxInBlock
                                                                                 : MaxExclusive;
  }
  return Limit;
}

/// Counts a computation that is put at the end of a block in place of two.
bool CommonIndices::isOneTooMany(BasicBlock &Target, BasicBlock &First, BasicBlock &Second) {
  if (++NumMoved[&Target] > getLimit(First, Second))
    return true;
  const unsigned Barrier = Barriers.lookup(&Second);
  return Barriers.lookup(&Target) != Barrier && ++NumBehind[Barrier] > MaxBehindBarrier;
}

/// Returns true if the threads of a block wait for each other, as between the phases of a kernel.
static bool hasBarrier(const BasicBlock &Block) {
  return any_of(Block, [](const Instruction &I) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Call->isConvergent() && Call->mayWriteToMemory() &&
           !Call->onlyAccessesInaccessibleMemory();
  });
}

/// Forgets the function before, and counts the loops and barriers in front of each block.
void CommonIndices::number(const ReversePostOrderTraversal<Function *> &Blocks) {
  LoopsBegun.clear();
  Barriers.clear();
  NumMoved.clear();
  NumBehind.clear();
  Limits.clear();
  unsigned Begun = 0, Passed = 0;
  for (const BasicBlock *Block : Blocks) {
    Begun += Loops->isLoopHeader(Block);
    LoopsBegun[Block] = Begun;
    Barriers[Block] = Passed;
    Passed += hasBarrier(*Block);
  }
}

/// Puts an extension into each block that uses it: selection, which looks at one block at a time,
/// makes one instruction of it and of the multiplication by an element's size.
static void copyToUsers(CastInst &Extension) {
  DenseMap<const BasicBlock *, Instruction *> Copies;
  for (Use &U : make_early_inc_range(Extension.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (User->getParent() == Extension.getParent() || isa<PHINode>(User))
      continue;
    Instruction *&Copy = Copies[User->getParent()];
    if (!Copy) {
      Copy = Extension.clone();
      Copy->insertBefore(User->getParent()->getFirstInsertionPt());
    }
    U.set(Copy);
  }
  if (Extension.use_empty())
    Extension.eraseFromParent();
}

bool CommonIndices::runOnFunction(Function &F) {
  if (!optimizesOrdinaryCode())
    return false;
  Dominators = &getAnalysis<DominatorTreeWrapperPass>().getDomTree();
  Loops = &getAnalysis<LoopInfoWrapperPass>().getLoopInfo();
  const ReversePostOrderTraversal<Function *> Blocks(&F);
  number(Blocks);
  SmallSetVector<CastInst *, 16> Extensions;
  bool Changed = false;
  DenseMap<Instruction *, Instruction *, SameComputation> Computed;
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : make_early_inc_range(*Block)) {
      if (!isIndexArithmetic(I))
        continue;
      auto [Position, IsNew] = Computed.try_emplace(&I, &I);
      if (IsNew)
        continue;
      Instruction *First = Position->second;
      if (!Dominators->dominates(First, &I)) {
        BasicBlock *Target = findBlock(*First, I);
        if (!Target || isOneTooMany(*Target, *First->getParent(), *Block)) {
          // Later branches are nearer to this one.
          Computed.erase(Position);
          Computed.try_emplace(&I, &I);
          continue;
        }
        First->moveBefore(Target->getTerminator()->getIterator());
        if (auto *Extension = dyn_cast<CastInst>(First))
          Extensions.insert(Extension);
      }
      First->andIRFlags(&I);
      First->applyMergedLocation(First->getDebugLoc(), I.getDebugLoc());
      I.replaceAllUsesWith(First);
      I.eraseFromParent();
      Changed = true;
    }
  for (CastInst *Extension : Extensions)
    copyToUsers(*Extension);
  return Changed;
}

FunctionPass *tensorcore::createCommonIndicesPass() { return new CommonIndices(); }
