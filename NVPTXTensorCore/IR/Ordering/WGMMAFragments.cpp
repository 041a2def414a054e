//===- WGMMAFragments.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function as an abstract program in which the fragments of each wgmma are one register:
// Model knows what is in flight where.
//
//===----------------------------------------------------------------------===//

#include "IR/Ordering/WGMMAFragments.h"
#include "Hazards/WGMMAHazards.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/WGMMAInstructions.h"
#include "IR/Ordering/ValueOrdering.h"
#include "Model/Instructions/WGMMAAssembly.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// A wait that waits for nothing that is known.
static constexpr unsigned AllGroups = ~0u;

namespace {

class FragmentProgram {
public:
  explicit FragmentProgram(Function &F);

  /// The issues that may be in flight at waits, and dominate them.
  MapVector<Instruction *, SmallVector<CallBase *>> findPending(const DominatorTree &DT) const;

private:
  void add(Instruction &I);
  void addStatement(CallBase &Statement);
  void addEvent(Instruction &I, WGMMAEvent Event);
  void addIssue(CallBase &Issue);

  WGMMAProgram Program;
  std::vector<std::vector<Instruction *>> Instructions; ///< of the events
  SmallVector<CallBase *> Issues;                       ///< by register
};

} // namespace

void FragmentProgram::addEvent(Instruction &I, WGMMAEvent Event) {
  Program.Blocks.back().Events.push_back(std::move(Event));
  Instructions.back().push_back(&I);
}

void FragmentProgram::addIssue(CallBase &Issue) {
  addEvent(Issue, WGMMAEvent::issue(/*Shape=*/0, {}, {WGMMARegister(Issues.size())}));
  Issues.push_back(&Issue);
}

static unsigned getGroups(const Value *Count) {
  auto *Constant = dyn_cast_or_null<ConstantInt>(Count);
  return Constant ? Constant->getLimitedValue(AllGroups) : AllGroups;
}

static unsigned getGroups(const CallBase &Statement, const WGMMAAsmCount &Count) {
  return Count.IsIndex ? getGroups(getAssemblyArgument(Statement, Count.Value)) : Count.Value;
}

/// Adds what the text does. What orders under a predicate may not happen, and what is not
/// understood may be an issue or a wait.
void FragmentProgram::addStatement(CallBase &Statement) {
  using Kind = WGMMAAsmEvent::Kind;
  StringRef Text = cast<InlineAsm>(Statement.getCalledOperand())->getAsmString();
  Expected<std::vector<WGMMAAsmEvent>> Events = parseWGMMAAssembly(Text);
  if (!Events) {
    consumeError(Events.takeError());
    if (isWGMMAIssue(Statement))
      addIssue(Statement);
    if (isWGMMAWait(Statement))
      addEvent(Statement, WGMMAEvent::wait(AllGroups));
    return;
  }
  for (const WGMMAAsmEvent &Event : *Events) {
    if (Event.Is == Kind::MMAAsync)
      addIssue(Statement);
    else if (Event.Is == Kind::CommitGroup && !Event.IsGuarded)
      addEvent(Statement, WGMMAEvent::commit());
    else if (Event.Is == Kind::WaitGroup)
      addEvent(Statement, WGMMAEvent::wait(
                              Event.IsGuarded ? AllGroups : getGroups(Statement, Event.WaitCount)));
  }
}

void FragmentProgram::add(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I); // nothing can be put behind an asm goto
  if (!Call)
    return;
  if (Call->isInlineAsm())
    addStatement(*Call);
  else if (isWGMMAIssue(I))
    addIssue(*Call);
  else if (isWGMMACommit(I))
    addEvent(I, WGMMAEvent::commit());
  else if (isWGMMAWait(I))
    addEvent(I, WGMMAEvent::wait(getGroups(Call->getArgOperand(0))));
}

FragmentProgram::FragmentProgram(Function &F) {
  DenseMap<const BasicBlock *, unsigned> Numbers;
  for (BasicBlock &BB : F)
    Numbers.try_emplace(&BB, Numbers.size());
  for (BasicBlock &BB : F) {
    WGMMABlock &Block = Program.Blocks.emplace_back();
    Instructions.emplace_back();
    for (const BasicBlock *Successor : successors(&BB))
      Block.Successors.push_back(Numbers.lookup(Successor));
    for (Instruction &I : BB)
      add(I);
  }
}

MapVector<Instruction *, SmallVector<CallBase *>>
FragmentProgram::findPending(const DominatorTree &DT) const {
  MapVector<Instruction *, SmallVector<CallBase *>> Pending;
  for (const WGMMAPendingFragments &Fragments : findPendingFragments(Program)) {
    Instruction *Wait = Instructions[Fragments.Wait.Block][Fragments.Wait.Index];
    for (WGMMARegister Register : Fragments.Registers)
      if (DT.dominates(Issues[Register], Wait))
        Pending[Wait].push_back(Issues[Register]);
  }
  return Pending;
}

void tensorcore::keepWGMMAFragments(Function &F, const DominatorTree &DT) {
  for (const auto &[Wait, Issues] : FragmentProgram(F).findPending(DT)) {
    SmallSetVector<Value *, 8> Fragments;
    for (CallBase *Issue : Issues)
      for (Use *U : WGMMAInputs(*Issue).Fragments)
        if (!isa<Constant>(U->get()))
          Fragments.insert(U->get());
    IRBuilder<> Builder(Wait->getNextNode());
    Builder.SetCurrentDebugLocation(Wait->getDebugLoc());
    createHolds(Builder, Fragments.getArrayRef());
  }
}
