//===- EmulatorTensorMemoryTest.cpp ---------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What else of tcgen05 moves data, in the emulator: loads and stores of all shapes, copies from
// shared memory, shifts.
//
//===----------------------------------------------------------------------===//

#include "EmulatorTensorKernel.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Layouts/MMAFragments.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// What a cell holds before.
uint32_t getCell(unsigned Lane, unsigned Column) { return Lane << 20 | Column << 8 | 0x5A; }

std::vector<TensorBlock> makeBlocks(unsigned Count = 1) {
  std::vector<TensorBlock> Blocks(Count);
  for (unsigned B = 0; B != Count; ++B)
    for (unsigned Lane = 0; Lane != TensorBlock::Lanes; ++Lane)
      for (unsigned Column = 0; Column != TensorBlock::Columns; ++Column)
        Blocks[B].at(Lane, Column) = getCell(Lane, Column) ^ B << 31;
  for (TensorBlock &B : Blocks)
    B.Shared.resize(16384);
  return Blocks;
}

/// "{%v0, %v1}"
std::string getVector(unsigned Count) {
  std::string Text = "{%v0";
  for (unsigned I = 1; I != Count; ++I)
    Text += ", %v" + utostr(I);
  return Text + "}";
}

/// A load or a store of a shape, beside one of as many registers of 32x32b.
std::string makeAccess(const MMAFragmentLayout &Layout, StringRef Shape, unsigned Count,
                       bool IsLoad, bool IsPacked) {
  const unsigned Registers = Layout.getNumRegisters();
  const std::string Vector = getVector(Registers), N = utostr(Registers);
  const std::string Half = Shape == "16x32bx2" ? ", 128" : "";
  const std::string Name = "sync.aligned." + Shape.str() + ".x" + utostr(Count);
  std::string Text = "{ .reg .b32 %v<128>; .reg .b32 %a; add.u32 %a, %r9, 256;\n";
  if (IsLoad)
    Text += "tcgen05.ld." + Name + (IsPacked ? ".pack::16b" : "") + ".b32 " + Vector + ", [%r9]" +
            Half + "; tcgen05.wait::ld.sync.aligned;\n" + "tcgen05.st.sync.aligned.32x32b.x" + N +
            ".b32 [%a], " + Vector + ";\n";
  else
    Text += "tcgen05.ld.sync.aligned.32x32b.x" + N + ".b32 " + Vector +
            ", [%a]; tcgen05.wait::ld.sync.aligned;\n" + "tcgen05.st." + Name +
            (IsPacked ? ".unpack::16b" : "") + ".b32 [%r9]" + Half + ", " + Vector + ";\n";
  return Text + "tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync; }";
}

void runAccess(StringRef Shape, unsigned Count, bool IsLoad, bool IsPacked) {
  MMAFragmentQuery Query;
  Query.Instruction = IsLoad ? "tcgen05.ld" : "tcgen05.st";
  Query.AccessShape = Shape;
  Query.NumMatrices = Count;
  Query.ElementBits = IsPacked ? 16 : 32;
  const MMAFragmentLayout Layout =
      cantFail(getMMAFragmentLayout(Query, IsLoad ? MMAOperand_D : MMAOperand_C));
  const std::string Statements = makeAccess(Layout, Shape, Count, IsLoad, IsPacked);
  SCOPED_TRACE(Statements);
  std::vector<TensorBlock> Blocks = makeBlocks();
  ASSERT_EQ("", runTensorInstruction("", {}, 0, Blocks, Statements));
  const unsigned Bits = Layout.getElementBits();
  for (unsigned Thread = 0; Thread != TensorBlock::Lanes; ++Thread)
    for (unsigned R = 0; R != Layout.getNumRegisters(); ++R)
      for (unsigned E = 0; E != Layout.getElementsPerRegister(); ++E) {
        const TilePosition P = *Layout.getPosition({Thread % 32, R, E});
        const unsigned Lane = Thread / 32 * 32 + P.Row, Column = P.Column + 128 * P.Tile;
        const uint32_t Mask = maskTrailingOnes<uint32_t>(Bits);
        if (IsLoad)
          ASSERT_EQ(getCell(Lane, Column) & Mask,
                    Blocks[0].at(Thread, 256 + R) >> (E * Bits) & Mask);
        else
          ASSERT_EQ(getCell(Thread, 256 + R) >> (E * Bits) & Mask, Blocks[0].at(Lane, Column));
      }
}

/// A matrix of rows of so many bytes without a swizzle, in the second block another one.
uint64_t placeRows(std::vector<TensorBlock> &Blocks, unsigned Rows, unsigned Bytes) {
  constexpr unsigned Leading = 2048, Stride = 128;
  for (unsigned B = 0; B != Blocks.size(); ++B)
    for (unsigned Row = 0; Row != Rows; ++Row)
      for (unsigned Byte = 0; Byte != Bytes; ++Byte)
        Blocks[B].Shared[Byte / 16 * Leading + Row / 8 * Stride + Row % 8 * 16 + Byte % 16] =
            uint8_t(Row * 37 + Byte * 11 + B * 5);
  return cantFail(MatrixDescriptor::encode(MatrixDescriptorFormat_TCGen05,
                                           {{MatrixDescriptorField_Start, SharedBegin},
                                            {MatrixDescriptorField_Leading, Leading},
                                            {MatrixDescriptorField_Stride, Stride}}))
      .getWord();
}

