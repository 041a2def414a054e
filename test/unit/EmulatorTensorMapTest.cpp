//===- EmulatorTensorMapTest.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor maps: their bytes, what they must fulfil, and the swizzles as PTX ISA's tables draw them
// ("Swizzling Modes").
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/TensorMap.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

TensorMap makeTile() {
  TensorMap Map;
  Map.Type = TensorMapType::BF16;
  Map.Rank = 2;
  Map.Address = 0x1000;
  Map.Dims = {64, 100, 1, 1, 1};
  Map.Strides = {128, 0, 0, 0};
  Map.Box = {64, 8, 1, 1, 1};
  Map.Swizzle = TensorMapSwizzle::Bytes128;
  return Map;
}

TensorMap makeIm2Col() {
  TensorMap Map = makeTile();
  Map.Mode = TensorMapMode::Im2Col;
  Map.Rank = 4;
  Map.Dims = {64, 14, 9, 64, 1};
  Map.Strides = {128, 1792, 16128, 0};
  Map.Lower = {-1, -2, 0};
  Map.Upper = {-3, 4, 0};
  Map.Channels = 64;
  Map.Pixels = 1024;
  return Map;
}

template <class F> std::string check(F Change, TensorMap Map = makeTile()) {
  Change(Map);
  return messageOf(checkTensorMap(Map));
}

/// A row of PTX's tables: which chunk of 16 bytes is at each place of a line of 128 bytes.
std::string drawLine(TensorMapSwizzle Swizzle, unsigned Line) {
  const TensorMapSwizzleInfo &Info = getTensorMapSwizzleInfo(Swizzle);
  std::string Row(8, '?');
  for (unsigned Chunk = 0; Chunk != 8; ++Chunk)
    Row[Info.apply(Line * 128 + Chunk * 16) / 16 % 8] = char('0' + Chunk);
  return Row;
}

} // namespace

TEST(EmulatorTensorMap, RoundTrip) {
  for (TensorMap Map : {makeTile(), makeIm2Col()}) {
    Map.Dims[1] = uint64_t(1) << 32;
    Map.ElementStrides[2] = 8;
    Map.FillsWithNaN = true;
    Map.L2Promotion = 2;
    const TensorMapBytes Bytes = encodeTensorMap(Map);
    const std::optional<TensorMap> Decoded = decodeTensorMap(Bytes);
    ASSERT_TRUE(Decoded.has_value());
    EXPECT_TRUE(*Decoded == Map);
    EXPECT_EQ(Map.Dims[1], Decoded->Dims[1]);
    EXPECT_EQ(Map.Lower[1], Decoded->Lower[1]);
    EXPECT_EQ(Map.Upper[0], Decoded->Upper[0]);
  }
  EXPECT_FALSE(decodeTensorMap(TensorMapBytes{}).has_value());
  TensorMapBytes Other = encodeTensorMap(makeTile());
  Other[0] ^= 1;
  EXPECT_FALSE(decodeTensorMap(Other).has_value());
}

TEST(EmulatorTensorMap, Tables) {
  for (size_t Index = 0; Index != getTensorMapTypes().size(); ++Index)
    EXPECT_EQ(Index, size_t(getTensorMapTypes()[Index].Type));
  for (size_t Index = 0; Index != getTensorMapSwizzles().size(); ++Index)
    EXPECT_EQ(Index, size_t(getTensorMapSwizzles()[Index].Swizzle));
  // PTX's numbers are not CUDA's: f64 is 9 there and 8 here.
  EXPECT_EQ(TensorMapType::F64, findTensorMapType(8)->Type);
  EXPECT_EQ(TensorMapType::F32FTZ, findTensorMapType(10)->Type);
  EXPECT_EQ(TensorMapType::BF16, findTensorMapType("BFLOAT16")->Type);
  EXPECT_EQ(TensorMapType::B6x16P32, findTensorMapType("b6x16_p32")->Type);
  EXPECT_EQ(nullptr, findTensorMapType("f8"));
  EXPECT_EQ(nullptr, findTensorMapType(16));
  EXPECT_EQ("64B", getTensorMapSwizzleInfo(TensorMapSwizzle::Bytes64).Name);
}

TEST(EmulatorTensorMap, LegalMaps) {
  const auto Nothing = [](TensorMap &) {};
  EXPECT_EQ("", check(Nothing));
  EXPECT_EQ("", check(Nothing, makeIm2Col()));
  EXPECT_EQ("", check([](TensorMap &M) {
              M.Type = TensorMapType::B4x16P64;
              M.Dims[0] = 256;
              M.Box[0] = 128;
            }));
  EXPECT_EQ("", check([](TensorMap &M) {
              M.Rank = 5;
              M.Interleave = TensorMapInterleave::Bytes32;
              M.Swizzle = TensorMapSwizzle::Bytes32;
              M.Box[0] = 16;
            }));
}

