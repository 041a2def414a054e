//===- Flow.cpp -----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts first, one for each load that may arrive in each phi; then the fixed point.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Flow.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "Model/Instructions/MMACatalogue.h"
#include "PTX/Reader.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::optional<mma::Access> getAccess(const Instruction &I) {
  if (isa<InvokeInst>(I)) // which nobody writes, and lowering makes a call
    return std::nullopt;
  if (const MMAVariant *Variant = getTCGen05(I))
    return Variant->Family != MMAFamily_TCGen05Access ? std::nullopt
                                                      : std::optional(Variant->get<mma::Access>());
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  std::optional<MMAOpcode> Opcode = Callee ? getRegisterFormOpcode(*Callee) : std::nullopt;
  if (!Opcode || getMMAOpcodeInfo(*Opcode).Family != MMAFamily_TCGen05Access)
    return std::nullopt;
  return getMMAOpcodeInfo(*Opcode).DCount ? mma::Access::Ld : mma::Access::St;
}

bool tensorcore::isTensorMemoryLoad(const Instruction &I) {
  const std::optional<mma::Access> Access = getAccess(I);
  return Access && *Access != mma::Access::St;
}
bool tensorcore::isTensorMemoryStore(const Instruction &I) {
  return getAccess(I) == mma::Access::St;
}

bool tensorcore::isTensorMemoryWait(const Instruction &I, TensorMemoryWait Kind) {
  auto *Call = dyn_cast<CallBase>(&I);
  const bool IsOfLoads = Kind == TensorMemoryWait::Load;
  if (auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr)
    return ptx::hasInstruction(Asm->getAsmString(),
                               IsOfLoads ? "tcgen05.wait::ld" : "tcgen05.wait::st");
  const MMAVariant *Variant = getTCGen05(I);
  return Variant && Variant->Family == MMAFamily_TCGen05 &&
         Variant->get<mma::Management>() ==
             (IsOfLoads ? mma::Management::WaitLd : mma::Management::WaitSt);
}

bool tensorcore::isPassedOn(const Use &U) {
  const User *To = U.getUser();
  if (isa<SelectInst>(To))
    return U.getOperandNo() != 0;
  if (isa<InsertElementInst, ShuffleVectorInst>(To))
    return U.getOperandNo() < 2;
  if (isa<ExtractElementInst>(To))
    return U.getOperandNo() == 0;
  return isa<ExtractValueInst, InsertValueInst, BitCastInst, FreezeInst, PHINode>(To);
}

bool tensorcore::isUnknownCall(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm() || isa<IntrinsicInst>(I))
    return false;
  const Function *Callee = getCallee(*Call);
  return !Callee || !Callee->getName().starts_with("llvm.");
}

TensorMemoryFlow::TensorMemoryFlow(Function &F, bool TrustCallees) {
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    Order.push_back(BB);
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      for (TensorMemoryWait Kind : {TensorMemoryWait::Load, TensorMemoryWait::Store})
        if (isTensorMemoryWait(I, Kind) || (TrustCallees && isUnknownCall(I)))
          Waits.insert({&I, Kind});
      if (isTensorMemoryLoad(I)) {
        followLoad(I);
        addCells(I, getReadCells(I));
      } else if (isTensorMemoryStore(I)) {
        addCells(I, getWrittenCells(I));
      }
    }
  followAll();
}

unsigned TensorMemoryFlow::addFact(Instruction *Root, Instruction &Access,
                                   const TensorMemoryCells &Cells) {
  Facts.push_back({Root, &Access, Cells,
                   isTensorMemoryLoad(Access) ? TensorMemoryWait::Load : TensorMemoryWait::Store});
  return Facts.size() - 1;
}

/// The facts of a load, and of the phis that it flows into.
void TensorMemoryFlow::followLoad(Instruction &Load) {
  unsigned Fact = addFact(&Load, Load);
  Loaded[&Load] = ByLoad[&Load] = {Fact};
  SmallSetVector<Instruction *, 16> Reached;
  Reached.insert(&Load);
  for (size_t I = 0; I < Reached.size(); ++I)
    for (const Use &U : Reached[I]->uses())
      if (isPassedOn(U))
        Reached.insert(cast<Instruction>(U.getUser()));
  for (Instruction *I : Reached)
    if (isa<PHINode>(I))
      Loaded[I].push_back(addFact(I, Load));
}

/// The facts of what passes on loads and phis.
void TensorMemoryFlow::followAll() {
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      if (isa<PHINode>(I) || ByLoad.contains(&I))
        continue;
      SmallSetVector<unsigned, 4> Union;
      for (const Use &U : I.operands())
        if (isPassedOn(U))
          if (auto It = Loaded.find(U.get()); It != Loaded.end())
            Union.insert(It->second.begin(), It->second.end());
      if (!Union.empty())
        Loaded[&I].assign(Union.begin(), Union.end());
    }
}