struct CopyCase {
  StringRef Modifiers;
  unsigned Rows, Bytes;
  std::vector<unsigned> Lanes; ///< of row 0, of row 1 one more; of row 32 that of ThirtyTwo
  std::vector<unsigned> ThirtyTwo;
};

void runCopy(const CopyCase &Case, unsigned CTAGroup) {
  std::vector<TensorBlock> Blocks = makeBlocks(CTAGroup);
  const uint64_t Descriptor = placeRows(Blocks, Case.Rows, Case.Bytes);
  const std::string Instruction =
      "tcgen05.cp.cta_group::" + utostr(CTAGroup) + Case.Modifiers.str() + " [%t1], %rd1;";
  SCOPED_TRACE(Instruction);
  ASSERT_EQ("", runTensorInstruction(Instruction, {0, Descriptor}, 0, Blocks));
  for (unsigned B = 0; B != CTAGroup; ++B)
    for (unsigned Row = 0; Row != Case.Rows; ++Row)
      for (unsigned Lane : Row < 32 || Case.Lanes.size() == 1 ? Case.Lanes : Case.ThirtyTwo)
        for (unsigned Byte = 0; Byte != Case.Bytes; ++Byte) {
          const unsigned To =
              Case.Rows == 4 ? Row * 32 : Lane + (Case.Lanes.size() == 1 ? Row : Row % 32);
          ASSERT_EQ(uint8_t(Row * 37 + Byte * 11 + B * 5),
                    uint8_t(Blocks[B].at(To, 32 + Byte / 4) >> (Byte % 4 * 8)))
              << "row " << Row << ", lane " << To << ", byte " << Byte;
        }
  EXPECT_EQ(getCell(5, 32 + Case.Bytes / 4), Blocks[0].at(5, 32 + Case.Bytes / 4));
}

} // namespace

TEST(EmulatorTensorMemory, LoadsAndStores) {
  for (bool IsLoad : {true, false})
    for (bool IsPacked : {true, false}) {
      for (StringRef Shape : {"32x32b", "16x64b", "16x32bx2"})
        for (unsigned Count : {1, 4, 32})
          runAccess(Shape, Count, IsLoad, IsPacked);
      runAccess("16x128b", 8, IsLoad, IsPacked);
      runAccess("16x256b", 4, IsLoad, IsPacked);
    }
}

TEST(EmulatorTensorMemory, Copies) {
  for (unsigned CTAGroup : {1, 2})
    for (const CopyCase &Case :
         {CopyCase{".128x256b", 128, 32, {0}, {}}, CopyCase{".128x128b", 128, 16, {0}, {}},
          CopyCase{".4x256b", 4, 32, {0}, {}},
          CopyCase{".64x128b.warpx2::02_13", 64, 16, {0, 64}, {32, 96}},
          CopyCase{".64x128b.warpx2::01_23", 64, 16, {0, 32}, {64, 96}},
          CopyCase{".32x128b.warpx4", 32, 16, {0, 32, 64, 96}, {}}})
      runCopy(Case, CTAGroup);
}

// 16 elements of 16 bytes become as many bytes; e2m1 is in the middle of its byte.
TEST(EmulatorTensorMemory, Decompression) {
  for (unsigned Bits : {4, 6}) {
    std::vector<TensorBlock> Blocks = makeBlocks();
    const uint64_t Descriptor = placeRows(Blocks, 128, 16);
    const std::string Instruction = "tcgen05.cp.cta_group::1.128x128b.b8x16." +
                                    std::string(Bits == 4 ? "b4x16_p64" : "b6x16_p32") +
                                    " [%t0], %rd1;";
    ASSERT_EQ("", runTensorInstruction(Instruction, {0, Descriptor}, 0, Blocks));
    for (unsigned Row = 0; Row != 128; ++Row)
      for (unsigned Element = 0; Element != 16; ++Element) {
        unsigned Code = 0;
        for (unsigned I = 0; I != Bits; ++I) {
          const unsigned Bit = Element * Bits + I;
          Code |= (uint8_t(Row * 37 + Bit / 8 * 11) >> Bit % 8 & 1u) << I;
        }
        ASSERT_EQ(Code << (Bits == 4 ? 2 : 0),
                  Blocks[0].at(Row, Element / 4) >> (Element % 4 * 8) & 0xFF);
      }
  }
}

TEST(EmulatorTensorMemory, Shift) {
  std::vector<TensorBlock> Blocks = makeBlocks();
  ASSERT_EQ("", runTensorInstruction("tcgen05.shift.cta_group::1.down [%t1];", {}, 0, Blocks));
  for (unsigned Lane = 0; Lane != TensorBlock::Lanes; ++Lane)
    for (unsigned Column : {31u, 32u, 39u, 40u}) {
      const bool IsShifted = Column >= 32 && Column < 40 && Lane % 32 != 31;
      EXPECT_EQ(getCell(Lane + IsShifted, Column), Blocks[0].at(Lane, Column));
    }
}
