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

#include "Emulator/Execute/Copies/TensorCopies.h"

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

static Type getElementType(const TensorMapTypeInfo &Info) {
  switch (Info.Type) {
  case TensorMapType::U8:
  case TensorMapType::U16:
  case TensorMapType::U32:
  case TensorMapType::U64:
    return {Type::Unsigned, uint8_t(Info.Bits), 1, Info.PTX};
  case TensorMapType::S32:
  case TensorMapType::S64:
    return {Type::Signed, uint8_t(Info.Bits), 1, Info.PTX};
  case TensorMapType::F16:
  case TensorMapType::F32:
  case TensorMapType::F32FTZ:
  case TensorMapType::F64:
  case TensorMapType::TF32: // its sums are those of f32
  case TensorMapType::TF32FTZ:
    return {Type::Float, uint8_t(Info.Bits), 1, Info.PTX};
  case TensorMapType::BF16:
    return {Type::BFloat, uint8_t(Info.Bits), 1, Info.PTX};
  case TensorMapType::B4x16:
  case TensorMapType::B4x16P64:
  case TensorMapType::B6x16P32:
    break;
  }
  return {Type::Narrow, uint8_t(Info.Bits), 1, Info.PTX};
}

/// The type of the elements of a reduction; nothing after a fault.
static std::optional<Type> getReducedType(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                          const TensorMap &Map, AtomicOperation Operation) {
  const Type T = getElementType(Map.getType());
  if (canReduce(Operation, T))
    return T;
  G.fault(I, Check::Descriptors, LaneMask(1) << Lane,
          "there is no such reduction of elements of type " + T.Name);
  return std::nullopt;
}

/// A copy, except for its mbarrier; nothing after a fault.
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
  if (const uint64_t At = G.getAddress(I.Addresses[0], Lane); !(At & Windows::Mask))
    Request->Map = At;
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
// Rows
//===----------------------------------------------------------------------===//

/// The rank and what the coordinates mean.
static Error getMode(const InstructionReader &R, BoxCopyDetails &Of) {
  using Mode = TensorBox::Mode;
  const unsigned NumDims = unsigned(R.get<words::TensorRank>()) + 1;
  Of.NumCoordinates = NumDims;
  switch (R.get<words::BoxMode>()) {
  case words::BoxMode::None:
  case words::BoxMode::Tile:
    return Error::success();
  case words::BoxMode::TileGather4:
  case words::BoxMode::TileScatter4:
    Of.Mode = Mode::Gather;
    Of.NumCoordinates = 5;
    return Error::success();
  case words::BoxMode::Im2col:
    Of.Mode = Mode::Im2Col;
    Of.NumOffsets = NumDims - 2;
    return Error::success();
  case words::BoxMode::Im2colW:
    Of.Mode = Mode::Im2ColW;
    Of.NumOffsets = 2;
    return Error::success();
  case words::BoxMode::Im2colW128:
    Of.Mode = Mode::Im2ColW128;
    Of.NumOffsets = 2;
    return Error::success();
  case words::BoxMode::Im2colNoOffs:
    Of.Mode = Mode::Im2ColNoOffsets;
    return Error::success();
  case words::BoxMode::Im2colNoOffsW:
    return R.fail("the emulator does not know '.im2col_no_offs::w'");
  }
  return Error::success();
}

/// `[tensor map{, overrides}, {coordinates}]`
static Error readCoordinates(InstructionReader &R, const ptx::Operand &O, const BoxCopyDetails &Of,
                             SmallVectorImpl<Slot> &Slots) {
  if (O.Parts.size() != 2 + getNumOverrides(Of))
    return R.fail("'" + print(O) + "' is not a tensor map" +
                  (Of.Overrides == Override::None ? "" : ", what overrides its values,") +
                  " and coordinates");
  if (Error E = R.readAll(O.Parts.back(), getBitsType(32), Slots))
    return E;
  if (Slots.size() != Of.NumCoordinates)
    return R.fail("expected " + Twine(Of.NumCoordinates) + " coordinates, not " +
                  Twine(Slots.size()));
  return Error::success();
}

