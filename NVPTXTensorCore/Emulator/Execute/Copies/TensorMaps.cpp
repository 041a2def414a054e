//===- TensorMaps.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tensormap.replace, tensormap.cp_fenceproxy: tensor maps that a kernel changes.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/TensorMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static constexpr unsigned MapAlignment = 64; ///< CUtensorMap's
static constexpr unsigned CopyAlignment = 128;

//===----------------------------------------------------------------------===//
// Reading a map
//===----------------------------------------------------------------------===//

std::optional<TensorMap> emulator::readTensorMap(const Instruction &I, ThreadGroup &G,
                                                 unsigned Lane) {
  const uint64_t Address = G.getAddress(I.Addresses[0], Lane);
  const uint64_t Window = Address & Windows::Mask;
  const uint8_t *Bytes = nullptr;
  if (Window == Windows::Param) {
    Bytes =
        G.access(I, Lane, Space::Generic, Address, TensorMap::NumBytes, MapAlignment, Access::Read);
  } else if (!Window) {
    Actor Who = G.getActor(I, Lane);
    Who.Through = Proxy::TensorMap;
    Bytes =
        G.getCluster().accessGlobal(Who, Address, TensorMap::NumBytes, MapAlignment, Access::Read);
  } else {
    G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            "the tensor map at 0x" + utohexstr(Address, true) +
                " is not in global, constant or parameter memory");
  }
  if (!Bytes)
    return std::nullopt;
  std::optional<TensorMap> Map = decodeTensorMap(ArrayRef(Bytes, TensorMap::NumBytes));
  if (!Map)
    G.fault(I, Check::Descriptors, LaneMask(1) << Lane,
            "the 128 bytes at 0x" + utohexstr(Address, true) +
                " are not a tensor map; expected what cuTensorMapEncodeTiled or its sisters wrote");
  return Map;
}

//===----------------------------------------------------------------------===//
// tensormap.replace
//===----------------------------------------------------------------------===//

namespace {
using words::MapField;
struct ReplaceDetails {
  MapField Field;
  unsigned Ordinal = 0;
};
} // namespace

/// A swizzle of a mode and an atomicity, with the numbers of tensormap.replace; none if there is
/// no such one.
static std::optional<TensorMapSwizzle> makeSwizzle(uint64_t Mode, uint64_t Atomicity) {
  using S = TensorMapSwizzle;
  static constexpr S Modes[] = {S::None, S::Bytes32, S::Bytes64, S::Bytes128, S::Bytes96};
  static constexpr S Of128[] = {S::Bytes128, S::Bytes128Atom32, S::Bytes128Atom32Flip8,
                                S::Bytes128Atom64};
  if (Mode >= std::size(Modes) || Atomicity >= std::size(Of128))
    return std::nullopt;
  if (Modes[Mode] == S::Bytes128)
    return Of128[Atomicity];
  return Atomicity ? std::nullopt : std::optional(Modes[Mode]);
}

static std::pair<uint64_t, uint64_t> splitSwizzle(TensorMapSwizzle Swizzle) {
  for (uint64_t Mode = 0; Mode != 5; ++Mode)
    for (uint64_t Atomicity = 0; Atomicity != 4; ++Atomicity)
      if (makeSwizzle(Mode, Atomicity) == Swizzle)
        return {Mode, Atomicity};
  return {0, 0};
}

static bool replaceSwizzle(TensorMap &Map, uint64_t Mode, uint64_t Atomicity) {
  const std::optional<TensorMapSwizzle> Swizzle = makeSwizzle(Mode, Atomicity);
  if (Swizzle)
    Map.Swizzle = *Swizzle;
  return Swizzle.has_value();
}

/// False if the field has no such value. Whether the values fit each other is a question of the
/// copy that uses the map.
static bool replaceWord(TensorMap &Map, MapField Field, uint64_t Value) {
  const auto [Mode, Atomicity] = splitSwizzle(Map.Swizzle);
  switch (Field) {
  case MapField::GlobalAddress:
    Map.Address = Value;
    return true;
  case MapField::Rank:
    Map.Rank = unsigned(Value) + 1;
    return Value < TensorMap::MaxRank;
  case MapField::Elemtype:
    Map.Type = TensorMapType(Value);
    return Value < getTensorMapTypes().size();
  case MapField::InterleaveLayout:
    Map.Interleave = TensorMapInterleave(Value);
    return Value <= unsigned(TensorMapInterleave::Bytes32);
  case MapField::SwizzleMode:
    // The atomicity is that of 128 bytes; with other modes it has none.
    return replaceSwizzle(Map, Value, Value == 3 ? Atomicity : 0);
  case MapField::SwizzleAtomicity:
    return replaceSwizzle(Map, Mode, Value);
  case MapField::FillMode:
    Map.FillsWithNaN = Value != 0;
    return Value <= 1;
  default:
    return false;
  }
}

