//===- SharedMemoryTilesTest.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles in shared memory, held against the rule of the kernels that ran on an H100, against the
// canonical layouts as NVIDIA publishes them, which are typed here by hand, and against the
// instructions of the model.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/SharedMemoryTiles.h"
#include "Conformance/SharedMatrix.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "TensorCoreModel/MMAField.h"
#include "TestHelpers.h"
#include <map>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr unsigned Sizes[] = {8, 16, 24, 32, 64, 96, 128, 192, 256, 512};

/// Every tile of some sizes that there is.
void forEachTile(function_ref<void(const SharedMemoryTile &)> Do) {
  for (MatrixDescriptorFormat Consumer :
       {MatrixDescriptorFormat_WGMMA, MatrixDescriptorFormat_TCGen05})
    for (const SharedMemoryElement &Element : getSharedMemoryElements())
      for (const SharedMemorySwizzleInfo &Swizzle : getSharedMemorySwizzles())
        for (unsigned Rows : Sizes)
          for (unsigned Columns : Sizes)
            for (bool IsKMajor : {true, false}) {
              bool IsRead = is_contained(Element.Readers, "wgmma") ||
                            Consumer == MatrixDescriptorFormat_TCGen05;
              if (!IsRead || (Consumer == MatrixDescriptorFormat_TCGen05 && Element.Bits == 1))
                continue;
              Expected<SharedMemoryTile> Tile =
                  makeSharedMemoryTile({Consumer, &Element, Rows, Columns, IsKMajor,
                                        SharedMemorySwizzle(Swizzle.Encoding)});
              if (Tile)
                Do(*Tile);
              else
                consumeError(Tile.takeError());
            }
}

/// A canonical layout: the table of CuTe and of the PTX ISA, "Canonical Layouts", which has T for
/// the elements of 16 bytes. `Width` is the number of 16 bytes of an atom along the direction of
/// the neighbours; the strides of the other modes are lbo and sbo, or what is published.
struct Canonical {
  bool IsKMajor;
  StringRef Swizzle;
  unsigned Width;
  unsigned Bits, Base, Shift; ///< Swizzle<Bits, Base, Shift>
};

constexpr unsigned NoShift = 3;
const Canonical Layouts[] = {
    {false, "none", 1, 0, 4, NoShift},  {false, "32", 2, 1, 4, 3},
    {false, "64", 4, 2, 4, 3},          {false, "128", 8, 3, 4, 3},
    {false, "128-atom-32", 8, 2, 5, 2}, {true, "none", 1, 0, 4, NoShift},
    {true, "32", 2, 1, 4, 3},           {true, "64", 4, 2, 4, 3},
    {true, "128", 8, 3, 4, 3},
};

unsigned applySwizzle(const Canonical &C, unsigned Byte) {
  unsigned Mask = ((1u << C.Bits) - 1) << (C.Base + C.Shift);
  return Byte ^ ((Byte & Mask) >> C.Shift);
}

/// The byte of the 16 in which an element is, that an instruction reads whose descriptor begins
/// at `Start`: without the swizzle.
unsigned getVector(const Canonical &C, const SharedMemoryTile &Tile, unsigned Start, unsigned Row,
                   unsigned Column) {
  unsigned LBO = Tile.getDescriptor().get(MatrixDescriptorField_Leading);
  unsigned SBO = Tile.getDescriptor().get(MatrixDescriptorField_Stride);
  unsigned T = 128 / Tile.getSpec().Element->StoredBits, Lines = C.Base == 5 ? 4 : 8;
  if (C.IsKMajor) // ((8,m),(T,2k)):((Width T,SBO),(1,LBO or T))
    return Start + Row % 8 * C.Width * 16 + Row / 8 * SBO + Column / T * (C.Width == 1 ? LBO : 16);
  if (C.Width == 1) // ((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))
    return Start + Row / T * SBO + Column % 8 * 16 + Column / 8 * LBO;
  // ((T,Width,m),(8,k)):((1,T,LBO),(Width T,SBO))
  return Start + Row / T % C.Width * 16 + Row / T / C.Width * LBO + Column % Lines * C.Width * 16 +
         Column / Lines * SBO;
}

const Canonical &getCanonical(const SharedMemoryTile &Tile) {
  return *find_if(Layouts, [&](const Canonical &C) {
    return C.IsKMajor == Tile.getSpec().IsKMajor && C.Swizzle == Tile.getSwizzle().Key;
  });
}

