//===- MMAFragmentsTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragment layouts against the formulas of the PTX ISA, typed in its own form (row and
// column of a_i in terms of the lane and i); that each layout and its inverse are
// one-to-one; that every variant has the registers that its layouts say.
//
//===----------------------------------------------------------------------===//

#include "FragmentTestHelpers.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"
#include <functional>
#include <tuple>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Row and column of element i of a lane, as the PTX ISA writes it.
using Formula = std::function<std::pair<unsigned, unsigned>(unsigned Lane, unsigned I)>;

std::string describe(const MMAFragmentQuery &Q, MMAOperand Operand) {
  return (Q.Instruction + " m" + Twine(Q.M) + "n" + Twine(Q.N) + "k" + Twine(Q.K) + " " +
          lookupMMAOperand(Operand)->Spelling + " " + Twine(Q.ElementBits) + " bits" +
          (Q.IsSparse ? " sparse" : "") + (Q.IsColumnMajor ? " col" : ""))
      .str();
}

MMAFragmentQuery findMMA(unsigned M, unsigned N, unsigned K, unsigned Bits, bool IsSparse = false) {
  MMAFragmentQuery Query;
  Query.Instruction = "mma.sync";
  Query.M = M;
  Query.N = N;
  Query.K = K;
  Query.ElementBits = Bits;
  Query.IsSparse = IsSparse;
  return Query;
}

MMAFragmentQuery quadPair(unsigned Bits, bool IsColumnMajor) {
  MMAFragmentQuery Query = findMMA(8, 8, 4, Bits);
  Query.IsColumnMajor = IsColumnMajor;
  return Query;
}

MMAFragmentQuery scaled(unsigned K, unsigned Bits, unsigned ScaleCount, bool IsSparse = false) {
  MMAFragmentQuery Query = findMMA(16, 8, K, Bits, IsSparse);
  Query.ScaleCount = ScaleCount;
  return Query;
}

MMAFragmentQuery move(StringRef Instruction, unsigned M, unsigned N, unsigned Bits,
                      unsigned NumMatrices, bool IsTransposed = false) {
  MMAFragmentQuery Query;
  Query.Instruction = Instruction;
  Query.M = M;
  Query.N = N;
  Query.ElementBits = Bits;
  Query.NumMatrices = NumMatrices;
  Query.IsColumnMajor = IsTransposed;
  return Query;
}

/// That the layout has so many elements a lane, and each where the formula says.
void expectFormula(const MMAFragmentQuery &Query, MMAOperand Operand, unsigned Elements,
                   const Formula &Expected) {
  SCOPED_TRACE(describe(Query, Operand));
  auto Layout = getMMAFragmentLayout(Query, Operand);
  ASSERT_EQ("", messageOf(Layout));
  EXPECT_EQ(Elements, Layout->getNumRegisters() * Layout->getElementsPerRegister());
  forEachSlot(*Layout, [&](FragmentSlot Slot, unsigned I) {
    auto Position = Layout->getPosition(Slot);
    ASSERT_TRUE(Position);
    EXPECT_EQ(Expected(Slot.Lane, I), std::pair(Position->Row, Position->Column))
        << "lane " << Slot.Lane << ", element " << I;
  });
}

unsigned group(unsigned Lane) { return Lane >> 2; }
unsigned inGroup(unsigned Lane) { return Lane % 4; }

/// C and D of every m16n8 shape, and of m8n8 ones.
std::pair<unsigned, unsigned> accumulator(unsigned Lane, unsigned I) {
  return {I < 2 ? group(Lane) : group(Lane) + 8, inGroup(Lane) * 2 + (I & 1)};
}

const MMAFragmentQuery Dense[] = {
    findMMA(8, 8, 4, 64),  findMMA(8, 8, 16, 8),   findMMA(8, 8, 32, 4),   findMMA(8, 8, 128, 1),
    findMMA(16, 8, 4, 32), findMMA(16, 8, 4, 64),  findMMA(16, 8, 8, 16),  findMMA(16, 8, 8, 32),
    findMMA(16, 8, 8, 64), findMMA(16, 8, 16, 16), findMMA(16, 8, 16, 64), findMMA(16, 8, 16, 8),
    findMMA(16, 8, 32, 8), findMMA(16, 8, 32, 4),  findMMA(16, 8, 64, 4),  findMMA(16, 8, 128, 1),
    findMMA(16, 8, 256, 1)};

const MMAFragmentQuery Sparse[] = {findMMA(16, 8, 16, 16, true), findMMA(16, 8, 32, 16, true),
                                   findMMA(16, 8, 8, 32, true),  findMMA(16, 8, 16, 32, true),
                                   findMMA(16, 8, 32, 8, true),  findMMA(16, 8, 64, 8, true),
                                   findMMA(16, 8, 64, 4, true),  findMMA(16, 8, 128, 4, true)};

