//===- TensorMemoryAccessTest.cpp -----------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments of tcgen05.ld, tcgen05.st and tcgen05.ld.red. The PTX ISA has figures only
// (183 to 187). Places of some threads are typed here as the strides of CuTe's traits
// SM100_TMEM_LOAD_* give them; formulas in words of lane and register say all of them.
//
//===----------------------------------------------------------------------===//

#include "FragmentTestHelpers.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

MMADescriptor describe(const MMAVariant &Variant, bool IsPacked) {
  MMADescriptor Plain = getMMADescriptor(Variant);
  MMAField Field =
      Variant.Name.starts_with("llvm.nvvm.tcgen05.st") ? MMAField_Unpacked : MMAField_Packed;
  return IsPacked ? cantFail(Plain.with(Field, 1)) : Plain;
}

/// That a lane of a load and of a store holds these places, register by register.
void expectLocations(StringRef Shape, unsigned Count, bool IsPacked, unsigned Lane,
                     std::initializer_list<TilePosition> Locations) {
  for (auto [Access, Operand] : {std::pair("ld", MMAOperand_D), {"st", MMAOperand_C}}) {
    std::string Name =
        ("llvm.nvvm.tcgen05." + Twine(Access) + "." + Shape + ".x" + Twine(Count)).str();
    SCOPED_TRACE(Name + (IsPacked ? " packed" : ""));
    const MMAVariant &Variant = variant(Name);
    auto Layout = getMMAFragmentLayout(Variant, describe(Variant, IsPacked), Operand);
    ASSERT_EQ("", messageOf(Layout));
    unsigned PerRegister = IsPacked ? 2 : 1, I = 0;
    EXPECT_EQ(PerRegister, Layout->getElementsPerRegister());
    EXPECT_EQ(Locations.size(), Layout->getNumRegisters() * PerRegister);
    for (const TilePosition &Location : Locations) {
      EXPECT_TRUE(Location == *Layout->getPosition({Lane, I / PerRegister, I % PerRegister}))
          << "lane " << Lane << ", element " << I;
      ++I;
    }
  }
}

/// Where CuTe's strides say that an element is; W elements are in a register.
TilePosition getLocation(StringRef Shape, FragmentSlot Slot, unsigned W) {
  unsigned Lane = Slot.Lane, R = Slot.Register, E = Slot.Element;
  if (Shape == "32x32b")
    return {Lane, R * W + E};
  if (Shape == "16x32bx2")
    return {Lane % 16, R * W + E, Lane / 16};
  if (Shape == "16x64b")
    return {Lane / 4 + Lane % 2 * 8, (R * 2 + Lane / 2 % 2) * W + E};
  if (Shape == "16x128b")
    return {Lane / 4 + R % 2 * 8, (R / 2 * 4 + Lane % 4) * W + E};
  EXPECT_EQ("16x256b", Shape);
  return {Lane / 4 + R / 2 % 2 * 8, (R / 4 * 8 + Lane % 4 * 2 + R % 2) * W + E};
}

/// The registers that an opcode has for the data.
unsigned getDataCount(const MMAVariant &Variant, MMAOperand Operand) {
  if (Operand == MMAOperand_D)
    return getMMAOpcodeInfo(Variant.Opcode).DCount;
  for (const MMAOperandGroup &Group : getMMAOpcodeInfo(Variant.Opcode).Operands)
    if (Group.Role == "data")
      return Group.Count;
  return 0;
}

} // namespace

