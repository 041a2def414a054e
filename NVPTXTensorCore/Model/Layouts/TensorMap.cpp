//===- TensorMap.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of tensor maps, and their bytes.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/TensorMap.h"
#include "Model/Layouts/SharedMemoryTiles.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

// clang-format off
static constexpr TensorMapTypeInfo Types[] = {
    // type                    PTX           CUDA             number  bits  shared  float
    {TensorMapType::U8,        "u8",         "UINT8",              0,    8,      8, false},
    {TensorMapType::U16,       "u16",        "UINT16",             1,   16,     16, false},
    {TensorMapType::U32,       "u32",        "UINT32",             2,   32,     32, false},
    {TensorMapType::S32,       "s32",        "INT32",              3,   32,     32, false},
    {TensorMapType::U64,       "u64",        "UINT64",             4,   64,     64, false},
    {TensorMapType::S64,       "s64",        "INT64",              5,   64,     64, false},
    {TensorMapType::F16,       "f16",        "FLOAT16",            6,   16,     16, true},
    {TensorMapType::F32,       "f32",        "FLOAT32",            7,   32,     32, true},
    {TensorMapType::F32FTZ,    "f32.ftz",    "FLOAT32_FTZ",       10,   32,     32, true},
    {TensorMapType::F64,       "f64",        "FLOAT64",            8,   64,     64, true},
    {TensorMapType::BF16,      "bf16",       "BFLOAT16",           9,   16,     16, true},
    {TensorMapType::TF32,      "tf32",       "TFLOAT32",          11,   32,     32, true},
    {TensorMapType::TF32FTZ,   "tf32.ftz",   "TFLOAT32_FTZ",      12,   32,     32, true},
    {TensorMapType::B4x16,     "b4x16",      "16U4_ALIGN8B",      13,    4,      4, false},
    {TensorMapType::B4x16P64,  "b4x16_p64",  "16U4_ALIGN16B",     14,    4,      8, false},
    {TensorMapType::B6x16P32,  "b6x16_p32",  "16U6_ALIGN16B",     15,    6,      8, false},
};
// clang-format on

ArrayRef<TensorMapTypeInfo> tensorcore::getTensorMapTypes() { return Types; }
const TensorMapTypeInfo &tensorcore::getTensorMapTypeInfo(TensorMapType Type) {
  return Types[unsigned(Type)];
}

const TensorMapTypeInfo *tensorcore::findTensorMapType(StringRef Name) {
  const auto *It = find_if(Types, [&](const auto &T) { return T.PTX == Name || T.CUDA == Name; });
  return It == std::end(Types) ? nullptr : It;
}

const TensorMapTypeInfo *tensorcore::findTensorMapType(unsigned CUDANumber) {
  const auto *It = find_if(Types, [&](const auto &T) { return T.CUDANumber == CUDANumber; });
  return It == std::end(Types) ? nullptr : It;
}

/// Returns the row of a swizzle that matrix descriptors have, too.
static TensorMapSwizzleInfo makeSwizzle(TensorMapSwizzle Swizzle, SharedMemorySwizzle Known) {
  const SharedMemorySwizzleInfo &S = *lookupSharedMemorySwizzle(Known);
  const unsigned Span = Known == SharedMemorySwizzle_None ? 0 : S.LineBytes;
  constexpr StringLiteral Prefix = "CU_TENSOR_MAP_SWIZZLE_";
  return {Swizzle, S.TensorMap.drop_front(Prefix.size()), Span, S.ChunkBytes, S.SwizzledBits,
          false};
}

ArrayRef<TensorMapSwizzleInfo> tensorcore::getTensorMapSwizzles() {
  using S = TensorMapSwizzle;
  static const TensorMapSwizzleInfo Swizzles[] = {
      makeSwizzle(S::None, SharedMemorySwizzle_None),
      makeSwizzle(S::Bytes32, SharedMemorySwizzle_32),
      makeSwizzle(S::Bytes64, SharedMemorySwizzle_64),
      makeSwizzle(S::Bytes128, SharedMemorySwizzle_128),
      makeSwizzle(S::Bytes128Atom32, SharedMemorySwizzle_128Atom32),
      // These no matrix descriptor has.
      {S::Bytes128Atom32Flip8, "128B_ATOM_32B_FLIP_8B", 128, 32, 2, true},
      {S::Bytes128Atom64, "128B_ATOM_64B", 128, 64, 1, false},
      {S::Bytes96, "96B", 96, 16, 1, false},
  };
  return Swizzles;
}

const TensorMapSwizzleInfo &tensorcore::getTensorMapSwizzleInfo(TensorMapSwizzle Swizzle) {
  return getTensorMapSwizzles()[unsigned(Swizzle)];
}