TEST(MMAFragments, VariantsWithoutALayoutAreNamed) {
  for (const MMAVariant &V : getMMAVariants())
    EXPECT_EQ(toString(checkFragmentLayouts(V)), "");
  MMAVariant Wrong = *lookupMMAVariant("llvm.nvvm.mma.m16n8k16.row.col.bf16");
  const MMAVariant &Other = *lookupMMAVariant("llvm.nvvm.mma.m16n8k4.row.col.tf32");
  Wrong.Descriptor =
      cantFail(getMMADescriptor(Wrong).with(MMAField_Shape, Other.get(MMAField_Shape))).getWord();
  EXPECT_EQ(toString(checkFragmentLayouts(Wrong)),
            "llvm.nvvm.mma.m16n8k16.row.col.bf16 has no fragment layout in "
            "TableGen/FragmentLayouts.td: the PTX ISA describes no layout for operand A of "
            "mma.sync m16n8k4 with elements of 16 bits");
  for (auto [Name, Operand] : {std::pair("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16", "D"),
                               std::pair("llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16", "C")}) {
    Wrong = *lookupMMAVariant(Name);
    Wrong.Descriptor =
        cantFail(getMMADescriptor(Wrong).with(MMAField_Element, MMAType_B8)).getWord();
    const std::string Message = toString(checkFragmentLayouts(Wrong));
    EXPECT_NE(Message.find("layout for operand " + std::string(Operand)), std::string::npos)
        << Message;
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// One to one
//===----------------------------------------------------------------------===//

TEST(MMAFragments, DenseAndSparseLayoutsAreOneToOne) {
  for (ArrayRef<MMAFragmentQuery> Queries : {ArrayRef(Dense), ArrayRef(Sparse)})
    for (const MMAFragmentQuery &Query : Queries)
      for (MMAOperand Operand : {MMAOperand_A, MMAOperand_B, MMAOperand_Metadata}) {
        if (Operand == MMAOperand_Metadata && !Query.IsSparse)
          continue;
        SCOPED_TRACE(describe(Query, Operand));
        auto Layout = getMMAFragmentLayout(Query, Operand);
        ASSERT_EQ("", messageOf(Layout));
        expectBijection(*Layout);
        EXPECT_EQ(1u, Layout->getNumTiles());
      }
}

TEST(MMAFragments, QuadPairLayoutsAreOneToOne) {
  for (bool IsColumnMajor : {false, true})
    for (auto [Operand, Bits] : {std::pair(MMAOperand_A, 16),
                                 {MMAOperand_B, 16},
                                 {MMAOperand_C, 16},
                                 {MMAOperand_D, 16},
                                 {MMAOperand_C, 32},
                                 {MMAOperand_D, 32}}) {
      MMAFragmentQuery Query = quadPair(Bits, IsColumnMajor);
      SCOPED_TRACE(describe(Query, Operand));
      auto Layout = getMMAFragmentLayout(Query, Operand);
      ASSERT_EQ("", messageOf(Layout));
      expectBijection(*Layout);
      EXPECT_EQ(4u, Layout->getNumTiles());
      // Computation i: lanes 4i to 4i + 3, and 16 more.
      forEachSlot(*Layout, [&](FragmentSlot Slot, unsigned) {
        EXPECT_EQ(Slot.Lane % 16 / 4, Layout->getPosition(Slot)->Tile);
      });
    }
}

TEST(MMAFragments, ScaleLayoutsAreOneToOne) {
  for (unsigned Count : {1, 2, 4})
    for (MMAOperand Operand : {MMAOperand_ScaleA, MMAOperand_ScaleB}) {
      MMAFragmentQuery Query = scaled(64, 4, Count);
      SCOPED_TRACE(describe(Query, Operand));
      auto Layout = getMMAFragmentLayout(Query, Operand);
      ASSERT_EQ("", messageOf(Layout));
      expectBijection(*Layout);
      EXPECT_EQ(1u, Layout->getNumRegisters());
      EXPECT_EQ(8u, Layout->getElementBits());
    }
}

TEST(MMAFragments, MovedMatricesAreOneToOne) {
  struct {
    MMAFragmentQuery Query;
    MMAOperand Operand;
  } Fragments[] = {{move("ldmatrix", 8, 8, 16, 1), MMAOperand_D},
                   {move("ldmatrix", 8, 8, 16, 4), MMAOperand_D},
                   {move("ldmatrix", 8, 16, 8, 2), MMAOperand_D},
                   {move("ldmatrix", 16, 16, 8, 1), MMAOperand_D},
                   {move("ldmatrix", 16, 16, 8, 2), MMAOperand_D},
                   {move("stmatrix", 8, 8, 16, 2), MMAOperand_C},
                   {move("stmatrix", 16, 8, 8, 1), MMAOperand_C},
                   {move("stmatrix", 16, 8, 8, 4), MMAOperand_C},
                   {move("movmatrix", 8, 8, 16, 1), MMAOperand_A},
                   {move("movmatrix", 8, 8, 16, 1), MMAOperand_D}};
  for (auto &[Query, Operand] : Fragments) {
    SCOPED_TRACE(describe(Query, Operand));
    auto Layout = getMMAFragmentLayout(Query, Operand);
    ASSERT_EQ("", messageOf(Layout));
    expectBijection(*Layout);
    EXPECT_EQ(Query.NumMatrices, Layout->getNumTiles());
    EXPECT_EQ(Query.M, Layout->getNumRows());
    EXPECT_EQ(Query.N, Layout->getNumColumns());
  }
}

//===----------------------------------------------------------------------===//
// The formulas of the PTX ISA: m8n8
//===----------------------------------------------------------------------===//

TEST(MMAFragments, M8N8K4HalfPrecision) {
  expectFormula(quadPair(16, false), MMAOperand_A, 4,
                [](unsigned L, unsigned I) { return std::pair(L < 16 ? L % 4 : L % 4 + 4, I); });
  expectFormula(quadPair(16, true), MMAOperand_A, 4, [](unsigned L, unsigned I) {
    return std::pair(L < 16 ? I % 4 : I % 4 + 4, L % 4);
  });
  expectFormula(quadPair(16, false), MMAOperand_B, 4,
                [](unsigned L, unsigned I) { return std::pair(L % 4, L < 16 ? I : I + 4); });
  expectFormula(quadPair(16, true), MMAOperand_B, 4,
                [](unsigned L, unsigned I) { return std::pair(I, L < 16 ? L % 4 : L % 4 + 4); });
  for (MMAOperand Operand : {MMAOperand_C, MMAOperand_D}) {
    expectFormula(quadPair(16, false), Operand, 8,
                  [](unsigned L, unsigned I) { return std::pair(L < 16 ? L % 4 : L % 4 + 4, I); });
    expectFormula(quadPair(32, false), Operand, 8, [](unsigned L, unsigned I) {
      unsigned X = (L & 0b1) + (I & 0b10);
      return std::pair(L < 16 ? X : X + 4, (I & 0b100) + (L & 0b10) + (I & 0b1));
    });
  }
}

TEST(MMAFragments, M8N8) {
  // m8n8k4 .f64, m8n8k16, m8n8k32, m8n8k128: 1, 4, 8, 32 elements a register.
  for (auto [K, Bits, Elements] :
       {std::tuple<unsigned, unsigned, unsigned>{4, 64, 1}, {16, 8, 4}, {32, 4, 8}, {128, 1, 32}}) {
    unsigned E = Elements;
    expectFormula(findMMA(8, 8, K, Bits), MMAOperand_A, E,
                  [E](unsigned L, unsigned I) { return std::pair(group(L), inGroup(L) * E + I); });
    expectFormula(findMMA(8, 8, K, Bits), MMAOperand_B, E,
                  [E](unsigned L, unsigned I) { return std::pair(inGroup(L) * E + I, group(L)); });
  }
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{4, 64}, {16, 32}, {32, 32}, {128, 32}})
    for (MMAOperand Operand : {MMAOperand_C, MMAOperand_D})
      expectFormula(findMMA(8, 8, K, Bits), Operand, 2,
                    [](unsigned L, unsigned I) { return std::pair(group(L), inGroup(L) * 2 + I); });
}

//===----------------------------------------------------------------------===//
// The formulas of the PTX ISA: m16n8
//===----------------------------------------------------------------------===//

TEST(MMAFragments, M16N8K4) {
  for (unsigned Bits : {32, 64}) {
    expectFormula(findMMA(16, 8, 4, Bits), MMAOperand_A, 2, [](unsigned L, unsigned I) {
      return std::pair(I == 0 ? group(L) : group(L) + 8, inGroup(L));
    });
    expectFormula(findMMA(16, 8, 4, Bits), MMAOperand_B, 1,
                  [](unsigned L, unsigned) { return std::pair(inGroup(L), group(L)); });
    expectFormula(findMMA(16, 8, 4, Bits), MMAOperand_C, 4, accumulator);
  }
}

