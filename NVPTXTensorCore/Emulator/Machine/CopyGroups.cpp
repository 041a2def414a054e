//===- CopyGroups.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of copies, and arrivals at mbarriers after them.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/CopyGroups.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

CopyGroups::OfLane &CopyGroups::get(unsigned Lane) {
  if (!Lanes)
    Lanes = std::make_unique<std::array<OfLane, WarpSize>>();
  OfLane &L = (*Lanes)[Lane];
  if (L.Groups.empty())
    L.Groups.emplace_back();
  return L;
}

CopyGroups::Copy CopyGroups::begin(unsigned Lane, bool ReadsNothing) {
  OfLane &L = get(Lane);
  Group &G = L.Groups.back();
  G.IsEmpty &= ReadsNothing;
  ++G.Copies;
  ++G.Reads;
  ++L.Copies;
  return {L.getOpen(), L.NumBegun++};
}

void CopyGroups::endReads(Cluster &C, unsigned Lane, Copy Of, AsyncAuthor *Author) {
  Group &G = get(Lane).get(Of.Group);
  --G.Reads;
  if (Author)
    C.Order.complete(*Author, G.Read);
}

void CopyGroups::end(Cluster &C, unsigned Lane, Copy Of, AsyncAuthor *Author) {
  OfLane &L = get(Lane);
  Group &G = L.get(Of.Group);
  --G.Copies;
  --L.Copies;
  if (Author)
    C.Order.complete(*Author, G.Done);
  ++C.Progress;
  for (Arrival &A : Arrivals) {
    if (A.Lane != Lane || Of.Number >= A.EndOfCopies)
      continue;
    if (Author)
      C.Order.complete(*Author, A.Done);
    if (!--A.CopiesLeft)
      arrive(C, A);
  }
  while (!Arrivals.empty() && !Arrivals.front().CopiesLeft)
    Arrivals.pop_front();
}

void CopyGroups::commit(unsigned Lane) { get(Lane).Groups.emplace_back(); }

bool CopyGroups::haveEnded(unsigned Lane, uint64_t NumPending, bool OnlyReads) const {
  if (!Lanes)
    return true;
  const OfLane &L = (*Lanes)[Lane];
  // The last group is not committed.
  for (size_t Index = 0; Index + 1 + NumPending < L.Groups.size(); ++Index)
    if (OnlyReads ? L.Groups[Index].Reads : L.Groups[Index].Copies)
      return false;
  return true;
}

/// Notes for reports which groups a wait was for, and which it left.
void CopyGroups::remember(ThreadGroup &G, const Instruction &I, OfLane &L, size_t NumEnded,
                          bool OnlyReads) {
  Ordering &Order = G.getCluster().Order;
  L.History.LastWait = &I;
  L.History.LastWaitAt = Order.getTime(Order.getClusterWarp(G));
  for (size_t Index = 0; Index != L.Groups.size(); ++Index) {
    GroupFate *F = L.History.get(L.First + Index);
    const bool IsOpen = Index + 1 == L.Groups.size();
    if (!F || (IsOpen && L.Groups[Index].IsEmpty))
      continue;
    if (Index < NumEnded && OnlyReads) {
      F->ReadBy = &I;
      continue;
    }
    if (Index < NumEnded) {
      F->WaitedAt = L.History.LastWaitAt;
      continue;
    }
    F->LeftBy = &I;
    F->NumAfter.reset();
    if (!IsOpen)
      F->NumAfter = L.Groups.size() - 2 - Index;
  }
}

void CopyGroups::acquire(ThreadGroup &G, const Instruction &I, unsigned Lane, uint64_t NumPending,
                         bool OnlyReads) {
  const bool HasChecks = G.getLaunch().Options.HasChecks;
  if (!Lanes && !HasChecks)
    return;
  OfLane &L = get(Lane);
  Ordering &Order = G.getCluster().Order;
  if (HasChecks)
    remember(G, I, L, L.Groups.size() > 1 + NumPending ? L.Groups.size() - 1 - NumPending : 0,
             OnlyReads);
  const LaneMask Bit = LaneMask(1) << Lane;
  if (OnlyReads) {
    for (size_t Index = 0; Index + 1 + NumPending < L.Groups.size(); ++Index) {
      L.Groups[Index].WasWaitedFor = true;
      Order.acquire(G, Bit, L.Groups[Index].Read);
    }
    return;
  }
  while (L.Groups.size() > 1 + NumPending) {
    Order.acquire(G, Bit, L.Groups.front().Read);
    Order.acquire(G, Bit, L.Groups.front().Done);
    L.Groups.pop_front();
    ++L.First;
  }
}

std::optional<uint64_t> CopyGroups::findUnwaited(unsigned Lane) const {
  if (!Lanes)
    return std::nullopt;
  const OfLane &L = (*Lanes)[Lane];
  const auto It =
      llvm::find_if(L.Groups, [](const Group &G) { return !G.IsEmpty && !G.WasWaitedFor; });
  if (It == L.Groups.end())
    return std::nullopt;
  return L.First + (It - L.Groups.begin());
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

void CopyGroups::arrive(Cluster &C, Arrival &A) {
  if (MBarrier *Object = C.MBarriers.find(A.Address))
    C.Order.add(A.Done, Object->Arriving);
  Actor Who;
  Who.Operation = A.Author.get();
  Who.Of = A.Of;
  Who.At = A.At;
  Who.Lane = A.Lane;
  MBarrierChange Change;
  Change.Arrivals = 1;
  C.MBarriers.complete(Who, A.Address, Change);
}

void CopyGroups::arriveAfterAll(ThreadGroup &G, const Instruction &I, unsigned Lane,
                                uint32_t Address) {
  Cluster &C = G.getCluster();
  OfLane &L = get(Lane);
  Arrival A{&I,         &G.getBlock(), C.Order.issue(G, Lane, I), Lane, Address, L.Copies,
            L.NumBegun, SyncClock()};
  for (const Group &Before : L.Groups)
    C.Order.add(Before.Done, A.Done);
  if (A.CopiesLeft)
    Arrivals.push_back(std::move(A));
  else
    arrive(C, A);
}