TEST(EmulatorTensorMap, Rejected) {
  EXPECT_EQ("a tensor of rank 6; expected 1 to 5", check([](TensorMap &M) { M.Rank = 6; }));
  EXPECT_EQ("the address of the tensor is not a multiple of 16",
            check([](TensorMap &M) { M.Address += 8; }));
  EXPECT_EQ("dimension 1 has 0 elements; expected 1 to 2^32",
            check([](TensorMap &M) { M.Dims[1] = 0; }));
  EXPECT_EQ("the stride of dimension 1 is 130 bytes; expected a multiple of 16 below 2^40",
            check([](TensorMap &M) { M.Strides[0] = 130; }));
  EXPECT_EQ("the box has 257 elements along dimension 1; expected 1 to 256",
            check([](TensorMap &M) { M.Box[1] = 257; }));
  EXPECT_EQ("the element stride of dimension 1 is 9; expected 1 to 8",
            check([](TensorMap &M) { M.ElementStrides[1] = 9; }));
  EXPECT_EQ("the element stride of dimension 0 is 2; without an interleaved layout it is 1",
            check([](TensorMap &M) { M.ElementStrides[0] = 2; }));
  EXPECT_EQ("a row of the box has 2 bytes; expected a multiple of 16",
            check([](TensorMap &M) { M.Box[0] = 1; }));
  EXPECT_EQ("a row of the box has 144 bytes; the swizzle 128B takes at most 128",
            check([](TensorMap &M) { M.Box[0] = 72; }));
  EXPECT_EQ("elements of type u16 cannot be filled with NaN", check([](TensorMap &M) {
              M.Type = TensorMapType::U16;
              M.FillsWithNaN = true;
            }));
  EXPECT_EQ("dimension 0 has 64 elements of type b4x16_p64; expected a multiple of 128",
            check([](TensorMap &M) { M.Type = TensorMapType::B4x16P64; }));
  EXPECT_EQ("the interleaved layout of 32 bytes has the swizzle 32B, not 128B",
            check([](TensorMap &M) { M.Interleave = TensorMapInterleave::Bytes32; }, makeIm2Col()));
}

TEST(EmulatorTensorMap, RejectedIm2Col) {
  EXPECT_EQ("a map of im2col has rank 2; expected 3, 4 or 5",
            check([](TensorMap &M) { M.Rank = 2; }, makeIm2Col()));
  EXPECT_EQ("1025 pixels per column; expected 1 to 1024",
            check([](TensorMap &M) { M.Pixels = 1025; }, makeIm2Col()));
  EXPECT_EQ("257 channels per pixel; expected 1 to 256",
            check([](TensorMap &M) { M.Channels = 257; }, makeIm2Col()));
  EXPECT_EQ("a corner of the box is -129 along dimension 2; expected -128 to 127",
            check([](TensorMap &M) { M.Lower[1] = -129; }, makeIm2Col()));
  EXPECT_EQ("the corners of the box leave nothing of dimension 1",
            check([](TensorMap &M) { M.Upper[0] = -15; }, makeIm2Col()));
}

TEST(EmulatorTensorMap, Swizzles) {
  using S = TensorMapSwizzle;
  EXPECT_EQ("01234567", drawLine(S::None, 1));
  EXPECT_EQ("10325476", drawLine(S::Bytes32, 1));
  EXPECT_EQ("01234567", drawLine(S::Bytes32, 2));
  EXPECT_EQ("32107654", drawLine(S::Bytes64, 3));
  EXPECT_EQ("01234567", drawLine(S::Bytes64, 4));
  EXPECT_EQ("54761032", drawLine(S::Bytes128, 5));
  EXPECT_EQ("76543210", drawLine(S::Bytes128, 7));
  EXPECT_EQ("45670123", drawLine(S::Bytes128Atom32, 2));
  EXPECT_EQ("67452301", drawLine(S::Bytes128Atom32, 3));
  EXPECT_EQ("45670123", drawLine(S::Bytes128Atom64, 1));
  EXPECT_EQ("10325476", drawLine(S::Bytes96, 1));
  const TensorMapSwizzleInfo &Flip = getTensorMapSwizzleInfo(S::Bytes128Atom32Flip8);
  EXPECT_EQ("23016745", drawLine(S::Bytes128Atom32Flip8, 1));
  EXPECT_EQ(8u, Flip.apply(8));
  EXPECT_EQ(128u + 32 + 8, Flip.apply(128));
  EXPECT_EQ(256u + 64, Flip.apply(256));
}

TEST(EmulatorTensorMap, RowsInSharedMemory) {
  TensorMap Map = makeTile();
  Map.Box[0] = 8;
  EXPECT_EQ(16u, Map.getRowBytes());
  EXPECT_EQ(128u, Map.getRowPitch());
  Map.Swizzle = TensorMapSwizzle::None;
  EXPECT_EQ(16u, Map.getRowPitch());
  EXPECT_EQ(0u, getFill(Map));
  Map.FillsWithNaN = true;
  EXPECT_EQ(0x7FFFu, getFill(Map));
}
