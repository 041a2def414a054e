//===- WGMMAOrdering.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which values pass which waits, which are live until a wait, and which a fence holds.
//
//===----------------------------------------------------------------------===//

#include "IR/Ordering/WGMMAOrdering.h"
#include "IR/Intrinsics/RegisterParts.h"
#include "IR/Intrinsics/WGMMAInstructions.h"
#include "IR/LoweredIntrinsics/WGMMAWaitWithValues.h"
#include "IR/Ordering/ValueOrdering.h"
#include "IR/Ordering/WGMMAFragments.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class Ordering {
public:
  Ordering(Function &F, DominatorTree &DT) : F(F), DT(DT), Values(F, DT) {}

  /// In register form, through waits and fences.
  bool run();

  /// Vectors, through waits.
  bool runOnVectors();

private:
  void collect();
  void collectAccumulators();
  void removeNames();
  using HoldPoints = MapVector<Instruction *, SmallSetVector<Use *, 8>>;
  bool isHeldAt(Value *V, Instruction &Fence);
  void findHolds(CallBase &Issue, HoldPoints &Wanted);
  void holdInputs();
  Instruction *findFence(Instruction &Issue);

  Function &F;
  DominatorTree &DT;
  ValueOrdering Values;
  SmallVector<CallBase *> Issues;
  SmallVector<Instruction *> Waits;
  DenseMap<BasicBlock *, SmallVector<Instruction *, 1>> FencesOf;
  DenseMap<BasicBlock *, Instruction *> LastFences; ///< at the ends of blocks
  SmallSetVector<Instruction *, 0> Accumulators;    ///< what issues make, and what has its value
};

} // namespace

void Ordering::collect() {
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB) {
      if (isWGMMAIssue(I))
        Issues.push_back(cast<CallBase>(&I));
      if (isWGMMAWait(I))
        Waits.push_back(&I);
      if (isWGMMAFence(I)) {
        FencesOf[BB].push_back(&I);
        LastFences[BB] = &I;
      }
    }
}

/// Returns the assembly of a statement without text; null for anything else.
static const InlineAsm *getEmptyAsm(const User &U) {
  const auto *Call = dyn_cast<CallInst>(&U);
  const auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Asm && Asm->getAsmString().empty() ? Asm : nullptr;
}

/// Returns true for an empty statement that names one register, as CUTLASS has them around wgmma.
static bool namesRegister(const Instruction &I) {
  const InlineAsm *Asm = getEmptyAsm(I);
  return Asm && cast<CallInst>(I).arg_size() == 1 && I.getOperand(0)->getType() == I.getType();
}

/// Returns true for an empty statement past which no memory may be accessed.
static bool isBarrier(const Instruction &I) {
  const InlineAsm *Asm = getEmptyAsm(I);
  return Asm && StringRef(Asm->getConstraintString()).contains("~{memory}");
}

/// The registers that issues write, and those that they flow into while they may be in flight.
void Ordering::collectAccumulators() {
  auto InsertElements = [this](const User &Results) {
    for (const User *Element : Results.users())
      if (isa<ExtractValueInst>(Element) && isRegisterType(Element->getType()))
        Accumulators.insert(cast<Instruction>(const_cast<User *>(Element)));
  };
  for (CallBase *Issue : Issues) {
    if (isWGMMACall(*Issue) || isRegisterType(Issue->getType()))
      Accumulators.insert(Issue);
    InsertElements(*Issue);
  }
  for (size_t I = 0; I < Accumulators.size(); ++I)
    for (User *U : Accumulators[I]->users()) {
      auto &Instr = *cast<Instruction>(U);
      const bool IsSame = Instr.getType() == Accumulators[I]->getType();
      if (IsSame && (isa<PHINode, SelectInst>(Instr) || namesRegister(Instr)))
        Accumulators.insert(&Instr);
      else if (getEmptyAsm(Instr))
        InsertElements(Instr);
    }
}

/// Removes statements that name an accumulator, which the holds make superfluous. The last one of
/// several in a row stays if memory is not to be accessed past it, without the register.
void Ordering::removeNames() {
  auto IsName = [](const Instruction *I) { return namesRegister(*I); };
  SmallVector<Instruction *, 0> Names(make_filter_range(Accumulators, IsName));
  Accumulators.remove_if(IsName);
  for (Instruction *Name : Names) {
    if (isBarrier(*Name) && !isBarrier(*Name->getNextNode())) {
      auto *Type = FunctionType::get(Type::getVoidTy(F.getContext()), /*isVarArg=*/false);
      IRBuilder<>(Name).CreateCall(InlineAsm::get(Type, "", "~{memory}", /*hasSideEffects=*/true));
    }
    Name->replaceAllUsesWith(Name->getOperand(0));
    Name->eraseFromParent();
  }
}

