//===- Block.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates warps, blocks and clusters.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

Warp::Warp(Block &Of, unsigned Number, LaneMask Threads)
    : Alive(Threads), Of(Of), Number(Number), Threads(Threads) {
  setSpecialRegisters();
}

Location Warp::getLocation(const Instruction &I, LaneMask Lanes) const {
  const Dim3 Position = Of.getPosition();
  Location At;
  At.Instruction = I.Source;
  At.SourceLine = I.SourceLine;
  At.Kernel = Of.getLaunch().Request.Kernel->Name;
  At.Block = {Position.X, Position.Y, Position.Z};
  At.Warp = Number;
  At.Lanes = Lanes;
  return At;
}

/// The same locations of the threads are not in the same set of the host's caches.
void Warp::growLocal(uint64_t End) {
  constexpr uint64_t CacheLine = 64;
  const uint64_t Old = LocalDistance;
  LocalDistance = std::max(alignTo(End + 1, CacheLine), 2 * Old) + CacheLine;
  const std::unique_ptr<uint8_t[]> Before = std::move(Local);
  for (unsigned Lane = 0; Before && Lane != WarpSize; ++Lane)
    std::memcpy(getLocal(Lane, 0), Before.get() + Lane * Old, Old);
}

void Warp::noteMeeting(LaneMask Lanes) {
  Ordering &Order = Of.getCluster().Order;
  MeetingsToNote = Lanes == Alive ? 0 : MeetingsToNote - 1;
  Meetings.resize(NumMeetingsKept);
  // After many meetings of parts of the warp, all count as together: what is not known is not
  // reported.
  Meetings[NumMeetings++ % NumMeetingsKept] = {MeetingsToNote ? Lanes : AllLanes,
                                               Order.getTime(Order.getClusterWarp(*this))};
}

bool Warp::hasMetSince(uint64_t Meeting, LaneMask Lane, const WarpClock &Seen) const {
  if (NumMeetings > Meeting + NumMeetingsKept)
    return true; // it was forgotten
  for (LaneMask Met = Lane; Meeting != NumMeetings; ++Meeting) {
    const WarpMeeting &M = Meetings[Meeting % NumMeetingsKept];
    if (!(M.Lanes & Met))
      continue;
    Met |= M.Lanes;
    for (LaneMask Left = Met; Left; Left &= Left - 1)
      if (Seen.Generic[llvm::countr_zero(Left)] >= M.Time)
        return true;
  }
  return false;
}

void Warp::setSpecial(WarpRegister R, unsigned Lane, uint32_t Value) {
  Special[unsigned(R)][Lane] = Value;
}

