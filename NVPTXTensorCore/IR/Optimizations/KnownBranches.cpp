//===- KnownBranches.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts on an edge are the conditions of the edges that dominate it.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/KnownBranches.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace llvm::tensorcore;

/// Limits of the pass: the dominating blocks that it looks at, the instructions of a block with a
/// branch, and the branches past which it leads one edge.
static constexpr unsigned MaxDominators = 32, MaxInstructions = 16, MaxSkips = 16;

namespace {

struct Edge {
  BasicBlock *From, *To;
};

class BranchSkipper {
public:
  explicit BranchSkipper(Function &F) : F(F), Dominators(F) {}

  bool run();

private:
  bool isSkippable(const BasicBlock &Block) const;
  bool skip(Edge &Arriving);
  BasicBlock *findWay(Edge Arriving) const;

  Function &F;
  /// As they are at first. A new edge goes where old ones went, past one block: facts stay facts.
  DominatorTree Dominators;
};

} // namespace

/// Returns the value of a condition behind an edge, if that edge alone decides it.
static std::optional<bool> decide(Edge Known, const Value &Condition, const DataLayout &DL) {
  auto *Branch = dyn_cast<BranchInst>(Known.From->getTerminator());
  if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return std::nullopt;
  bool IsTrue = Branch->getSuccessor(0) == Known.To;
  Value *Fact = Branch->getCondition(), *V;
  Constant *C;
  if (match(Fact, m_SpecificICmp(IsTrue ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE, m_Value(V),
                                 m_Constant(C))))
    if (auto *Result = dyn_cast_or_null<ConstantInt>(simplifyWithOpReplaced(
            const_cast<Value *>(&Condition), V, C, SimplifyQuery(DL), /*AllowRefinement=*/true)))
      return Result->isOne();
  return isImpliedCondition(Fact, &Condition, DL, IsTrue);
}

/// Returns the block to which control from an edge goes behind the block, if that is known.
BasicBlock *BranchSkipper::findWay(Edge Arriving) const {
  auto *Branch = cast<BranchInst>(Arriving.To->getTerminator());
  Value *Condition = Branch->getCondition();
  if (auto *Phi = dyn_cast<PHINode>(Condition); Phi && Phi->getParent() == Arriving.To)
    Condition = Phi->getIncomingValueForBlock(Arriving.From);
  if (auto *Constant = dyn_cast<ConstantInt>(Condition))
    return Branch->getSuccessor(Constant->isZero());
  const DataLayout &DL = F.getDataLayout();
  if (std::optional<bool> IsTrue = decide(Arriving, *Condition, DL))
    return Branch->getSuccessor(!*IsTrue);
  auto *Node = Dominators.getNode(Arriving.From);
  for (unsigned Seen = 0; Node && Seen != MaxDominators; ++Seen, Node = Node->getIDom())
    if (BasicBlock *Before = Node->getBlock()->getSinglePredecessor())
      if (std::optional<bool> IsTrue = decide({Before, Node->getBlock()}, *Condition, DL))
        return Branch->getSuccessor(!*IsTrue);
  return nullptr;
}

/// Returns true if an instruction can be left out where its result is not used.
static bool isPassable(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return !I.mayHaveSideEffects() && !I.mayReadFromMemory() && !(Call && Call->isConvergent());
}

/// Returns true if a block ends in a conditional branch, does nothing else that anyone would miss,
/// and is no header of a loop, which would get a second entry.
bool BranchSkipper::isSkippable(const BasicBlock &Block) const {
  auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1) ||
      Block.sizeWithoutDebug() > MaxInstructions ||
      any_of(predecessors(&Block),
             [&](const BasicBlock *P) { return Dominators.dominates(&Block, P); }))
    return false;
  return all_of(Block.instructionsWithoutDebug(), [&](const Instruction &I) {
    return &I == Branch ||
           (isPassable(I) && all_of(I.users(), [&](const User *U) {
              return cast<Instruction>(U)->getParent() == &Block && !isa<PHINode>(U);
            }));
  });
}

/// Leads an edge past the block that it goes to. False if that cannot be.
bool BranchSkipper::skip(Edge &Arriving) {
  auto [From, To] = Arriving;
  BasicBlock *Way = findWay(Arriving);
  if (!Way || Way == To || is_contained(successors(From), Way))
    return false;
  for (PHINode &Phi : Way->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(To), From);
  From->getTerminator()->replaceSuccessorWith(To, Way);
  To->removePredecessor(From, /*KeepOneInputPHIs=*/true);
  Arriving.To = Way;
  return true;
}

/// From the end, so that what is known of the same branch many times over is led on at once.
bool BranchSkipper::run() {
  SetVector<BasicBlock *> Skippable;
  for (BasicBlock *Block : post_order(&F))
    if (isSkippable(*Block))
      Skippable.insert(Block);
  bool Changed = false;
  for (BasicBlock *Block : Skippable)
    for (BasicBlock *From : SmallSetVector<BasicBlock *, 4>(pred_begin(Block), pred_end(Block)))
      if (isa<BranchInst>(From->getTerminator())) {
        Edge Arriving{From, Block};
        for (unsigned Skips = 0; Skips != MaxSkips && Skippable.contains(Arriving.To); ++Skips)
          if (!skip(Arriving))
            break;
        Changed |= Arriving.To != Block;
      }
  if (Changed)
    EliminateUnreachableBlocks(F);
  return Changed;
}

bool tensorcore::skipKnownBranches(Function &F) {
  return F.hasFnAttribute(MatrixFunctionAttribute) && BranchSkipper(F).run();
}

namespace {

class KnownBranches : public FunctionPass {
public:
  static char ID;
  KnownBranches() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX known branches"; }
  bool runOnFunction(Function &F) override { return skipKnownBranches(F); }
};

char KnownBranches::ID = 0;

} // namespace

FunctionPass *tensorcore::createKnownBranchesPass() { return new KnownBranches(); }