/// The last fence that is always executed before an issue. What was found for blocks on the
/// way is kept: each is asked for once.
Instruction *Ordering::findFence(Instruction &Issue) {
  BasicBlock *BB = Issue.getParent();
  ArrayRef<Instruction *> Here = FencesOf[BB];
  auto IsBefore = [&](const Instruction *Fence) { return Fence->comesBefore(&Issue); };
  if (size_t Before = partition_point(Here, IsBefore) - Here.begin())
    return Here[Before - 1];
  SmallVector<BasicBlock *> Way;
  Instruction *Found = nullptr;
  for (DomTreeNode *Node = DT.getNode(BB); Node && (Node = Node->getIDom());) {
    if (auto It = LastFences.find(Node->getBlock()); It != LastFences.end()) {
      Found = It->second;
      break;
    }
    Way.push_back(Node->getBlock());
  }
  for (BasicBlock *Passed : Way)
    LastFences[Passed] = Found;
  return Found;
}

/// Returns true if a value is there at a fence, so that it can be held.
bool Ordering::isHeldAt(Value *V, Instruction &Fence) {
  auto *Def = dyn_cast<Instruction>(V);
  return Def ? DT.dominates(Def, &Fence) : !isa<UndefValue>(V);
}

/// Finds where the operands of an issue are held: before the last fence, and, for the values that
/// phis behind the fence take, before the last fence on their way. A statement may read the same
/// value by other instructions than wgmma, behind a fence that is yet to be inserted: values that
/// others than wgmma make without a fence are held before the statement.
void Ordering::findHolds(CallBase &Issue, HoldPoints &Wanted) {
  WGMMAInputs Inputs(Issue);
  SmallVector<std::pair<Use *, Instruction *>, 0> Worklist;
  SmallPtrSet<PHINode *, 8> Seen;
  for (Use *U : concat<Use *>(Inputs.Accumulators, Inputs.Fragments))
    Worklist.push_back({U, &Issue});
  for (size_t I = 0; I < Worklist.size(); ++I) {
    auto [U, Location] = Worklist[I];
    Instruction *Fence = findFence(*Location);
    if (Fence && isHeldAt(*U, *Fence)) {
      Wanted[Fence].insert(U);
    } else if (auto *Phi = dyn_cast<PHINode>(*U); Phi && Fence) {
      if (Seen.insert(Phi).second)
        for (Use &Incoming : Phi->incoming_values())
          Worklist.push_back({&Incoming, Phi->getIncomingBlock(Incoming)->getTerminator()});
    } else if (Location == &Issue && Issue.isInlineAsm() && !isa<UndefValue>(*U) &&
               !is_contained(Accumulators, *U)) {
      Wanted[&Issue].insert(U);
    }
  }
}

/// Holds what wgmma read where the fences are that order it: an accumulator for each location where
/// it is wanted, since each is a register of its own, and copies of it must not be behind.
void Ordering::holdInputs() {
  HoldPoints Wanted;
  for (CallBase *Issue : Issues)
    findHolds(*Issue, Wanted);
  for (auto &[Fence, Uses] : Wanted) {
    IRBuilder<> Builder(Fence);
    SmallVector<Value *, 0> Values;
    for (Use *U : Uses)
      Values.push_back(U->get());
    for (auto [U, H] : zip_equal(Uses, createHolds(Builder, Values)))
      U->set(H);
  }
}

bool Ordering::run() {
  collect();
  if (Issues.empty())
    return false;
  collectAccumulators();
  removeNames();
  holdInputs();
  keepWGMMAFragments(F, DT);
  auto Hold = [](IRBuilder<> &Builder, Instruction &, ArrayRef<Value *> Held) {
    return createHolds(Builder, Held);
  };
  Values.thread(Values.findPoints(Accumulators.getArrayRef(), Waits), Hold);
  return true;
}

bool Ordering::runOnVectors() {
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB) {
      if (isa<CallInst>(I) && isWGMMACall(I))
        Issues.push_back(cast<CallBase>(&I));
      if (isa<CallInst>(I) && isWGMMAWait(I) && !cast<CallInst>(I).isInlineAsm())
        Waits.push_back(&I);
    }
  if (Issues.empty() || Waits.empty())
    return false;
  collectAccumulators();
  SmallPtrSet<Instruction *, 8> Replaced;
  auto Pass = [&Replaced](IRBuilder<> &Builder, Instruction &Wait, ArrayRef<Value *> Passing) {
    SmallVector<Value *, 0> Passed =
        createWGMMAWaitWithValues(Builder, cast<CallInst>(Wait).getArgOperand(0), Passing);
    if (Passed.empty())
      return SmallVector<Value *, 0>(Passing);
    Replaced.insert(&Wait);
    return Passed;
  };
  Values.thread(Values.findPoints(Accumulators.getArrayRef(), Waits), Pass);
  for (Instruction *Wait : Replaced)
    Wait->eraseFromParent();
  return !Replaced.empty();
}

bool tensorcore::orderWGMMA(Function &F) {
  DominatorTree DT(F);
  return Ordering(F, DT).run();
}

PreservedAnalyses WGMMAOrderingPass::run(Function &F, FunctionAnalysisManager &) {
  if (none_of(instructions(F), isWGMMACall))
    return PreservedAnalyses::all();
  DominatorTree DT(F);
  if (!Ordering(F, DT).runOnVectors())
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
