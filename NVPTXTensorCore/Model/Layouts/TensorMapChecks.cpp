//===- TensorMapChecks.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the requirements of a tensor map: the documentation of cuTensorMapEncodeTiled, …Im2col
// and …Im2colWide, and PTX ISA, "Tensors".
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/TensorMap.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace llvm::tensorcore;

static Error fail(const Twine &Sentence) {
  return createStringError(inconvertibleErrorCode(), Sentence);
}

static constexpr unsigned MaxBox = 256, MaxElementStride = 8, MaxPixels = 1024;
static constexpr uint64_t MaxDim = uint64_t(1) << 32, EndOfStrides = uint64_t(1) << 40;
static constexpr unsigned PaddedElements = 128; ///< of types with padding in shared memory

/// Returns the number of bytes that addresses and strides are multiples of.
static unsigned getGlobalAlignment(const TensorMap &Map) {
  return Map.Interleave == TensorMapInterleave::Bytes32 || Map.getType().isPadded() ? 32 : 16;
}

static Error checkTensor(const TensorMap &Map) {
  const unsigned Alignment = getGlobalAlignment(Map);
  const TensorMapTypeInfo &Type = Map.getType();
  if (Map.Address % Alignment)
    return fail("the address of the tensor is not a multiple of " + Twine(Alignment));
  for (unsigned D = 0; D != Map.Rank; ++D)
    if (!Map.Dims[D] || Map.Dims[D] > MaxDim)
      return fail("dimension " + Twine(D) + " has " + Twine(Map.Dims[D]) +
                  " elements; expected 1 to 2^32");
  if (Type.isPadded() && Map.Dims[0] % PaddedElements)
    return fail("dimension 0 has " + Twine(Map.Dims[0]) + " elements of type " + Type.PTX +
                "; expected a multiple of 128");
  if (Map.Type == TensorMapType::B4x16 && Map.Dims[0] % 2)
    return fail("dimension 0 has " + Twine(Map.Dims[0]) +
                " elements of type b4x16; expected a multiple of 2");
  for (unsigned D = 1; D < Map.Rank; ++D)
    if (Map.Strides[D - 1] % Alignment || Map.Strides[D - 1] >= EndOfStrides)
      return fail("the stride of dimension " + Twine(D) + " is " + Twine(Map.Strides[D - 1]) +
                  " bytes; expected a multiple of " + Twine(Alignment) + " below 2^40");
  for (unsigned D = 0; D != Map.Rank; ++D)
    if (!Map.ElementStrides[D] || Map.ElementStrides[D] > MaxElementStride)
      return fail("the element stride of dimension " + Twine(D) + " is " +
                  Twine(Map.ElementStrides[D]) + "; expected 1 to 8");
  return Error::success();
}

static Error checkTiledBox(const TensorMap &Map) {
  for (unsigned D = 0; D != Map.Rank; ++D)
    if (!Map.Box[D] || Map.Box[D] > MaxBox)
      return fail("the box has " + Twine(Map.Box[D]) + " elements along dimension " + Twine(D) +
                  (D ? "" : ", the innermost") + "; expected 1 to 256");
  return Error::success();
}

static Error checkIm2ColBox(const TensorMap &Map) {
  if (Map.Rank < 3)
    return fail("a map of " + getTensorMapModeName(Map.Mode) + " has rank " + Twine(Map.Rank) +
                "; expected 3, 4 or 5");
  if (!Map.Channels || Map.Channels > MaxBox)
    return fail(Twine(Map.Channels) + " channels per pixel; expected 1 to 256");
  if (Map.Mode != TensorMapMode::Im2ColW128 && (!Map.Pixels || Map.Pixels > MaxPixels))
    return fail(Twine(Map.Pixels) + " pixels per column; expected 1 to 1024");
  // The corners of three dimensions share 16 bits.
  const bool IsWide = Map.Mode != TensorMapMode::Im2Col;
  const unsigned NumCorners = IsWide ? 1 : Map.Rank - 2;
  const int End = NumCorners == 1 ? 1 << 15 : NumCorners == 2 ? 1 << 7 : 1 << 4;
  for (unsigned D = 0; D != NumCorners; ++D) {
    for (int Corner : {Map.Lower[D], Map.Upper[D]})
      if (Corner < -End || Corner >= End)
        return fail("a corner of the box is " + Twine(Corner) + " along dimension " + Twine(D + 1) +
                    "; expected " + Twine(-End) + " to " + Twine(End - 1));
    if (int64_t(Map.Dims[D + 1]) + Map.Upper[D] - Map.Lower[D] <= 0)
      return fail("the corners of the box leave nothing of dimension " + Twine(D + 1));
  }
  return Error::success();
}

