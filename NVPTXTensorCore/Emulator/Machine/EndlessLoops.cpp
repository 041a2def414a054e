//===- EndlessLoops.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out whether threads that wait in loops wait for ever, as at a barrier of the grid that a
// block does not come to. A loop whose threads come back to an instruction with the same registers,
// and have not changed memory on their way, goes round until somebody else changes memory. If that
// holds for all threads there are, nobody does.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Returns the generic address that a lane accesses; 0 if it is one of local memory.
static uint64_t getGenericAddress(const Instruction &I, const ThreadGroup &G, unsigned Lane) {
  const uint64_t Address = G.getAddress(I.Addresses[0], Lane);
  switch (I.In) {
  case Space::SharedCTA:
  case Space::SharedCluster:
    return Windows::Shared | uint32_t(Address);
  case Space::Local:
  case Space::EntryParam:
    return 0;
  default:
    return Address;
  }
}

bool Cluster::waitsForOthers(Warp &W, ThreadGroup &G) {
  constexpr unsigned MaxSteps = 4096, MaxTries = 64;
  const auto &Code = G.getFunction().Code;
  const size_t NumGroups = W.Groups.size();
  const LaneMask Threads = G.Threads;
  const Frame *In = G.Top.get();
  const auto CopyRegisters = [&] {
    const uint8_t *Registers = In->Registers.get();
    return std::vector<uint8_t>(Registers, Registers + G.getFunction().RegisterBytes);
  };
  const unsigned Begin = G.PC;
  std::vector<uint8_t> Before = CopyRegisters();
  const Instruction *Poll = nullptr;
  WaitReason Reason = {WaitReason::ForEver};
  bool GoesRound = false;
  for (unsigned Step = 0, Tries = 0; Step != MaxSteps; ++Step) {
    const Instruction &I = Code[G.PC];
    if (GoesRound && (!Poll || &I == Poll)) {
      G.Reason = Reason;
      return true;
    }
    if (!G.Reason.What && !isForWaitLoops(I.Operation))
      return false;
    const bool IsAccess = I.Operation == OperationKind_Load || I.Operation == OperationKind_Atomic;
    if (const uint64_t Address =
            IsAccess ? getGenericAddress(I, G, llvm::countr_zero(Threads)) : 0) {
      Poll = &I;
      Reason = {WaitReason::ForChange, Address};
    }
    const uint64_t Changes = NumChanges, Then = Progress;
    runGroup(W, G, 1);
    if (Of.IsStopped || NumChanges != Changes || W.Groups.size() != NumGroups ||
        G.Threads != Threads || G.Top.get() != In)
      return false;
    if (Progress == Then) {
      if (G.Reason.What != WaitReason::ForSleep || ++Tries == MaxTries)
        return true;
      continue;
    }
    if (G.PC != Begin || GoesRound)
      continue;
    std::vector<uint8_t> Now = CopyRegisters();
    GoesRound = Now == Before;
    Before = std::move(Now);
  }
  return false;
}

bool Cluster::waitsForOthers() {
  if (!Pending.isEmpty())
    return false;
  for (const auto &B : Blocks)
    for (const auto &W : B->Warps)
      for (size_t G = 0; G != W->Groups.size(); ++G)
        if (!waitsForOthers(*W, *W->Groups[G]))
          return false;
  return true;
}

bool Cluster::waitsForGlobalMemory() const {
  const auto IsForGlobal = [&](const auto &G) {
    const uint64_t Address = G->Reason.Address;
    return G->Reason.What == WaitReason::ForChange && !(Address & Windows::Mask) &&
           !Of.isInWorkspace(Address);
  };
  return any_of(Blocks, [&](const auto &B) {
    return any_of(B->Warps, [&](const auto &W) { return any_of(W->Groups, IsForGlobal); });
  });
}