TEST(MMAFragments, M16N8K8) {
  expectFormula(findMMA(16, 8, 8, 16), MMAOperand_A, 4, [](unsigned L, unsigned I) {
    return std::pair(I < 2 ? group(L) : group(L) + 8, inGroup(L) * 2 + (I & 1));
  });
  expectFormula(findMMA(16, 8, 8, 16), MMAOperand_B, 2,
                [](unsigned L, unsigned I) { return std::pair(inGroup(L) * 2 + I, group(L)); });
  for (unsigned Bits : {32, 64}) {
    expectFormula(findMMA(16, 8, 8, Bits), MMAOperand_A, 4, [](unsigned L, unsigned I) {
      return std::pair(I == 0 || I == 2 ? group(L) : group(L) + 8,
                       I < 2 ? inGroup(L) : inGroup(L) + 4);
    });
    expectFormula(findMMA(16, 8, 8, Bits), MMAOperand_B, 2, [](unsigned L, unsigned I) {
      return std::pair(I == 0 ? inGroup(L) : inGroup(L) + 4, group(L));
    });
  }
}

TEST(MMAFragments, M16N8K16) {
  expectFormula(findMMA(16, 8, 16, 16), MMAOperand_A, 8, [](unsigned L, unsigned I) {
    return std::pair(I < 2 || (4 <= I && I < 6) ? group(L) : group(L) + 8,
                     I < 4 ? inGroup(L) * 2 + (I & 1) : inGroup(L) * 2 + (I & 1) + 8);
  });
  expectFormula(findMMA(16, 8, 16, 16), MMAOperand_B, 4, [](unsigned L, unsigned I) {
    return std::pair(I < 2 ? inGroup(L) * 2 + (I & 1) : inGroup(L) * 2 + (I & 1) + 8, group(L));
  });
  expectFormula(findMMA(16, 8, 16, 64), MMAOperand_A, 8, [](unsigned L, unsigned I) {
    return std::pair(I % 2 == 0 ? group(L) : group(L) + 8,
                     I % 2 == 0 ? I * 2 + inGroup(L) : I * 2 - 2 + inGroup(L));
  });
  expectFormula(findMMA(16, 8, 16, 64), MMAOperand_B, 4,
                [](unsigned L, unsigned I) { return std::pair(inGroup(L) + I * 4, group(L)); });
  expectFormula(findMMA(16, 8, 16, 8), MMAOperand_A, 8, [](unsigned L, unsigned I) {
    return std::pair(I < 4 ? group(L) : group(L) + 8, inGroup(L) * 4 + (I & 3));
  });
  expectFormula(findMMA(16, 8, 16, 8), MMAOperand_B, 4,
                [](unsigned L, unsigned I) { return std::pair(inGroup(L) * 4 + I, group(L)); });
}

TEST(MMAFragments, M16N8K32) {
  expectFormula(findMMA(16, 8, 32, 4), MMAOperand_A, 16, [](unsigned L, unsigned I) {
    return std::pair(I < 8 ? group(L) : group(L) + 8, inGroup(L) * 8 + (I & 7));
  });
  expectFormula(findMMA(16, 8, 32, 4), MMAOperand_B, 8, [](unsigned L, unsigned I) {
    return std::pair(inGroup(L) * 8 + (I & 7), group(L));
  });
  expectFormula(findMMA(16, 8, 32, 8), MMAOperand_A, 16, [](unsigned L, unsigned I) {
    return std::pair(I < 4 || (8 <= I && I < 12) ? group(L) : group(L) + 8,
                     I < 8 ? inGroup(L) * 4 + (I & 3) : inGroup(L) * 4 + (I & 3) + 16);
  });
  expectFormula(findMMA(16, 8, 32, 8), MMAOperand_B, 8, [](unsigned L, unsigned I) {
    return std::pair(I < 4 ? inGroup(L) * 4 + (I & 3) : inGroup(L) * 4 + (I & 3) + 16, group(L));
  });
}

TEST(MMAFragments, M16N8K64) {
  expectFormula(findMMA(16, 8, 64, 4), MMAOperand_A, 32, [](unsigned L, unsigned I) {
    return std::pair(I < 8 || (16 <= I && I < 24) ? group(L) : group(L) + 8,
                     I < 16 ? inGroup(L) * 8 + (I & 7) : inGroup(L) * 8 + (I & 7) + 32);
  });
  expectFormula(findMMA(16, 8, 64, 4), MMAOperand_B, 16, [](unsigned L, unsigned I) {
    return std::pair(I < 8 ? inGroup(L) * 8 + (I & 7) : inGroup(L) * 8 + (I & 7) + 32, group(L));
  });
}

TEST(MMAFragments, M16N8OfBits) {
  expectFormula(findMMA(16, 8, 128, 1), MMAOperand_A, 64, [](unsigned L, unsigned I) {
    return std::pair(I < 32 ? group(L) : group(L) + 8, inGroup(L) * 32 + (I & 0x1F));
  });
  expectFormula(findMMA(16, 8, 128, 1), MMAOperand_B, 32,
                [](unsigned L, unsigned I) { return std::pair(inGroup(L) * 32 + I, group(L)); });
  // The PTX ISA's column for i < 64 is "… + i"; it means i & 0x1F, as for the others.
  expectFormula(findMMA(16, 8, 256, 1), MMAOperand_A, 128, [](unsigned L, unsigned I) {
    return std::pair(I < 32 || (64 <= I && I < 96) ? group(L) : group(L) + 8,
                     I < 64 ? inGroup(L) * 32 + (I & 0x1F) : inGroup(L) * 32 + (I & 0x1F) + 128);
  });
  expectFormula(findMMA(16, 8, 256, 1), MMAOperand_B, 64, [](unsigned L, unsigned I) {
    return std::pair(I < 32 ? inGroup(L) * 32 + (I & 0x1F) : inGroup(L) * 32 + (I & 0x1F) + 128,
                     group(L));
  });
}

TEST(MMAFragments, M16N8Accumulators) {
  for (unsigned K : {4, 8, 16, 32, 64, 128, 256})
    for (unsigned Bits : {16, 32, 64})
      for (MMAOperand Operand : {MMAOperand_C, MMAOperand_D})
        expectFormula(findMMA(16, 8, K, Bits), Operand, 4, accumulator);
}

//===----------------------------------------------------------------------===//
// Sparse A
//===----------------------------------------------------------------------===//

