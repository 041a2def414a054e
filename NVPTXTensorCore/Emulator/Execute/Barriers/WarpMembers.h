//===- WarpMembers.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Determines which threads take part in an instruction with a member mask. Lanes with the same
// mask are one set; sets do not see each other. Threads that have ended take no part. The
// handler that executes the instruction must be in its mask, and all threads in the mask must
// execute it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_BARRIERS_WARPMEMBERS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_BARRIERS_WARPMEMBERS_H

#include "Emulator/Execute/Arithmetic/LaneOperations.h"

namespace llvm::tensorcore::emulator {

/// Takes the next set out of Left. No set, after a fault, which is reported.
LaneMask takeMembers(const Instruction &I, ThreadGroup &G, LaneMask &Left);

/// Calls a function with each set of lanes that take part together.
template <class F> Step forEachMembers(const Instruction &I, ThreadGroup &G, F Visit) {
  for (LaneMask Left = G.getActive(); Left;) {
    const LaneMask Members = takeMembers(I, G, Left);
    if (!Members)
      return Step::Next;
    Visit(Members);
  }
  return Step::Next;
}

/// The first operand of all members, as bits.
template <class T>
void getMemberValues(const Instruction &I, const ThreadGroup &G, T (&Values)[WarpSize]) {
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = G.Met && (G.Met->Lanes & ~G.getThreads()) >> Lane & 1
                       ? T(G.Met->Values[Lane])
                       : T(G.get(I.Operands[0], Lane));
}

/// Takes the member mask, the last operand. Without one all active lanes are one set.
void takeMemberMask(InstructionReader &R);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_BARRIERS_WARPMEMBERS_H
