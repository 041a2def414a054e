//===- TensorMemoryLayoutsTest.cpp ----------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where tcgen05.mma has D and A: places typed by hand for each of the Layouts A to G, which
// the table of the PTX ISA names by M, cta_group, sparsity and .ws; the inverse.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/TensorMemoryLayouts.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "TestHelpers.h"
#include <tuple>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct Golden {
  unsigned Row, Column;
  TensorMemoryLocation Location;
};

void expectD(const TensorMemoryUse &Use, StringRef Letter,
             std::initializer_list<Golden> Locations) {
  SCOPED_TRACE(Letter.str());
  auto Layout = getTensorMemoryLayout(Use);
  ASSERT_EQ("", messageOf(Layout));
  EXPECT_EQ(Letter, Layout->getTableRow().Letter);
  for (const Golden &G : Locations)
    EXPECT_TRUE(G.Location == *Layout->getLocationOfD(G.Row, G.Column)) << G.Row << ' ' << G.Column;
}

/// That D's elements are at places of their own.
void expectOneToOne(const TensorMemoryUse &Use) {
  auto Layout = cantFail(getTensorMemoryLayout(Use));
  std::set<std::tuple<unsigned, unsigned, unsigned>> Locations;
  for (unsigned Row = 0; Row != Use.M; ++Row)
    for (unsigned Column = 0; Column != Use.N; ++Column) {
      TensorMemoryLocation Location = *Layout.getLocationOfD(Row, Column);
      Locations.insert({Location.CTA, Location.Lane, Location.Column});
      EXPECT_LT(Location.CTA, Use.CTAGroup);
      EXPECT_LT(Location.Lane, TensorMemoryLayout::NumLanes);
      EXPECT_LT(Location.Column, Layout.getNumColumnsOfD());
    }
  EXPECT_EQ(Use.M * Use.N, Locations.size());
}

} // namespace

TEST(TensorMemoryLayouts, DByHand) {
  expectD({256, 64, 2}, "A",
          {{0, 0, {0, 0, 0}}, {127, 5, {0, 127, 5}}, {128, 0, {1, 0, 0}}, {255, 63, {1, 127, 63}}});
  expectD({128, 128, 2}, "B",
          {{0, 63, {0, 0, 63}},
           {0, 64, {0, 64, 0}},
           {63, 127, {0, 127, 63}},
           {64, 0, {1, 0, 0}},
           {127, 127, {1, 127, 63}}});
  expectD({128, 128, 2, /*IsSparse=*/true}, "C",
          {{15, 3, {0, 15, 3}}, {16, 3, {0, 32, 3}}, {63, 127, {0, 111, 127}}, {64, 0, {1, 0, 0}}});
  for (bool Flag : {false, true})
    expectD({128, 256, 1, Flag, Flag}, "D", {{0, 255, {0, 0, 255}}, {127, 1, {0, 127, 1}}});
  expectD({64, 64, 1, false, /*IsWeightStationary=*/true}, "E",
          {{1, 31, {0, 1, 31}}, {1, 32, {0, 65, 0}}, {63, 63, {0, 127, 31}}});
  expectD({64, 8, 1}, "F",
          {{15, 0, {0, 15, 0}}, {16, 0, {0, 32, 0}}, {47, 7, {0, 79, 7}}, {63, 1, {0, 111, 1}}});
  expectD({32, 128, 1, true, /*IsWeightStationary=*/true}, "G",
          {{0, 32, {0, 32, 0}}, {5, 70, {0, 69, 6}}, {31, 127, {0, 127, 31}}});
}

TEST(TensorMemoryLayouts, OneToOne) {
  for (TensorMemoryUse Use : {TensorMemoryUse{256, 32, 2},
                              {128, 32, 2},
                              {128, 32, 2, true},
                              {128, 32, 1},
                              {64, 64, 1, false, true},
                              {64, 24, 1},
                              {32, 64, 1, false, true}})
    expectOneToOne(Use);
}

