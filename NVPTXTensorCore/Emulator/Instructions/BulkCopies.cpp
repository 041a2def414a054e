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

#include "Emulator/Instructions/BulkCopies.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Direction = BulkCopyRequest::Direction;

//===----------------------------------------------------------------------===//
// What all bulk copies have
//===----------------------------------------------------------------------===//

/// The first modifier, in the order of the text, that is one of these.
static StringRef takeFirstOf(InstructionReader &R, ArrayRef<StringRef> Choices) {
  for (StringRef M : R.Source.Modifiers)
    if (is_contained(Choices, M) && R.takeAnywhere(M))
      return M;
  return StringRef();
}

Expected<BulkCopyForm> emulator::takeBulkCopyForm(InstructionReader &R) {
  BulkCopyForm Form;
  const StringRef Spaces[] = {".shared::cluster", ".shared::cta", ".global"};
  const StringRef To = takeFirstOf(R, Spaces), From = takeFirstOf(R, Spaces);
  const bool IsToShared = To.starts_with(".shared");
  if (IsToShared && From == ".global")
    Form.Way = Direction::Load;
  else if (To == ".global" && From == ".shared::cta")
    Form.Way = Direction::Store;
  else if (To == ".shared::cluster" && From == ".shared::cta")
    Form.Way = Direction::WithinCluster;
  else
    return R.fail("the emulator does not know copies to '" + To + "' from '" + From + "'");
  Form.Destination = To == ".shared::cluster" ? Space::SharedCluster
                     : IsToShared             ? Space::SharedCTA
                                              : Space::Global;
  const StringRef Completion =
      Form.Way == Direction::Store ? ".bulk_group" : ".mbarrier::complete_tx::bytes";
  if (!R.takeAnywhere(Completion))
    return R.fail("expected '" + Completion + "'");
  if (Form.Way == Direction::Load)
    Form.MaskBits = R.takeAnywhere(".multicast::cluster::32b")   ? 32
                    : R.takeAnywhere(".multicast::cluster::16b") ? 16
                    : R.takeAnywhere(".multicast::cluster")      ? 16
                                                                 : 0;
  if (Form.Way == Direction::Load)
    Form.CTAGroup = R.takeAnywhere(".cta_group::1") ? 1 : R.takeAnywhere(".cta_group::2") ? 2 : 0;
  Form.HasPolicy = R.takeAnywhere(".L2::cache_hint");
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

/// Whether the mbarrier is where it may be: in the block of the destination, or with
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
  for (unsigned Rank = 0; Rank != NumBlocks; ++Rank) {
    if (!(*Mask >> Rank & 1))
      continue;
    // With .cta_group::2 the signal goes to the block of each pair that the mbarrier is in.
    const unsigned At =
        Form.CTAGroup == 2 ? (Rank & ~1u) | (MBarrier >> Windows::RankShift & 1) : Rank;
    Request.Shared = Rank << Windows::RankShift | (Shared & Windows::OffsetMask);
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
};
} // namespace

/// The size; nothing after a fault.
static std::optional<uint32_t> getSize(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const uint64_t Size = G.get(I.Operands[0], Lane);
  if (Size % 16 == 0)
    return uint32_t(Size);
  G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
          "a copy of " + Twine(Size) + " bytes; expected a multiple of 16");
  return std::nullopt;
}

