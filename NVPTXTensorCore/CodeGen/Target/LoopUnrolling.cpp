//===- LoopUnrolling.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register has no index: an array that a loop indexes with its counter becomes registers when
// each trip has its own code. Around wgmma.mma_async and tcgen05.mma, the counters, stages and
// waits of a loop are a good part of it, and two trips have some of them in common.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "PTX/Reader.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Loops of attention and of GEMMs with small tiles need this much. LLVM's own threshold is 300.
static constexpr unsigned UnrollThreshold = 5000;

/// LLVM unrolls loops with fewer instructions by itself.
static constexpr unsigned MinBodyByTwo = 38;

/// Loops with more instructions have little to gain, and take more of the instruction cache.
static constexpr unsigned MaxBodyByTwo = 300;

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

/// Returns true if an instruction multiplies asynchronously: its accumulators stay in the same
/// registers, or in tensor memory, so that a second copy takes no registers.
static bool isAsynchronousMultiplication(const Instruction &I) {
  static constexpr StringRef Opcodes[] = {"wgmma.mma_async", "tcgen05.mma"};
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return !ptx::findMnemonic(Asm->getAsmString(), Opcodes).empty();
  const Function *Callee = getCallee(*Call);
  const MMAVariant *Variant = Callee ? getMMAVariant(*Callee) : nullptr;
  return Variant && is_contained({MMAFamily_WGMMA, MMAFamily_TCGen05MMA}, Variant->Family);
}

unsigned tensorcore::getUnrollByTwoThreshold(const Loop &L) {
  if (!L.isInnermost())
    return 0;
  // Phis and the parts of a result that is a struct are registers, not instructions.
  unsigned Size = 0;
  bool Multiplies = false;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      Size += !isa<PHINode, ExtractValueInst, InsertValueInst>(I) && !I.isDebugOrPseudoInst();
      Multiplies |= isAsynchronousMultiplication(I);
    }
  return Multiplies && Size >= MinBodyByTwo && Size <= MaxBodyByTwo ? UnrollThreshold : 0;
}
