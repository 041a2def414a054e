//===- EqualWrites.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes of one value to one location that nothing orders. Lanes of one store may do that: CUDA C++
// says that one of them wins, and not which ("SIMT Architecture"), so that the result is known.
// Writes of different instructions or warps are data races to PTX (PTX ISA, "Memory Consistency
// Model"), whatever they write; but compilers make them, and no hardware shows another result.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/AccessChecks.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// The bytes that a lane of a store writes.
static SmallVector<uint8_t, 32> getStored(const Instruction &I, const ThreadGroup &G, unsigned Lane,
                                          unsigned Bytes) {
  SmallVector<uint8_t, 32> Result;
  const size_t ElementBytes = Bytes / I.Operands.size();
  for (Slot S : I.Operands) {
    const uint8_t *Element = G.lanes<uint8_t>(S) + size_t(Lane) * S.Bits / 8;
    Result.append(Element, Element + ElementBytes);
  }
  return Result;
}

AccessChecks::Relation AccessChecks::relateWrites(const AccessRecord &Before, const Observer &O,
                                                  const Target &T) const {
  const AccessRecord &Now = O.Record;
  if (Before.IsAsync || !O.Group || !T.There || Now.At->Operation != OperationKind_Store)
    return Relation::Unordered;
  const Instruction &I = *Now.At;
  const unsigned Lane = unsigned(llvm::countr_zero(O.Lanes));
  const SmallVector<uint8_t, 32> Stored = getStored(I, *O.Group, Lane, T.Bytes);
  const bool IsOfOneInstruction = Before.At == Now.At && Before.Warp == Now.Warp &&
                                  Before.Cluster == Now.Cluster && Before.Time == Now.Time;
  for (LaneMask Left = Before.Lanes; Left; Left &= Left - 1) {
    const unsigned Other = unsigned(llvm::countr_zero(Left));
    // A lane that executes the store together with this one has not written yet.
    const bool IsTogether =
        IsOfOneInstruction && (O.Group->getActive() >> Other & 1) &&
        O.Group->getAddress(I.Addresses[0], Other) == O.Group->getAddress(I.Addresses[0], Lane);
    const bool IsEqual = IsTogether ? getStored(I, *O.Group, Other, T.Bytes) == Stored
                                    : std::equal(Stored.begin(), Stored.end(), T.There);
    if (!IsEqual)
      return Relation::Unordered;
  }
  return IsOfOneInstruction ? Relation::Ordered : Relation::EqualWrites;
}