static bool replaceElement(TensorMap &Map, const ReplaceDetails &Of, uint64_t Value) {
  constexpr uint64_t MaxBox = 256, MaxStride = 8;
  switch (Of.Field) {
  case MapField::BoxDim:
    Map.Box[Of.Ordinal] = uint32_t(Value);
    return Value && Value <= MaxBox;
  case MapField::GlobalDim:
    Map.Dims[Of.Ordinal] = Value;
    return Value != 0;
  case MapField::GlobalStride:
    if (Of.Ordinal >= Map.Strides.size())
      return false;
    Map.Strides[Of.Ordinal] = Value;
    return true;
  case MapField::ElementStride:
    Map.ElementStrides[Of.Ordinal] = uint32_t(Value);
    return Value && Value <= MaxStride;
  default:
    return replaceWord(Map, Of.Field, Value);
  }
}

/// Returns what tensormap.replace changes: the map that is there, or, if all bytes are zero, a map
/// none of whose fields has been set. PTX does not say how a kernel makes a map without the host;
/// this is how Triton does it.
static std::optional<TensorMap> getMapToChange(ArrayRef<uint8_t> Bytes) {
  if (any_of(Bytes, [](uint8_t Byte) { return Byte != 0; }))
    return decodeTensorMap(Bytes);
  TensorMap Map;
  Map.Box.fill(0);
  Map.ElementStrides.fill(0);
  return Map;
}

static Step replaceField(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ReplaceDetails>();
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const uint64_t Address = G.getAddress(I.Addresses[0], Lane);
    uint8_t *Bytes =
        G.access(I, Lane, I.In, Address, TensorMap::NumBytes, MapAlignment, Access::ReadWrite);
    if (!Bytes)
      break;
    std::optional<TensorMap> Map = getMapToChange(ArrayRef(Bytes, TensorMap::NumBytes));
    if (!Map || Map->Mode != TensorMapMode::Tiled)
      return G.fault(I, Check::Descriptors, LaneMask(1) << Lane,
                     "the 128 bytes at 0x" + utohexstr(Address, true) +
                         " are not a tensor map for tiles; expected what cuTensorMapEncodeTiled "
                         "wrote, or zeros");
    const uint64_t Value = G.get(I.Operands[0], Lane);
    if (!replaceElement(*Map, Of, Value))
      return G.fault(I, Check::Descriptors, LaneMask(1) << Lane,
                     "the field has no value " + Twine(Value));
    const TensorMapBytes New = encodeTensorMap(*Map);
    std::memcpy(Bytes, New.data(), New.size());
  }
  return Step::Next;
}

template <bool HasOrdinal> static Error readReplace(InstructionReader &R) {
  ReplaceDetails Of{R.get<MapField>()};
  R.Result.In =
      R.get<words::StateSpace>() == words::StateSpace::Global ? Space::Global : getSharedSpace(R);
  if (HasOrdinal) {
    Expected<int64_t> Ordinal = R.readInteger(R.operand(1));
    if (!Ordinal)
      return Ordinal.takeError();
    if (*Ordinal < 0 || *Ordinal >= TensorMap::MaxRank)
      return R.fail("dimension " + Twine(*Ordinal) + "; expected 0 to 4");
    Of.Ordinal = unsigned(*Ordinal);
  }
  R.setDetails(Of);
  return readAs<replaceField>(R);
}

//===----------------------------------------------------------------------===//
// tensormap.cp_fenceproxy
//===----------------------------------------------------------------------===//

namespace {
struct CopyMapDetails {
  Scope Within;
};
} // namespace

/// The warp copies a map to global memory, where its proxy sees it after an acquire.
static Step copyMap(const Instruction &I, ThreadGroup &G) {
  const unsigned Lane = G.getFirstActive();
  const uint64_t To = G.getAddress(I.Addresses[0], Lane), From = G.getAddress(I.Addresses[1], Lane);
  const uint8_t *Source =
      G.access(I, Lane, Space::SharedCTA, From, TensorMap::NumBytes, CopyAlignment, Access::Read);
  uint8_t *Destination = Source ? G.access(I, Lane, Space::Global, To, TensorMap::NumBytes,
                                           CopyAlignment, Access::Write)
                                : nullptr;
  if (!Destination)
    return Step::Next;
  std::memcpy(Destination, Source, TensorMap::NumBytes);
  G.getCluster().Order.releaseMaps(G, G.getActive(), I.details<CopyMapDetails>().Within);
  return Step::Next;
}

static Error readCopyMap(InstructionReader &R) {
  Expected<int64_t> Size = R.readInteger(R.operand(2));
  if (!Size)
    return Size.takeError();
  if (*Size != TensorMap::NumBytes)
    return R.fail("a copy of " + Twine(*Size) + " bytes; expected 128");
  R.setDetails(CopyMapDetails{getMemoryOrder(R, Strength::Weak, Scope::System).Within});
  R.Result.Needs = Convergence::Warp;
  return readAs<copyMap>(R);
}

ArrayRef<RowReader> emulator::getTensorMapRows() {
  static constexpr RowReader Rows[] = {
      {PTX_TENSORMAP_REPLACE_ADDRESS, readReplace<false>},
      {PTX_TENSORMAP_REPLACE_STRIDE, readReplace<true>},
      {PTX_TENSORMAP_REPLACE_EXTENT, readReplace<true>},
      {PTX_TENSORMAP_REPLACE_RANK, readReplace<false>},
      {PTX_TENSORMAP_REPLACE_CODE, readReplace<false>},
      {PTX_TENSORMAP_CP_FENCEPROXY, readCopyMap},
  };
  return Rows;
}
