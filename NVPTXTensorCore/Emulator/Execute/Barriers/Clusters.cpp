//===- Clusters.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses in other blocks of the cluster, and clusters that are not started because others do
// their work: mapa, getctarank, clusterlaunchcontrol.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/AsyncOperands.h"
#include "Emulator/Machine/MemoryNames.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// mapa, getctarank
//===----------------------------------------------------------------------===//

/// A block that the cluster does not have is found when the address is used: lanes that do not use
/// theirs may map any.
static Step mapAddress(const Instruction &I, ThreadGroup &G) {
  constexpr uint64_t MaxRank = 0xFF;
  const bool IsGeneric = I.In == Space::Generic;
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const uint64_t Rank = std::min(G.get(I.Operands[0], Lane), MaxRank);
    const std::optional<uint32_t> From =
        getSharedAddress(I, G, Lane, 0, IsGeneric ? Space::Generic : Space::SharedCluster);
    if (!From)
      break;
    const uint64_t To = Rank << Windows::RankShift | (*From & Windows::OffsetMask);
    G.set(I.Results[0], Lane, IsGeneric ? Windows::Shared | To : To);
  }
  return Step::Next;
}

static Step getRank(const Instruction &I, ThreadGroup &G) {
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const std::optional<uint32_t> Address = getSharedAddress(
        I, G, Lane, 0, I.In == Space::Generic ? Space::Generic : Space::SharedCluster);
    if (!Address)
      break;
    G.set(I.Results[0], Lane, *Address >> Windows::RankShift);
  }
  return Step::Next;
}

/// The address is that of a variable, or the value of a register.
template <Handler Execute> static Error readAddressOperation(InstructionReader &R) {
  R.Result.In = getSharedSpace(R);
  return readAs<Execute>(R);
}

//===----------------------------------------------------------------------===//
// clusterlaunchcontrol
//===----------------------------------------------------------------------===//

namespace {

/// Describes what a request writes: 16 bytes, whose layout is the emulator's.
struct CancelResponse {
  static constexpr uint32_t Mark = 0x4C4C4443; // "CDLL", and one more of success
  uint32_t State = Mark;
  uint32_t FirstCTA[3] = {};
  bool isCanceled() const { return State == Mark + 1; }
  bool isResponse() const { return State == Mark || isCanceled(); }
};
static_assert(sizeof(CancelResponse) == 16, "a response has 16 bytes");

class CancelRequest : public AsyncOperation {
public:
  CancelRequest(const Instruction &I, ThreadGroup &G, unsigned Lane, uint32_t To, uint32_t MBarrier,
                bool IsForAll)
      : I(I), Of(G.getBlock()), To(To), MBarrier(MBarrier), IsForAll(IsForAll),
        Author(G.getCluster().Order.issue(G, Lane, I)) {}
  bool perform(Cluster &C) override;

private:
  CancelResponse cancel(Launch &L) const;
  bool respond(Cluster &C, unsigned Rank, const CancelResponse &Response);

  const Instruction &I;
  Block &Of;
  const uint32_t To, MBarrier;
  const bool IsForAll;
  const std::shared_ptr<AsyncAuthor> Author;
};

} // namespace

/// Takes the next cluster that was not started.
CancelResponse CancelRequest::cancel(Launch &L) const {
  CancelResponse Response;
  const Dim3 Size = L.Request.Cluster, Grid = L.Request.Grid;
  const uint64_t NumClusters = Grid.getCount() / Size.getCount();
  const uint64_t Number = L.NextCluster++;
  if (Number >= NumClusters)
    return Response;
  const Dim3 Clusters = {Grid.X / Size.X, Grid.Y / Size.Y, Grid.Z / Size.Z};
  const Dim3 At = Clusters.getPosition(Number);
  ++Response.State;
  Response.FirstCTA[0] = At.X * Size.X;
  Response.FirstCTA[1] = At.Y * Size.Y;
  Response.FirstCTA[2] = At.Z * Size.Z;
  return Response;
}