void Warp::setSpecialRegisters() {
  using R = WarpRegister;
  const Launch &L = Of.getLaunch();
  const LaunchRequest &Request = L.Request;
  const Dim3 Size = Request.Block, Grid = Request.Grid, Cluster = Request.Cluster;
  const Dim3 At = Of.getPosition(), InCluster = Cluster.getPosition(Of.getRank());
  auto SetAll = [&](R First, Dim3 Value, unsigned Lane) {
    setSpecial(First, Lane, Value.X);
    setSpecial(R(unsigned(First) + 1), Lane, Value.Y);
    setSpecial(R(unsigned(First) + 2), Lane, Value.Z);
  };
  const unsigned NumWarps = divideCeil(Size.getCount(), WarpSize);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    SetAll(R::TidX, Size.getPosition(Number * WarpSize + Lane), Lane);
    SetAll(R::NTidX, Size, Lane);
    SetAll(R::CTAIdX, At, Lane);
    SetAll(R::NCTAIdX, Grid, Lane);
    SetAll(R::ClusterIdX, {At.X / Cluster.X, At.Y / Cluster.Y, At.Z / Cluster.Z}, Lane);
    SetAll(R::NClusterIdX, {Grid.X / Cluster.X, Grid.Y / Cluster.Y, Grid.Z / Cluster.Z}, Lane);
    SetAll(R::ClusterCTAIdX, InCluster, Lane);
    SetAll(R::ClusterNCTAIdX, Cluster, Lane);
    setSpecial(R::ClusterCTARank, Lane, Of.getRank());
    setSpecial(R::ClusterNCTARank, Lane, unsigned(Cluster.getCount()));
    setSpecial(R::IsExplicitCluster, Lane, Request.HasCluster);
    setSpecial(R::LaneId, Lane, Lane);
    setSpecial(R::WarpId, Lane, Number);
    setSpecial(R::NWarpId, Lane, NumWarps);
    const uint32_t Bit = uint32_t(1) << Lane;
    setSpecial(R::LaneMaskEq, Lane, Bit);
    setSpecial(R::LaneMaskLt, Lane, Bit - 1);
    setSpecial(R::LaneMaskLe, Lane, Bit | (Bit - 1));
    setSpecial(R::LaneMaskGt, Lane, ~(Bit | (Bit - 1)));
    setSpecial(R::LaneMaskGe, Lane, ~(Bit - 1));
    setSpecial(R::SMId, Lane, unsigned(Grid.getNumber(At) % L.Options.NumMultiprocessors));
    setSpecial(R::NSMId, Lane, L.Options.NumMultiprocessors);
    setSpecial(R::GridId, Lane, 1);
    setSpecial(R::EnvReg1, Lane, uint32_t(L.Workspace >> 32));
    setSpecial(R::EnvReg2, Lane, uint32_t(L.Workspace));
    setSpecial(R::TotalSharedSize, Lane, L.SharedBytes);
    setSpecial(R::AggregatedSharedSize, Lane, L.SharedBytes);
    setSpecial(R::DynamicSharedSize, Lane, Request.DynamicSharedBytes);
    setSpecial(R::WarpSz, Lane, WarpSize);
    setSpecial(R::SharedBase, Lane, Of.getSharedBase());
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Block::Block(Cluster &Of, unsigned Rank, Dim3 Position)
    : Of(Of), Rank(Rank), Position(Position),
      NumThreads(unsigned(Of.getLaunch().Request.Block.getCount())) {
  const Launch &L = Of.getLaunch();
  Shared.assign(DeviceLimits::ReservedSharedBytes + L.SharedPadding + L.SharedBytes, 0xCD);
  SharedSymbols.resize(L.SharedOffsets.size() * getSlotBytes(32));
  auto *Symbols = reinterpret_cast<uint32_t *>(SharedSymbols.data());
  for (size_t Number = 0; Number != L.SharedOffsets.size(); ++Number)
    std::fill_n(Symbols + Number * WarpSize, WarpSize, getSharedBase() + L.SharedOffsets[Number]);
  for (unsigned First = 0; First < NumThreads; First += WarpSize) {
    const LaneMask Threads = maskTrailingOnes<LaneMask>(std::min(NumThreads - First, WarpSize));
    Warps.push_back(std::make_unique<Warp>(*this, First / WarpSize, Threads));
    auto Entry = std::make_shared<Frame>(*L.Request.Kernel, 0, nullptr, 0);
    Warps.back()->Groups.push_back(
        std::make_unique<ThreadGroup>(*Warps.back(), Threads, std::move(Entry)));
  }
}

Launch &Block::getLaunch() const { return Of.getLaunch(); }

unsigned Block::getNumAlive() const {
  unsigned Count = 0;
  for (const auto &W : Warps)
    Count += llvm::popcount(W->getAlive());
  return Count;
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

Cluster::Cluster(Launch &Of, uint64_t Number, uint64_t Seed)
    : Order(*this), MBarriers(*this), Of(Of), Number(Of.FirstCluster + Number), Random(Seed) {
  const Dim3 Size = Of.Request.Cluster, Grid = Of.Request.Grid;
  const Dim3 Clusters = {Grid.X / Size.X, Grid.Y / Size.Y, Grid.Z / Size.Z};
  Position = Clusters.getPosition(Number);
  for (unsigned Rank = 0; Rank != Size.getCount(); ++Rank) {
    const Dim3 In = Size.getPosition(Rank);
    const Dim3 At = {Position.X * Size.X + In.X, Position.Y * Size.Y + In.Y,
                     Position.Z * Size.Z + In.Z};
    Blocks.push_back(std::make_unique<Block>(*this, Rank, At));
  }
  Order.setSize(unsigned(Blocks.size() * Blocks.front()->Warps.size()), unsigned(Blocks.size()));
  Observer = Of.MakeObserver(*this);
}

Cluster::~Cluster() = default;
