//===- TensorMemoryCopies.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.cp, tcgen05.shift and tcgen05.commit, which are performed in the order in which they are
// issued, with the multiplications; and tcgen05.fence.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/AsyncOperands.h"
#include "Emulator/Execute/Matrix/TCGen05.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

uint64_t emulator::getTensorChain(Block &B, unsigned CTAGroup) {
  Block *Peer = CTAGroup == 2 ? getPeer(B) : nullptr;
  Block &First = Peer && Peer->getRank() < B.getRank() ? *Peer : B;
  uint64_t &Chain = getMatrixUnits(First).Tensor.Chain;
  if (!Chain)
    Chain = B.getCluster().Pending.makeChain();
  return Chain;
}

/// The blocks that an operation works on.
static SmallVector<Block *, 2> getBlocks(Block &B, unsigned CTAGroup) {
  SmallVector<Block *, 2> Result = {&B};
  if (CTAGroup == 2)
    if (Block *Peer = getPeer(B))
      Result.push_back(Peer);
  return Result;
}

/// The number of a thread in its block.
static unsigned getThread(ThreadGroup &G, unsigned Lane) {
  return G.getWarp().getNumber() * WarpSize + Lane;
}

void emulator::addTensorOperation(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                  unsigned CTAGroup, MakeTensorOperation Make) {
  Block &B = G.getBlock();
  const uint64_t Chain = getTensorChain(B, CTAGroup);
  Ordering &Order = G.getCluster().Order;
  const std::shared_ptr<AsyncAuthor> Author = Order.issue(G, Lane, I, Chain);
  TensorMemory &T = getMatrixUnits(B).Tensor;
  const unsigned Thread = getThread(G, Lane);
  T.Uncommitted[Thread].push_back(Author);
  const bool HasReadsOfA = G.getLaunch().Request.Module->CommitsReadsOfA &&
                           I.Execute == executeTensorMultiply &&
                           !I.details<TensorMultiplyDetails>().InTensorA;
  if (HasReadsOfA) {
    Order.addReaderOfA(*Author, Chain);
    // A commit comes after them in the chain, so they may be in its clock now.
    Order.complete(*Author->ReaderOfA, T.ReadsOfA[Thread]);
  }
  G.getCluster().Pending.add(Chain, Make(Author));
}

//===----------------------------------------------------------------------===//
// cp
//===----------------------------------------------------------------------===//

namespace {

class CopyOperation : public AsyncOperation {
public:
  CopyOperation(const Instruction &I, Block &Of, std::shared_ptr<AsyncAuthor> Author,
                TensorAddress At, const MatrixRequest &Source)
      : I(I), Details(I.details<TensorCopyDetails>()), Of(Of), Author(std::move(Author)), At(At),
        Source(Source) {}

  bool perform(Cluster &C) override {
    SmallVector<Block *, 2> Blocks = getBlocks(Of, Details.CTAGroup);
    copy(C, *Blocks[NumDone++]);
    return NumDone == Blocks.size();
  }

private:
  void copy(Cluster &C, Block &B);
  void decompress(std::vector<uint8_t> &Bytes) const;

  const Instruction &I;
  const TensorCopyDetails &Details;
  Block &Of;
  std::shared_ptr<AsyncAuthor> Author;
  TensorAddress At;
  MatrixRequest Source;
  unsigned NumDone = 0; ///< blocks
};

} // namespace

/// 16 elements of 4 or 6 bits, in the first of 16 bytes, become a byte each; e2m1 is in the middle
/// of its byte.
void CopyOperation::decompress(std::vector<uint8_t> &Bytes) const {
  constexpr unsigned PerVector = 16;
  const unsigned Bits = Details.ElementBits, Shift = Bits == 4 ? 2 : 0;
  for (size_t First = 0; First != Bytes.size(); First += PerVector) {
    uint8_t Packed[PerVector + 1] = {};
    std::memcpy(Packed, Bytes.data() + First, PerVector);
    for (unsigned Element = 0; Element != PerVector; ++Element) {
      const unsigned Bit = Element * Bits;
      const unsigned Window = Packed[Bit / 8] | Packed[Bit / 8 + 1] << 8;
      Bytes[First + Element] = uint8_t((Window >> Bit % 8 & ((1u << Bits) - 1)) << Shift);
    }
  }
}

