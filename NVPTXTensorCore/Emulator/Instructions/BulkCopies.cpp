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

/// .mbarrier::report::…: what a load reports to its mbarrier.
static std::optional<CopyInspection> takeInspection(InstructionReader &R) {
  if (R.takeAnywhere(".mbarrier::report::disabled"))
    return std::nullopt;
  if (R.takeAnywhere(".mbarrier::report::validity::per_element::ff"))
    return CopyInspection();
  for (StringRef Pattern : {"80000000", "8000", "80", "8"})
    if (R.takeAnywhere((".mbarrier::report::validity::per_16bytes::" + Pattern).str()))
      return CopyInspection{/*IsSampled=*/true, unsigned(Pattern.size()) * 4};
  return std::nullopt;
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
  if (Form.Way == Direction::Load) {
    Form.Inspects = takeInspection(R);
    Form.MaskBits = R.takeAnywhere(".multicast::cluster::32b")   ? 32
                    : R.takeAnywhere(".multicast::cluster::16b") ? 16
                    : R.takeAnywhere(".multicast::cluster")      ? 16
                                                                 : 0;
  }
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

/// What is copied; nothing after a fault.
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
  // What they are in shared memory is not determined.
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
// Reading
//===----------------------------------------------------------------------===//

/// [destination], [source], size {, ignored bytes} {, [mbarrier]} {, CTA mask} {, policy}
/// {, byte mask}
static Error readByteCopyOperands(InstructionReader &R, ByteCopyDetails Of) {
  const bool HasMBarrier = Of.Form.Way != Direction::Store;
  const size_t NumIgnored = Of.IgnoresBounds ? 2 : 0, MBarrierAt = 3 + NumIgnored;
  const size_t Count =
      MBarrierAt + HasMBarrier + bool(Of.Form.MaskBits) + Of.Form.HasPolicy + Of.HasByteMask;
  if (Error E = R.expectOperands(Count))
    return E;
  SmallVector<Address, 3> Addresses;
  for (size_t Number : {size_t(0), size_t(1), MBarrierAt}) {
    if (Number == MBarrierAt && !HasMBarrier)
      break;
    Expected<Address> A = R.readAddress(R.operand(Number));
    if (!A)
      return A.takeError();
    Addresses.push_back(*A);
  }
  SmallVector<Slot, 4> Slots;
  for (size_t Number = 2; Number != MBarrierAt; ++Number)
    if (Error E = readValue(R, Number, 32, Slots))
      return E;
  if (Of.Form.MaskBits)
    if (Error E = readValue(R, MBarrierAt + 1, Of.Form.MaskBits, Slots))
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

/// .weak, or .relaxed and a scope.
static Error takeSemantics(InstructionReader &R, BulkCopyForm &Form) {
  constexpr Scope None = Scope::System;
  if (R.takeAnywhere(".weak") || !R.takeAnywhere(".relaxed"))
    return Error::success();
  const bool SaysSystem = R.takeAnywhere(".sys");
  const Scope Within = SaysSystem ? None : takeScope(R, None);
  if (Within == None && !SaysSystem)
    return R.fail("expected a scope with '.relaxed'");
  if (Form.Way == Direction::WithinCluster && Within != Scope::CTA && Within != Scope::Cluster)
    return R.fail("expected '.cta' or '.cluster': the copy is one within the cluster");
  Form.Relaxed = Within;
  return Error::success();
}

static Error readByteCopy(InstructionReader &R) {
  Expected<BulkCopyForm> Form = takeBulkCopyForm(R);
  if (!Form)
    return Form.takeError();
  ByteCopyDetails Of;
  Of.Form = *Form;
  if (Error E = takeSemantics(R, Of.Form))
    return E;
  if (Of.Form.Relaxed && !R.takeAnywhere(".b128"))
    return R.fail("expected '.b128' with '.relaxed'");
  Of.HasByteMask = Form->Way == Direction::Store && R.takeAnywhere(".cp_mask");
  Of.IgnoresBounds = Form->Way == Direction::Load && Form->Destination == Space::SharedCTA &&
                     R.takeAnywhere(".ignore_oob");
  if (Of.IgnoresBounds && Form->Inspects)
    return R.fail("a copy with '.ignore_oob' reports nothing; expected "
                  "'.mbarrier::report::disabled', or none");
  return readByteCopyOperands(R, Of);
}

static Error readByteReduction(InstructionReader &R) {
  Expected<BulkCopyForm> Form = takeBulkCopyForm(R);
  if (!Form)
    return Form.takeError();
  if (Form->Way == Direction::Load)
    return R.fail("a reduction to '.shared' has its source in '.shared::cta'");
  if (Error E = takeSemantics(R, *Form))
    return E;
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

ArrayRef<InstructionFamily> emulator::getBulkCopyInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"cp.async.bulk", readByteCopy},
      {"cp.reduce.async.bulk", readByteReduction},
      {"cp.async.bulk.prefetch", readBulkPrefetch},
      {"applypriority.async.bulk", readBulkPriority},
  };
  return Families;
}
