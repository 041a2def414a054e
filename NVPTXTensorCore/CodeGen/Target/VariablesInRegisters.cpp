//===- VariablesInRegisters.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register has no index: an array that a loop indexes with its counter becomes registers when
// each trip has its own code. It has no address either: a variable that a function is handed
// becomes registers when the function is inlined.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/KeptLoops.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Loops of attention and of GEMMs with small tiles need this much. LLVM's own threshold is 300.
static constexpr unsigned UnrollThreshold = 5000;

/// A loop that has more instructions when it is unrolled as a whole, as `#pragma unroll` says,
/// stays a loop: it would not fit into the cache of instructions.
static constexpr unsigned MaxWholeSize = 8192;

/// The most instructions that one trip of such a loop has then.
static constexpr unsigned MaxPartialSize = 2048;

/// The size of several trips of a loop without matrix instructions whose number of trips is known.
/// LLVM's is 75. ptxas unrolls what is left, by more, and computes each address.
static constexpr unsigned MaxKnownSize = 150;

/// AMDGPU adds as much. Both targets multiply the threshold by 11.
static constexpr unsigned InliningBonus = 4000;

/// A function that is called once makes the code no longer, and is inlined up to some 50,000 of
/// LLVM's instructions.
static constexpr unsigned OnlyCallBonus = 250'000;

/// Returns true if a value is computed of what the loop counts with.
static bool dependsOnCounter(const Value *V, const Loop &L,
                             SmallPtrSetImpl<const Value *> &Visited) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || !Visited.insert(I).second || isa<LoadInst, CallBase>(I))
    return false;
  if (isa<PHINode>(I))
    return I->getParent() == L.getHeader();
  return any_of(I->operands(), [&](const Use &U) { return dependsOnCounter(U, L, Visited); });
}

/// Returns true if unrolled loops know a value: it is computed of constants and counters alone.
static bool isKnownWhenUnrolled(const Value *V, SmallPtrSetImpl<const Value *> &Visited) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return isa<Constant>(V);
  if (!Visited.insert(I).second)
    return true;
  return isa<PHINode, BinaryOperator, CastInst, SelectInst, CmpInst>(I) &&
         all_of(I->operands(), [&](const Use &U) { return isKnownWhenUnrolled(U, Visited); });
}

/// Returns true if an array can be registers: each of its elements is chosen by constants and
/// counters. Others stay in local memory, however much is unrolled.
static bool canBeRegisters(const AllocaInst &Array) {
  SmallVector<const Instruction *, 8> Pointers = {&Array};
  SmallPtrSet<const Value *, 16> Visited;
  while (!Pointers.empty())
    for (const User *U : Pointers.pop_back_val()->users()) {
      auto *Address = dyn_cast<GetElementPtrInst>(U);
      if (!Address)
        continue;
      if (!all_of(Address->indices(),
                  [&](const Use &Index) { return isKnownWhenUnrolled(Index, Visited); }))
        return false;
      Pointers.push_back(Address);
    }
  return true;
}

/// Returns the array of which an address is an element that the loop's counter chooses, or null.
static const AllocaInst *getArray(const Instruction &I, const Loop &L) {
  auto *Address = dyn_cast<GetElementPtrInst>(&I);
  auto *Array =
      Address ? dyn_cast<AllocaInst>(getUnderlyingObject(Address->getPointerOperand())) : nullptr;
  SmallPtrSet<const Value *, 8> Visited;
  const bool IsElement =
      Array && Array->isStaticAlloca() &&
      any_of(Address->indices(), [&](const Use &U) { return dependsOnCounter(U, L, Visited); });
  return IsElement ? Array : nullptr;
}

/// Returns true if a trip of a loop loads an element once, and does nothing else with it.
static bool isLoadedOnce(const Instruction &Element, const Loop &L) {
  return all_of(Element.users(), [&](const User *U) {
    return isa<LoadInst>(U) &&
           none_of(L, [&](const Loop *Inner) { return Inner->contains(cast<Instruction>(U)); });
  });
}

/// Returns true if a loop has to be unrolled as a whole so that an array can be registers. A single
/// load a trip is no reason if the code would be long.
static bool indexesRegisters(const Loop &L, bool IsLong) {
  SmallPtrSet<const AllocaInst *, 4> Arrays;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if (const AllocaInst *Array = getArray(I, L); Array && !(IsLong && isLoadedOnce(I, L)) &&
                                                    Arrays.insert(Array).second &&
                                                    canBeRegisters(*Array))
        return true;
  return false;
}

static bool usesMatrices(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, [](const Instruction &I) { return isMatrixInstruction(I); });
  });
}

/// Returns about how many instructions a trip has when arrays are registers.
static unsigned getTripSize(const Loop &L) {
  unsigned Size = 0;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      Size += !isa<PHINode, ExtractValueInst, InsertValueInst, GetElementPtrInst>(I) &&
              !I.isDebugOrPseudoInst() &&
              !(Pointer && isa<AllocaInst>(getUnderlyingObject(Pointer)));
    }
  return Size;
}

void tensorcore::adaptUnrolling(const Loop &L, ScalarEvolution &SE,
                                TargetTransformInfo::UnrollingPreferences &UP) {
  if (!optimizesOrdinaryCode() && !hasMatrixInstruction(*L.getHeader()->getParent()))
    return;
  const unsigned Trips = SE.getSmallConstantTripCount(&L), Size = getTripSize(L);
  const bool IsKnown = Trips > 1 && !usesMatrices(L);
  // Each trip would have some of the inner loop's.
  const bool IsLong =
      IsKnown && any_of(L, [&](const Loop *Inner) { return SE.getSmallConstantTripCount(Inner); });
  if (indexesRegisters(L, IsLong)) {
    UP.Threshold = UnrollThreshold;
    UP.UpperBound = true;
    UP.Runtime = false; // two trips in one still have an index
    return;
  }
  UP.DefaultUnrollRuntimeCount = RuntimeCount;
  // With a remainder, a loop of several blocks has three copies for two trips.
  if (!Trips && L.getNumBlocks() > 1 && RuntimeCount * Size > UP.PartialThreshold)
    UP.Runtime = false;
  if (!Trips && L.getNumBlocks() == 1 && RuntimeCount * Size <= MaxKnownSize && !usesMatrices(L))
    UP.PartialThreshold = MaxKnownSize;
  if (IsKnown)
    UP.PartialThreshold = MaxKnownSize;
  // CUTLASS's flags for clang replace the threshold, but not the count.
  if (IsLong) {
    UP.Threshold = 0;
    UP.FullUnrollMaxCount = 1;
  }
  if (uint64_t(Trips) * Size > MaxWholeSize)
    UP.FullUnrollMaxCount = UP.MaxCount = std::max(MaxPartialSize / Size, 1u);
}

unsigned tensorcore::getInliningBonus(const CallBase &Call) {
  auto IsVariable = [](const Use &Operand) {
    return Operand->getType()->isPointerTy() && isa<AllocaInst>(getUnderlyingObject(Operand));
  };
  if (!optimizesOrdinaryCode())
    return 0;
  const Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->hasOneUse() && Callee->isDiscardableIfUnused())
    return OnlyCallBonus;
  return any_of(Call.args(), IsVariable) ? InliningBonus : 0;
}
