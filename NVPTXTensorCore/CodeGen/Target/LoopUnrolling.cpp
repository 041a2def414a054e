//===- LoopUnrolling.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register has no index: an array that a loop indexes with its counter becomes registers when
// each trip has its own code.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Loops of attention and of GEMMs with small tiles need this much. LLVM's own threshold is 300.
static constexpr unsigned UnrollThreshold = 5000;

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

/// Returns true if an address is of an element of an array that the loop's counter chooses.
static bool isElement(const Instruction &I, const Loop &L) {
  auto *Address = dyn_cast<GetElementPtrInst>(&I);
  auto *Array =
      Address ? dyn_cast<AllocaInst>(getUnderlyingObject(Address->getPointerOperand())) : nullptr;
  SmallPtrSet<const Value *, 8> Visited;
  return Array && Array->isStaticAlloca() &&
         any_of(Address->indices(), [&](const Use &U) { return dependsOnCounter(U, L, Visited); });
}

unsigned tensorcore::getFullUnrollThreshold(const Loop &L) {
  const bool HasElements = any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(*Block, [&](const Instruction &I) { return isElement(I, L); });
  });
  return HasElements && hasMatrixInstruction(*L.getHeader()->getParent()) ? UnrollThreshold : 0;
}
