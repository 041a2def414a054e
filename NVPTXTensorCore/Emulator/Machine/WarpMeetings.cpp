//===- WarpMeetings.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a warp that come to an instruction with a member mask on different ways: in calls of
// their own, or at different locations of the text. They are groups that cannot become one, and
// still execute the instruction together.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Threads of a group that take part.
struct emulator::Participant {
  ThreadGroup *Group;
  const Instruction *At;
  LaneMask Lanes;
};

/// The active threads of a group at an instruction that have a member mask.
static LaneMask getMembers(const ThreadGroup &G, const Instruction &I, LaneMask Active,
                           LaneMask Mask) {
  const uint32_t *Masks = G.lanes<uint32_t>(I.MemberMask);
  LaneMask Result = 0;
  for (LaneMask Left = Active; Left; Left &= Left - 1)
    if (Masks[llvm::countr_zero(Left)] == Mask)
      Result |= Left & -Left;
  return Result;
}

/// Returns true if two instructions do the same.
static bool areAlike(const Instruction &A, const Instruction &B) {
  return A.Row == B.Row && A.Words == B.Words;
}

static LaneMask getActive(const ThreadGroup &G, const Instruction &I) {
  if (!I.Guard)
    return G.getThreads();
  const LaneMask Holds = G.getPredicate(I.Guard);
  return G.getThreads() & (I.IsGuardNegated ? ~Holds : Holds);
}

/// All members of a mask, if each is in a group that has come to an instruction like this one.
static SmallVector<Participant, 4> findParticipants(const Warp &W, const Instruction &I,
                                                    LaneMask Mask) {
  SmallVector<Participant, 4> All;
  LaneMask Missing = Mask & W.getAlive();
  for (const auto &G : W.Groups) {
    const Instruction &At = G->getFunction().Code[G->PC];
    if (!(G->getThreads() & Missing) || !areAlike(I, At))
      continue;
    const LaneMask Members = getMembers(*G, At, getActive(*G, At), Mask);
    if (Members)
      All.push_back({G.get(), &At, Members});
    Missing &= ~Members;
  }
  if (Missing)
    All.clear();
  return All;
}

void Cluster::executeTogether(ArrayRef<Participant> All) {
  Meeting M;
  for (const Participant &P : All) {
    M.Lanes |= P.Lanes;
    if (const LaneMask Others = P.Group->Threads & ~P.Lanes)
      P.Group->leaveHere(Others);
    for (LaneMask Left = P.At->Operands.empty() ? 0 : P.Lanes; Left; Left &= Left - 1) {
      const unsigned Lane = llvm::countr_zero(Left);
      M.Values[Lane] = P.Group->get(P.At->Operands[0], Lane);
    }
  }
  Warp &W = All.front().Group->getWarp();
  if (W.MeetingsToNote)
    W.noteMeeting(M.Lanes);
  for (const Participant &P : All) {
    ThreadGroup &G = *P.Group;
    G.Active = P.Lanes;
    G.Met = &M;
    if (Of.Options.HasChecks)
      Observer->beginInstruction(*P.At, G);
    P.At->Execute(*P.At, G);
    if (Of.Options.HasChecks)
      Observer->endInstruction(*P.At, G, {});
    G.Met = nullptr;
    G.Reason.What = nullptr;
    ++G.PC;
    ++Progress;
    ++Statistics.WarpInstructions;
    Statistics.ThreadInstructions += llvm::popcount(P.Lanes);
  }
}

bool Cluster::meet(Warp &W, ThreadGroup &G, const Instruction &I) {
  const uint32_t *Masks = G.lanes<uint32_t>(I.MemberMask);
  for (LaneMask Left = G.Active; Left;) {
    const LaneMask Mask = Masks[llvm::countr_zero(Left)];
    const SmallVector<Participant, 4> All = findParticipants(W, I, Mask);
    if (!All.empty()) {
      executeTogether(All);
      return true;
    }
    Left &= ~getMembers(G, I, Left, Mask);
  }
  return false;
}
