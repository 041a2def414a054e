//===- TensorCopies.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor, cp.async.bulk.prefetch.tensor: copies of boxes
// of tensors. What a box is is in Machine/CopyPlan.h.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/TensorCopies.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Direction = BulkCopyRequest::Direction;

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

static TensorBox getBox(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<BoxCopyDetails>();
  TensorBox Box;
  Box.Is = Of.Mode;
  Box.IsStore = !Of.IsPrefetch && Of.Form.Way == Direction::Store;
  for (Slot S : I.Operands.take_front(Of.NumCoordinates))
    Box.Coordinates.push_back(int32_t(G.get(S, Lane)));
  for (Slot S : I.Operands.slice(Of.NumCoordinates, Of.NumOffsets))
    Box.Offsets.push_back(uint16_t(G.get(S, Lane)));
  return Box;
}

/// The type of the elements of a reduction; nothing after a fault.
static std::optional<Type> getReducedType(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                          const TensorMap &Map, ReductionOperation Operation) {
  const StringRef Name = Map.getType().PTX.split('.').first; // "f32" of "f32.ftz"
  std::optional<Type> T = parseType(Name == "tf32" ? ".f32" : ("." + Name).str());
  if (T)
    T->Name = Name;
  if (T && canReduce(Operation, *T))
    return T;
  G.fault(I, Check::Descriptors, LaneMask(1) << Lane,
          "there is no such reduction of elements of type " + Name);
  return std::nullopt;
}

/// A copy, but for its mbarrier; nothing after a fault.
static std::optional<BulkCopyRequest> makeRequest(const Instruction &I, ThreadGroup &G,
                                                  unsigned Lane, const TensorMap &Map,
                                                  CopyPlan Plan) {
  const BulkCopyForm &Form = I.details<BoxCopyDetails>().Form;
  const std::optional<uint32_t> Shared = getSharedAddress(
      I, G, Lane, 1, Form.Way == Direction::Load ? Form.Destination : Space::SharedCTA);
  constexpr unsigned Alignment = 128;
  if (!Shared || !checkAlignment(I, G, Lane, "the address in shared memory", *Shared, Alignment))
    return std::nullopt;
  BulkCopyRequest Request;
  Request.Way = Form.Way;
  Request.Plan = std::make_shared<const CopyPlan>(std::move(Plan));
  Request.Shared = *Shared;
  Request.Inspects = Form.Inspects;
  if (!Form.Reduction)
    return Request;
  const std::optional<Type> T = getReducedType(I, G, Lane, Map, *Form.Reduction);
  if (!T)
    return std::nullopt;
  Request.Reduction = Form.Reduction;
  Request.ReducedType = *T;
  return Request;
}

/// False after a fault.
static bool copyBox(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<BoxCopyDetails>();
  std::optional<TensorMap> Map = readTensorMap(I, G, Lane);
  const TensorBox Box = getBox(I, G, Lane);
  if (!Map || !overrideTensorMap(I, G, Lane, Box, *Map))
    return false;
  Expected<CopyPlan> Plan = planBox(*Map, Box);
  if (!Plan) {
    G.fault(I, Check::Descriptors, LaneMask(1) << Lane, toString(Plan.takeError()));
    return false;
  }
  if (Of.IsHint)
    issueBulkHint(I, G, Lane);
  if (Of.IsPrefetch)
    return true;
  std::optional<BulkCopyRequest> Request = makeRequest(I, G, Lane, *Map, std::move(*Plan));
  if (!Request)
    return false;
  if (Of.Form.Way != Direction::Load) {
    issueBulkCopy(I, G, Lane, *Request);
    return true;
  }
  // With .cta_group::2 the mbarrier may be that of the other block of the pair.
  Request->MBarrier = getSharedAddress(I, G, Lane, 2, Of.Form.Destination);
  if (!Request->MBarrier)
    return false;
  issueLoad(I, G, Lane, Of.Form, *Request,
            Of.Form.MaskBits ? std::optional(G.get(I.Operands.back(), Lane)) : std::nullopt);
  return true;
}

