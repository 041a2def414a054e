//===- MatrixMoveTest.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix, stmatrix, movmatrix: bits that are moved, so that every bit must be right.
// A line is what one address points to: a row of a matrix, or with .trans a column; 16
// bytes of shared memory. Lines stand in any order there; lanes whose address counts for
// nothing have one that is legal.
//
//===----------------------------------------------------------------------===//

#include "FragmentBuffers.h"
#include "InputPatterns.h"
#include "KernelTests.h"
#include "Model/Layouts/MMAFragments.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr unsigned LineBytes = 16;
constexpr unsigned NumLines = SharedWords * NumLanes * sizeof(uint64_t) / LineBytes;

class MatrixMoveTest : public KernelTest {
public:
  MatrixMoveTest(const ConformanceKernel &Kernel, uint64_t Seed);

  void simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const override;
  CaseResult check(unsigned Case, ArrayRef<uint64_t> Output) const override;
  bool isTouchedBy(Fault Injected) const override {
    return Injected == Fault::SwappedLanes || Injected == Fault::FlippedBit;
  }

private:
  bool isStore() const { return Variant.Family == MMAFamily_StMatrix; }
  bool isMove() const { return Variant.Family == MMAFamily_MovMatrix; }
  /// Loads s4 as s8.
  bool isSigned() const { return Variant.getElement() == MMAType_S8S4; }
  unsigned getFirstRegisterWord() const { return isMove() ? 0 : (SharedWords + 1) * NumLanes; }

  void addCase(RandomSource &Random);
  void addExpectedMove(ArrayRef<uint64_t> Input, std::vector<uint64_t> &Expected) const;
  void placeLines(RandomSource &Random, std::vector<uint64_t> &Input) const;
  uint64_t getBitOffset(ArrayRef<uint64_t> Input, const TilePosition &P) const;
  uint64_t getBitOffsetByLane(ArrayRef<uint64_t> Input, const TilePosition &P) const;
  uint64_t load(ArrayRef<uint64_t> Input, uint64_t Offset) const;
  std::vector<uint64_t> getExpected(ArrayRef<uint64_t> Input) const;

  const MMAVariant &Variant;
  NumberFormat Format;
  std::optional<MMAFragmentLayout> Registers, Source, Addresses;
};

} // namespace

MatrixMoveTest::MatrixMoveTest(const ConformanceKernel &Kernel, uint64_t Seed)
    : Variant(*Kernel.Variant),
      Format(isSigned() ? NumberFormat(MMAType_S4) : NumberFormat(Variant.getElement())) {
  Registers = cantFail(getMMAFragmentLayout(Variant, isStore() ? MMAOperand_C : MMAOperand_D));
  unsigned RegisterWords = Registers->getNumRegisters() * NumLanes;
  if (isMove())
    Source = cantFail(getMMAFragmentLayout(Variant, MMAOperand_A));
  else
    Addresses = cantFail(getMMAFragmentLayout(Variant, MMAOperand_Address));
  InputWords = getFirstRegisterWord() + (isStore() || isMove() ? RegisterWords : 0);
  OutputWords = isStore() ? SharedWords * NumLanes : RegisterWords;
  RandomSource Random(Seed);
  for (unsigned I = 0; I != 8; ++I)
    addCase(Random);
}

/// Gives each lane a line of its own.
void MatrixMoveTest::placeLines(RandomSource &Random, std::vector<uint64_t> &Input) const {
  std::vector<unsigned> Lines(NumLines);
  for (unsigned I = 0; I != NumLines; ++I) {
    Lines[I] = I;
    std::swap(Lines[I], Lines[Random.below(I + 1)]);
  }
  for (unsigned Lane = 0; Lane != NumLanes; ++Lane)
    Input[SharedWords * NumLanes + Lane] = Lines[Lane] * LineBytes;
}

void MatrixMoveTest::addCase(RandomSource &Random) {
  KernelCase Case = {"random bits", std::vector<uint64_t>(InputWords)};
  for (uint64_t &Word : Case.Input)
    Word = Random.word();
  for (uint64_t &Word : MutableArrayRef(Case.Input).drop_front(getFirstRegisterWord()))
    Word &= maskTrailingOnes<uint64_t>(32);
  if (!isMove())
    placeLines(Random, Case.Input);
  Cases.push_back(std::move(Case));
}

//===----------------------------------------------------------------------===//
// The reference: for each location of a matrix, the lanes that address it and hold it
//===----------------------------------------------------------------------===//

/// Where in shared memory an element is.
uint64_t MatrixMoveTest::getBitOffset(ArrayRef<uint64_t> Input, const TilePosition &P) const {
  unsigned Line = Variant.get(MMAField_Transpose) ? P.Column : P.Row;
  unsigned Location = Variant.get(MMAField_Transpose) ? P.Row : P.Column;
  unsigned Lane = cantFail(getMMAAddressLane(Variant, P.Tile, Line));
  return Input[SharedWords * NumLanes + Lane] * 8 + Location * Format.getWidth();
}

/// Returns what a register gets of the element at a bit of shared memory.
uint64_t MatrixMoveTest::load(ArrayRef<uint64_t> Input, uint64_t Offset) const {
  uint64_t Element = readBits(bytesOf(Input), Offset, Format.getWidth());
  if (isSigned())
    Element = SignExtend64(Element, Format.getWidth());
  return Element & maskTrailingOnes<uint64_t>(Registers->getElementBits());
}