TEST(MMAFragmentsOfTensorMemory, ByHand) {
  expectLocations("32x32b", 4, false, 0, {{0, 0}, {0, 1}, {0, 2}, {0, 3}});
  expectLocations("32x32b", 4, false, 17, {{17, 0}, {17, 1}, {17, 2}, {17, 3}});
  expectLocations("16x64b", 1, false, 7, {{9, 1}});
  expectLocations("16x64b", 2, false, 0, {{0, 0}, {0, 2}});
  expectLocations("16x64b", 2, false, 1, {{8, 0}, {8, 2}});
  expectLocations("16x64b", 2, false, 2, {{0, 1}, {0, 3}});
  expectLocations("16x64b", 2, false, 4, {{1, 0}, {1, 2}});
  expectLocations("16x64b", 2, false, 31, {{15, 1}, {15, 3}});
  expectLocations("16x128b", 2, false, 0, {{0, 0}, {8, 0}, {0, 4}, {8, 4}});
  expectLocations("16x128b", 2, false, 5, {{1, 1}, {9, 1}, {1, 5}, {9, 5}});
  expectLocations("16x128b", 2, false, 31, {{7, 3}, {15, 3}, {7, 7}, {15, 7}});
  expectLocations("16x256b", 1, false, 0, {{0, 0}, {0, 1}, {8, 0}, {8, 1}});
  expectLocations("16x256b", 2, false, 6,
                  {{1, 4}, {1, 5}, {9, 4}, {9, 5}, {1, 12}, {1, 13}, {9, 12}, {9, 13}});
  expectLocations("16x32bx2", 2, false, 15, {{15, 0, 0}, {15, 1, 0}});
  expectLocations("16x32bx2", 2, false, 16, {{0, 0, 1}, {0, 1, 1}});
  expectLocations("16x32bx2", 1, false, 31, {{15, 0, 1}});
}

// Neighbouring columns share a register; CuTe's traits of names that end in _16b.
TEST(MMAFragmentsOfTensorMemory, PackedByHand) {
  expectLocations("32x32b", 2, true, 9, {{9, 0}, {9, 1}, {9, 2}, {9, 3}});
  expectLocations("16x64b", 2, true, 0, {{0, 0}, {0, 1}, {0, 4}, {0, 5}});
  expectLocations("16x64b", 2, true, 3, {{8, 2}, {8, 3}, {8, 6}, {8, 7}});
  expectLocations("16x128b", 1, true, 1, {{0, 2}, {0, 3}, {8, 2}, {8, 3}});
  expectLocations("16x256b", 1, true, 1,
                  {{0, 4}, {0, 5}, {0, 6}, {0, 7}, {8, 4}, {8, 5}, {8, 6}, {8, 7}});
  expectLocations("16x32bx2", 2, true, 20, {{4, 0, 1}, {4, 1, 1}, {4, 2, 1}, {4, 3, 1}});
}

TEST(MMAFragmentsOfTensorMemory, EveryVariant) {
  unsigned Variants = 0, Compressing = 0;
  for (const MMAVariant &Variant : getMMAVariants()) {
    if (Variant.Family != MMAFamily_TCGen05Access)
      continue;
    ++Variants;
    if (Variant.Name.contains(".spcompress.")) {
      ++Compressing;
      EXPECT_EQ("no fragment layouts are known of 'tcgen05.ld.spcompress'",
                messageOf(getMMAFragmentLayout(Variant, MMAOperand_D)))
          << Variant.Name;
      continue;
    }
    bool IsStore = Variant.Name.starts_with("llvm.nvvm.tcgen05.st.");
    bool IsReduced = Variant.Name.starts_with("llvm.nvvm.tcgen05.ld.red.");
    MMAOperand Operand = IsStore ? MMAOperand_C : MMAOperand_D;
    for (bool IsPacked : {false, true}) {
      if (IsPacked && IsReduced)
        continue;
      SCOPED_TRACE(Variant.Name.str() + (IsPacked ? " packed" : ""));
      MMADescriptor Word = describe(Variant, IsPacked);
      auto Layout = getMMAFragmentLayout(Variant, Word, Operand);
      ASSERT_EQ("", messageOf(Layout));
      StringRef Shape = printMMAField(MMAField_AccessShape, Word.get(MMAField_AccessShape));
      Shape = Shape.drop_front();
      EXPECT_EQ(getDataCount(Variant, Operand), Layout->getNumRegisters());
      EXPECT_EQ(IsPacked ? 16u : 32u, Layout->getElementBits());
      EXPECT_EQ(32u, Layout->getNumLanes());
      EXPECT_EQ(Shape == "16x32bx2" ? 2u : 1u, Layout->getNumTiles());
      expectBijection(*Layout);
      unsigned W = IsPacked ? 2 : 1;
      forEachSlot(*Layout, [&](FragmentSlot Slot, unsigned) {
        EXPECT_TRUE(getLocation(Shape, Slot, W) == *Layout->getPosition(Slot));
      });
    }
  }
  // 37 shapes with their counts, loaded and stored; 14 loaded and reduced, by min or max: of
  // f32 with or without .abs and .NaN, of s32, of u32.
  // Of compressing loads, 6 counts by min or max, with or without .abs; reduced ones also with or
  // without .NaN.
  EXPECT_EQ(6u * 2 * 2 * (1 + 2), Compressing);
  EXPECT_EQ(2u * 37 + 14 * 2 * (4 + 1 + 1) + Compressing, Variants);
}

