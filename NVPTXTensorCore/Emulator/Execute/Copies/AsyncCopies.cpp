//===- AsyncCopies.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async: copies of 4, 8 and 16 bytes from global to shared memory through the generic proxy, and
// the groups of these and of bulk copies.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/AsyncOperands.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct AsyncCopyDetails {
  unsigned Bytes = 0;
  bool HasSize = false, HasIgnore = false; ///< the last operand
};

/// The copies of the lanes of a warp by one instruction.
class LaneCopies : public AsyncOperation {
public:
  LaneCopies(const Instruction &I, ThreadGroup &G) : I(I), W(G.getWarp()), Left(G.getActive()) {}

  bool add(ThreadGroup &G, unsigned Lane);
  bool perform(Cluster &C) override;
  const AsyncAuthor *findWriter(const WrittenLocation &At) const override;

private:
  void copy(Cluster &C, unsigned Lane);

  const Instruction &I;
  Warp &W;
  LaneMask Left;
  struct OfLane {
    uint64_t From;
    CopyGroups::Copy Group;
    uint32_t To, Bytes;
    std::shared_ptr<AsyncAuthor> Author;
  };
  std::array<OfLane, WarpSize> Lanes;
};

} // namespace

/// False after a fault.
bool LaneCopies::add(ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<AsyncCopyDetails>();
  OfLane &L = Lanes[Lane];
  L.To = uint32_t(G.getAddress(I.Addresses[0], Lane));
  L.From = G.getAddress(I.Addresses[1], Lane);
  L.Bytes = Of.Bytes;
  if (Of.HasSize) {
    const uint64_t Bytes = G.get(I.Operands[0], Lane);
    if (Bytes > Of.Bytes) {
      G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
              "a source of " + Twine(Bytes) + " bytes; expected 0 to " + Twine(Of.Bytes));
      return false;
    }
    L.Bytes = uint32_t(Bytes);
  }
  if (Of.HasIgnore && G.get(I.Operands[0], Lane))
    L.Bytes = 0;
  if (L.To >> Windows::RankShift != G.getBlock().getRank()) {
    G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            "the destination is in shared memory of another block");
    return false;
  }
  L.Group = W.Copies.begin(Lane);
  if (G.getLaunch().Options.HasChecks)
    L.Author = G.getCluster().Order.issue(G, Lane, I, /*Pipeline=*/0, Proxy::Generic);
  if (AsyncRecord *R = L.Author ? G.getCluster().Order.findRecord(*L.Author) : nullptr) {
    R->Group = L.Group.Group;
    R->To = L.To;
    R->Bytes = Of.Bytes;
  }
  return true;
}

void LaneCopies::copy(Cluster &C, unsigned Lane) {
  const unsigned Bytes = I.details<AsyncCopyDetails>().Bytes;
  const OfLane &L = Lanes[Lane];
  const Actor Who = makeAsyncActor(I, W.getBlock(), L.Author, Proxy::Generic);
  uint8_t *To = C.accessShared(Who, L.To, Bytes, Bytes, Access::Write);
  const uint8_t *From =
      To && L.Bytes ? C.accessGlobal(Who, L.From, L.Bytes, Bytes, Access::Read) : nullptr;
  if (To && From)
    std::memcpy(To, From, L.Bytes);
  if (To)
    std::memset(To + L.Bytes, 0, Bytes - L.Bytes);
  W.Copies.endReads(C, Lane, L.Group, L.Author.get());
  W.Copies.end(C, Lane, L.Group, L.Author.get());
}

const AsyncAuthor *LaneCopies::findWriter(const WrittenLocation &At) const {
  for (LaneMask M = At.IsTensor || At.IsGlobal ? 0 : Left; M; M &= M - 1) {
    const OfLane &L = Lanes[llvm::countr_zero(M)];
    if (At.overlaps(L.To, I.details<AsyncCopyDetails>().Bytes))
      return L.Author.get();
  }
  return nullptr;
}

bool LaneCopies::perform(Cluster &C) {
  // All lanes that are left, or some of them.
  LaneMask Chosen = Left;
  if (C.getLaunch().Options.IsAdversary && C.happens(4))
    Chosen &= LaneMask(C.choose(uint64_t(1) << 32));
  Left &= ~Chosen;
  for (; Chosen; Chosen &= Chosen - 1)
    copy(C, llvm::countr_zero(Chosen));
  return !Left;
}

static Step copyAsync(const Instruction &I, ThreadGroup &G) {
  auto Copies = std::make_unique<LaneCopies>(I, G);
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1)
    if (!Copies->add(G, llvm::countr_zero(Left)))
      return Step::Next;
  Cluster &C = G.getCluster();
  C.Pending.add(C.Pending.makeChain(), std::move(Copies));
  G.getWarp().Copies.Unsignalled = &I;
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
struct GroupDetails {
  bool IsBulk = false, OnlyReads = false;
  bool Commits = false; ///< wait_all: as if the copies since the last group were one
  uint64_t NumPending = 0;
};
struct ArrivalDetails {
  bool AddsArrival; ///< one more is expected, which the arrival makes up for
};
} // namespace