/// That all of its elements are where each instruction looks for them.
void expectCanonical(const SharedMemoryTile &Tile) {
  const SharedMemoryTileSpec &Spec = Tile.getSpec();
  const Canonical &C = getCanonical(Tile);
  unsigned T = 128 / Spec.Element->StoredBits, K = Tile.getStepColumns();
  for (unsigned Step = 0; Step != Tile.getNumSteps(); ++Step) {
    unsigned Start = Tile.getByteAdvance(0, Step * K);
    for (unsigned Row = 0; Row < Spec.Rows; Row += C.IsKMajor ? 1 : T)
      for (unsigned Column = 0; Column < K; Column += C.IsKMajor ? T : 1)
        ASSERT_EQ(applySwizzle(C, getVector(C, Tile, Start, Row, Column)) * 8u,
                  Tile.getBitOffset(Row, Step * K + Column))
            << Spec.Element->Spelling << ' ' << Spec.Rows << 'x' << Spec.Columns << ' '
            << Spec.IsKMajor << ' ' << C.Swizzle << ": " << Row << ", " << Step * K + Column;
  }
}

const SharedMemoryElement *getElement(MatrixDescriptorFormat Consumer, StringRef Type,
                                      StringRef Kind = "") {
  return cantFail(findSharedMemoryElement(Consumer, Type, Kind));
}

/// The error of a tile of wgmma.
std::string getError(StringRef Type, unsigned Rows, unsigned Columns, bool IsKMajor,
                     SharedMemorySwizzle Swizzle) {
  return messageOf(makeSharedMemoryTile({MatrixDescriptorFormat_WGMMA,
                                         getElement(MatrixDescriptorFormat_WGMMA, Type), Rows,
                                         Columns, IsKMajor, Swizzle}));
}

} // namespace

TEST(SharedMemoryTiles, AsKernelsThatRan) {
  unsigned NumTiles = 0;
  forEachTile([&](const SharedMemoryTile &Tile) {
    const SharedMemoryTileSpec &Spec = Tile.getSpec();
    if (Spec.Consumer != MatrixDescriptorFormat_WGMMA)
      return;
    // A kernel's matrix has the K of one or two instructions: atoms beside each other along K are
    // what no descriptor of the kernels says.
    for (unsigned Index = 0; Index != 8; ++Index) {
      SharedMatrix Matrix(0, Spec.Rows, Spec.Columns, Spec.Element->Bits, !Spec.IsKMajor);
      Matrix.choose(Index);
      if (Matrix.getWord() != Tile.getDescriptor().getWord() ||
          (Spec.IsKMajor && Spec.Swizzle && Tile.getNumPanels() != 1))
        continue;
      ++NumTiles;
      for (unsigned Row = 0; Row != Spec.Rows; ++Row)
        for (unsigned Column = 0; Column != Spec.Columns; ++Column)
          ASSERT_EQ(Matrix.getBitOffset(Row, Column), Tile.getBitOffset(Row, Column))
              << Spec.Rows << 'x' << Spec.Columns << ' ' << Tile.getSwizzle().Key;
      break;
    }
  });
  EXPECT_GT(NumTiles, 300u);
}

TEST(SharedMemoryTiles, AsCuTe) {
  std::set<std::pair<bool, StringRef>> Seen;
  forEachTile([&](const SharedMemoryTile &Tile) {
    Seen.insert({Tile.getSpec().IsKMajor, Tile.getSwizzle().Key});
    expectCanonical(Tile);
  });
  EXPECT_EQ(std::size(Layouts), Seen.size());
}

TEST(SharedMemoryTiles, ElementsHaveLocationsOfTheirOwn) {
  forEachTile([](const SharedMemoryTile &Tile) {
    const SharedMemoryTileSpec &Spec = Tile.getSpec();
    if (Spec.Rows > 128 || Spec.Columns > 128)
      return;
    std::set<uint64_t> Bits;
    for (unsigned Row = 0; Row != Spec.Rows; ++Row)
      for (unsigned Column = 0; Column != Spec.Columns; ++Column)
        Bits.insert(Tile.getBitOffset(Row, Column));
    EXPECT_EQ(Spec.Rows * Spec.Columns, Bits.size());
    EXPECT_LE(*Bits.rbegin() + Spec.Element->Bits, Tile.getNumBytes() * 8u);
  });
}