/// False after a fault.
static bool copyBytes(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<ByteCopyDetails>();
  const BulkCopyForm &Form = Of.Form;
  const std::optional<uint32_t> Size = getSize(I, G, Lane);
  const uint64_t To = G.getAddress(I.Addresses[0], Lane), From = G.getAddress(I.Addresses[1], Lane);
  if (!Size || !checkAlignment(I, G, Lane, "the destination", To, 16) ||
      !checkAlignment(I, G, Lane, "the source", From, 16))
    return false;
  const bool IsLoad = Form.Way == Direction::Load, IsStore = Form.Way == Direction::Store;
  const std::optional<uint32_t> Shared =
      getSharedAddress(I, G, Lane, !IsLoad, IsLoad ? Form.Destination : Space::SharedCTA);
  if (!Shared)
    return false;
  CopyPlan Plan = planBytes(IsLoad ? From : IsStore ? To : 0, *Size);
  if (Of.HasByteMask) {
    Plan.HasMask = true;
    Plan.ByteMask = uint16_t(G.get(I.Operands[1], Lane));
  }
  BulkCopyRequest Request;
  Request.Way = Form.Way;
  Request.Plan = std::make_shared<const CopyPlan>(std::move(Plan));
  Request.Shared = *Shared;
  Request.Destination = uint32_t(To);
  Request.Reduction = Form.Reduction;
  Request.ReducedType = I.On;
  if (IsStore) {
    issueBulkCopy(I, G, Lane, Request);
    return true;
  }
  Request.MBarrier = getSharedAddress(I, G, Lane, 2, Form.Destination);
  if (!Request.MBarrier)
    return false;
  if (IsLoad)
    issueLoad(I, G, Lane, Form, Request,
              Form.MaskBits ? std::optional(G.get(I.Operands[1], Lane)) : std::nullopt);
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

/// A prefetch does nothing that a program could see.
static Step executePrefetch(const Instruction &I, ThreadGroup &G) {
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const uint64_t From = G.getAddress(I.Addresses[0], Lane);
    if (!getSize(I, G, Lane) || !checkAlignment(I, G, Lane, "the source", From, 16))
      break;
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// [destination], [source], size {, [mbarrier]} {, CTA mask} {, policy} {, byte mask}
static Error readByteCopyOperands(InstructionReader &R, ByteCopyDetails Of) {
  const bool HasMBarrier = Of.Form.Way != Direction::Store;
  const size_t Count =
      3 + HasMBarrier + bool(Of.Form.MaskBits) + Of.Form.HasPolicy + Of.HasByteMask;
  if (Error E = R.expectOperands(Count))
    return E;
  SmallVector<Address, 3> Addresses;
  for (size_t Number : {0, 1, 3}) {
    if (Number == 3 && !HasMBarrier)
      break;
    Expected<Address> A = R.readAddress(R.operand(Number));
    if (!A)
      return A.takeError();
    Addresses.push_back(*A);
  }
  SmallVector<Slot, 2> Slots;
  if (Error E = readValue(R, 2, 32, Slots))
    return E;
  if (Of.Form.MaskBits)
    if (Error E = readValue(R, 4, Of.Form.MaskBits, Slots))
      return E;
  if (Of.HasByteMask)
    if (Error E = readValue(R, Count - 1, 16, Slots))
      return E;
  R.setAddresses(Addresses);
  R.setOperands(Slots);
  R.setDetails(Of);
  R.Result.Execute = executeByteCopy;
  return Error::success();
}

static Error readByteCopy(InstructionReader &R) {
  Expected<BulkCopyForm> Form = takeBulkCopyForm(R);
  if (!Form)
    return Form.takeError();
  ByteCopyDetails Of;
  Of.Form = *Form;
  Of.HasByteMask = Form->Way == Direction::Store && R.takeAnywhere(".cp_mask");
  return readByteCopyOperands(R, Of);
}

static Error readByteReduction(InstructionReader &R) {
  Expected<BulkCopyForm> Form = takeBulkCopyForm(R);
  if (!Form)
    return Form.takeError();
  if (Form->Way == Direction::Load)
    return R.fail("a reduction to '.shared' has its source in '.shared::cta'");
  const StringRef Operation = R.peek();
  Form->Reduction = parseReduction(Operation);
  if (!Form->Reduction)
    return R.fail("expected an operation, not '" + Operation + "'");
  R.take(Operation);
  R.takeAnywhere(".noftz");
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  const bool IsInShared = Form->Way == Direction::WithinCluster;
  const bool IsKnown = canReduce(*Form->Reduction, *T) && !(IsInShared && T->Is == Type::Float);
  if (!IsKnown)
    return R.fail("there is no reduction '" + Operation + "' of type '." + T->Name + "'");
  R.Result.On = *T;
  ByteCopyDetails Of;
  Of.Form = *Form;
  return readByteCopyOperands(R, Of);
}

/// cp.async.bulk.prefetch.L2.global [source], size {, policy}
static Error readPrefetch(InstructionReader &R) {
  const bool HasPolicy = R.takeAnywhere(".L2::cache_hint");
  if (!R.take(".L2") || !R.take(".global"))
    return R.fail("expected '.L2.global'");
  if (Error E = R.expectOperands(2 + HasPolicy))
    return E;
  SmallVector<Slot, 1> Size;
  if (Error E = readValue(R, 1, 32, Size))
    return E;
  R.setOperands(Size);
  R.Result.Execute = executePrefetch;
  return readAddresses(R, 0, 1);
}

ArrayRef<InstructionFamily> emulator::getBulkCopyInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"cp.async.bulk", readByteCopy},
      {"cp.reduce.async.bulk", readByteReduction},
      {"cp.async.bulk.prefetch", readPrefetch},
  };
  return Families;
}
