//===- EmulatorCopyPlanTest.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which rows of a tensor a box has: pixels of im2col as PTX ISA's examples give them, counted by
// another way; what a box must not be; elements with padding; numbers that loads change.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/CopyPlan.h"
#include "TestHelpers.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Mode = TensorBox::Mode;

namespace {

TensorMap makeMap(TensorMapType Type, ArrayRef<uint64_t> Dims, ArrayRef<uint32_t> Box) {
  TensorMap Map;
  Map.Type = Type;
  Map.Rank = unsigned(Dims.size());
  uint64_t Stride = Map.getType().Bits;
  for (size_t D = 0; D != Dims.size(); ++D) {
    Map.Dims[D] = Dims[D];
    Stride *= Dims[D];
    if (D + 1 != Dims.size())
      Map.Strides[D] = Stride / 8;
  }
  llvm::copy(Box, Map.Box.begin());
  return Map;
}

/// NHWC, as the examples in "im2col mode" have it.
TensorMap makeImage(unsigned N, unsigned H, unsigned W, unsigned C, unsigned Pixels,
                    unsigned Channels) {
  TensorMap Map = makeMap(TensorMapType::U16, {C, W, H, N}, {});
  Map.Mode = TensorMapMode::Im2Col;
  Map.Pixels = Pixels;
  Map.Channels = Channels;
  return Map;
}

TensorBox makeBox(Mode Is, ArrayRef<int32_t> Coordinates, ArrayRef<uint16_t> Offsets = {}) {
  TensorBox Box;
  Box.Is = Is;
  Box.Coordinates.assign(Coordinates.begin(), Coordinates.end());
  Box.Offsets.assign(Offsets.begin(), Offsets.end());
  return Box;
}

std::string planMessage(const TensorMap &Map, const TensorBox &Box) {
  return messageOf(planBox(Map, Box));
}

/// All places (n, h, w) of the filter's corner in their order, from one on.
std::vector<std::array<int, 3>> walk(const TensorMap &Map, std::array<int, 3> From, size_t Count) {
  std::vector<std::array<int, 3>> Locations;
  bool IsFound = false;
  for (int N = From[0]; Locations.size() != Count; ++N)
    for (int H = Map.Lower[1]; H <= int(Map.Dims[2]) - 1 + Map.Upper[1]; ++H)
      for (int W = Map.Lower[0]; W <= int(Map.Dims[1]) - 1 + Map.Upper[0]; ++W) {
        const std::array<int, 3> Here = {N, H, W};
        IsFound |= Here == From;
        if (IsFound && Locations.size() != Count)
          Locations.push_back(Here);
      }
  return Locations;
}

void expectPixels(const TensorMap &Map, std::array<int, 3> From, std::array<int, 2> Offset) {
  auto Plan = planBox(Map, makeBox(Mode::Im2Col, {0, From[2], From[1], From[0]},
                                   {uint16_t(Offset[0]), uint16_t(Offset[1])}));
  ASSERT_EQ("", messageOf(Plan));
  ASSERT_EQ(size_t(Map.Pixels), Plan->Rows.size());
  EXPECT_EQ(Map.Pixels * Map.Channels * 2, Plan->NumBytes);
  const auto Locations = walk(Map, From, Map.Pixels);
  for (size_t I = 0; I != Locations.size(); ++I) {
    const int N = Locations[I][0], H = Locations[I][1] + Offset[1], W = Locations[I][2] + Offset[0];
    const bool IsInside =
        N < int(Map.Dims[3]) && H >= 0 && H < int(Map.Dims[2]) && W >= 0 && W < int(Map.Dims[1]);
    const CopyRow &Row = Plan->Rows[I];
    EXPECT_EQ(IsInside ? Map.Channels : 0, Row.Count) << I;
    if (IsInside) {
      EXPECT_EQ(uint64_t(N) * Map.Strides[2] + H * Map.Strides[1] + W * Map.Strides[0], Row.Global)
          << I;
    }
    EXPECT_EQ(I * Map.Channels * 2, Row.Shared);
  }
}

} // namespace

