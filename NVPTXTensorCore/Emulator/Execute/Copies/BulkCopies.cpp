//===- BulkCopies.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async.bulk, cp.reduce.async.bulk: copies and reductions of bytes that follow each other.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/BulkCopies.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Direction = BulkCopyRequest::Direction;

//===----------------------------------------------------------------------===//
// What all bulk copies have
//===----------------------------------------------------------------------===//

BulkCopyForm emulator::getBulkCopyForm(const InstructionReader &R, Direction Way) {
  static constexpr std::optional<CopyInspection> Inspections[] = {std::nullopt,
                                                                  CopyInspection{true, 32},
                                                                  CopyInspection{true, 16},
                                                                  CopyInspection{true, 8},
                                                                  CopyInspection{true, 4},
                                                                  CopyInspection(),
                                                                  std::nullopt};
  static constexpr unsigned MaskBits[] = {0, 16, 32, 16};
  BulkCopyForm Form;
  Form.Way = Way;
  Form.Destination = Way == Direction::Store ? Space::Global : getSharedSpace(R);
  Form.MaskBits = MaskBits[unsigned(R.get<words::Multicast>())];
  Form.CTAGroup = unsigned(R.get<words::CTAGroup>());
  Form.Inspects = Inspections[unsigned(R.get<words::Report>())];
  const MemoryOrder How = getMemoryOrder(R, Strength::Weak, Scope::System);
  if (How.Order == Strength::Relaxed)
    Form.Relaxed = How.Within;
  return Form;
}

bool emulator::checkAlignment(const Instruction &I, ThreadGroup &G, unsigned Lane, const char *What,
                              uint64_t Address, unsigned Alignment) {
  if (Address % Alignment == 0)
    return true;
  G.fault(I, Check::Misaligned, LaneMask(1) << Lane,
          Twine(What) + " 0x" + utohexstr(Address, true) + " is not a multiple of " +
              Twine(Alignment));
  return false;
}

/// Returns true if the mbarrier is where it may be: in the block of the destination, or with
/// .cta_group::2 in that of the pair.
static bool checkMBarrier(const Instruction &I, ThreadGroup &G, unsigned Lane,
                          const BulkCopyForm &Form, uint32_t Destination, uint32_t MBarrier) {
  unsigned To = Destination >> Windows::RankShift, At = MBarrier >> Windows::RankShift;
  const bool IsPair = Form.CTAGroup == 2;
  if (IsPair ? To / 2 == At / 2 : To == At)
    return true;
  G.fault(I, Check::Barriers, LaneMask(1) << Lane,
          "the destination is in block " + Twine(To) +
              " of the cluster and the mbarrier in block " + Twine(At) +
              (IsPair ? "; expected blocks of one pair" : "; expected both in one block"));
  return false;
}

void emulator::issueLoad(const Instruction &I, ThreadGroup &G, unsigned Lane,
                         const BulkCopyForm &Form, BulkCopyRequest Request,
                         std::optional<uint64_t> Mask) {
  if (!Mask) {
    if (checkMBarrier(I, G, Lane, Form, Request.Shared, *Request.MBarrier))
      issueBulkCopy(I, G, Lane, Request);
    return;
  }
  const unsigned NumBlocks = G.getCluster().getNumBlocks();
  if (!*Mask || *Mask >> NumBlocks) {
    G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
            "a multicast with the mask 0x" + utohexstr(*Mask, true) + " in a cluster of " +
                Twine(NumBlocks) + " blocks");
    return;
  }
  const uint32_t MBarrier = *Request.MBarrier, Shared = Request.Shared;
  const uint64_t Map = Request.Map; // that is read once: the block's own mbarrier tells
  for (unsigned Rank = 0; Rank != NumBlocks; ++Rank) {
    if (!(*Mask >> Rank & 1)) {
      const uint32_t Other = Rank << Windows::RankShift | (MBarrier & Windows::OffsetMask);
      if (class MBarrier *Object = G.getCluster().MBarriers.find(Other)) {
        Object->LeftOutBy = &I;
        Object->MaskOfOthers = *Mask;
      }
      continue;
    }
    // With .cta_group::2 the signal goes to the block of each pair that the mbarrier is in.
    const unsigned At =
        Form.CTAGroup == 2 ? (Rank & ~1u) | (MBarrier >> Windows::RankShift & 1) : Rank;
    Request.Shared = Rank << Windows::RankShift | (Shared & Windows::OffsetMask);
    Request.Map = Rank == G.getBlock().getRank() ? Map : 0;
    Request.MBarrier = At << Windows::RankShift | (MBarrier & Windows::OffsetMask);
    issueBulkCopy(I, G, Lane, Request);
  }
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

namespace {
/// Addresses: destination, source, mbarrier. Operands: the size, then what the form has.
struct ByteCopyDetails {
  BulkCopyForm Form;
  bool HasByteMask = false;
  bool IgnoresBounds = false; ///< after the size, how many bytes at the beginning and the end
};
} // namespace

std::optional<uint32_t> emulator::getBulkSize(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const uint64_t Size = G.get(I.Operands[0], Lane);
  if (Size % 16 == 0)
    return uint32_t(Size);
  G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
          "a copy of " + Twine(Size) + " bytes; expected a multiple of 16");
  return std::nullopt;
}