/// movmatrix gives the lane that held (row, column) of the source the element that its D says.
void MatrixMoveTest::addExpectedMove(ArrayRef<uint64_t> Input,
                                     std::vector<uint64_t> &Expected) const {
  Tile Matrix = unpackFragment(*Source, Format, Input);
  packFragment(*Registers, Format, Matrix, Expected);
}

std::vector<uint64_t> MatrixMoveTest::getExpected(ArrayRef<uint64_t> Input) const {
  std::vector<uint64_t> Expected(OutputWords, 0);
  if (isMove()) {
    addExpectedMove(Input, Expected);
    return Expected;
  }
  if (isStore())
    llvm::copy(Input.take_front(OutputWords), Expected.begin());
  for (unsigned Matrix = 0; Matrix != Registers->getNumTiles(); ++Matrix)
    for (unsigned Row = 0; Row != Registers->getNumRows(); ++Row)
      for (unsigned Column = 0; Column != Registers->getNumColumns(); ++Column) {
        TilePosition P = {Row, Column, Matrix};
        FragmentSlot Slot = *Registers->find(P);
        unsigned Word = Slot.Register * NumLanes + Slot.Lane;
        unsigned Shift = Slot.Element * Registers->getElementBits();
        uint64_t Offset = getBitOffset(Input, P);
        if (isStore())
          writeBits(bytesOf(MutableArrayRef(Expected)), Offset, Format.getWidth(),
                    Input[getFirstRegisterWord() + Word] >> Shift);
        else
          Expected[Word] |= load(Input, Offset) << Shift;
      }
  return Expected;
}

CaseResult MatrixMoveTest::check(unsigned Case, ArrayRef<uint64_t> Output) const {
  std::vector<uint64_t> Expected = getExpected(Cases[Case].Input);
  // The upper half of the word belongs to no register.
  uint64_t Mask = isStore() ? ~uint64_t(0) : maskTrailingOnes<uint64_t>(32);
  for (unsigned I = 0; I != OutputWords; ++I)
    if ((Output[I] ^ Expected[I]) & Mask)
      return {false, 0,
              ((isStore() ? "shared memory, bytes from " + Twine(I * 8) + " on"
                          : "lane " + Twine(I % NumLanes) + ", register " + Twine(I / NumLanes)) +
               ": 0x" + Twine::utohexstr(Output[I] & Mask) + " instead of 0x" +
               Twine::utohexstr(Expected[I]))
                  .str()};
  return {};
}

//===----------------------------------------------------------------------===//
// Simulation: for each slot, what it holds; for each lane, what it addresses
//===----------------------------------------------------------------------===//

/// The same as getBitOffset, by the lanes' addresses.
uint64_t MatrixMoveTest::getBitOffsetByLane(ArrayRef<uint64_t> Input, const TilePosition &P) const {
  for (unsigned Lane = 0; Lane != NumLanes; ++Lane) {
    auto Line = Addresses->getPosition({Lane, 0, 0});
    bool IsOurs = Line && Line->Tile == P.Tile &&
                  (Variant.get(MMAField_Transpose) ? Line->Column == P.Column : Line->Row == P.Row);
    if (IsOurs)
      return Input[SharedWords * NumLanes + Lane] * 8 +
             (Variant.get(MMAField_Transpose) ? P.Row : P.Column) * Format.getWidth();
  }
  return 0;
}

void MatrixMoveTest::simulate(unsigned Case, Fault Injected,
                              MutableArrayRef<uint64_t> Output) const {
  ArrayRef<uint64_t> Input = Cases[Case].Input;
  std::fill(Output.begin(), Output.end(), 0);
  if (isStore())
    llvm::copy(Input.take_front(OutputWords), Output.begin());
  unsigned Bits = Registers->getElementBits();
  for (unsigned Register = 0; Register != Registers->getNumRegisters(); ++Register)
    for (unsigned Lane = 0; Lane != NumLanes; ++Lane)
      for (unsigned Element = 0; Element != Registers->getElementsPerRegister(); ++Element) {
        auto P = Registers->getPosition({Lane, Register, Element});
        unsigned Word = Register * NumLanes + Lane;
        if (isMove()) {
          FragmentSlot From = *Source->find(*P);
          uint64_t Value = Input[From.Register * NumLanes + From.Lane] >> (From.Element * Bits);
          Output[Word] |= (Value & maskTrailingOnes<uint64_t>(Bits)) << (Element * Bits);
          continue;
        }
        uint64_t Offset = getBitOffsetByLane(Input, *P);
        if (isStore())
          writeBits(bytesOf(Output), Offset, Format.getWidth(),
                    Input[getFirstRegisterWord() + Word] >> (Element * Bits));
        else
          Output[Word] |= load(Input, Offset) << (Element * Bits);
      }
  if (Injected == Fault::FlippedBit)
    Output[0] ^= 1;
  if (Injected == Fault::SwappedLanes)
    std::swap(Output[0], Output[1]);
}

std::unique_ptr<KernelTest> tensorcore::makeMatrixMoveTest(const ConformanceKernel &Kernel,
                                                           uint64_t Seed) {
  return std::make_unique<MatrixMoveTest>(Kernel, Seed);
}