/// The operands that the row does not type: the tensor map's, and the offsets behind all addresses.
static Error readBox(InstructionReader &R, BoxCopyDetails Of, size_t MapAt) {
  if (Error E = getMode(R, Of))
    return E;
  if (Error E = getOverrides(R, Of))
    return E;
  const ptx::Operand &Map = R.operand(MapAt);
  Expected<Address> At = R.readAddress(Map);
  if (!At)
    return At.takeError();
  SmallVector<Address, 3> Addresses = {*At};
  append_range(Addresses, R.Result.Addresses);
  R.setAddresses(Addresses);
  SmallVector<Slot, 9> Slots;
  if (Error E = readCoordinates(R, Map, Of, Slots))
    return E;
  if (Of.NumOffsets) {
    if (Error E = R.readAll(R.operand(Addresses.size()), getBitsType(16), Slots))
      return E;
    if (Slots.size() != Of.NumCoordinates + Of.NumOffsets)
      return R.fail("expected " + Twine(Of.NumOffsets) + " offsets, not " +
                    Twine(Slots.size() - Of.NumCoordinates));
  }
  if (Error E = readOverrides(R, ArrayRef(Map.Parts).slice(1, getNumOverrides(Of)), Of, Slots))
    return E;
  append_range(Slots, R.Result.Operands); // the mask of a multicast
  R.setOperands(Slots);
  R.setDetails(Of);
  return readAs<executeTensorCopy>(R);
}

static Error readLoad(InstructionReader &R) {
  return readBox(R, {getBulkCopyForm(R, Direction::Load)}, 1);
}

template <bool Reduces> static Error readStore(InstructionReader &R) {
  BoxCopyDetails Of{getBulkCopyForm(R, Direction::Store)};
  if (Reduces)
    Of.Form.Reduction = R.get<words::AtomicOperation>();
  return readBox(R, Of, 0);
}

template <bool IsHint> static Error readPrefetch(InstructionReader &R) {
  return readBox(R, {BulkCopyForm(), /*IsPrefetch=*/true, IsHint}, 0);
}

ArrayRef<RowReader> emulator::getTensorCopyRows() {
  static constexpr RowReader Rows[] = {
      {PTX_CP_TENSOR_TILE_TO_CLUSTER, readLoad},
      {PTX_CP_TENSOR_GATHER_TO_CLUSTER, readLoad},
      {PTX_CP_TENSOR_IM2COL_TO_CLUSTER, readLoad},
      {PTX_CP_TENSOR_TILE_TO_CTA, readLoad},
      {PTX_CP_TENSOR_GATHER_TO_CTA, readLoad},
      {PTX_CP_TENSOR_IM2COL_TO_CTA, readLoad},
      {PTX_CP_TENSOR_TILE_TO_GLOBAL, readStore<false>},
      {PTX_CP_TENSOR_SCATTER_TO_GLOBAL, readStore<false>},
      {PTX_CP_TENSOR_IM2COL_TO_GLOBAL, readStore<false>},
      {PTX_CP_REDUCE_TENSOR_TILE, readStore<true>},
      {PTX_CP_REDUCE_TENSOR_IM2COL, readStore<true>},
      {PTX_CP_TENSOR_TILE_PREFETCH, readPrefetch<false>},
      {PTX_CP_TENSOR_GATHER_PREFETCH, readPrefetch<false>},
      {PTX_CP_TENSOR_IM2COL_PREFETCH, readPrefetch<false>},
      {PTX_APPLYPRIORITY_TENSOR_TILE, readPrefetch<true>},
      {PTX_APPLYPRIORITY_TENSOR_GATHER, readPrefetch<true>},
      {PTX_APPLYPRIORITY_TENSOR_IM2COL, readPrefetch<true>},
  };
  return Rows;
}