/// The PTX ISA says a row and a range of columns of the whole A; what is kept at some
/// column of the compressed A comes from one group of neighbours, which is in range.
static void expectSparse(unsigned K, unsigned Bits, unsigned Elements, unsigned Width,
                         const Formula &RowAndFirst) {
  const MMASparsityGroup &Group = *lookupMMASparsityGroup(Bits);
  expectFormula(findMMA(16, 8, K, Bits, true), MMAOperand_A, Elements, [&](unsigned L, unsigned I) {
    auto Layout = cantFail(getMMAFragmentLayout(findMMA(16, 8, K, Bits, true), MMAOperand_A));
    unsigned E = Layout.getElementsPerRegister();
    auto P = *Layout.getPosition({L, I / E, I % E});
    auto [Row, First] = RowAndFirst(L, I);
    unsigned Begin = P.Column / Group.Kept * Group.Group;
    EXPECT_LE(First, Begin);
    EXPECT_LE(Begin + Group.Group, First + Width);
    // What is kept stands in a register in the order of A's columns.
    EXPECT_EQ(Layout.getPosition({L, I / E, 0})->Column + I % E, P.Column);
    return std::pair(Row, P.Column);
  });
}

TEST(MMAFragments, SparseA) {
  auto Upper = [](bool IsUpper, unsigned L) { return IsUpper ? group(L) : group(L) + 8; };
  expectSparse(16, 16, 4, 4,
               [&](unsigned L, unsigned I) { return std::pair(Upper(I < 2, L), inGroup(L) * 4); });
  expectSparse(32, 16, 8, 4, [&](unsigned L, unsigned I) {
    return std::pair(Upper(I < 2 || (4 <= I && I < 6), L), inGroup(L) * 4 + (I < 4 ? 0 : 16));
  });
  expectSparse(16, 32, 4, 2, [&](unsigned L, unsigned I) {
    return std::pair(Upper(I == 0 || I == 2, L), inGroup(L) * 2 + (I < 2 ? 0 : 8));
  });
  expectSparse(8, 32, 2, 2,
               [&](unsigned L, unsigned I) { return std::pair(Upper(I == 0, L), inGroup(L) * 2); });
  expectSparse(32, 8, 8, 8,
               [&](unsigned L, unsigned I) { return std::pair(Upper(I < 4, L), inGroup(L) * 8); });
  expectSparse(64, 8, 16, 8, [&](unsigned L, unsigned I) {
    return std::pair(Upper(I < 4 || (8 <= I && I < 12), L), inGroup(L) * 8 + (I < 8 ? 0 : 32));
  });
  expectSparse(64, 4, 16, 16,
               [&](unsigned L, unsigned I) { return std::pair(Upper(I < 8, L), inGroup(L) * 16); });
  expectSparse(128, 4, 32, 16, [&](unsigned L, unsigned I) {
    return std::pair(Upper(I < 8 || (16 <= I && I < 24), L), inGroup(L) * 16 + (I < 16 ? 0 : 64));
  });
}

TEST(MMAFragments, SparseB) {
  // Figures only: rows 0 to 15, 16 to 31, … of B in one register each.
  for (auto [K, Bits, E, Registers] :
       {std::tuple<unsigned, unsigned, unsigned, unsigned>{16, 16, 2, 2},
        {32, 16, 2, 4},
        {8, 32, 1, 2},
        {16, 32, 1, 4},
        {32, 8, 4, 2},
        {64, 8, 4, 4},
        {64, 4, 8, 2},
        {128, 4, 8, 4}}) {
    unsigned PerRegister = E;
    expectFormula(findMMA(16, 8, K, Bits, true), MMAOperand_B, Registers * E,
                  [PerRegister](unsigned L, unsigned I) {
                    return std::pair(inGroup(L) * PerRegister + I % PerRegister +
                                         I / PerRegister * PerRegister * 4,
                                     group(L));
                  });
  }
}

/// Row, group of columns and sparsity selector of four bits, by their index.
static void
expectMetadata(unsigned K, unsigned Bits,
               std::function<std::tuple<unsigned, unsigned, unsigned>(unsigned, unsigned)> Where) {
  MMAFragmentQuery Query = findMMA(16, 8, K, Bits, true);
  SCOPED_TRACE(describe(Query, MMAOperand_Metadata));
  auto Layout = getMMAFragmentLayout(Query, MMAOperand_Metadata);
  ASSERT_EQ("", messageOf(Layout));
  EXPECT_EQ(1u, Layout->getNumRegisters());
  EXPECT_EQ(8u, Layout->getElementsPerRegister());
  EXPECT_EQ(4u, Layout->getElementBits());
  EXPECT_EQ(K / lookupMMASparsityGroup(Bits)->Group, Layout->getNumColumns());
  forEachSlot(*Layout, [&](FragmentSlot Slot, unsigned I) {
    auto P = *Layout->getPosition(Slot);
    EXPECT_EQ(Where(Slot.Lane, I), std::tuple(P.Row, P.Column, P.Selector))
        << "lane " << Slot.Lane << ", bits " << I * 4;
  });
}

TEST(MMAFragments, Metadata) {
  // One thread of four has 16 bits of the row of its group, and 16 of eight rows below.
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{16, 16}, {8, 32}})
    expectMetadata(K, Bits, [](unsigned L, unsigned I) {
      return std::tuple(group(L) + (I < 4 ? 0 : 8), I % 4, L % 4);
    });
  // Of a pair of threads, T0 and T1 or T2 and T3, the second has the right half of A.
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{32, 16}, {16, 32}})
    expectMetadata(K, Bits, [](unsigned L, unsigned I) {
      return std::tuple(group(L) + (I < 4 ? 0 : 8), L % 2 * 4 + I % 4, L % 4 / 2);
    });
  // Of a pair, the second has the lower half.
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{32, 8}, {64, 4}})
    expectMetadata(K, Bits, [](unsigned L, unsigned I) {
      return std::tuple(group(L) + L % 2 * 8, I, L % 4 / 2);
    });
  // All four; the selector must be 0.
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{64, 8}, {128, 4}})
    expectMetadata(K, Bits, [](unsigned L, unsigned I) {
      return std::tuple(group(L) + L % 2 * 8, L % 4 / 2 * 8 + I, 0u);
    });
}