static Step executeTensorCopy(const Instruction &I, ThreadGroup &G) {
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1)
    if (!copyBox(I, G, llvm::countr_zero(Left)))
      break;
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The rank and what the coordinates mean.
static Error takeMode(InstructionReader &R, bool IsStore, BoxCopyDetails &Of) {
  using Mode = TensorBox::Mode;
  const StringRef Rank = R.takeOneAnywhere({".1d", ".2d", ".3d", ".4d", ".5d"});
  if (Rank.empty())
    return R.fail("expected '.1d' to '.5d'");
  const unsigned NumDims = unsigned(Rank[1] - '0');
  const StringRef Word = IsStore
                             ? R.takeOneAnywhere({".tile", ".tile::scatter4", ".im2col_no_offs"})
                             : R.takeOneAnywhere({".tile", ".tile::gather4", ".im2col",
                                                  ".im2col::w", ".im2col::w::128"});
  Of.Mode = StringSwitch<Mode>(Word)
                .Cases({".tile::gather4", ".tile::scatter4"}, Mode::Gather)
                .Case(".im2col", Mode::Im2Col)
                .Case(".im2col_no_offs", Mode::Im2ColNoOffsets)
                .Case(".im2col::w", Mode::Im2ColW)
                .Case(".im2col::w::128", Mode::Im2ColW128)
                .Default(Mode::Tile);
  const bool IsIm2Col = Of.Mode != Mode::Tile && Of.Mode != Mode::Gather;
  if ((IsIm2Col && NumDims < 3) || (Of.Mode == Mode::Gather && NumDims != 2))
    return R.fail("there is no copy with '" + Word + "' of rank " + Twine(NumDims));
  Of.NumCoordinates = Of.Mode == Mode::Gather ? 5 : NumDims;
  Of.NumOffsets = Of.Mode == Mode::Im2Col                                   ? NumDims - 2
                  : Of.Mode == Mode::Im2ColW || Of.Mode == Mode::Im2ColW128 ? 2
                                                                            : 0;
  return Error::success();
}

/// `[tensor map{, overrides}, {coordinates}]`
static Error readCoordinates(InstructionReader &R, const ptx::Operand &O, const BoxCopyDetails &Of,
                             SmallVectorImpl<Slot> &Slots) {
  if (O.Parts.size() != 2 + getNumOverrides(Of))
    return R.fail("'" + spell(O) + "' is not a tensor map" +
                  (Of.Overrides == Override::None ? "" : ", what overrides its values,") +
                  " and coordinates");
  if (Error E = R.readAll(O.Parts.back(), getBitsType(32), Slots))
    return E;
  if (Slots.size() != Of.NumCoordinates)
    return R.fail("expected " + Twine(Of.NumCoordinates) + " coordinates, not " +
                  Twine(Slots.size()));
  return Error::success();
}

/// Where operands are: their numbers.
struct OperandPlaces {
  size_t Map, Shared = 0, MBarrier = 0; ///< of those that there are
  size_t NumAddresses;
};