StringRef tensorcore::getTensorMapModeName(TensorMapMode Mode) {
  static constexpr StringLiteral Names[] = {"tile", "im2col", "im2col::w", "im2col::w::128"};
  return Names[unsigned(Mode)];
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

unsigned TensorMap::getRowElements() const {
  if (isIm2Col())
    return Channels;
  return (Box[0] + ElementStrides[0] - 1) / ElementStrides[0];
}

unsigned TensorMap::getRowPitch() const {
  return std::max<unsigned>(getRowBytes(), getSwizzle().SpanBytes);
}

namespace {
/// A map in memory.
struct Layout {
  uint64_t Magic;
  uint64_t Address;
  uint64_t Strides[TensorMap::MaxRank - 1];
  uint32_t LastIndices[TensorMap::MaxRank]; ///< of the dimensions, which may have 2^32 elements
  uint16_t Box[TensorMap::MaxRank];
  int16_t Lower[3], Upper[3];
  uint16_t Channels, Pixels;
  uint8_t ElementStrides[TensorMap::MaxRank];
  uint8_t Mode, Type, Rank, Interleave, Swizzle, L2Promotion, FillsWithNaN;
};
static_assert(sizeof(Layout) <= TensorMap::NumBytes, "a tensor map has 128 bytes");

constexpr uint64_t Magic = 0x50614D726F736E54; // "TnsorMaP"
} // namespace

TensorMapBytes tensorcore::encodeTensorMap(const TensorMap &Map) {
  Layout L = {};
  L.Magic = Magic;
  L.Address = Map.Address;
  copy(Map.Strides, L.Strides);
  for (unsigned D = 0; D != TensorMap::MaxRank; ++D) {
    L.LastIndices[D] = uint32_t(Map.Dims[D] - 1);
    L.Box[D] = uint16_t(Map.Box[D]);
    L.ElementStrides[D] = uint8_t(Map.ElementStrides[D]);
  }
  for (unsigned D = 0; D != 3; ++D) {
    L.Lower[D] = int16_t(Map.Lower[D]);
    L.Upper[D] = int16_t(Map.Upper[D]);
  }
  L.Channels = uint16_t(Map.Channels);
  L.Pixels = uint16_t(Map.Pixels);
  L.Mode = uint8_t(Map.Mode);
  L.Type = uint8_t(Map.Type);
  L.Rank = uint8_t(Map.Rank);
  L.Interleave = uint8_t(Map.Interleave);
  L.Swizzle = uint8_t(Map.Swizzle);
  L.L2Promotion = uint8_t(Map.L2Promotion);
  L.FillsWithNaN = Map.FillsWithNaN;
  TensorMapBytes Result = {};
  std::memcpy(Result.data(), &L, sizeof(L));
  return Result;
}

std::optional<TensorMap> tensorcore::decodeTensorMap(ArrayRef<uint8_t> Bytes) {
  Layout L;
  if (Bytes.size() < sizeof(L))
    return std::nullopt;
  std::memcpy(&L, Bytes.data(), sizeof(L));
  const bool IsMap = L.Magic == Magic && L.Mode <= unsigned(TensorMapMode::Im2ColW128) &&
                     L.Type < std::size(Types) && L.Rank >= 1 && L.Rank <= TensorMap::MaxRank &&
                     L.Interleave <= unsigned(TensorMapInterleave::Bytes32) &&
                     L.Swizzle <= unsigned(TensorMapSwizzle::Bytes96);
  if (!IsMap)
    return std::nullopt;
  TensorMap Map;
  Map.Address = L.Address;
  copy(L.Strides, Map.Strides.begin());
  for (unsigned D = 0; D != TensorMap::MaxRank; ++D) {
    Map.Dims[D] = uint64_t(L.LastIndices[D]) + 1;
    Map.Box[D] = L.Box[D];
    Map.ElementStrides[D] = L.ElementStrides[D];
  }
  copy(L.Lower, Map.Lower.begin());
  copy(L.Upper, Map.Upper.begin());
  Map.Channels = L.Channels;
  Map.Pixels = L.Pixels;
  Map.Mode = TensorMapMode(L.Mode);
  Map.Type = TensorMapType(L.Type);
  Map.Rank = L.Rank;
  Map.Interleave = TensorMapInterleave(L.Interleave);
  Map.Swizzle = TensorMapSwizzle(L.Swizzle);
  Map.L2Promotion = L.L2Promotion;
  Map.FillsWithNaN = L.FillsWithNaN;
  return Map;
}

bool TensorMap::operator==(const TensorMap &O) const {
  return encodeTensorMap(*this) == encodeTensorMap(O);
}

uint64_t tensorcore::getFill(const TensorMap &Map) {
  if (!Map.FillsWithNaN)
    return 0;
  switch (Map.getType().Bits) {
  case 16:
    return OutOfBounds16;
  case 32:
    return 0x7FFFFFFF;
  default:
    return 0x7FFFFFFFFFFFFFFF;
  }
}
