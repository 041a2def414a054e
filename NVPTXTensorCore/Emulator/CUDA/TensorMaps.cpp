//===- TensorMaps.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API: tensor maps.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Driver.h"
#include "Model/Layouts/TensorMap.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using namespace llvm::tensorcore::emulator;

namespace {
/// Describes what all three functions are told.
struct Common {
  int Type;
  unsigned Rank;
  const void *Address;
  const uint64_t *Dims, *Strides;
  const uint32_t *ElementStrides;
  int Interleave, Swizzle, Fill;
};
} // namespace

static Error fill(const Common &From, TensorMap &Map) {
  auto Fail = [](const Twine &Sentence) {
    return createStringError(inconvertibleErrorCode(), Sentence);
  };
  const TensorMapTypeInfo *Type = findTensorMapType(unsigned(From.Type));
  if (!Type)
    return Fail("its data type has number " + Twine(From.Type) + ", which no type has");
  if (!From.Rank || From.Rank > TensorMap::MaxRank)
    return Fail("it has " + Twine(From.Rank) + " dimensions; expected 1 to 5");
  if (From.Swizzle < 0 || size_t(From.Swizzle) >= getTensorMapSwizzles().size())
    return Fail("its swizzle has number " + Twine(From.Swizzle) + ", which no swizzle has");
  if (From.Interleave < 0 || From.Interleave > 2)
    return Fail("its interleave has number " + Twine(From.Interleave) + "; expected 0 to 2");
  Map.Type = Type->Type;
  Map.Rank = From.Rank;
  Map.Address = reinterpret_cast<uint64_t>(From.Address);
  std::copy_n(From.Dims, From.Rank, Map.Dims.begin());
  std::copy_n(From.Strides, From.Rank - 1, Map.Strides.begin());
  std::copy_n(From.ElementStrides, From.Rank, Map.ElementStrides.begin());
  Map.Interleave = TensorMapInterleave(From.Interleave);
  Map.Swizzle = TensorMapSwizzle(From.Swizzle);
  Map.FillsWithNaN = From.Fill != 0;
  return Error::success();
}

/// Checks a map and writes its bytes.
static Result finish(void *To, const TensorMap &Map, Error Before, const char *Function) {
  Call C(Call::Nothing); // no context is needed
  if (Before)
    return C->complain(InvalidValue, Twine(Function) + ": " + toString(std::move(Before)));
  if (Error E = checkTensorMap(Map))
    return C->complain(InvalidValue, Twine(Function) + ": " + toString(std::move(E)));
  if (!To || reinterpret_cast<uintptr_t>(To) % 64)
    return C->complain(InvalidValue,
                       Twine(Function) + ": the map's address is not a multiple of 64");
  const TensorMapBytes Bytes = encodeTensorMap(Map);
  std::memcpy(To, Bytes.data(), Bytes.size());
  return Success;
}

CUDA_API Result cuTensorMapEncodeTiled(void *To, int Type, unsigned Rank, void *Address,
                                       const uint64_t *Dims, const uint64_t *Strides,
                                       const uint32_t *Box, const uint32_t *ElementStrides,
                                       int Interleave, int Swizzle, int L2Promotion, int Fill) {
  TensorMap Map;
  Error E =
      fill({Type, Rank, Address, Dims, Strides, ElementStrides, Interleave, Swizzle, Fill}, Map);
  if (!E)
    std::copy_n(Box, Rank, Map.Box.begin());
  Map.L2Promotion = unsigned(L2Promotion);
  return finish(To, Map, std::move(E), "cuTensorMapEncodeTiled");
}

CUDA_API Result cuTensorMapEncodeIm2col(void *To, int Type, unsigned Rank, void *Address,
                                        const uint64_t *Dims, const uint64_t *Strides,
                                        const int *Lower, const int *Upper, unsigned Channels,
                                        unsigned Pixels, const uint32_t *ElementStrides,
                                        int Interleave, int Swizzle, int L2Promotion, int Fill) {
  TensorMap Map;
  Map.Mode = TensorMapMode::Im2Col;
  Error E =
      fill({Type, Rank, Address, Dims, Strides, ElementStrides, Interleave, Swizzle, Fill}, Map);
  if (!E && Rank > 2) {
    std::copy_n(Lower, Rank - 2, Map.Lower.begin());
    std::copy_n(Upper, Rank - 2, Map.Upper.begin());
  }
  Map.Channels = Channels;
  Map.Pixels = Pixels;
  Map.L2Promotion = unsigned(L2Promotion);
  return finish(To, Map, std::move(E), "cuTensorMapEncodeIm2col");
}

CUDA_API Result cuTensorMapEncodeIm2colWide(void *To, int Type, unsigned Rank, void *Address,
                                            const uint64_t *Dims, const uint64_t *Strides,
                                            int LowerWidth, int UpperWidth, unsigned Channels,
                                            unsigned Pixels, const uint32_t *ElementStrides,
                                            int Interleave, int Mode, int Swizzle, int L2Promotion,
                                            int Fill) {
  TensorMap Map;
  Map.Mode = Mode ? TensorMapMode::Im2ColW128 : TensorMapMode::Im2ColW;
  Error E =
      fill({Type, Rank, Address, Dims, Strides, ElementStrides, Interleave, Swizzle, Fill}, Map);
  Map.Lower[0] = LowerWidth;
  Map.Upper[0] = UpperWidth;
  Map.Channels = Channels;
  Map.Pixels = Pixels;
  Map.L2Promotion = unsigned(L2Promotion);
  return finish(To, Map, std::move(E), "cuTensorMapEncodeIm2colWide");
}

CUDA_API Result cuTensorMapReplaceAddress(void *Bytes, void *Address) {
  std::optional<TensorMap> Map =
      decodeTensorMap(ArrayRef(static_cast<const uint8_t *>(Bytes), TensorMap::NumBytes));
  if (!Map)
    return Call(Call::Nothing)
        ->complain(InvalidValue, "cuTensorMapReplaceAddress: the bytes are not a tensor map");
  Map->Address = reinterpret_cast<uint64_t>(Address);
  return finish(Bytes, *Map, Error::success(), "cuTensorMapReplaceAddress");
}
