//===- TensorMoveTest.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.ld, .st, .cp and .shift: random bits, of which each must be where the PTX ISA has it, and
// nothing else changed. Each case has another address.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Layouts/MMAFragments.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"
#include "TensorCoreModel/MMAWords.h"
#include "TensorKernelTest.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr unsigned LanesOfWarp = NumLanes, ColumnsOfMemory = TensorBlock::Columns;

/// Describes what a load or store is, by its immediates.
struct Access {
  std::optional<MMAFragmentLayout> Layout;
  unsigned HalfSplit = 0; ///< columns between the halves of .16x32bx2

  bool isHalf() const { return Layout->getNumRows() <= LanesOfWarp / 2; }
  unsigned getNumColumns() const {
    return Layout->getNumColumns() + (Layout->getNumTiles() > 1 ? HalfSplit : 0);
  }
};

class TensorMoveTest : public TensorKernelTest {
public:
  TensorMoveTest(const ConformanceKernel &Kernel, const Access &How, unsigned InRegisters,
                 unsigned OutRegisters, uint64_t Seed);

  void simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const override;
  CaseResult check(unsigned Case, ArrayRef<uint64_t> Output) const override;
  bool isTouchedBy(Fault Injected) const override {
    return Injected == Fault::FlippedBit || Injected == Fault::SwappedLanes;
  }

private:
  void addRandomCase(unsigned Number);
  void load(unsigned Lane, unsigned Column);
  void reduce(unsigned Thread);
  void store(unsigned Lane, unsigned Column);
  uint64_t copyRows(unsigned Column);
  void shift(unsigned Column);
  template <class F> void forEachElement(unsigned Lane, unsigned Column, F Visit);
  StringRef print(MMAField Field) const { return Kernel.Variant->print(Field); }

  const ConformanceKernel Kernel;
  const Access How;
  RandomSource Random;
  std::vector<TensorBlock> Blocks;
  std::vector<uint64_t> Registers; ///< of the case at hand
  std::vector<uint64_t> Right;     ///< its output
  std::vector<std::vector<uint64_t>> All;
};

} // namespace

TensorMoveTest::TensorMoveTest(const ConformanceKernel &Kernel, const Access &How,
                               unsigned InRegisters, unsigned OutRegisters, uint64_t Seed)
    : TensorKernelTest(std::max(1u, Kernel.Variant->get(MMAField_CTAGroup)), InRegisters,
                       OutRegisters),
      Kernel(Kernel), How(How), Random(Seed) {
  Registers.resize(NumBlocks * InRegisters * Threads);
  constexpr unsigned NumCases = 4;
  for (unsigned Number = 0; Number != NumCases; ++Number)
    addRandomCase(Number);
}

/// Neither zeros nor NaNs: what is loaded may be compared as numbers.
static uint32_t makeCell(RandomSource &Random) {
  constexpr uint32_t Exponents = 0x7F000000, Lowest = 0x00800000;
  const uint32_t Word = uint32_t(Random.word());
  return (Word & Exponents) == Exponents ? Word ^ 0x40000000 : Word | Lowest;
}