TEST(MMAFragments, SparsitySelectors) {
  // PTX ISA, "Sparse matrix storage": which selectors are defined.
  for (auto [K, Bits, Selectors] : {std::tuple<unsigned, unsigned, unsigned>{16, 16, 4},
                                    {32, 16, 2},
                                    {8, 32, 4},
                                    {16, 32, 2},
                                    {32, 8, 2},
                                    {64, 4, 2},
                                    {64, 8, 1},
                                    {128, 4, 1}}) {
    auto Layout =
        cantFail(getMMAFragmentLayout(findMMA(16, 8, K, Bits, true), MMAOperand_Metadata));
    EXPECT_EQ(Selectors, Layout.getValues(MMAFragmentLayout::Selector).size()) << K << ' ' << Bits;
  }
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

TEST(MMAFragments, Scales) {
  for (auto [Count, Bytes] :
       {std::pair<unsigned, SmallVector<unsigned>>{1, {0, 1, 2, 3}}, {2, {0, 2}}, {4, {0}}})
    for (auto [K, Bits, IsSparse] : {std::tuple<unsigned, unsigned, bool>{32, 8, false},
                                     {64, 4, false},
                                     {64, 8, true},
                                     {128, 4, true}}) {
      MMAFragmentQuery Query = scaled(K, Bits, Count, IsSparse);
      auto A = cantFail(getMMAFragmentLayout(Query, MMAOperand_ScaleA));
      auto B = cantFail(getMMAFragmentLayout(Query, MMAOperand_ScaleB));
      // Table 37: valid values of the selectors.
      EXPECT_EQ(Bytes, A.getValues(MMAFragmentLayout::ByteSelector));
      EXPECT_EQ(Bytes, B.getValues(MMAFragmentLayout::ByteSelector));
      EXPECT_EQ((SmallVector<unsigned>{0, 1}), A.getValues(MMAFragmentLayout::Selector));
      EXPECT_EQ((SmallVector<unsigned>{0, 1, 2, 3}), B.getValues(MMAFragmentLayout::Selector));
      forEachSlot(A, [&, N = Count](FragmentSlot Slot, unsigned I) {
        unsigned Lane = Slot.Lane;
        EXPECT_TRUE((TilePosition{group(Lane) + Lane % 2 * 8, I % N, 0, Lane % 4 / 2, I / N * N} ==
                     *A.getPosition(Slot)));
        EXPECT_TRUE(
            (TilePosition{I % N, group(Lane), 0, Lane % 4, I / N * N} == *B.getPosition(Slot)));
      });
    }
}

//===----------------------------------------------------------------------===//
// Matrices that are moved
//===----------------------------------------------------------------------===//

TEST(MMAFragments, MovedMatrices) {
  // Four threads hold a row of eight 16-bit elements; the next matrix is in the next register.
  for (bool IsTransposed : {false, true}) {
    for (auto [Instruction, Operand] :
         {std::pair("ldmatrix", MMAOperand_D), {"stmatrix", MMAOperand_C}}) {
      auto Layout =
          cantFail(getMMAFragmentLayout(move(Instruction, 8, 8, 16, 4, IsTransposed), Operand));
      EXPECT_EQ(4u, Layout.getNumRegisters());
      forEachSlot(Layout, [&](FragmentSlot Slot, unsigned) {
        EXPECT_TRUE((TilePosition{Slot.Lane / 4, Slot.Lane % 4 * 2 + Slot.Element, Slot.Register, 0,
                                  0} == *Layout.getPosition(Slot)));
      });
    }
  }
  // ldmatrix m8n16: four consecutive columns.
  auto Bytes = cantFail(getMMAFragmentLayout(move("ldmatrix", 8, 16, 8, 4), MMAOperand_D));
  EXPECT_EQ(4u, Bytes.getNumRegisters());
  forEachSlot(Bytes, [&](FragmentSlot Slot, unsigned) {
    EXPECT_TRUE((TilePosition{Slot.Lane / 4, Slot.Lane % 4 * 4 + Slot.Element, Slot.Register, 0,
                              0} == *Bytes.getPosition(Slot)));
  });
  // ldmatrix m16n16: four consecutive columns across two rows, and two registers a matrix.
  auto Layout = cantFail(getMMAFragmentLayout(move("ldmatrix", 16, 16, 8, 2, true), MMAOperand_D));
  EXPECT_EQ(4u, Layout.getNumRegisters());
  forEachSlot(Layout, [&](FragmentSlot Slot, unsigned) {
    EXPECT_TRUE(
        (TilePosition{Slot.Lane / 4 + Slot.Register % 2 * 8, Slot.Lane % 4 * 4 + Slot.Element,
                      Slot.Register / 2, 0, 0} == *Layout.getPosition(Slot)));
  });
  // stmatrix m16n8: what an accumulator of m16n8 is once it is narrowed to bytes.
  auto Stored = cantFail(getMMAFragmentLayout(move("stmatrix", 16, 8, 8, 4, true), MMAOperand_C));
  EXPECT_EQ(4u, Stored.getNumRegisters());
  forEachSlot(Stored, [&](FragmentSlot Slot, unsigned) {
    auto [Row, Column] = accumulator(Slot.Lane, Slot.Element);
    EXPECT_TRUE((TilePosition{Row, Column, Slot.Register, 0, 0} == *Stored.getPosition(Slot)));
  });
}

TEST(MMAFragments, TransposedInRegisters) {
  auto A = cantFail(getMMAFragmentLayout(move("movmatrix", 8, 8, 16, 1, true), MMAOperand_A));
  auto D = cantFail(getMMAFragmentLayout(move("movmatrix", 8, 8, 16, 1, true), MMAOperand_D));
  forEachSlot(A, [&](FragmentSlot Slot, unsigned) {
    TilePosition Source = *A.getPosition(Slot), Result = *D.getPosition(Slot);
    EXPECT_TRUE((TilePosition{Slot.Lane / 4, Slot.Lane % 4 * 2 + Slot.Element} == Source));
    EXPECT_EQ(Source.Row, Result.Column);
    EXPECT_EQ(Source.Column, Result.Row);
  });
}

TEST(MMAFragments, RowAddresses) {
  struct {
    MMAFragmentQuery Query;
    unsigned Lanes;
  } Cases[] = {
      {move("ldmatrix", 8, 8, 16, 1, false), 8},  {move("ldmatrix", 8, 8, 16, 2, false), 16},
      {move("ldmatrix", 8, 8, 16, 4, false), 32}, {move("ldmatrix", 8, 8, 16, 1, true), 8},
      {move("ldmatrix", 8, 8, 16, 4, true), 32},  {move("ldmatrix", 8, 16, 8, 2, false), 16},
      {move("ldmatrix", 16, 16, 8, 1, true), 16}, {move("ldmatrix", 16, 16, 8, 2, true), 32},
      {move("stmatrix", 8, 8, 16, 2, false), 16}, {move("stmatrix", 8, 8, 16, 4, true), 32},
      {move("stmatrix", 16, 8, 8, 1, true), 8},   {move("stmatrix", 16, 8, 8, 4, true), 32}};
  for (auto &[Query, Lanes] : Cases) {
    SCOPED_TRACE(describe(Query, MMAOperand_Address));
    auto Layout = getMMAFragmentLayout(Query, MMAOperand_Address);
    ASSERT_EQ("", messageOf(Layout));
    expectBijection(*Layout, 32 - Lanes);
    // addr0, addr1, … are of the first matrix' rows (columns, with .trans), then the second's.
    unsigned RowsOfMatrix = Lanes / Query.NumMatrices;
    for (unsigned Lane = 0; Lane != 32; ++Lane) {
      auto P = Layout->getPosition({Lane, 0, 0});
      ASSERT_EQ(Lane < Lanes, P.has_value()) << Lane;
      if (!P)
        continue;
      EXPECT_EQ(Lane % RowsOfMatrix, Query.IsColumnMajor ? P->Column : P->Row);
      EXPECT_EQ(0u, Query.IsColumnMajor ? P->Row : P->Column);
      EXPECT_EQ(Lane / RowsOfMatrix, P->Tile);
    }
  }
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

/// An operand's registers, as the opcode counts them. Of wgmma, whose 2,148 variants share
/// a few layouts, the tests of warpgroups look at each layout.
static void expectRegisters(const MMAVariant &Variant, MMAOperand Operand, unsigned Count) {
  SCOPED_TRACE(lookupMMAOperand(Operand)->Spelling.str());
  auto Layout = getMMAFragmentLayout(Variant, Operand);
  ASSERT_EQ("", messageOf(Layout));
  EXPECT_EQ(Count, Layout->getNumRegisters());
  if (Variant.Family != MMAFamily_WGMMA)
    expectBijection(*Layout);
}

TEST(MMAFragments, EveryVariantHoldsWhatItsOpcodeSays) {
  for (const MMAVariant &Variant : getMMAVariants()) {
    SCOPED_TRACE(Variant.Name.str());
    StringRef Family = lookupMMAFamily(Variant.Family)->Spelling;
    const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(Variant.Opcode);
    if (Family == "wgmma" || Family.starts_with("tcgen05") || Family.starts_with("wmma"))
      continue;
    if (Family == "wgmma.mma_async") {
      expectRegisters(Variant, MMAOperand_D, Opcode.DCount);
      expectRegisters(Variant, MMAOperand_C, Opcode.CCount);
      if (Variant.get(MMAField_Residency))
        expectRegisters(Variant, MMAOperand_A, Opcode.ACount);
      if (Variant.get(MMAField_Sparsity))
        expectRegisters(Variant, MMAOperand_Metadata, 1);
      continue;
    }
    if (Opcode.DCount)
      expectRegisters(Variant, MMAOperand_D, Opcode.DCount);
    if (Opcode.ACount)
      expectRegisters(Variant, MMAOperand_A, Opcode.ACount);
    if (Opcode.BCount)
      expectRegisters(Variant, MMAOperand_B, Opcode.BCount);
    if (Opcode.CCount)
      expectRegisters(Variant, MMAOperand_C, Opcode.CCount);
    if (Variant.Name.contains(".mma.sp."))
      expectRegisters(Variant, MMAOperand_Metadata, 1);
    if (Variant.Name.contains(".block.scale.")) {
      expectRegisters(Variant, MMAOperand_ScaleA, 1);
      expectRegisters(Variant, MMAOperand_ScaleB, 1);
    }
    if (Family == "ldmatrix" || Family == "stmatrix") {
      EXPECT_EQ("", messageOf(getMMAFragmentLayout(Variant, MMAOperand_Address)));
    }
  }
}

//===----------------------------------------------------------------------===//
// Warpgroups
//===----------------------------------------------------------------------===//

static MMAFragmentQuery warpgroup(unsigned N, unsigned K, unsigned Bits, bool IsSparse = false) {
  MMAFragmentQuery Query = findMMA(64, N, K, Bits, IsSparse);
  Query.Instruction = "wgmma.mma_async";
  return Query;
}

// PTX ISA, figures 148 and 149, row by row of what some threads hold.
TEST(MMAFragments, WarpgroupByHand) {
  auto D = cantFail(getMMAFragmentLayout(warpgroup(8, 16, 32), MMAOperand_D));
  auto A = cantFail(getMMAFragmentLayout(warpgroup(8, 16, 16), MMAOperand_A));
  EXPECT_EQ(128u, D.getNumLanes());
  EXPECT_EQ(4u, D.getNumRegisters());
  EXPECT_EQ(4u, A.getNumRegisters());
  struct {
    unsigned Thread;
    TilePosition Locations[4];
  } DLocations[] = {
      {0, {{0, 0}, {0, 1}, {8, 0}, {8, 1}}},      {1, {{0, 2}, {0, 3}, {8, 2}, {8, 3}}},
      {5, {{1, 2}, {1, 3}, {9, 2}, {9, 3}}},      {31, {{7, 6}, {7, 7}, {15, 6}, {15, 7}}},
      {32, {{16, 0}, {16, 1}, {24, 0}, {24, 1}}}, {70, {{33, 4}, {33, 5}, {41, 4}, {41, 5}}},
      {127, {{55, 6}, {55, 7}, {63, 6}, {63, 7}}}};
  for (const auto &[Thread, Locations] : DLocations)
    for (unsigned I = 0; I < 4; ++I)
      EXPECT_TRUE(Locations[I] == *D.getPosition({Thread, I, 0})) << Thread << " d" << I;
  struct {
    unsigned Thread;
    TilePosition Locations[8];
  } ALocations[] = {
      {0, {{0, 0}, {0, 1}, {8, 0}, {8, 1}, {0, 8}, {0, 9}, {8, 8}, {8, 9}}},
      {3, {{0, 6}, {0, 7}, {8, 6}, {8, 7}, {0, 14}, {0, 15}, {8, 14}, {8, 15}}},
      {36, {{17, 0}, {17, 1}, {25, 0}, {25, 1}, {17, 8}, {17, 9}, {25, 8}, {25, 9}}},
      {127, {{55, 6}, {55, 7}, {63, 6}, {63, 7}, {55, 14}, {55, 15}, {63, 14}, {63, 15}}}};
  for (const auto &[Thread, Locations] : ALocations)
    for (unsigned I = 0; I < 8; ++I)
      EXPECT_TRUE(Locations[I] == *A.getPosition({Thread, I / 2, I % 2})) << Thread << " a" << I;
}

// CuTe's CLayout_64xN: 4 x 8 x 4 threads at columns 2, rows 1 and 16; 2 x 2 x N/8 values at
// column 1, row 8 and columns 8. Two values share a register of f16.
TEST(MMAFragments, AccumulatorsOfWarpgroups) {
  for (unsigned N = 8; N <= 256; N += 8)
    for (unsigned Bits : {16, 32}) {
      expectFormula(warpgroup(N, 16, Bits), MMAOperand_D, N / 2, [](unsigned Thread, unsigned I) {
        return std::pair(Thread / 32 * 16 + Thread / 4 % 8 + I / 2 % 2 * 8,
                         Thread % 4 * 2 + I % 2 + I / 4 * 8);
      });
      expectBijection(cantFail(getMMAFragmentLayout(warpgroup(N, 16, Bits), MMAOperand_D)));
    }
  // Nothing is behind the last column.
  auto D = cantFail(getMMAFragmentLayout(warpgroup(24, 16, 32), MMAOperand_D));
  EXPECT_EQ(12u, D.getNumRegisters());
  EXPECT_TRUE(D.getPosition({0, 11, 0}));
  EXPECT_FALSE(D.getPosition({0, 12, 0}));
  EXPECT_FALSE(D.getPosition({128, 0, 0}));
  EXPECT_TRUE(D.find({0, 23}));
  EXPECT_FALSE(D.find({0, 24}));
  EXPECT_FALSE(D.find({64, 0}));
  for (unsigned N : {4, 12, 20})
    EXPECT_EQ("the PTX ISA describes no layout for operand D of wgmma.mma_async m64n" +
                  std::to_string(N) + "k16 with elements of 32 bits",
              messageOf(getMMAFragmentLayout(warpgroup(N, 16, 32), MMAOperand_D)));
}

// ALayout_64x8, 64x16 and 64x32 of CuTe; b1 in the same way. A sparse A holds half of K.
TEST(MMAFragments, MultiplicandsOfWarpgroups) {
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{8, 32}, {16, 16}, {32, 8}, {256, 1}}) {
    unsigned Width = 32 / Bits;
    auto Expected = [Width = Width](unsigned Thread, unsigned I) {
      unsigned Register = I / Width;
      return std::pair(Thread / 32 * 16 + Thread / 4 % 8 + Register % 2 * 8,
                       Thread % 4 * Width + I % Width + Register / 2 * 4 * Width);
    };
    expectFormula(warpgroup(8, K, Bits), MMAOperand_A, 4 * Width, Expected);
    expectFormula(warpgroup(8, 2 * K, Bits, true), MMAOperand_A, 4 * Width, Expected);
  }
}

