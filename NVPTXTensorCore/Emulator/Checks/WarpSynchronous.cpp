//===- WarpSynchronous.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Volatile accesses of lanes of one warp are no data race, as they are strong. Code of the time
// when the lanes of a warp were always together exchanges values by them, without __syncwarp.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/AccessChecks.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

bool emulator::isVolatile(const Instruction &I) {
  return (I.Operation == OperationKind_Load || I.Operation == OperationKind_Store) &&
         I.Source->hasModifier(".volatile");
}

/// Returns true if an instruction is in a loop that only waits, such as one that polls a flag:
/// there, it does not matter when the value comes.
static bool isInWaitLoop(const Function &F, const Instruction &I) {
  constexpr size_t MaxLoop = 64;
  const Instruction *Code = F.Code.data(), *End = Code + F.Code.size();
  if (&I < Code || &I >= End)
    return false;
  for (const Instruction *At = &I; At < End && size_t(At - &I) < MaxLoop; ++At) {
    if (!isForWaitLoops(At->Operation))
      return false;
    const Instruction *Begin = Code + At->Target;
    if (At->Operation == OperationKind_Branch && Begin <= &I)
      return all_of(make_range(Begin, At),
                    [](const Instruction &Each) { return isForWaitLoops(Each.Operation); });
  }
  return false;
}

void AccessChecks::checkVolatile(const AccessRecord &Before, const Observer &O, const Target &T) {
  const AccessRecord &Now = O.Record;
  if (!O.Group || !isVolatile(*Before.At) || !isVolatile(*Now.At) ||
      relate(Before, O) != Relation::Unordered)
    return;
  // A lane that did not take part in the earlier access does not rely on when it was executed.
  if (!(VolatileAccesses.lookup({Before.At, Now.Warp}) & O.Lanes))
    return;
  if (Before.IsWrite && Now.IsWrite && relateWrites(Before, O, T) != Relation::Unordered)
    return;
  const Function &F = O.Group->getFunction();
  if (!isInWaitLoop(F, *Now.At) && !isInWaitLoop(F, *Before.At))
    report(Before, O, T, Relation::NotTogether);
}
