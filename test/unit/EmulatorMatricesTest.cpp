//===- EmulatorMatricesTest.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the emulator looks for the elements of a matrix descriptor: held against the rule of the
// kernels that ran on an H100, and against the tiles of the model from each K of an instruction on.
//
//===----------------------------------------------------------------------===//

#include "Conformance/SharedMatrix.h"
#include "Emulator/Tensor/MatrixReader.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

MatrixRequest makeRequest(uint64_t Word, MatrixDescriptorFormat Format, bool IsKMajor,
                          unsigned Lines, unsigned LineBytes) {
  MatrixRequest R = cantFail(readMatrixDescriptor(Word, Format));
  R.IsKMajor = IsKMajor;
  R.Lines = Lines;
  R.LineBytes = LineBytes;
  return R;
}

/// The tiles that there are of some sizes.
template <class F> void forEachTile(F Do) {
  for (MatrixDescriptorFormat Consumer :
       {MatrixDescriptorFormat_WGMMA, MatrixDescriptorFormat_TCGen05})
    for (const SharedMemoryElement &Element : getSharedMemoryElements())
      for (const SharedMemorySwizzleInfo &Swizzle : getSharedMemorySwizzles())
        for (unsigned Rows : {8u, 64u, 128u, 256u})
          for (unsigned Columns : {16u, 32u, 64u, 128u, 256u})
            for (bool IsKMajor : {true, false}) {
              const bool IsTCGen05 = Consumer == MatrixDescriptorFormat_TCGen05;
              if (IsTCGen05 ? Element.Bits == 1 : !is_contained(Element.Readers, "wgmma"))
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

} // namespace

TEST(EmulatorMatrices, AsKernelsThatRan) {
  unsigned NumMatrices = 0;
  for (unsigned Bits : {1u, 8u, 16u, 32u})
    for (bool IsTransposed : {false, true})
      for (unsigned Rows : {8u, 16u, 64u, 128u, 256u})
        for (unsigned LineBytes : {32u, 64u})
          for (unsigned Index = 0; Index != 8; ++Index) {
            if (IsTransposed && Bits != 16)
              continue;
            const unsigned Columns = LineBytes * 8 / Bits;
            constexpr unsigned FirstByte = 2048;
            SharedMatrix Matrix(FirstByte, Rows, Columns, Bits, IsTransposed);
            Matrix.choose(Index);
            const unsigned Lines = IsTransposed ? Columns : Rows;
            const unsigned Locations = IsTransposed ? Rows : Columns;
            const MatrixRequest R = makeRequest(Matrix.getWord(), MatrixDescriptorFormat_WGMMA,
                                                !IsTransposed, Lines, Locations * Bits / 8);
            for (unsigned Line = 0; Line != Lines; ++Line)
              for (unsigned Location = 0; Location < Locations; Location += std::max(8u / Bits, 1u))
                ASSERT_EQ((IsTransposed ? Matrix.getBitOffset(Location, Line)
                                        : Matrix.getBitOffset(Line, Location)) /
                              8,
                          getMatrixAddress(R, Line, Location * Bits / 8))
                    << Bits << ' ' << IsTransposed << ' ' << Rows << ' ' << Index;
            ++NumMatrices;
          }
  EXPECT_EQ(400u, NumMatrices);
}

// An instruction's matrix begins somewhere in a tile: at each K of an instruction.
TEST(EmulatorMatrices, AsTiles) {
  unsigned NumSteps = 0;
  forEachTile([&](const SharedMemoryTile &Tile) {
    const SharedMemoryTileSpec &Spec = Tile.getSpec();
    const unsigned Stored = Spec.Element->StoredBits, K = Tile.getStepColumns();
    const unsigned PerVector = 128 / Stored;
    for (unsigned Step = 0; Step != Tile.getNumSteps(); ++Step) {
      MatrixRequest R =
          makeRequest(Tile.getDescriptor().getWord(), Spec.Consumer, Spec.IsKMajor,
                      Spec.IsKMajor ? Spec.Rows : K, (Spec.IsKMajor ? K : Spec.Rows) * Stored / 8);
      R.Start = Tile.getByteAdvance(0, Step * K);
      ++NumSteps;
      for (unsigned Row = 0; Row < Spec.Rows; Row += Spec.IsKMajor ? 1 : PerVector)
        for (unsigned Column = 0; Column < K; Column += Spec.IsKMajor ? PerVector : 1) {
          const unsigned Line = Spec.IsKMajor ? Row : Column;
          const unsigned Byte = (Spec.IsKMajor ? Column : Row) * Stored / 8;
          ASSERT_EQ(Tile.getBitOffset(Row, Step * K + Column) / 8, getMatrixAddress(R, Line, Byte))
              << Spec.Element->Spelling << ' ' << Spec.Rows << 'x' << Spec.Columns << ' '
              << Tile.getSwizzle().Key << ' ' << Spec.IsKMajor << ": " << Row << ", " << Column;
        }
    }
  });
  EXPECT_LT(1000u, NumSteps);
}

// The base offset says in which line of the pattern a matrix begins that is not aligned to it.
TEST(EmulatorMatrices, BaseOffset) {
  MatrixRequest R;
  R.Swizzle = SharedMemorySwizzle_128;
  R.Stride = 1024;
  R.Lines = 8;
  R.LineBytes = 32;
  R.Start = 3 * 128;
  EXPECT_EQ(3 * 128 + 16u * 3, getMatrixAddress(R, 0, 0));
  R.BaseOffset = 3;
  EXPECT_EQ(3 * 128u, getMatrixAddress(R, 0, 0));
  EXPECT_EQ((4 * 128 | 16u), getMatrixAddress(R, 1, 0));
}

TEST(EmulatorMatrices, Rejected) {
  EXPECT_NE("", messageOf(readMatrixDescriptor(~uint64_t(0), MatrixDescriptorFormat_WGMMA)));
  EXPECT_NE("", messageOf(readMatrixDescriptor(0, MatrixDescriptorFormat_TCGen05)));
}
