//===- TensorMap.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor maps: what cuTensorMapEncodeTiled and its sisters write into 128 bytes, which only tensor
// copies and tensormap.replace read. Hardware's layout of these bytes is not public, and nothing
// depends on it: the emulator has one of its own, with a word in it that tells a map from other
// bytes.
//
// CUDA's driver API (cuTensorMapEncodeTiled, …Im2col, …Im2colWide) documents the requirements of
// a map, and so does the PTX ISA, "Tensors" and "Restriction on Tensor Copy instructions".
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_LAYOUTS_TENSORMAP_H
#define NVPTXTENSORCORE_MODEL_LAYOUTS_TENSORMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>

namespace llvm::tensorcore {

/// The types of elements, with the numbers that tensormap.replace gives them.
enum class TensorMapType : uint8_t {
  U8,
  U16,
  U32,
  S32,
  U64,
  S64,
  F16,
  F32,
  F32FTZ,
  F64,
  BF16,
  TF32,
  TF32FTZ,
  B4x16,
  B4x16P64,
  B6x16P32, ///< of stores it is .b6p2x16
};

struct TensorMapTypeInfo {
  TensorMapType Type;
  StringLiteral PTX;   ///< "u8"
  StringLiteral CUDA;  ///< "UINT8", after CU_TENSOR_MAP_DATA_TYPE_
  unsigned CUDANumber; ///< in CUtensorMapDataType
  unsigned Bits;       ///< of an element in global memory
  unsigned SharedBits; ///< of an element and its padding in shared memory
  bool IsFloat;
  bool isPadded() const { return SharedBits != Bits; }
};

ArrayRef<TensorMapTypeInfo> getTensorMapTypes();
const TensorMapTypeInfo &getTensorMapTypeInfo(TensorMapType Type);
/// By the name that PTX or CUDA has for it; null if there is none.
const TensorMapTypeInfo *findTensorMapType(StringRef Name);
/// By its number in CUtensorMapDataType.
const TensorMapTypeInfo *findTensorMapType(unsigned CUDANumber);

/// With CUtensorMapSwizzle's numbers. The last one is tensormap.replace's alone.
enum class TensorMapSwizzle : uint8_t {
  None,
  Bytes32,
  Bytes64,
  Bytes128,
  Bytes128Atom32,
  Bytes128Atom32Flip8,
  Bytes128Atom64,
  Bytes96,
};

struct TensorMapSwizzleInfo {
  TensorMapSwizzle Swizzle;
  StringRef Name;     ///< "128B_ATOM_32B", after CU_TENSOR_MAP_SWIZZLE_
  unsigned SpanBytes; ///< the width of a line of shared memory; 0 without a swizzle
  unsigned ChunkBytes, SwizzledBits;
  bool FlipsHalves; ///< of 16 bytes in each other line

  /// Where a byte is that would be at an address.
  uint32_t apply(uint32_t Address) const {
    const uint32_t Line = Address >> 7;
    Address ^= (Line & ((1u << SwizzledBits) - 1)) * ChunkBytes;
    return FlipsHalves ? Address ^ (Line & 1) * 8 : Address;
  }
};

ArrayRef<TensorMapSwizzleInfo> getTensorMapSwizzles();
const TensorMapSwizzleInfo &getTensorMapSwizzleInfo(TensorMapSwizzle Swizzle);

enum class TensorMapMode : uint8_t {
  Tiled,
  Im2Col,
  Im2ColW,    ///< cuTensorMapEncodeIm2colWide with MODE_W
  Im2ColW128, ///< and with MODE_W128
};
/// "tile", "im2col"
StringRef getTensorMapModeName(TensorMapMode Mode);

enum class TensorMapInterleave : uint8_t { None, Bytes16, Bytes32 };

struct TensorMap {
  static constexpr unsigned NumBytes = 128;
  static constexpr unsigned MaxRank = 5;

  TensorMapMode Mode = TensorMapMode::Tiled;
  TensorMapType Type = TensorMapType::U8;
  unsigned Rank = 1;
  uint64_t Address = 0;
  std::array<uint64_t, MaxRank> Dims = {1, 1, 1, 1, 1};
  /// In bytes, of dimensions 1 and on.
  std::array<uint64_t, MaxRank - 1> Strides = {};
  /// Extents of a tile.
  std::array<uint32_t, MaxRank> Box = {1, 1, 1, 1, 1};
  std::array<uint32_t, MaxRank> ElementStrides = {1, 1, 1, 1, 1};
  /// Corners of im2col: along W, H, D, in this order, which is that of the dimensions (CUDA's
  /// arrays have the same); of im2col::w the first alone.
  std::array<int32_t, 3> Lower = {}, Upper = {};
  uint32_t Channels = 1, Pixels = 1; ///< per pixel; per column
  TensorMapInterleave Interleave = TensorMapInterleave::None;
  TensorMapSwizzle Swizzle = TensorMapSwizzle::None;
  unsigned L2Promotion = 0;
  bool FillsWithNaN = false;

  const TensorMapTypeInfo &getType() const { return getTensorMapTypeInfo(Type); }
  const TensorMapSwizzleInfo &getSwizzle() const { return getTensorMapSwizzleInfo(Swizzle); }
  bool isIm2Col() const { return Mode != TensorMapMode::Tiled; }
  /// Elements along dimension 0 that a copy moves.
  unsigned getRowElements() const;
  /// The bytes of these in shared memory; and from a row to the next.
  unsigned getRowBytes() const { return getRowElements() * getType().SharedBits / 8; }
  unsigned getRowPitch() const;

  bool operator==(const TensorMap &O) const;
};

using TensorMapBytes = std::array<uint8_t, TensorMap::NumBytes>;

/// Success if a tensor copy can have such a map; else a sentence that says what is wrong with it.
Error checkTensorMap(const TensorMap &Map);

/// The bytes of a map, whether it is right or not.
TensorMapBytes encodeTensorMap(const TensorMap &Map);
/// None if the bytes are not a map.
std::optional<TensorMap> decodeTensorMap(ArrayRef<uint8_t> Bytes);

/// OOB-NaN of f16 and bf16, which fma.oob looks for.
inline constexpr uint16_t OutOfBounds16 = 0x7FFF;

/// The bits of what out-of-bounds elements are filled with. PTX does not say which bits OOB-NaN
/// has: here it is the NaN whose bits, except for the sign, are all ones.
uint64_t getFill(const TensorMap &Map);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_LAYOUTS_TENSORMAP_H