TEST(EmulatorCopyPlan, TileOutOfBounds) {
  TensorMap Map = makeMap(TensorMapType::U32, {12, 6}, {8, 4});
  Map.ElementStrides[1] = 2;
  auto Plan = planBox(Map, makeBox(Mode::Tile, {-2, 4}));
  ASSERT_EQ("", messageOf(Plan));
  ASSERT_EQ(2u, Plan->Rows.size());
  EXPECT_EQ(64u, Plan->NumBytes);
  const CopyRow &Row = Plan->Rows[0];
  EXPECT_EQ(2u, Row.First);
  EXPECT_EQ(6u, Row.Count);
  EXPECT_EQ(4u * 48, Row.Global);
  EXPECT_EQ(0u, Plan->Rows[1].Count); // row 6
  EXPECT_EQ(32u, Plan->Rows[1].Shared);
}

// The examples of "im2col mode": a box that is wider than the image, one that is narrower.
TEST(EmulatorCopyPlan, Im2ColExamples) {
  TensorMap Map = makeImage(64, 9, 14, 64, 64, 8);
  Map.Lower = {-1, -1, 0};
  Map.Upper = {-1, -1, 0};
  expectPixels(Map, {7, 7, 4}, {0, 0});
  expectPixels(Map, {63, 6, 4}, {2, 1});
  Map.Lower = {0, 0, 0};
  Map.Upper = {-2, -2, 0};
  expectPixels(Map, {7, 6, 4}, {2, 2});
}

TEST(EmulatorCopyPlan, Im2ColStrides) {
  TensorMap Map = makeImage(64, 8, 14, 64, 8, 16);
  Map.Lower = {-1, -1, 0};
  Map.Upper = {-1, -1, 0};
  Map.ElementStrides = {1, 2, 2, 1, 1};
  auto Plan = planBox(Map, makeBox(Mode::Im2Col, {0, 9, 5, 7}, {1, 1}));
  ASSERT_EQ("", messageOf(Plan));
  // W is 9, 11, then from -1 on again; H is 5, then from -1 on. The offsets are 1.
  const uint64_t W = Map.Strides[0], H = Map.Strides[1], N = Map.Strides[2];
  EXPECT_EQ(7 * N + 6 * H + 10 * W, Plan->Rows[0].Global);
  EXPECT_EQ(7 * N + 6 * H + 12 * W, Plan->Rows[1].Global);
  EXPECT_EQ(8 * N + 0 * H + 0 * W, Plan->Rows[2].Global);
  EXPECT_EQ(8 * N + 0 * H + 2 * W, Plan->Rows[3].Global);
}

TEST(EmulatorCopyPlan, Im2ColWide) {
  TensorMap Map = makeImage(128, 9, 7, 64, 16, 64);
  Map.Mode = TensorMapMode::Im2ColW;
  auto Plan = planBox(Map, makeBox(Mode::Im2ColW, {0, 3, 2, 7}, {0, 0}));
  ASSERT_EQ("", messageOf(Plan));
  const uint64_t W = Map.Strides[0], H = Map.Strides[1], N = Map.Strides[2];
  // The box is one row of each image.
  EXPECT_EQ(7 * N + 2 * H + 3 * W, Plan->Rows[0].Global);
  EXPECT_EQ(7 * N + 2 * H + 6 * W, Plan->Rows[3].Global);
  EXPECT_EQ(8 * N + 2 * H, Plan->Rows[4].Global);
  EXPECT_EQ(9 * N + 2 * H + 4 * W, Plan->Rows[15].Global);
  EXPECT_EQ("the emulator does not know where im2col::w puts halo pixels; expected a halo of 0",
            planMessage(Map, makeBox(Mode::Im2ColW, {0, 3, 2, 7}, {2, 0})));
  Map.Mode = TensorMapMode::Im2ColW128;
  Plan = planBox(Map, makeBox(Mode::Im2ColW128, {0, 3, 2, 7}, {0, 0}));
  ASSERT_EQ("", messageOf(Plan));
  EXPECT_EQ(128u, Plan->Rows.size());
}

