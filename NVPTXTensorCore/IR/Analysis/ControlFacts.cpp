//===- ControlFacts.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts are the conditions of edges that dominate a block.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/ControlFacts.h"
#include "IR/Analysis/SameValues.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace llvm::tensorcore;

static constexpr unsigned MaxDepth = 16;

/// The analysis gives up after a walk along paths has visited this many blocks, and after this
/// many rounds of a function for each of its blocks.
static constexpr size_t MaxVisits = 1000000, MaxRounds = 50;

/// A condition without what clang does to keep it in a variable.
static const Value &getPlainCondition(const Value &Condition) {
  const Value *Plain;
  if (match(&Condition, m_Trunc(m_ZExt(m_Value(Plain)))) ||
      match(&Condition, m_SpecificICmp(ICmpInst::ICMP_NE, m_ZExt(m_Value(Plain)), m_Zero())) ||
      match(&Condition, m_Freeze(m_Value(Plain))))
    if (Plain->getType()->isIntegerTy(1))
      return getPlainCondition(*Plain);
  return Condition;
}

/// Returns true if two comparisons are each other's opposite. isImpliedCondition would say more,
/// but only of comparisons with the same operands: before optimization, equal ones are computed
/// twice.
static bool isOpposite(const Value &A, const Value &B) {
  auto *I = dyn_cast<CmpInst>(&A), *J = dyn_cast<CmpInst>(&B);
  if (!I || !J || !isSameValue(*I->getOperand(0), *J->getOperand(0)))
    return false;
  if (I->getPredicate() == J->getInversePredicate())
    return isSameValue(*I->getOperand(1), *J->getOperand(1));
  // x < 32 and x > 31
  const APInt *L, *R;
  return isa<ICmpInst>(I) && isa<ICmpInst>(J) && match(I->getOperand(1), m_APInt(L)) &&
         match(J->getOperand(1), m_APInt(R)) &&
         ConstantRange::makeExactICmpRegion(I->getPredicate(), *L) ==
             ConstantRange::makeExactICmpRegion(J->getPredicate(), *R).inverse();
}

/// Decides a condition by what the facts say about the threads.
std::optional<bool> FunctionPaths::decideByThreads(const ControlFacts &Facts,
                                                   const Value &Condition) const {
  std::optional<ThreadSet> Asked = getThreads(Condition);
  if (!Asked)
    return std::nullopt;
  std::bitset<MaxBlockThreads> Left;
  Left.set();
  for (const ControlFact &Fact : Facts) {
    const std::optional<ThreadSet> &Set = getThreads(*Fact.Condition);
    if (Set && Set->ByTid == Asked->ByTid && Set->ByLane == Asked->ByLane)
      Left &= Fact.IsTrue ? Set->Threads : ~Set->Threads;
  }
  if (Left.none() || Left.all())
    return std::nullopt;
  if ((Left & Asked->Threads).none())
    return false;
  if ((Left & ~Asked->Threads).none())
    return true;
  return std::nullopt;
}

const std::optional<ThreadSet> &FunctionPaths::getThreads(const Value &Condition) const {
  auto It = Threads.find(&Condition);
  if (It == Threads.end())
    It = Threads.try_emplace(&Condition, getThreadsOf(Condition, IsOneDimensional)).first;
  return It->second;
}

std::optional<bool> FunctionPaths::decide(const ControlFacts &Facts, const Value &Asked) const {
  const Value &Condition = getPlainCondition(Asked);
  if (auto *Constant = dyn_cast<ConstantInt>(&Condition))
    return Constant->isOne();
  const Value *A, *B;
  if (match(&Condition, m_Not(m_Value(A)))) {
    std::optional<bool> Result = decide(Facts, *A);
    return Result ? std::optional<bool>(!*Result) : std::nullopt;
  }
  for (const ControlFact &Fact : Facts) {
    if (isSameValue(*Fact.Condition, Condition))
      return Fact.IsTrue;
    if (isOpposite(*Fact.Condition, Condition))
      return !Fact.IsTrue;
  }
  bool IsAnd = match(&Condition, m_LogicalAnd(m_Value(A), m_Value(B)));
  if (IsAnd || match(&Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    std::optional<bool> L = decide(Facts, *A), R = decide(Facts, *B);
    if (L == !IsAnd || R == !IsAnd)
      return !IsAnd;
    if (L && R)
      return IsAnd;
  }
  return decideByThreads(Facts, Condition);
}

FunctionPaths::FunctionPaths(Function &F, bool IsOneDimensional)
    : F(F), Dominators(F), PostDominators(F), Loops(Dominators), IsOneDimensional(IsOneDimensional),
      VisitsLeft(MaxVisits + MaxRounds * F.size()) {
  linkFacts();
  ReversePostOrderTraversal<Function *> Order(&F);
  HasIrreducibleCFG = containsIrreducibleCFG<const BasicBlock *>(Order, Loops);
  for (const BasicBlock *Block : Order) {
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1) ||
        isa<Constant>(Branch->getCondition()) || !isStable(*Branch->getCondition()))
      continue;
    const Value &Condition = getPlainCondition(*Branch->getCondition());
    for (unsigned I : {0u, 1u})
      Edges.push_back({Block, Branch->getSuccessor(I), {&Condition, I == 0, Branch}});
    addParts(*Block, Condition);
  }
}