void CopyOperation::copy(Cluster &C, Block &B) {
  const Actor Who = makeAsyncActor(I, Of, Author);
  MatrixUnits &Units = getMatrixUnits(B);
  if (!Units.Matrices.read(C, Who, B, Source, Units.Bytes))
    return;
  if (Details.ElementBits != 8)
    decompress(Units.Bytes);
  for (unsigned Row = 0; Row != Details.NumRows; ++Row)
    for (unsigned Lane : Details.Lanes[Row]) {
      uint32_t *To =
          Units.Tensor.access(C, Who, At.Lane + Lane, At.Column, Details.NumColumns, Access::Write);
      if (!To)
        return;
      std::memcpy(To, Units.Bytes.data() + size_t(Row) * Details.NumColumns * 4,
                  Details.NumColumns * 4);
    }
}

Step emulator::executeTensorCopy(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<TensorCopyDetails>();
  G.forEachLane([&](unsigned Lane) {
    Expected<MatrixRequest> Source =
        readMatrixDescriptor(G.get(I.Operands[0], Lane), MatrixDescriptorFormat_TCGen05);
    if (!Source) {
      G.fault(I, Check::Descriptors, LaneMask(1) << Lane, toString(Source.takeError()));
      return;
    }
    Source->Lines = Of.NumRows;
    Source->LineBytes = Of.NumColumns * 4;
    Source->VectorBytes = Of.ElementBits * 2;
    const TensorAddress At{uint32_t(G.getAddress(I.Addresses[0], Lane))};
    addTensorOperation(I, G, Lane, Of.CTAGroup, [&](const std::shared_ptr<AsyncAuthor> &Author) {
      return std::make_unique<CopyOperation>(I, G.getBlock(), Author, At, *Source);
    });
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// shift
//===----------------------------------------------------------------------===//

namespace {

class ShiftOperation : public AsyncOperation {
public:
  ShiftOperation(const Instruction &I, Block &Of, std::shared_ptr<AsyncAuthor> Author,
                 TensorAddress At)
      : I(I), Of(Of), Author(std::move(Author)), At(At) {}

  bool perform(Cluster &C) override;

private:
  const Instruction &I;
  Block &Of;
  std::shared_ptr<AsyncAuthor> Author;
  TensorAddress At;
};

} // namespace

/// Each row takes the place of the one before it. The last of 32 lanes stays: that is what
/// tcgen05.cp.4x256b writes anew. The PTX ISA says no more of it, and nobody here has tried it.
bool ShiftOperation::perform(Cluster &C) {
  constexpr unsigned Columns = 8, LanesOfPart = 32;
  const Actor Who = makeAsyncActor(I, Of, Author);
  for (Block *B : getBlocks(Of, I.details<TensorManageDetails>().CTAGroup)) {
    TensorMemory &T = getMatrixUnits(*B).Tensor;
    for (unsigned Lane = At.Lane; Lane + 1 < TensorMemory::NumLanes; ++Lane) {
      if (Lane % LanesOfPart == LanesOfPart - 1)
        continue;
      const uint32_t *From = T.access(C, Who, Lane + 1, At.Column, Columns, Access::Read);
      uint32_t *To = From ? T.access(C, Who, Lane, At.Column, Columns, Access::Write) : nullptr;
      if (!To)
        return true;
      std::copy_n(From, Columns, To);
    }
  }
  return true;
}

Step emulator::executeTensorShift(const Instruction &I, ThreadGroup &G) {
  const unsigned CTAGroup = I.details<TensorManageDetails>().CTAGroup;
  G.forEachLane([&](unsigned Lane) {
    const TensorAddress At{uint32_t(G.getAddress(I.Addresses[0], Lane))};
    if (At.Lane % 32)
      G.report(I, Check::TensorMemory, LaneMask(1) << Lane,
               "lane " + Twine(At.Lane) + " of tensor memory; expected a multiple of 32");
    addTensorOperation(I, G, Lane, CTAGroup, [&](const std::shared_ptr<AsyncAuthor> &Author) {
      return std::make_unique<ShiftOperation>(I, G.getBlock(), Author, At);
    });
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// commit
//===----------------------------------------------------------------------===//

namespace {

/// Describes what was committed has been done when it arrives: operations, or the reads of A that
/// are in a clock.
class CommitOperation : public AsyncOperation {
public:
  CommitOperation(const Instruction &I, Block &Of, std::shared_ptr<AsyncAuthor> Author,
                  std::vector<uint32_t> MBarriers,
                  std::vector<std::shared_ptr<AsyncAuthor>> Committed, SyncClock ReadsOfA)
      : I(I), Of(Of), Author(std::move(Author)), MBarriers(std::move(MBarriers)),
        Committed(std::move(Committed)), ReadsOfA(std::move(ReadsOfA)) {}

  bool perform(Cluster &C) override {
    if (!NumDone)
      addCommitted(C);
    MBarrierChange Change;
    Change.Arrivals = 1;
    if (NumDone != MBarriers.size())
      C.MBarriers.complete(makeAsyncActor(I, Of, Author), MBarriers[NumDone++], Change);
    return NumDone == MBarriers.size();
  }

private:
  void addCommitted(Cluster &C) {
    SyncClock Clock;
    Clock.Clock = std::move(Author->Seen);
    for (const auto &Operation : Committed)
      C.Order.complete(*Operation, Clock);
    C.Order.add(ReadsOfA, Clock);
    Author->Seen = std::move(Clock.Clock);
  }

  const Instruction &I;
  Block &Of;
  std::shared_ptr<AsyncAuthor> Author;
  std::vector<uint32_t> MBarriers;
  std::vector<std::shared_ptr<AsyncAuthor>> Committed;
  SyncClock ReadsOfA;
  size_t NumDone = 0;
};

} // namespace

/// The mbarrier, or those at the same offset in each block of a mask.
static std::vector<uint32_t> getMBarriers(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                          uint32_t At) {
  const bool IsMulticast = !I.Operands.empty();
  if (!IsMulticast && I.details<TensorManageDetails>().CTAGroup == 1)
    return {At};
  std::vector<uint32_t> Result;
  const uint64_t Mask =
      IsMulticast ? G.get(I.Operands[0], Lane) : uint64_t(1) << (At >> Windows::RankShift);
  for (unsigned Rank = 0; Rank != 32; ++Rank) {
    const uint32_t Each = (At & Windows::OffsetMask) | Rank << Windows::RankShift;
    if (Mask >> Rank & 1) {
      Result.push_back(Each);
    } else if (MBarrier *Object = G.getCluster().MBarriers.find(Each)) {
      Object->LeftOutBy = &I;
      Object->MaskOfOthers = IsMulticast ? Mask : 0;
    }
  }
  return Result;
}

Step emulator::executeTensorCommit(const Instruction &I, ThreadGroup &G) {
  const auto &Details = I.details<TensorManageDetails>();
  Cluster &C = G.getCluster();
  G.forEachLane([&](unsigned Lane) {
    const std::optional<uint32_t> At = getSharedAddress(I, G, Lane, 0, I.In);
    if (!At)
      return;
    const uint64_t Chain = getTensorChain(G.getBlock(), Details.CTAGroup);
    auto Author = C.Order.issue(G, Lane, I, Chain);
    TensorMemory &T = getMatrixUnits(G.getBlock()).Tensor;
    const unsigned Thread = getThread(G, Lane);
    std::vector<std::shared_ptr<AsyncAuthor>> Committed;
    SyncClock ReadsOfA;
    if (Details.OnlyReadsOfA) {
      ReadsOfA = T.ReadsOfA[Thread];
    } else {
      // A later commit is for all operations before it, too: those, and this one.
      Committed = {Author};
      Committed.swap(T.Uncommitted[Thread]);
      if (MBarrier *Object = Committed.empty() ? C.MBarriers.find(*At) : nullptr)
        Object->EmptyCommit = {&I, Object->Phase, Author->ClusterWarp, Lane};
      for (const auto &Each : Committed)
        if (AsyncRecord *R = C.Order.findRecord(*Each); R && Each != Author && !R->Commit) {
          R->Commit = &I;
          C.MBarriers.announce(*R, *At);
        }
    }
    C.Pending.add(Chain, std::make_unique<CommitOperation>(
                             I, G.getBlock(), std::move(Author), getMBarriers(I, G, Lane, *At),
                             std::move(Committed), std::move(ReadsOfA)));
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// fence
//===----------------------------------------------------------------------===//

Step emulator::executeTensorFenceBefore(const Instruction &, ThreadGroup &G) {
  G.getCluster().Order.fence(G, G.getActive(), FenceKind::TensorBefore);
  return Step::Next;
}

Step emulator::executeTensorFenceAfter(const Instruction &, ThreadGroup &G) {
  G.getCluster().Order.fence(G, G.getActive(), FenceKind::TensorAfter);
  return Step::Next;
}