void TensorMemoryFlow::addCells(Instruction &Access, ArrayRef<TensorMemoryCells> Cells) {
  for (const TensorMemoryCells &C : Cells) {
    unsigned Fact = addFact(nullptr, Access, C);
    ByAccess[&Access].push_back(Fact);
    if (C.Base)
      ByBase[C.Base].push_back(Fact);
  }
}

bool TensorMemoryFlow::addWait(Instruction &Before, TensorMemoryWait Kind) {
  Current[Kind].clear();
  return Added.insert({&Before, Kind}).second;
}

void TensorMemoryFlow::FactSet::operator|=(const FactSet &Other) {
  EndedBy[0] |= Other.EndedBy[0];
  EndedBy[1] |= Other.EndedBy[1];
}

bool TensorMemoryFlow::holds(unsigned Fact, const FactSet &State) const {
  return State[Facts[Fact].EndedBy].test(Fact);
}

/// The waits of a set that are of an instruction.
void TensorMemoryFlow::wait(const WaitSet &Waits, Instruction &I, FactSet &State) const {
  for (TensorMemoryWait Kind : {TensorMemoryWait::Load, TensorMemoryWait::Store})
    if (Waits.contains({&I, Kind}))
      State[Kind].clear();
}

void TensorMemoryFlow::set(const FactMap &Map, const Value &V, FactSet &State, bool To) const {
  auto It = Map.find(&V);
  if (It == Map.end())
    return;
  for (unsigned Fact : It->second) {
    SparseBitVector<> &Kind = State[Facts[Fact].EndedBy];
    if (To)
      Kind.set(Fact);
    else
      Kind.reset(Fact);
  }
}

/// Applies an instruction other than a phi to the state.
void TensorMemoryFlow::apply(Instruction &I, FactSet &State) const {
  wait(Waits, I, State);
  set(ByBase, I, State, false); // from now on it is another address
  set(ByAccess, I, State, true);
  set(ByLoad, I, State, true);
}

/// The phis of a block get what one of its predecessors has for them.
void TensorMemoryFlow::passPHIs(BasicBlock &BB, BasicBlock &From, FactSet &State) const {
  FactSet Before = State;
  for (PHINode &Phi : BB.phis()) {
    set(ByBase, Phi, State, false);
    auto It = Loaded.find(&Phi);
    if (It == Loaded.end())
      continue;
    auto Incoming = Loaded.find(Phi.getIncomingValueForBlock(&From));
    for (unsigned Fact : It->second) {
      SparseBitVector<> &Kind = State[Facts[Fact].EndedBy];
      Kind.reset(Fact);
      if (Incoming != Loaded.end() && any_of(Incoming->second, [&](unsigned Other) {
            return holds(Other, Before) && Facts[Other].Access == Facts[Fact].Access;
          }))
        Kind.set(Fact);
    }
  }
}

TensorMemoryFlow::FactSet TensorMemoryFlow::getEntryState(BasicBlock &BB) const {
  FactSet State;
  for (BasicBlock *From : predecessors(&BB))
    if (auto It = Out.find(From); It != Out.end()) {
      FactSet Arriving = It->second;
      passPHIs(BB, *From, Arriving);
      State |= Arriving;
    }
  return State;
}

void TensorMemoryFlow::solve() {
  Out.clear();
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Order) {
      FactSet State = getEntryState(*BB);
      for (Instruction &I : *BB) {
        wait(Added, I, State);
        apply(I, State);
      }
      auto [It, IsNew] = Out.try_emplace(BB, State);
      Changed |= IsNew || It->second != State;
      It->second = State;
    }
  }
}

void TensorMemoryFlow::visit(function_ref<bool(Instruction &)> Visit) {
  solve();
  bool GoesOn = true;
  for (BasicBlock *BB : Order) {
    if (!GoesOn)
      return;
    Current = getEntryState(*BB);
    for (Instruction &I : *BB) {
      wait(Added, I, Current);
      GoesOn &= Visit(I);
      apply(I, Current);
    }
  }
}

SmallVector<Instruction *, 2> TensorMemoryFlow::getLoadsInFlight(const Value &V) const {
  SmallVector<Instruction *, 2> Loads;
  if (auto It = Loaded.find(&V); It != Loaded.end())
    for (unsigned Fact : It->second)
      if (holds(Fact, Current))
        Loads.push_back(Facts[Fact].Access);
  return Loads;
}

Instruction *TensorMemoryFlow::findAccess(const TensorMemoryCells &Cells,
                                          TensorMemoryWait Kind) const {
  for (unsigned N : Current[Kind]) {
    const Fact &F = Facts[N];
    if (!F.Root && F.Cells.certainlyOverlap(Cells))
      return F.Access;
  }
  return nullptr;
}

SmallVector<Instruction *, 0> TensorMemoryFlow::getLoadedValues() const {
  SmallVector<Instruction *, 0> Values;
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB)
      if (Loaded.contains(&I))
        Values.push_back(&I);
  return Values;
}