static Error readTensorOperands(InstructionReader &R, BoxCopyDetails Of, OperandPlaces At) {
  if (Error E = takeOverrides(R, Of))
    return E;
  const bool HasOffsets = Of.NumOffsets, IsMulticast = Of.Form.MaskBits;
  if (Error E = R.expectOperands(At.NumAddresses + HasOffsets + IsMulticast + Of.Form.HasPolicy))
    return E;
  const size_t Places[] = {At.Map, At.Shared, At.MBarrier};
  SmallVector<Address, 3> Addresses;
  for (size_t Place : ArrayRef(Places).take_front(At.NumAddresses)) {
    Expected<Address> A = R.readAddress(R.operand(Place));
    if (!A)
      return A.takeError();
    Addresses.push_back(*A);
  }
  SmallVector<Slot, 9> Slots;
  if (Error E = readCoordinates(R, R.operand(At.Map), Of, Slots))
    return E;
  size_t Next = At.NumAddresses;
  if (HasOffsets) {
    if (Error E = R.readAll(R.operand(Next++), getBitsType(16), Slots))
      return E;
    if (Slots.size() != Of.NumCoordinates + Of.NumOffsets)
      return R.fail("expected " + Twine(Of.NumOffsets) + " offsets, not " +
                    Twine(Slots.size() - Of.NumCoordinates));
  }
  const ArrayRef<ptx::Operand> Parts = R.operand(At.Map).Parts;
  if (Error E = readOverrides(R, Parts.slice(1, getNumOverrides(Of)), Of, Slots))
    return E;
  if (IsMulticast)
    if (Error E = readValue(R, Next, Of.Form.MaskBits, Slots))
      return E;
  R.setAddresses(Addresses);
  R.setOperands(Slots);
  R.setDetails(Of);
  R.Result.Execute = executeTensorCopy;
  return Error::success();
}

static Error readTensorCopy(InstructionReader &R) {
  BoxCopyDetails Of;
  Expected<BulkCopyForm> Form = takeBulkCopyForm(R);
  if (!Form)
    return Form.takeError();
  Of.Form = *Form;
  if (Form->Way == Direction::WithinCluster)
    return R.fail("one side of a copy of a box is in '.global'");
  const bool IsStore = Form->Way == Direction::Store;
  if (Error E = takeMode(R, IsStore, Of))
    return E;
  return readTensorOperands(R, Of, IsStore ? OperandPlaces{0, 1, 0, 2} : OperandPlaces{1, 0, 2, 3});
}

static Error readTensorReduction(InstructionReader &R) {
  BoxCopyDetails Of;
  Expected<BulkCopyForm> Form = takeBulkCopyForm(R);
  if (!Form)
    return Form.takeError();
  Of.Form = *Form;
  const StringRef Operation =
      R.takeOneAnywhere({".add", ".min", ".max", ".inc", ".dec", ".and", ".or", ".xor"});
  Of.Form.Reduction = parseReduction(Operation);
  if (Form->Way != Direction::Store || !Of.Form.Reduction)
    return R.fail("expected '.global.shared::cta' and an operation");
  if (Error E = takeMode(R, true, Of))
    return E;
  if (Of.Mode == TensorBox::Mode::Gather)
    return R.fail("there is no reduction with '.tile::scatter4'");
  return readTensorOperands(R, Of, {0, 1, 0, 2});
}

static Error readTensorPrefetch(InstructionReader &R) {
  BoxCopyDetails Of;
  Of.IsPrefetch = true;
  Of.Form.HasPolicy = R.takeAnywhere(".L2::cache_hint");
  if (!Of.Form.HasPolicy)
    R.takeAnywhere(".L2::evict_last");
  if (!R.takeAnywhere(".L2") || !R.takeAnywhere(".global"))
    return R.fail("expected '.L2.global'");
  if (Error E = takeMode(R, false, Of))
    return E;
  return readTensorOperands(R, Of, {0, 0, 0, 1});
}

/// applypriority.async.bulk.tensor
static Error readTensorPriority(InstructionReader &R) {
  BoxCopyDetails Of;
  Of.IsPrefetch = Of.IsHint = true;
  R.takeAnywhere(".global");
  if (!R.takeAnywhere(".bulk_group") || !R.takeAnywhere(".L2::evict_normal"))
    return R.fail("expected '.bulk_group' and '.L2::evict_normal'");
  if (Error E = takeMode(R, false, Of))
    return E;
  return readTensorOperands(R, Of, {0, 0, 0, 1});
}

ArrayRef<InstructionFamily> emulator::getTensorCopyInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"cp.async.bulk.tensor", readTensorCopy},
      {"cp.reduce.async.bulk.tensor", readTensorReduction},
      {"cp.async.bulk.prefetch.tensor", readTensorPrefetch},
      {"applypriority.async.bulk.tensor", readTensorPriority},
  };
  return Families;
}