// PTX ISA, figures 176 to 181: warp w has the rows from 16w on. Of a pair of threads the second
// has the right half of A (16 and 32 bits); four threads have two rows of bytes between them.
TEST(MMAFragments, MetadataOfWarpgroupsByHand) {
  struct {
    unsigned K, Bits;
    unsigned Thread, Element;
    TilePosition Location;
  } Locations[] = {
      {32, 16, 0, 0, {0, 0, 0, 0}},   {32, 16, 1, 3, {0, 7, 0, 0}},    {32, 16, 2, 0, {0, 0, 0, 1}},
      {32, 16, 38, 4, {25, 0, 0, 1}}, {32, 16, 127, 7, {63, 7, 0, 1}}, {16, 32, 5, 0, {1, 4, 0, 0}},
      {16, 32, 96, 4, {56, 0, 0, 0}}, {64, 8, 0, 7, {0, 7, 0, 0}},     {64, 8, 1, 0, {8, 0, 0, 0}},
      {64, 8, 66, 1, {32, 9, 0, 0}},  {64, 8, 127, 7, {63, 15, 0, 0}}};
  for (const auto &[K, Bits, Thread, Element, Location] : Locations) {
    auto Layout = cantFail(getMMAFragmentLayout(warpgroup(8, K, Bits, true), MMAOperand_Metadata));
    EXPECT_TRUE(Location == *Layout.getPosition({Thread, 0, Element}))
        << K << ' ' << Bits << ' ' << Thread << ' ' << Element;
  }
}