void TensorMoveTest::addRandomCase(unsigned Number) {
  Blocks.assign(NumBlocks, TensorBlock());
  for (TensorBlock &B : Blocks) {
    B.Shared.resize(TensorSharedWords * sizeof(uint64_t) * Threads);
    for (uint8_t &Byte : B.Shared)
      Byte = uint8_t(Random.word());
    for (uint32_t &Cell : B.Tensor)
      Cell = makeCell(Random);
  }
  for (uint64_t &Register : Registers)
    Register = uint32_t(Random.word());
  const std::vector<TensorBlock> Before = Blocks;
  Right.assign(OutputWords, 0);
  const unsigned Limit = How.Layout ? ColumnsOfMemory - How.getNumColumns() : 64;
  // A copy or shift begins at a multiple of its width.
  const unsigned Column = How.Layout ? unsigned(Random.below(Limit + 1)) : 8 * (Number + 1);
  const unsigned Lane = How.Layout && How.isHalf() ? Number % 2 * LanesOfWarp / 2 : 0;
  TensorScalars Scalars = {};
  Scalars[size_t(TensorScalar::Address)] = Lane << 16 | Column;
  if (Kernel.Variant->Family == MMAFamily_TCGen05Copy)
    Scalars[size_t(TensorScalar::DescriptorOfA)] = copyRows(Column);
  else if (!How.Layout)
    shift(Column);
  else if (Kernel.Variant->get<mma::Access>() == mma::Access::St)
    store(Lane, Column);
  else
    load(Lane, Column);
  storeMemory(Blocks, Right);
  addCase("random bits", Before, Scalars, Registers);
  All.push_back(std::move(Right));
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Visits a thread, a register, an element of it and its cell.
template <class F>
void TensorMoveTest::forEachElement(unsigned FirstLane, unsigned FirstColumn, F Visit) {
  for (unsigned Thread = 0; Thread != Threads; ++Thread)
    for (unsigned R = 0; R != How.Layout->getNumRegisters(); ++R)
      for (unsigned E = 0; E != How.Layout->getElementsPerRegister(); ++E) {
        const TilePosition P = *How.Layout->getPosition({Thread % LanesOfWarp, R, E});
        Visit(Thread, R, E,
              Blocks[0].at(Thread / LanesOfWarp * LanesOfWarp + FirstLane + P.Row,
                           FirstColumn + P.Column + How.HalfSplit * P.Tile));
      }
}

void TensorMoveTest::load(unsigned Lane, unsigned Column) {
  const unsigned Bits = How.Layout->getElementBits();
  forEachElement(Lane, Column, [&](unsigned Thread, unsigned R, unsigned E, uint32_t Cell) {
    Right[getOutputRegister(0, R, Thread)] |= (Cell & maskTrailingOnes<uint64_t>(Bits))
                                              << (E * Bits);
  });
  if (Kernel.Variant->get(MMAField_Reduction))
    for (unsigned Thread = 0; Thread != Threads; ++Thread)
      reduce(Thread);
}

static bool isLess(uint32_t A, uint32_t B, MMAType Type) {
  if (Type == MMAType_F32)
    return bit_cast<float>(A) < bit_cast<float>(B);
  return Type == MMAType_S32 ? int32_t(A) < int32_t(B) : A < B;
}

/// The least or the largest of what a thread has loaded.
void TensorMoveTest::reduce(unsigned Thread) {
  const bool IsMin = Kernel.Variant->get<mma::Reduction>() == mma::Reduction::Min,
             IsAbsolute = Kernel.Variant->get(MMAField_Absolute);
  std::optional<uint32_t> Best;
  for (unsigned R = 0; R != How.Layout->getNumRegisters(); ++R) {
    uint32_t Value = uint32_t(Right[getOutputRegister(0, R, Thread)]);
    if (IsAbsolute)
      Value &= ~(1u << 31);
    const MMAType Type = Kernel.Variant->getElement();
    if (!Best || (IsMin ? isLess(Value, *Best, Type) : isLess(*Best, Value, Type)))
      Best = Value;
  }
  Right[getOutputRegister(0, How.Layout->getNumRegisters(), Thread)] = *Best;
}

void TensorMoveTest::store(unsigned Lane, unsigned Column) {
  const unsigned Bits = How.Layout->getElementBits();
  forEachElement(Lane, Column, [&](unsigned Thread, unsigned R, unsigned E, uint32_t &Cell) {
    Cell =
        uint32_t(Registers[R * Threads + Thread] >> (E * Bits) & maskTrailingOnes<uint64_t>(Bits));
  });
}

//===----------------------------------------------------------------------===//
// Copies and shifts
//===----------------------------------------------------------------------===//

/// The lanes that a row goes to (PTX ISA, "tcgen05.cp").
static SmallVector<unsigned, 4> getLanesOfRow(unsigned Row, unsigned NumRows,
                                              mma::CopyWarps Warps) {
  if (NumRows == 4)
    return {Row * 32};
  if (Warps == mma::CopyWarps::Warpx4)
    return {Row, Row + 32, Row + 64, Row + 96};
  if (Warps == mma::CopyWarps::Warpx20213)
    return {Row, Row + 64};
  if (Warps == mma::CopyWarps::Warpx20123)
    return {Row % 32 + Row / 32 * 64, Row % 32 + Row / 32 * 64 + 32};
  return {Row};
}

/// Rows of shared memory without a swizzle: core matrices of eight rows of 16 bytes. Returns the
/// descriptor.
uint64_t TensorMoveTest::copyRows(unsigned Column) {
  unsigned NumRows = 0, RowBits = 0;
  const auto [Rows, Width] = print(MMAField_CopyShape).drop_front().split('x');
  Rows.getAsInteger(10, NumRows);
  Width.drop_back().getAsInteger(10, RowBits);
  const auto Format = Kernel.Variant->get<mma::CopyFormat>();
  // Elements of 4 and 6 bits become bytes; those of 4 have two zeros below.
  const unsigned Bits = Format == mma::CopyFormat::B8x16B4x16P64   ? 4
                        : Format == mma::CopyFormat::B8x16B6x16P32 ? 6
                                                                   : 8;
  constexpr unsigned Leading = 2048, Stride = 128;
  for (TensorBlock &B : Blocks)
    for (unsigned Row = 0; Row != NumRows; ++Row)
      for (unsigned Byte = 0; Byte != RowBits / 8; ++Byte) {
        // 16 elements, packed, are at the begin of 16 bytes.
        const unsigned Location = Byte / 16 * Leading + Row / 8 * Stride + Row % 8 * 16;
        const uint64_t Value = readBits(B.Shared, Location * 8 + Byte % 16 * Bits, Bits)
                               << (Bits == 4 ? 2 : 0);
        for (unsigned Lane : getLanesOfRow(Row, NumRows, Kernel.Variant->get<mma::CopyWarps>())) {
          uint32_t &Cell = B.at(Lane, Column + Byte / 4);
          Cell &= ~(0xFFu << Byte % 4 * 8);
          Cell |= uint32_t(Value) << Byte % 4 * 8;
        }
      }
  return cantFail(MatrixDescriptor::encode(MatrixDescriptorFormat_TCGen05,
                                           {{MatrixDescriptorField_Leading, Leading},
                                            {MatrixDescriptorField_Stride, Stride}}))
      .getWord();
}

/// 32 bytes of each lane come from the next one of the warp's.
void TensorMoveTest::shift(unsigned Column) {
  constexpr unsigned Columns = 8;
  for (TensorBlock &B : Blocks)
    for (unsigned Lane = 0; Lane != Threads; ++Lane)
      if (Lane % LanesOfWarp != LanesOfWarp - 1)
        for (unsigned C = Column; C != Column + Columns; ++C)
          B.at(Lane, C) = B.at(Lane + 1, C);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void TensorMoveTest::simulate(unsigned Case, Fault Injected,
                              MutableArrayRef<uint64_t> Output) const {
  copy(All[Case], Output.begin());
  if (Injected == Fault::FlippedBit)
    Output[0] ^= 1;
  if (Injected == Fault::SwappedLanes)
    for (size_t Word = 0; Word != Output.size(); Word += Threads)
      std::swap(Output[Word], Output[Word + 1]);
}

CaseResult TensorMoveTest::check(unsigned Case, ArrayRef<uint64_t> Output) const {
  const auto Wrong = std::mismatch(Output.begin(), Output.end(), All[Case].begin());
  if (Wrong.first == Output.end())
    return {};
  return {false, 0,
          describeLocation(Wrong.first - Output.begin()) + ": 0x" + utohexstr(*Wrong.first) +
              " instead of 0x" + utohexstr(*Wrong.second)};
}

static Expected<Access> getAccess(const ConformanceKernel &Kernel, MMAOperand Operand) {
  MMADescriptor Descriptor = getMMADescriptor(*Kernel.Variant);
  if (Kernel.IsPacked) {
    const bool IsStore = Operand == MMAOperand_C;
    Expected<MMADescriptor> With =
        Descriptor.with(IsStore ? MMAField_Unpacked : MMAField_Packed, 1);
    if (!With)
      return With.takeError();
    Descriptor = *With;
  }
  Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(*Kernel.Variant, Descriptor, Operand);
  if (!Layout)
    return Layout.takeError();
  Access How;
  How.Layout = *Layout;
  How.HalfSplit = Kernel.HalfSplit;
  if (How.getNumColumns() > ColumnsOfMemory)
    return makeError("the kernel " + Kernel.Name + " needs more than " + Twine(ColumnsOfMemory) +
                     " columns of tensor memory");
  return How;
}

Expected<std::unique_ptr<KernelTest>>
tensorcore::makeTensorMoveTest(const ConformanceKernel &Kernel, uint64_t Seed) {
  const MMAVariant &Variant = *Kernel.Variant;
  if (Variant.Family != MMAFamily_TCGen05Access)
    return std::make_unique<TensorMoveTest>(Kernel, Access(), 0, 0, Seed);
  const bool IsStore = Variant.get<mma::Access>() == mma::Access::St;
  Expected<Access> How = getAccess(Kernel, IsStore ? MMAOperand_C : MMAOperand_D);
  if (!How)
    return How.takeError();
  const unsigned Registers = How->Layout->getNumRegisters();
  const unsigned Reduced = Variant.get<mma::Reduction>() != mma::Reduction::None;
  return std::make_unique<TensorMoveTest>(Kernel, *How, IsStore ? Registers : 0,
                                          IsStore ? 0 : Registers + Reduced, Seed);
}