// The PTX ISA's figures "K major, no-swizzling and tf32 type" and "K major, 32B swizzling".
TEST(SharedMemoryTiles, Figures) {
  SharedMemoryTileSpec Spec = {MatrixDescriptorFormat_TCGen05,
                               getElement(MatrixDescriptorFormat_TCGen05, "tf32"), 16, 16};
  auto Plain = cantFail(makeSharedMemoryTile(Spec));
  EXPECT_EQ(64u * 4, Plain.getDescriptor().get(MatrixDescriptorField_Leading));
  EXPECT_EQ(32u * 4, Plain.getDescriptor().get(MatrixDescriptorField_Stride));
  Spec.Swizzle = SharedMemorySwizzle_32;
  auto Swizzled = cantFail(makeSharedMemoryTile(Spec));
  EXPECT_EQ(16u, Swizzled.getDescriptor().get(MatrixDescriptorField_Leading));
  EXPECT_EQ(64u * 4, Swizzled.getDescriptor().get(MatrixDescriptorField_Stride));
}

TEST(SharedMemoryTiles, Boxes) {
  auto Box = [](StringRef Type, StringRef Kind, unsigned Rows, unsigned Columns, bool IsKMajor) {
    auto Tile = cantFail(makeWidestSharedMemoryTile(
        {MatrixDescriptorFormat_TCGen05, getElement(MatrixDescriptorFormat_TCGen05, Type, Kind),
         Rows, Columns, IsKMajor}));
    return Tile.getBox();
  };
  auto Wide = Box("bf16", "", 128, 128, true);
  EXPECT_EQ(64u, Wide->Elements);
  EXPECT_EQ(128u, Wide->Lines);
  EXPECT_EQ(2u, Wide->NumBoxes);
  EXPECT_EQ(16384u, Wide->Bytes);
  auto High = Box("bf16", "", 512, 64, true);
  EXPECT_EQ(256u, High->Lines);
  EXPECT_EQ(2u, High->NumBoxes);
  EXPECT_EQ(256u, Box("e2m1", "mxf4", 128, 256, true)->Elements);
  EXPECT_EQ(128u, Box("e2m1", "f8f6f4", 128, 128, true)->Elements);
  // 16 elements of 6 bits have 16 bytes, and a box 128 elements.
  EXPECT_FALSE(Box("e2m3", "", 128, 64, true));
}

// What the instructions of the model read is in the table, and the other way round.
TEST(SharedMemoryTiles, ElementsAreTheModels) {
  std::map<std::string, std::set<std::tuple<std::string, unsigned, unsigned>>> Listed, Known;
  for (const SharedMemoryElement &Element : getSharedMemoryElements())
    for (StringRef Reader : Element.Readers)
      Listed[Reader.str()].insert(
          {Element.Spelling.str(), Element.Bits, 256u / Element.StoredBits});
  for (const MMAVariant &V : getMMAVariants())
    if (V.Family == MMAFamily_WGMMA && !V.get(MMAField_Sparsity))
      for (MMAType Type : {V.getA(), V.getB()})
        Known["wgmma"].insert({lookupMMAType(Type)->Spelling.str(), lookupMMAType(Type)->Width,
                               lookupMMAShape(V.getShape())->Depth});
  for (const BitLayout &Kind : getBitLayouts(BitLayoutSet_InstructionDescriptor)) {
    for (const BitValue &Type : Kind.find(InstructionDescriptorField_TypeA)->Values)
      for (const InstructionDescriptorShape &Shape :
           getInstructionDescriptorShapes(InstructionDescriptorKind(Kind.Encoding)))
        if (!Shape.IsSparse && !Shape.KField)
          Known[("kind::" + Kind.Key).str()].insert(
              {Type.Meaning.str(), Type.ElementBits, Shape.K});
  }
  EXPECT_EQ(Known, Listed);
}

TEST(SharedMemoryTiles, Errors) {
  EXPECT_EQ("a tile has a multiple of 16 columns, the K of an instruction with bf16, not 24",
            getError("bf16", 64, 24, true, SharedMemorySwizzle_None));
  EXPECT_EQ("a tile has a multiple of 8 rows, not 60",
            getError("bf16", 60, 64, true, SharedMemorySwizzle_None));
  EXPECT_EQ("wgmma reads elements of type tf32 (32 bits) K-major only (PTX ISA 9.0, Shared Memory "
            "Matrix Layout of wgmma)",
            getError("tf32", 64, 64, false, SharedMemorySwizzle_128));
  EXPECT_EQ("16 columns of bf16 have 32 bytes, and the swizzle 128 has lines of 128; expected a "
            "multiple of 64 columns, or the swizzle none or 32",
            getError("bf16", 64, 16, true, SharedMemorySwizzle_128));
  EXPECT_EQ("", getError("bf16", 64, 16, true, SharedMemorySwizzle_32));
}