// The metadata of a warp is that of mma.sp: m16n8k32 of f16, m16n8k16 of tf32, m16n8k64 of bytes.
TEST(MMAFragments, MetadataOfWarpgroups) {
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{32, 16}, {16, 32}, {64, 8}}) {
    auto Group = cantFail(getMMAFragmentLayout(warpgroup(8, K, Bits, true), MMAOperand_Metadata));
    auto Warp = cantFail(getMMAFragmentLayout(findMMA(16, 8, K, Bits, true), MMAOperand_Metadata));
    expectBijection(Group);
    forEachSlot(Group, [&, &Group = Group, &Warp = Warp](FragmentSlot Slot, unsigned) {
      TilePosition Expected = *Warp.getPosition({Slot.Lane % 32, Slot.Register, Slot.Element});
      Expected.Row += Slot.Lane / 32 * 16;
      EXPECT_TRUE(Expected == *Group.getPosition(Slot));
    });
  }
  EXPECT_EQ("wgmma.mma_async with a dense A has no sparsity metadata; only with .sp it has",
            messageOf(getMMAFragmentLayout(warpgroup(8, 16, 16), MMAOperand_Metadata)));
  EXPECT_EQ("wgmma.mma_async has no operand B with a layout; it has: D, A, C, sparsity metadata",
            messageOf(getMMAFragmentLayout(warpgroup(8, 16, 16), MMAOperand_B)));
}

TEST(MMAFragments, SharedMemoryIsNotARegister) {
  const char *Name = "llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64";
  EXPECT_EQ(std::string(Name) + " has A in shared memory, where its matrix descriptor says",
            messageOf(getMMAFragmentLayout(variant(Name), MMAOperand_A)));
}

TEST(MMAFragments, VariantsAndPlainDataAgree) {
  auto Position = [](const MMAVariant &Variant, MMAOperand Operand, FragmentSlot Slot) {
    return *cantFail(getMMAFragmentLayout(Variant, Operand)).getPosition(Slot);
  };
  const MMAVariant &F16 = variant("llvm.nvvm.mma.m16n8k16.row.col.f16.f16");
  EXPECT_TRUE((TilePosition{15, 9} == Position(F16, MMAOperand_A, {28, 3, 1})));
  EXPECT_TRUE((TilePosition{15, 1} == Position(F16, MMAOperand_D, {28, 1, 1})));
  const MMAVariant &Volta = variant("llvm.nvvm.mma.m8n8k4.col.row.f32.f16");
  EXPECT_TRUE((TilePosition{6, 1, 3} == Position(Volta, MMAOperand_A, {29, 1, 0})));
  EXPECT_TRUE((TilePosition{1, 6, 3} == Position(Volta, MMAOperand_B, {29, 1, 0})));
  EXPECT_TRUE((TilePosition{7, 0, 3} == Position(Volta, MMAOperand_D, {29, 2, 0})));
  EXPECT_TRUE((TilePosition{5, 4, 3} == Position(Volta, MMAOperand_C, {29, 2, 0})));
}

TEST(MMAFragments, AddressLanes) {
  const MMAVariant &Rows = variant("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16");
  const MMAVariant &Columns = variant("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16");
  EXPECT_EQ(11u, cantFail(getMMAAddressLane(Rows, 1, 3)));
  EXPECT_EQ(31u, cantFail(getMMAAddressLane(Columns, 3, 7)));
  EXPECT_EQ("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16 addresses no row 3 of matrix 2; it has 2 "
            "of 8 rows",
            messageOf(getMMAAddressLane(Rows, 2, 3)));
  EXPECT_EQ("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16 addresses no row 8 of matrix 0; it "
            "has 4 of 8 rows",
            messageOf(getMMAAddressLane(Columns, 0, 8)));
  EXPECT_EQ("mma.sync has no operand row address with a layout; it has: D, A, B, C, sparsity "
            "metadata, scale_A, scale_B",
            messageOf(getMMAAddressLane(variant("llvm.nvvm.mma.m8n8k16.row.col.s8"), 0, 0)));
}

