//===- ColumnMaskTest.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The examples that the PTX ISA has of zero-column mask descriptors.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/ColumnMask.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct Fields {
  std::array<unsigned, 4> Start, First; ///< of the parts, from the lowest on
  unsigned IsNonZero, Skip, Use, Shift;

  uint64_t getWord() const {
    uint64_t Word = uint64_t(IsNonZero) << 39 | uint64_t(Skip) << 40 | uint64_t(Use) << 48 |
                    uint64_t(Shift) << 56;
    for (unsigned Part = 0; Part != 4; ++Part)
      Word |= uint64_t(Start[Part]) << (8 * Part) | uint64_t(First[Part]) << (32 + Part);
    return Word;
  }
};

/// The lowest columns of a part, the first one on the right, as the PTX ISA writes them.
std::string getMask(const Fields &F, unsigned M, unsigned Part, unsigned Count) {
  const unsigned N = 128;
  const ColumnMask Mask = cantFail(ColumnMask::decode(F.getWord(), M, N, 32));
  std::string Text;
  for (unsigned Column = Count; Column--;)
    Text += Mask.isZero(Part * N * M / 128 + Column) ? '1' : '0';
  return Text;
}

} // namespace

TEST(ColumnMask, Examples) {
  EXPECT_EQ("00000000000000", getMask({{0, 0, 0, 0}, {0, 0, 0, 0}, 0, 4, 3, 0}, 128, 0, 14));
  EXPECT_EQ("11100001110000", getMask({{0, 0, 0, 0}, {0, 0, 0, 0}, 1, 2, 3, 0}, 128, 0, 14));
  const Fields OfM64 = {{0, 0, 0, 0}, {1, 0, 0, 0}, 1, 2, 3, 0};
  EXPECT_EQ("11100001110000111", getMask(OfM64, 64, 0, 17));
  EXPECT_EQ("000011100001110000", getMask(OfM64, 64, 1, 18));
  const Fields OfM32 = {{0, 1, 2, 1}, {1, 1, 0, 0}, 1, 2, 3, 2};
  EXPECT_EQ("00001110000111", getMask(OfM32, 32, 0, 14));
  EXPECT_EQ("0000111000011", getMask(OfM32, 32, 1, 13));
  EXPECT_EQ("111000011100", getMask(OfM32, 32, 2, 12));
  EXPECT_EQ("1110000111000", getMask(OfM32, 32, 3, 13));
  EXPECT_EQ(2u, cantFail(ColumnMask::decode(OfM32.getWord(), 32, 128, 8)).getShift());
}

TEST(ColumnMask, Rejected) {
  EXPECT_EQ("the zero column mask has bits that belong to no field (36 to 38, 62, 63)",
            messageOf(ColumnMask::decode(uint64_t(1) << 36, 128, 64, 0)));
  EXPECT_EQ("the zero column mask shifts by 17 columns; with M = 32 it may shift by 16",
            messageOf(ColumnMask::decode(uint64_t(17) << 56, 32, 64, 32)));
  EXPECT_EQ(
      "the zero column mask shifts by 9 columns; the instruction descriptor has a maximum of 8",
      messageOf(ColumnMask::decode(uint64_t(9) << 56, 128, 64, 8)));
}