static CopyGroups &getGroups(const Instruction &I, ThreadGroup &G) {
  Warp &W = G.getWarp();
  return I.details<GroupDetails>().IsBulk ? W.BulkCopies : W.Copies;
}

static Step commitGroup(const Instruction &I, ThreadGroup &G) {
  CopyGroups &Groups = getGroups(I, G);
  G.forEachLane([&](unsigned Lane) { Groups.commit(Lane); });
  Groups.Unsignalled = nullptr;
  return Step::Next;
}

static Step waitForGroups(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<GroupDetails>();
  CopyGroups &Groups = getGroups(I, G);
  if (Of.Commits && !G.NumWaits)
    commitGroup(I, G);
  bool HaveEnded = true;
  G.forEachLane(
      [&](unsigned Lane) { HaveEnded &= Groups.haveEnded(Lane, Of.NumPending, Of.OnlyReads); });
  if (!HaveEnded)
    return G.wait("a group of copies", 0, Of.NumPending);
  G.forEachLane([&](unsigned Lane) { Groups.acquire(G, I, Lane, Of.NumPending, Of.OnlyReads); });
  return Step::Next;
}

static Step arriveAfterCopies(const Instruction &I, ThreadGroup &G) {
  const bool AddsArrival = I.details<ArrivalDetails>().AddsArrival;
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const std::optional<uint32_t> Address = getSharedAddress(I, G, Lane, 0, I.In);
    if (!Address)
      break;
    MBarrierChange One;
    One.Arrivals = 1;
    One.AddsArrivals = true;
    Actor Who = G.getActor(I, Lane);
    Who.Order = Strength::Relaxed;
    if (AddsArrival && !G.getCluster().MBarriers.change(Who, *Address, One))
      break;
    G.getWarp().Copies.arriveAfterAll(G, I, Lane, *Address);
  }
  G.getWarp().Copies.Unsignalled = nullptr;
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The operand after the size: how much of the source there is, or whether it is ignored.
static Error readSourceSize(InstructionReader &R, const ptx::Operand &O, AsyncCopyDetails &Of) {
  if (!R.isConstant(O)) {
    Expected<Slot> Predicate = R.read(O, getBitsType(1));
    if (Predicate) {
      Of.HasIgnore = true;
      R.setOperands(*Predicate);
      return Error::success();
    }
    consumeError(Predicate.takeError());
  }
  Expected<Slot> Size = R.read(O, getBitsType(32));
  if (!Size)
    return Size.takeError();
  Of.HasSize = true;
  R.setOperands(*Size);
  return Error::success();
}

static Error readCopyAsync(InstructionReader &R) {
  Expected<int64_t> Bytes = R.readInteger(R.operand(2));
  if (!Bytes)
    return Bytes.takeError();
  AsyncCopyDetails Of;
  Of.Bytes = unsigned(*Bytes);
  if (R.Parsed.Row == PTX_CP_ASYNC_PART)
    if (Error E = readSourceSize(R, R.operand(3), Of))
      return E;
  R.setDetails(Of);
  return readAs<copyAsync>(R);
}

template <bool IsBulk> static Error readCommit(InstructionReader &R) {
  R.setDetails(GroupDetails{IsBulk});
  return readAs<commitGroup>(R);
}

template <bool IsBulk> static Error readWaitGroup(InstructionReader &R) {
  Expected<int64_t> Count = R.readInteger(R.operand(0));
  if (!Count)
    return Count.takeError();
  if (*Count < 0)
    return R.fail("a wait for all but " + Twine(*Count) + " groups");
  GroupDetails Of{IsBulk};
  Of.OnlyReads = R.get<words::OnlyReads>() == words::OnlyReads::Read;
  Of.NumPending = uint64_t(*Count);
  R.setDetails(Of);
  return readAs<waitForGroups>(R);
}

static Error readWaitAll(InstructionReader &R) {
  GroupDetails Of;
  Of.Commits = true;
  R.setDetails(Of);
  return readAs<waitForGroups>(R);
}

static Error readArriveAfterCopies(InstructionReader &R) {
  R.Result.In = getSharedSpace(R);
  R.setDetails(ArrivalDetails{R.get<words::NoIncrement>() == words::NoIncrement::None});
  return readAs<arriveAfterCopies>(R);
}

ArrayRef<RowReader> emulator::getAsyncCopyRows() {
  static constexpr RowReader Rows[] = {
      {PTX_CP_ASYNC, readCopyAsync},
      {PTX_CP_ASYNC_PART, readCopyAsync},
      {PTX_CP_ASYNC_COMMIT_GROUP, readCommit<false>},
      {PTX_CP_ASYNC_WAIT_GROUP, readWaitGroup<false>},
      {PTX_CP_ASYNC_WAIT_ALL, readWaitAll},
      {PTX_CP_ASYNC_MBARRIER_ARRIVE, readArriveAfterCopies},
      {PTX_CP_ASYNC_BULK_COMMIT_GROUP, readCommit<true>},
      {PTX_CP_ASYNC_BULK_WAIT_GROUP, readWaitGroup<true>},
  };
  return Rows;
}