//===----------------------------------------------------------------------===//
// Sentences
//===----------------------------------------------------------------------===//

TEST(MMAFragments, WMMAFragmentsAreOpaque) {
  for (const MMAVariant &Variant : getMMAVariants()) {
    if (!lookupMMAFamily(Variant.Family)->Spelling.starts_with("wmma"))
      continue;
    for (MMAOperand Operand : {MMAOperand_D, MMAOperand_A, MMAOperand_B, MMAOperand_C})
      ASSERT_EQ("the PTX ISA leaves open which thread holds which element of a wmma fragment: "
                "only wmma.load and wmma.store know, or mma.sync with a documented layout",
                messageOf(getMMAFragmentLayout(Variant, Operand)))
          << Variant.Name;
  }
}

TEST(MMAFragments, OperandsThatAreNot) {
  EXPECT_EQ("no fragment layouts are known of 'imma'",
            messageOf(getMMAFragmentLayout(move("imma", 8, 8, 16, 1), MMAOperand_D)));
  EXPECT_EQ("ldmatrix has no operand A with a layout; it has: D, row address",
            messageOf(getMMAFragmentLayout(move("ldmatrix", 8, 8, 16, 1), MMAOperand_A)));
  EXPECT_EQ("mma.sync with a dense A has no sparsity metadata; only with .sp it has",
            messageOf(getMMAFragmentLayout(findMMA(16, 8, 16, 16), MMAOperand_Metadata)));
  EXPECT_EQ("mma.sync without .block_scale has no scale_B",
            messageOf(getMMAFragmentLayout(findMMA(16, 8, 64, 4), MMAOperand_ScaleB)));
}

TEST(MMAFragments, TilesThatNoLayoutFills) {
  auto Message = [](unsigned K, unsigned Bits, StringRef Operand) {
    return ("the PTX ISA describes no layout for operand " + Operand + " of mma.sync m16n8k" +
            Twine(K) + " with elements of " + Twine(Bits) + " bits")
        .str();
  };
  // Twice too long, too short for a warp, no power of two, no bits, too many bits.
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{32, 16},
                         {8, 8},
                         {24, 16},
                         {16, 0},
                         {16, 3},
                         {16, 128},
                         {0x10000, 16},
                         {1, 32}})
    EXPECT_EQ(Message(K, Bits, "A"),
              messageOf(getMMAFragmentLayout(findMMA(16, 8, K, Bits), MMAOperand_A)));
  EXPECT_EQ(Message(16, 8, "D"),
            messageOf(getMMAFragmentLayout(findMMA(16, 8, 16, 8), MMAOperand_D)));
  EXPECT_EQ(Message(64, 16, "sparsity metadata"),
            messageOf(getMMAFragmentLayout(findMMA(16, 8, 64, 16, true), MMAOperand_Metadata)));
  EXPECT_EQ(Message(64, 64, "sparsity metadata"),
            messageOf(getMMAFragmentLayout(findMMA(16, 8, 64, 64, true), MMAOperand_Metadata)));
  EXPECT_EQ(Message(64, 4, "scale_A"),
            messageOf(getMMAFragmentLayout(scaled(64, 4, 3), MMAOperand_ScaleA)));
  for (const MMAFragmentQuery &Query :
       {move("ldmatrix", 8, 8, 16, 3), move("ldmatrix", 8, 8, 16, 8), move("ldmatrix", 8, 8, 16, 0),
        move("ldmatrix", 16, 16, 8, 4), move("ldmatrix", 16, 8, 8, 1)})
    EXPECT_NE("", messageOf(getMMAFragmentLayout(Query, MMAOperand_D)));
}

TEST(MMAFragments, LocationsThatAreNot) {
  auto Layout = cantFail(getMMAFragmentLayout(findMMA(16, 8, 16, 16), MMAOperand_A));
  EXPECT_TRUE(Layout.getPosition({31, 3, 1}));
  for (FragmentSlot Slot : {FragmentSlot{32, 0, 0}, {0, 4, 0}, {0, 0, 2}, {~0u, ~0u, ~0u}})
    EXPECT_FALSE(Layout.getPosition(Slot));
  EXPECT_TRUE(Layout.find({15, 15}));
  for (TilePosition Position :
       {TilePosition{16, 0}, {0, 16}, {0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0, 1}, {~0u, ~0u}})
    EXPECT_FALSE(Layout.find(Position));
}

TEST(MMAFragments, EveryRowCitesItsSourceAndServes) {
  std::set<StringRef> Used;
  auto Ask = [&Used](const MMAFragmentQuery &Query, std::initializer_list<MMAOperand> Operands) {
    for (MMAOperand Operand : Operands) {
      auto Layout = getMMAFragmentLayout(Query, Operand);
      if (!Layout)
        consumeError(Layout.takeError());
      else
        Used.insert(Layout->getTableRow().Name);
    }
  };
  for (ArrayRef<MMAFragmentQuery> Queries : {ArrayRef(Dense), ArrayRef(Sparse)})
    for (const MMAFragmentQuery &Query : Queries)
      Ask(Query, {MMAOperand_A, MMAOperand_B, MMAOperand_C, MMAOperand_Metadata});
  for (auto [K, Bits] : {std::pair<unsigned, unsigned>{32, 16}, {64, 8}})
    Ask(warpgroup(8, K, Bits, true), {MMAOperand_A, MMAOperand_D, MMAOperand_Metadata});
  for (unsigned Count : {1, 2, 4})
    Ask(scaled(64, 4, Count), {MMAOperand_ScaleA, MMAOperand_ScaleB});
  for (const char *Shape : {"32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2"})
    for (const char *Instruction : {"tcgen05.ld", "tcgen05.st"})
      Ask(tensorMemory(Instruction, Shape, 1, 32), {MMAOperand_D, MMAOperand_C});
  for (bool Flag : {false, true}) {
    Ask(quadPair(16, Flag), {MMAOperand_A, MMAOperand_B, MMAOperand_C});
    Ask(quadPair(32, Flag), {MMAOperand_C});
    for (const char *Instruction : {"ldmatrix", "stmatrix", "movmatrix"})
      for (auto [M, N, Bits] : {std::tuple<unsigned, unsigned, unsigned>{8, 8, 16},
                                {8, 16, 8},
                                {16, 16, 8},
                                {16, 8, 8}})
        Ask(move(Instruction, M, N, Bits, 1, Flag),
            {MMAOperand_A, MMAOperand_C, MMAOperand_D, MMAOperand_Address});
  }
  for (const MMAFragmentLayoutRow &Row : getMMAFragmentLayouts()) {
    EXPECT_TRUE(Row.Source.starts_with("PTX ISA ")) << Row.Name;
    EXPECT_TRUE(Used.count(Row.Name)) << Row.Name << " serves nobody";
  }
}