bool CancelRequest::respond(Cluster &C, unsigned Rank, const CancelResponse &Response) {
  const uint32_t Base = Rank << Windows::RankShift;
  Actor Who = makeAsyncActor(I, Of, Author);
  uint8_t *Bytes = C.accessShared(Who, Base | (To & Windows::OffsetMask), sizeof(Response),
                                  sizeof(Response), Access::Write);
  if (!Bytes)
    return false;
  std::memcpy(Bytes, &Response, sizeof(Response));
  Who.Through = Proxy::Generic;
  MBarrierChange Change;
  Change.Transactions = -int64_t(sizeof(Response));
  return C.MBarriers.complete(Who, Base | (MBarrier & Windows::OffsetMask), Change);
}

bool CancelRequest::perform(Cluster &C) {
  const CancelResponse Response = cancel(C.getLaunch());
  if (!IsForAll) {
    respond(C, Of.getRank(), Response);
    return true;
  }
  for (unsigned Rank = 0; Rank != C.getNumBlocks(); ++Rank)
    if (!respond(C, Rank, Response))
      break;
  return true;
}

namespace {
struct CancelDetails {
  Space In;
  bool IsForAll;
};
} // namespace

static Step tryCancel(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<CancelDetails>();
  Cluster &C = G.getCluster();
  if (const Instruction *Saw = G.getWarp().SawNoWork)
    G.report(I, Check::Barriers, G.getActive(),
             "the request comes after " + printInstruction(*Saw) +
                 " has said that an earlier one failed, which makes it undefined",
             "no clusterlaunchcontrol.try_cancel after is_canceled was false");
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const std::optional<uint32_t> To = getSharedAddress(I, G, Lane, 0, Of.In);
    const std::optional<uint32_t> MBarrier =
        To ? getSharedAddress(I, G, Lane, 1, Of.In) : std::nullopt;
    if (!MBarrier)
      break;
    C.Pending.add(C.Pending.makeChain(),
                  std::make_unique<CancelRequest>(I, G, Lane, *To, *MBarrier, Of.IsForAll));
  }
  return Step::Next;
}

/// Calls a function with each lane's response; ends at one that is none.
template <class F> static Step queryResponses(const Instruction &I, ThreadGroup &G, F Visit) {
  const auto *Handles = G.lanes<CancelResponse>(I.Operands[0]);
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    if (!Handles[Lane].isResponse())
      return G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
                     "the handle is not a response of clusterlaunchcontrol.try_cancel");
    Visit(Lane, Handles[Lane]);
  }
  return Step::Next;
}

static Step queryCanceled(const Instruction &I, ThreadGroup &G) {
  return queryResponses(I, G, [&](unsigned Lane, const CancelResponse &Response) {
    G.set(I.Results[0], Lane, Response.isCanceled());
    if (!Response.isCanceled())
      G.getWarp().SawNoWork = &I;
  });
}

static Step queryFirstCTA(const Instruction &I, ThreadGroup &G) {
  const unsigned First = I.details<unsigned>(); // the component of the first result
  return queryResponses(I, G, [&](unsigned Lane, const CancelResponse &Response) {
    for (size_t Index = 0; Index != I.Results.size(); ++Index)
      G.set(I.Results[Index], Lane, First + Index < 3 ? Response.FirstCTA[First + Index] : 0);
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static Error readTryCancel(InstructionReader &R) {
  R.setDetails(
      CancelDetails{getSharedSpace(R), R.get<words::CancelAll>() != words::CancelAll::None});
  return readAs<tryCancel>(R);
}

static Error readQueryFirstCTA(InstructionReader &R) {
  R.setDetails(unsigned(R.get<words::FirstCTA>()));
  return readAs<queryFirstCTA>(R);
}

ArrayRef<RowReader> emulator::getClusterRows() {
  static constexpr RowReader Rows[] = {
      {PTX_MAPA, readAddressOperation<mapAddress>},
      {PTX_GETCTARANK, readAddressOperation<getRank>},
      {PTX_CLUSTERLAUNCHCONTROL_TRY_CANCEL, readTryCancel},
      {PTX_CLUSTERLAUNCHCONTROL_IS_CANCELED, readAs<queryCanceled>},
      {PTX_CLUSTERLAUNCHCONTROL_FIRST_CTA, readQueryFirstCTA},
      {PTX_CLUSTERLAUNCHCONTROL_FIRST_CTAS, readQueryFirstCTA},
  };
  return Rows;
}