/// The conditional branch that decides whether control comes to a block, if there is one right
/// above it in the dominator tree.
static const BranchInst *getDecision(const DomTreeNode &Node, const DominatorTree &Dominators) {
  if (!Node.getIDom())
    return nullptr;
  const BasicBlock *From = Node.getIDom()->getBlock();
  auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
  if (!Branch || !Branch->isConditional() || !is_contained(successors(From), Node.getBlock()))
    return nullptr;
  BasicBlockEdge Edge(From, Node.getBlock());
  return Dominators.dominates(Edge, Node.getBlock()) ? Branch : nullptr;
}

/// Finds the decisions for each block. Most blocks have few, however deep they are in the
/// dominator tree.
void FunctionPaths::linkFacts() {
  for (const DomTreeNode *Node : depth_first(Dominators.getRootNode())) {
    const DomTreeNode *Above = Node->getIDom();
    bool IsDecided = getDecision(*Node, Dominators) != nullptr;
    Decided[Node->getBlock()] = IsDecided ? Node
                                : Above   ? Decided.lookup(Above->getBlock())
                                          : nullptr;
  }
}

/// The parts of a condition, each alone.
void FunctionPaths::addParts(const BasicBlock &Block, const Value &Condition) {
  const Value *A, *B;
  if (!match(&Condition, m_LogicalAnd(m_Value(A), m_Value(B))) &&
      !match(&Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return;
  for (const Value *Part : {A, B}) {
    for (bool IsTrue : {true, false})
      if (!isa<Constant>(Part))
        Edges.push_back({&Block, nullptr, {Part, IsTrue, Block.getTerminator()}});
    addParts(Block, *Part);
  }
}

bool FunctionPaths::computeStable(const Value &V, unsigned Depth) const {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !isInLoop(*I))
    return true;
  return Depth <= MaxDepth && isPure(*I) &&
         all_of(I->operands(), [&](const Use &U) { return computeStable(*U, Depth + 1); });
}

bool FunctionPaths::isStable(const Value &Condition) const {
  auto [It, IsNew] = Stable.try_emplace(&Condition, false);
  if (IsNew)
    It->second = computeStable(Condition, 0);
  return It->second;
}

void FunctionPaths::addFact(ControlFacts &Facts, const Value &Known, bool IsTrue,
                            const Instruction &Branch) const {
  const Value &Condition = getPlainCondition(Known);
  const Value *A, *B;
  if (match(&Condition, m_Not(m_Value(A))))
    return addFact(Facts, *A, !IsTrue, Branch);
  if (IsTrue ? match(&Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
             : match(&Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    addFact(Facts, *A, IsTrue, Branch);
    addFact(Facts, *B, IsTrue, Branch);
    return;
  }
  Facts.push_back({&Condition, IsTrue, &Branch});
}

ControlFacts FunctionPaths::getFacts(const BasicBlock &Block, bool OnlyStable) const {
  ControlFacts Facts;
  for (const DomTreeNode *Node = Decided.lookup(&Block); Node;
       Node = Decided.lookup(Node->getIDom()->getBlock())) {
    auto *Branch = cast<BranchInst>(Node->getIDom()->getBlock()->getTerminator());
    if (!OnlyStable || isStable(*Branch->getCondition()))
      addFact(Facts, *Branch->getCondition(), Branch->getSuccessor(0) == Node->getBlock(), *Branch);
  }
  return Facts;
}

ControlFacts FunctionPaths::getFacts(const BranchEdge &Edge) const {
  ControlFacts Facts = getFacts(*Edge.From);
  addFact(Facts, *Edge.Fact.Condition, Edge.Fact.IsTrue, *Edge.Fact.Branch);
  return Facts;
}

SmallVector<const BasicBlock *, 2> FunctionPaths::getWays(const Instruction &Terminator,
                                                          const ControlFacts &Facts) const {
  auto *Branch = dyn_cast<BranchInst>(&Terminator);
  if (Branch && Branch->isConditional() && isStable(*Branch->getCondition()))
    if (std::optional<bool> IsTrue = decide(Facts, *Branch->getCondition()))
      return {Branch->getSuccessor(*IsTrue ? 0 : 1)};
  return SmallVector<const BasicBlock *, 2>(successors(&Terminator));
}

bool FunctionPaths::walk(const Instruction *Start, const ControlFacts &Facts,
                         function_ref<WalkStep(const Instruction &)> Step) const {
  SmallPtrSet<const BasicBlock *, 32> Seen;
  SmallVector<const Instruction *, 16> Worklist;
  auto Enter = [&](const BasicBlock *Block) {
    VisitsLeft -= VisitsLeft != 0;
    if (Seen.insert(Block).second)
      Worklist.push_back(&Block->front());
  };
  if (!Start)
    Enter(&F.getEntryBlock());
  else if (!Start->isTerminator())
    Worklist.push_back(Start->getNextNode());
  else
    for (const BasicBlock *Next : getWays(*Start, Facts))
      Enter(Next);
  while (!Worklist.empty()) {
    const Instruction *I = Worklist.pop_back_val();
    WalkStep Next = WalkStep::GoOn;
    for (; I; I = I->getNextNode())
      if ((Next = Step(*I)) != WalkStep::GoOn || I->isTerminator())
        break;
    if (Next == WalkStep::Found)
      return true;
    if (Next == WalkStep::GoOn)
      for (const BasicBlock *Block : getWays(*I, Facts))
        Enter(Block);
  }
  return false;
}

bool FunctionPaths::reaches(const Instruction *Start, const Instruction &Target,
                            const ControlFacts &Facts, const Instruction *Avoided) const {
  return walk(Start, Facts, [&](const Instruction &I) {
    return &I == &Target ? WalkStep::Found : &I == Avoided ? WalkStep::TurnBack : WalkStep::GoOn;
  });
}

bool FunctionPaths::isInevitable(const Instruction *Start, const Instruction &Target,
                                 const ControlFacts &Facts) const {
  bool CanReturn = walk(Start, Facts, [&](const Instruction &I) {
    return &I == &Target        ? WalkStep::TurnBack
           : isa<ReturnInst>(I) ? WalkStep::Found
                                : WalkStep::GoOn;
  });
  return !CanReturn && reaches(Start, Target, Facts);
}

bool FunctionPaths::isAlwaysBefore(const Instruction &Earlier, const Instruction &Later) const {
  return &Earlier != &Later && !reaches(nullptr, Later, getFacts(*Later.getParent()), &Earlier);
}

bool FunctionPaths::isAlwaysAfter(const Instruction &Later, const Instruction &Earlier) const {
  return &Earlier != &Later && isInevitable(&Earlier, Later, getFacts(*Earlier.getParent()));
}

/// For each block the edges that it depends on: those from which all paths lead to it, while not
/// all from the branch do. In the order of the branches.
void FunctionPaths::findControlEdges() const {
  ControlEdges.emplace();
  for (const BasicBlock &From : F) {
    if (succ_size(&From) < 2)
      continue;
    for (const BasicBlock *To : successors(&From))
      for (const DomTreeNode *Node = PostDominators.getNode(To); Node && Node->getBlock();
           Node = Node->getIDom()) {
        if (PostDominators.properlyDominates(Node->getBlock(), &From))
          break;
        // The location where a loop continues does not decide whether it is entered.
        if (!Dominators.dominates(Node->getBlock(), &From))
          (*ControlEdges)[Node->getBlock()].push_back({&From, To});
      }
  }
}

std::optional<ControlFacts> FunctionPaths::getControls(const BasicBlock &Block) const {
  if (!ControlEdges)
    findControlEdges();
  ControlFacts Controls;
  SmallSetVector<const BasicBlock *, 8> Worklist;
  Worklist.insert(&Block);
  for (unsigned I = 0; I < Worklist.size(); ++I)
    if (!addControls(*Worklist[I], Controls, Worklist))
      return std::nullopt;
  return Controls;
}

bool FunctionPaths::addControls(const BasicBlock &Block, ControlFacts &Controls,
                                SmallSetVector<const BasicBlock *, 8> &Worklist) const {
  auto It = ControlEdges->find(&Block);
  if (It == ControlEdges->end())
    return true;
  for (auto [From, To] : It->second) {
    auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
    if (!Branch || !Dominators.dominates(BasicBlockEdge(From, To), &Block))
      return false;
    addFact(Controls, *Branch->getCondition(), To == Branch->getSuccessor(0), *Branch);
    Worklist.insert(From);
  }
  return true;
}

bool FunctionPaths::isLeftOpen(const Instruction &I, const ControlFacts &Facts) const {
  std::optional<ControlFacts> Controls = getControls(*I.getParent());
  return Controls && all_of(*Controls, [&](const ControlFact &Control) {
           return decide(Facts, *Control.Condition).value_or(Control.IsTrue) == Control.IsTrue;
         });
}

bool FunctionPaths::mayDependOnThread(const Value &V) const {
  if (!DependsOnThread)
    DependsOnThread = findThreadDependentValues(F, Loops);
  return DependsOnThread->contains(&V);
}