/// Rows of the box in shared memory.
static Error checkRow(const TensorMap &Map) {
  const TensorMapTypeInfo &Type = Map.getType();
  const unsigned Elements = Map.isIm2Col() ? Map.Channels : Map.Box[0];
  const unsigned Bytes = Elements * Type.SharedBits / 8;
  if (Type.isPadded() && Elements != PaddedElements)
    return fail("a row of the box has " + Twine(Elements) + " elements of type " + Type.PTX +
                "; expected 128");
  if (Map.Interleave != TensorMapInterleave::None) {
    const unsigned Slice = Map.Interleave == TensorMapInterleave::Bytes16 ? 16 : 32;
    if (Bytes != Slice)
      return fail("a row of the box has " + Twine(Bytes) + " bytes; an interleaved layout has " +
                  Twine(Slice) + ", a slice of channels");
    return Error::success();
  }
  if (!Map.isIm2Col() && Map.ElementStrides[0] != 1)
    return fail("the element stride of dimension 0 is " + Twine(Map.ElementStrides[0]) +
                "; without an interleaved layout it is 1");
  if (Bytes % 16)
    return fail("a row of the box has " + Twine(Bytes) + " bytes; expected a multiple of 16");
  const TensorMapSwizzleInfo &Swizzle = Map.getSwizzle();
  if (Swizzle.SpanBytes && Bytes > Swizzle.SpanBytes)
    return fail("a row of the box has " + Twine(Bytes) + " bytes; the swizzle " + Swizzle.Name +
                " takes at most " + Twine(Swizzle.SpanBytes));
  return Error::success();
}

static Error checkLayout(const TensorMap &Map) {
  using S = TensorMapSwizzle;
  const TensorMapTypeInfo &Type = Map.getType();
  if (Map.Interleave != TensorMapInterleave::None) {
    if (Map.Rank < 3)
      return fail("an interleaved layout of rank " + Twine(Map.Rank) + "; expected 3, 4 or 5");
    if (Map.Interleave == TensorMapInterleave::Bytes32 && Map.Swizzle != S::Bytes32)
      return fail("the interleaved layout of 32 bytes has the swizzle 32B, not " +
                  Map.getSwizzle().Name);
    if (Type.isPadded() || Map.Mode == TensorMapMode::Im2ColW ||
        Map.Mode == TensorMapMode::Im2ColW128)
      return fail("maps of type " + Type.PTX + " and mode " + getTensorMapModeName(Map.Mode) +
                  " have no interleaved layout");
  }
  const bool IsForPadded = Map.Swizzle == S::None || Map.Swizzle == S::Bytes128 ||
                           Map.Swizzle == S::Bytes128Atom32 ||
                           (Map.Swizzle == S::Bytes128Atom64 && Type.Bits == 6);
  if (Type.isPadded() && !IsForPadded)
    return fail("elements of type " + Type.PTX + " do not have the swizzle " +
                Map.getSwizzle().Name);
  if (Map.FillsWithNaN && !Type.IsFloat)
    return fail("elements of type " + Type.PTX + " cannot be filled with NaN");
  return Error::success();
}

Error tensorcore::checkTensorMap(const TensorMap &Map) {
  if (!Map.Rank || Map.Rank > TensorMap::MaxRank)
    return fail("a tensor of rank " + Twine(Map.Rank) + "; expected 1 to 5");
  if (Error E = checkLayout(Map))
    return E;
  if (Error E = checkTensor(Map))
    return E;
  if (Error E = Map.isIm2Col() ? checkIm2ColBox(Map) : checkTiledBox(Map))
    return E;
  return checkRow(Map);
}