TEST(MMAFragmentsOfTensorMemory, WithoutADescriptorNothingIsPacked) {
  auto Layout =
      cantFail(getMMAFragmentLayout(variant("llvm.nvvm.tcgen05.ld.16x128b.x8"), MMAOperand_D));
  EXPECT_EQ(32u, Layout.getElementBits());
  EXPECT_EQ(16u, Layout.getNumRegisters());
  EXPECT_EQ(16u, Layout.getNumRows());
  EXPECT_EQ(32u, Layout.getNumColumns());
  EXPECT_TRUE(Layout.find({15, 31}));
  EXPECT_FALSE(Layout.find({15, 32}));
  EXPECT_FALSE(Layout.find({16, 31}));
  EXPECT_FALSE(Layout.find({0, 0, 1}));
  EXPECT_FALSE(Layout.getPosition({0, 16, 0}));
  EXPECT_FALSE(Layout.getPosition({0, 0, 1}));
}

TEST(MMAFragmentsOfTensorMemory, OperandsAndWordsThatAreNot) {
  const MMAVariant &Load = variant("llvm.nvvm.tcgen05.ld.16x64b.x1");
  const MMAVariant &Store = variant("llvm.nvvm.tcgen05.st.16x64b.x1");
  const MMAVariant &Multiply = variant("llvm.nvvm.mma.m16n8k16.row.col.f16.f16");
  EXPECT_EQ("tcgen05.ld has no operand C with a layout; it has: D",
            messageOf(getMMAFragmentLayout(Load, MMAOperand_C)));
  EXPECT_EQ("tcgen05.st has no operand D with a layout; it has: C",
            messageOf(getMMAFragmentLayout(Store, MMAOperand_D)));
  EXPECT_EQ("the MMA descriptor is one of mma.sync, llvm.nvvm.tcgen05.ld.16x64b.x1 is not",
            messageOf(getMMAFragmentLayout(Load, describe(Multiply, false), MMAOperand_D)));
}

TEST(MMAFragmentsOfTensorMemory, TilesThatNoLayoutFills) {
  EXPECT_EQ("", messageOf(getMMAFragmentLayout(tensorMemory("tcgen05.ld", "16x64b", 2, 32),
                                               MMAOperand_D)));
  for (unsigned Count : {0u, 3u, 256u, ~0u})
    EXPECT_EQ("the PTX ISA describes no layout for operand D of tcgen05.ld 16x64b.x" +
                  std::to_string(Count) + " with elements of 32 bits",
              messageOf(getMMAFragmentLayout(tensorMemory("tcgen05.ld", "16x64b", Count, 32),
                                             MMAOperand_D)));
  for (const char *Shape : {"16x32b", "32x64b", "16x64", "64x16b", "x", "16", "16x", ".16x64b"})
    EXPECT_NE(
        "", messageOf(getMMAFragmentLayout(tensorMemory("tcgen05.ld", Shape, 1, 32), MMAOperand_D)))
        << Shape;
  for (unsigned Bits : {0, 8, 24, 64})
    EXPECT_NE("", messageOf(getMMAFragmentLayout(tensorMemory("tcgen05.st", "16x64b", 1, Bits),
                                                 MMAOperand_C)))
        << Bits;
}