TEST(TensorMemoryLayouts, AByHand) {
  auto Locations = [](const TensorMemoryUse &Use, unsigned Row, unsigned Column, unsigned Bits) {
    return cantFail(cantFail(getTensorMemoryLayout(Use)).getLocationsOfA(Row, Column, Bits));
  };
  using Copies = SmallVector<TensorMemoryLocation, 2>;
  EXPECT_TRUE((Copies{{0, 77, 7, 1}} == Locations({128, 16, 1}, 77, 15, 16)));
  EXPECT_TRUE((Copies{{1, 2, 1, 2}} == Locations({256, 16, 2}, 130, 6, 8)));
  EXPECT_TRUE((Copies{{0, 33, 7, 0}} == Locations({64, 16, 1}, 17, 7, 32)));
  // Both halves of the data path multiply with all of a CTA's rows.
  EXPECT_TRUE((Copies{{1, 1, 0, 7}, {1, 65, 0, 7}} == Locations({128, 16, 2}, 65, 7, 4)));
  EXPECT_TRUE((Copies{{1, 1, 0, 7}} == Locations({128, 16, 2, true}, 65, 7, 4)));
}

TEST(TensorMemoryLayouts, AThatIsNot) {
  auto Message = [](const TensorMemoryUse &Use, unsigned Row, unsigned Bits) {
    return messageOf(cantFail(getTensorMemoryLayout(Use)).getLocationsOfA(Row, 0, Bits));
  };
  EXPECT_EQ("the PTX ISA does not say where A is in tensor memory with Layout E",
            Message({64, 64, 1, false, true}, 0, 16));
  EXPECT_EQ("A has 64 rows, and no row 64", Message({64, 64, 1}, 64, 16));
  for (unsigned Bits : {0u, 2u, 6u, 64u})
    EXPECT_EQ("an element of A has 4, 8, 16 or 32 bits in tensor memory, not " +
                  std::to_string(Bits),
              Message({64, 64, 1}, 63, Bits));
}

TEST(TensorMemoryLayouts, ShapesThatAreNot) {
  EXPECT_EQ(
      "tcgen05.mma with .cta_group::1 has no data path layout for M = 32; M is one of 128, 64",
      messageOf(getTensorMemoryLayout({32, 64, 1})));
  EXPECT_EQ("tcgen05.mma with .cta_group::2 has no data path layout for M = 64; M is one of 256, "
            "128",
            messageOf(getTensorMemoryLayout({64, 64, 2, true})));
  EXPECT_EQ("tcgen05.mma.ws has no .cta_group::2",
            messageOf(getTensorMemoryLayout({128, 64, 2, false, true})));
  EXPECT_EQ("tcgen05.mma has no .cta_group::0", messageOf(getTensorMemoryLayout({128, 64, 0})));
  for (unsigned N : {0u, 66u, 260u})
    EXPECT_EQ("Layout G has N in 4 equal parts; N = " + std::to_string(N) +
                  " is not a multiple up to 256",
              messageOf(getTensorMemoryLayout({32, N, 1, false, true})));
}

// Every shape that a kind has, there is a layout for.
TEST(TensorMemoryLayouts, EveryShapeHasALayout) {
  unsigned Shapes = 0;
  for (const BitLayout &Kind : getBitLayouts(BitLayoutSet_InstructionDescriptor))
    for (const InstructionDescriptorShape &Shape :
         getInstructionDescriptorShapes(InstructionDescriptorKind(Kind.Encoding)))
      for (unsigned M = 32; M <= 256; M *= 2)
        for (unsigned N = 8; N <= 256; N += 8) {
          if (!(Shape.Ms & M / 32) || !(Shape.Ns >> (N / 8 - 1) & 1))
            continue;
          TensorMemoryUse Use = {M, N, Shape.CTAGroup, Shape.IsSparse, Shape.IsWeightStationary};
          EXPECT_EQ("", messageOf(getTensorMemoryLayout(Use)));
          ++Shapes;
        }
  EXPECT_LT(100u, Shapes);
}