/// Returns what is copied; nothing after a fault.
static std::optional<CopyPlan> getPlan(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                       uint64_t Global, uint32_t Size) {
  const auto &Of = I.details<ByteCopyDetails>();
  constexpr uint32_t MaxIgnored = 15;
  uint32_t Ignored[2] = {0, 0};
  for (unsigned Side = 0; Of.IgnoresBounds && Side != 2; ++Side) {
    Ignored[Side] = uint32_t(G.get(I.Operands[1 + Side], Lane));
    if (Ignored[Side] > MaxIgnored) {
      G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
              "a copy ignores " + Twine(Ignored[Side]) + " bytes out of bounds; expected 0 to 15");
      return std::nullopt;
    }
  }
  CopyPlan Plan = planBytes(Global, Size, Ignored[0], Ignored[1]);
  // PTX does not determine their values in shared memory.
  if (Of.IgnoresBounds && G.getLaunch().Options.IsAdversary)
    Plan.Fill = G.getCluster().choose(256);
  if (Of.HasByteMask) {
    Plan.HasMask = true;
    Plan.ByteMask = uint16_t(G.get(I.Operands.back(), Lane));
  }
  return Plan;
}

/// False after a fault.
static bool copyBytes(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<ByteCopyDetails>();
  const BulkCopyForm &Form = Of.Form;
  const std::optional<uint32_t> Size = getBulkSize(I, G, Lane);
  const uint64_t To = G.getAddress(I.Addresses[0], Lane), From = G.getAddress(I.Addresses[1], Lane);
  if (!Size || !checkAlignment(I, G, Lane, "the destination", To, 16) ||
      !checkAlignment(I, G, Lane, "the source", From, 16))
    return false;
  const bool IsLoad = Form.Way == Direction::Load, IsStore = Form.Way == Direction::Store;
  const std::optional<uint32_t> Shared =
      getSharedAddress(I, G, Lane, !IsLoad, IsLoad ? Form.Destination : Space::SharedCTA);
  if (!Shared)
    return false;
  std::optional<CopyPlan> Plan = getPlan(I, G, Lane, IsLoad ? From : IsStore ? To : 0, *Size);
  if (!Plan)
    return false;
  BulkCopyRequest Request;
  Request.Way = Form.Way;
  Request.Plan = std::make_shared<const CopyPlan>(std::move(*Plan));
  Request.Shared = *Shared;
  Request.Destination = uint32_t(To);
  Request.Reduction = Form.Reduction;
  Request.ReducedType = I.On;
  Request.Relaxed = Form.Relaxed;
  Request.Inspects = Form.Inspects;
  if (IsStore) {
    issueBulkCopy(I, G, Lane, Request);
    return true;
  }
  Request.MBarrier = getSharedAddress(I, G, Lane, 2, Form.Destination);
  if (!Request.MBarrier)
    return false;
  if (IsLoad)
    issueLoad(I, G, Lane, Form, Request,
              Form.MaskBits ? std::optional(G.get(I.Operands.back(), Lane)) : std::nullopt);
  else if (checkMBarrier(I, G, Lane, Form, Request.Destination, *Request.MBarrier))
    issueBulkCopy(I, G, Lane, Request);
  return true;
}

static Step executeByteCopy(const Instruction &I, ThreadGroup &G) {
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1)
    if (!copyBytes(I, G, llvm::countr_zero(Left)))
      break;
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

template <Direction Way, bool IgnoresBounds = false>
static Error readByteCopy(InstructionReader &R) {
  R.setDetails(ByteCopyDetails{getBulkCopyForm(R, Way),
                               R.get<words::CopyMask>() == words::CopyMask::CpMask, IgnoresBounds});
  return readAs<executeByteCopy>(R);
}

template <Direction Way> static Error readByteReduction(InstructionReader &R) {
  ByteCopyDetails Of{getBulkCopyForm(R, Way)};
  Of.Form.Reduction = R.get<words::AtomicOperation>();
  R.setDetails(Of);
  R.Result.On = R.type();
  return readAs<executeByteCopy>(R);
}

ArrayRef<RowReader> emulator::getBulkCopyRows() {
  static constexpr RowReader Rows[] = {
      {PTX_CP_ASYNC_BULK_TO_CLUSTER, readByteCopy<Direction::Load>},
      {PTX_CP_ASYNC_BULK_TO_CTA, readByteCopy<Direction::Load>},
      {PTX_CP_ASYNC_BULK_IGNORE_OOB, readByteCopy<Direction::Load, true>},
      {PTX_CP_ASYNC_BULK_TO_GLOBAL, readByteCopy<Direction::Store>},
      {PTX_CP_ASYNC_BULK_WITHIN_CLUSTER, readByteCopy<Direction::WithinCluster>},
      {PTX_CP_REDUCE_BULK_ADD, readByteReduction<Direction::Store>},
      {PTX_CP_REDUCE_BULK_ADD_NOFTZ, readByteReduction<Direction::Store>},
      {PTX_CP_REDUCE_BULK_EXTREMUM, readByteReduction<Direction::Store>},
      {PTX_CP_REDUCE_BULK_COUNT, readByteReduction<Direction::Store>},
      {PTX_CP_REDUCE_BULK_LOGIC, readByteReduction<Direction::Store>},
      {PTX_CP_REDUCE_BULK_CLUSTER_ADD, readByteReduction<Direction::WithinCluster>},
      {PTX_CP_REDUCE_BULK_CLUSTER_EXTREMUM, readByteReduction<Direction::WithinCluster>},
      {PTX_CP_REDUCE_BULK_CLUSTER_COUNT, readByteReduction<Direction::WithinCluster>},
      {PTX_CP_REDUCE_BULK_CLUSTER_LOGIC, readByteReduction<Direction::WithinCluster>},
  };
  return Rows;
}