TEST(EmulatorCopyPlan, Rejected) {
  const TensorMap Map = makeMap(TensorMapType::U32, {12, 6}, {8, 4});
  EXPECT_EQ("a copy with 3 coordinates of a tensor map of rank 2",
            planMessage(Map, makeBox(Mode::Tile, {0, 0, 0})));
  EXPECT_EQ("a copy with the mode im2col of a tensor map for tile",
            planMessage(Map, makeBox(Mode::Im2Col, {0, 0, 0}, {0})));
  TensorBox Store = makeBox(Mode::Tile, {0, -1});
  Store.IsStore = true;
  EXPECT_EQ("coordinate -1; those of a store are not negative", planMessage(Map, Store));
  EXPECT_EQ("a map of rank 2 with boxes of 4 rows; tile::gather4 and tile::scatter4 want rank 2 "
            "and one row",
            planMessage(Map, makeBox(Mode::Gather, {0, 0, 1, 2, 3})));
  const TensorMap Padded = makeMap(TensorMapType::B4x16P64, {256, 6}, {128, 4});
  EXPECT_EQ("the first coordinate is 64; of elements of type b4x16_p64 it is a multiple of 128",
            planMessage(Padded, makeBox(Mode::Tile, {64, 0})));
  TensorBox StoreOfPadded = makeBox(Mode::Tile, {0, 0});
  StoreOfPadded.IsStore = true;
  EXPECT_EQ("elements of type b4x16_p64 are not stored", planMessage(Padded, StoreOfPadded));
  TensorMap Image = makeImage(64, 9, 14, 64, 64, 8);
  EXPECT_EQ("coordinate 1 is 14, outside of the bounding box, which goes from 0 to 13",
            planMessage(Image, makeBox(Mode::Im2Col, {0, 14, 0, 0}, {0, 0})));
}

TEST(EmulatorCopyPlan, PaddedElements) {
  const TensorMap Map = makeMap(TensorMapType::B6x16P32, {128, 1}, {128, 1});
  auto Plan = planBox(Map, makeBox(Mode::Tile, {0, 0}));
  ASSERT_EQ("", messageOf(Plan));
  EXPECT_EQ(96u, Plan->NumBytes);
  EXPECT_EQ(128u, Plan->NumSharedBytes);
  std::vector<uint8_t> Global(96), Shared(128, 0xEE);
  for (size_t I = 0; I != Global.size(); ++I)
    Global[I] = uint8_t(I);
  expandRow(*Plan, Plan->Rows[0], Global, Shared);
  EXPECT_EQ(11, Shared[11]);
  EXPECT_EQ(0xEE, Shared[12]);
  EXPECT_EQ(12, Shared[16]);
  EXPECT_EQ(95, Shared[123]);
  // .b6p2x16 has an element in each byte.
  for (size_t I = 0; I != Shared.size(); ++I)
    Shared[I] = uint8_t(0xC0 | (I & 0x3F));
  packRow(*Plan, Plan->Rows[0], Shared, Global);
  for (unsigned E = 0; E != 128; ++E) {
    const unsigned At = E * 6;
    unsigned Word = Global[At / 8] | (At / 8 + 1 < 96 ? Global[At / 8 + 1] << 8 : 0);
    EXPECT_EQ(E & 0x3F, Word >> At % 8 & 0x3F) << E;
  }
}

TEST(EmulatorCopyPlan, Numbers) {
  const auto Load = [](TensorMapType Type, uint32_t Bits) {
    const TensorMap Map = makeMap(Type, {4, 1}, {4, 1});
    auto Plan = cantFail(planBox(Map, makeBox(Mode::Tile, {0, 0})));
    uint32_t Global[4] = {Bits}, Shared[4];
    expandRow(Plan, Plan.Rows[0], ArrayRef(reinterpret_cast<uint8_t *>(Global), 16),
              MutableArrayRef(reinterpret_cast<uint8_t *>(Shared), 16));
    return Shared[0];
  };
  using T = TensorMapType;
  EXPECT_EQ(0x3F801FFFu, Load(T::F32, 0x3F801FFF));
  EXPECT_EQ(0x3F802000u, Load(T::TF32, 0x3F801FFF));
  EXPECT_EQ(0x3F800000u, Load(T::TF32, 0x3F801000)); // a tie, to even
  EXPECT_EQ(0x3F804000u, Load(T::TF32, 0x3F803000));
  EXPECT_EQ(0x7F800000u, Load(T::TF32, 0x7F800000));
  EXPECT_EQ(0x80000000u, Load(T::F32FTZ, 0x80000001));
  EXPECT_EQ(0x00000001u, Load(T::F32, 0x00000001));
  EXPECT_EQ(0x00800000u, Load(T::TF32FTZ, 0x00800000));
}
