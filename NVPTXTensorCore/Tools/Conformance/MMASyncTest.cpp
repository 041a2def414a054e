//===- MMASyncTest.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync, dense, sparse and block-scaled: operands are packed into registers by the
// fragment layouts, results unpacked likewise. Slots that the selectors pass over hold
// metadata and scales of another matrix, so that looking there is found out.
//
//===----------------------------------------------------------------------===//

#include "FragmentBuffers.h"
#include "InputPatterns.h"
#include "KernelTests.h"
#include "Model/Layouts/MMAFragments.h"
#include "Model/Legality/Legality.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Where the scales of a call are.
struct ScaleSelection {
  SlotSelection A, B;
};

class MMASyncTest : public KernelTest {
public:
  MMASyncTest(const ConformanceKernel &Kernel, uint64_t Seed);

  void simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const override;
  CaseResult check(unsigned Case, ArrayRef<uint64_t> Output) const override;
  bool isTouchedBy(Fault Injected) const override;

private:
  void add(RegisterOperand &O, MMAOperand Name);
  void addScales();
  void addCase(InputPattern Pattern, RandomSource &Random);
  void packScales(const OperandTiles &Tiles, const ScaleSelection &Selection, RandomSource &Random,
                  MutableArrayRef<uint64_t> Words);
  ScaleSelection chooseScales(unsigned Index) const;
  OperandTiles unpack(ArrayRef<uint64_t> Words, Fault Injected) const;

  const MMAVariant &Variant;
  Multiplication Mul;
  unsigned Selector;
  RegisterOperand A, B, C, D, Metadata, ScaleA, ScaleB;
  std::vector<InputPattern> Patterns;
};

} // namespace

MMASyncTest::MMASyncTest(const ConformanceKernel &Kernel, uint64_t Seed)
    : Variant(*Kernel.Variant), Mul(Variant), Selector(Kernel.Selector) {
  add(A, MMAOperand_A);
  add(B, MMAOperand_B);
  add(C, MMAOperand_C);
  if (Mul.Group)
    add(Metadata, MMAOperand_Metadata);
  if (Mul.Scale)
    addScales();
  D.Layout = cantFail(getMMAFragmentLayout(Variant, MMAOperand_D));
  OutputWords = D.getNumWords();
  RandomSource Random(Seed);
  for (InputPattern &Pattern : makePatterns(Mul, Seed))
    addCase(std::move(Pattern), Random);
}

void MMASyncTest::add(RegisterOperand &O, MMAOperand Name) {
  O.Layout = cantFail(getMMAFragmentLayout(Variant, Name));
  O.FirstWord = InputWords;
  InputWords += O.getNumWords();
}

/// After each register of scales, byte-id and thread-id.
void MMASyncTest::addScales() {
  constexpr unsigned Selectors = 2 * NumLanes;
  add(ScaleA, MMAOperand_ScaleA);
  InputWords += Selectors;
  add(ScaleB, MMAOperand_ScaleB);
  InputWords += Selectors;
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// Goes through all values of byte-id and thread-id.
ScaleSelection MMASyncTest::chooseScales(unsigned Index) const {
  auto Choose = [&Index](const MMAFragmentLayout &Layout) {
    SlotSelection Result;
    for (auto [Coordinate, Value] :
         {std::pair(MMAFragmentLayout::Selector, &Result.Selector),
          std::pair(MMAFragmentLayout::ByteSelector, &Result.ByteSelector)}) {
      SmallVector<unsigned> Values = Layout.getValues(Coordinate);
      *Value = Values[Index % Values.size()];
      Index /= Values.size();
    }
    return Result;
  };
  SlotSelection OfB = Choose(*ScaleB.Layout);
  return {Choose(*ScaleA.Layout), OfB};
}

void MMASyncTest::packScales(const OperandTiles &Tiles, const ScaleSelection &Selection,
                             RandomSource &Random, MutableArrayRef<uint64_t> Words) {
  auto Pack = [&](const RegisterOperand &O, const Tile &From, SlotSelection Chosen) {
    for (uint64_t &Word : O.in(Words))
      Word = Random.word() & 0x3F3F3F3F; // some positive numbers
    packFragment(*O.Layout, *Mul.Scale, From, O.in(Words), Chosen);
    MutableArrayRef<uint64_t> Rest = Words.drop_front(O.FirstWord + O.getNumWords());
    std::fill_n(Rest.begin(), NumLanes, Chosen.ByteSelector);
    std::fill_n(Rest.begin() + NumLanes, NumLanes, Chosen.Selector);
  };
  Pack(ScaleA, Tiles.ScaleA, Selection.A);
  Pack(ScaleB, Tiles.ScaleB, Selection.B);
}

void MMASyncTest::addCase(InputPattern Pattern, RandomSource &Random) {
  KernelCase Case = {Pattern.Name, std::vector<uint64_t>(InputWords)};
  const OperandTiles &Tiles = Pattern.Tiles;
  packFragment(*A.Layout, Mul.A, Tiles.A, A.in(MutableArrayRef(Case.Input)));
  packFragment(*B.Layout, Mul.B, Tiles.B, B.in(MutableArrayRef(Case.Input)));
  packFragment(*C.Layout, Mul.C, Tiles.C, C.in(MutableArrayRef(Case.Input)));
  if (Mul.Group)
    packMetadata(*Mul.Group, *Metadata.Layout, Selector, Tiles.Metadata, Random,
                 Metadata.in(MutableArrayRef(Case.Input)));
  if (Mul.Scale)
    packScales(Tiles, chooseScales(Cases.size()), Random, Case.Input);
  Cases.push_back(std::move(Case));
  Patterns.push_back(std::move(Pattern));
}

//===----------------------------------------------------------------------===//
// Simulation
//===----------------------------------------------------------------------===//

OperandTiles MMASyncTest::unpack(ArrayRef<uint64_t> Words, Fault Injected) const {
  bool IsWrong = Injected == Fault::WrongSelector;
  OperandTiles Tiles;
  Tiles.A = unpackFragment(*A.Layout, Mul.A, A.in(Words));
  Tiles.B = unpackFragment(*B.Layout, Mul.B, B.in(Words));
  Tiles.C = unpackFragment(*C.Layout, Mul.C, C.in(Words));
  if (Mul.Group) {
    unsigned Value = IsWrong ? getNextSelector(*Metadata.Layout, Selector) : Selector;
    Tiles.Metadata = unpackMetadata(*Metadata.Layout, Value, Metadata.in(Words));
  }
  if (!Mul.Scale)
    return Tiles;
  auto Unpack = [&](const RegisterOperand &O) {
    ArrayRef<uint64_t> Rest = Words.drop_front(O.FirstWord + O.getNumWords());
    unsigned Thread = unsigned(Rest[NumLanes]);
    return unpackFragment(
        *O.Layout, *Mul.Scale, O.in(Words),
        {IsWrong ? getNextSelector(*O.Layout, Thread) : Thread, unsigned(Rest[0])});
  };
  Tiles.ScaleA = Unpack(ScaleA);
  Tiles.ScaleB = Unpack(ScaleB);
  return Tiles;
}

void MMASyncTest::simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const {
  std::fill(Output.begin(), Output.end(), 0);
  Tile Result = multiply(Mul, unpack(Cases[Case].Input, Injected), Injected);
  packFragment(*D.Layout, Mul.D, Result, Output);
  if (Injected == Fault::FlippedBit)
    Output[0] ^= 1;
  if (Injected == Fault::SwappedLanes)
    for (unsigned Word = 0; Word != OutputWords; Word += NumLanes)
      std::swap(Output[Word], Output[Word + 1]);
}

bool MMASyncTest::isTouchedBy(Fault Injected) const {
  if (Injected == Fault::WrongSelector)
    return Mul.Scale || (Mul.Group && Variant.Selectors > 1);
  return canTouch(Mul, Injected);
}

CaseResult MMASyncTest::check(unsigned Case, ArrayRef<uint64_t> Output) const {
  const InputPattern &Pattern = Patterns[Case];
  Tile Result = unpackFragment(*D.Layout, Mul.D, Output);
  return compareTiles(Mul, Pattern.Tiles, Result, Pattern.Asked,
                      [&](unsigned Row, unsigned Column, unsigned Matrix) {
                        auto Slot = D.Layout->find({Row, Column, Matrix});
                        return (" (lane " + Twine(Slot->Lane) + ", register " +
                                Twine(Slot->Register) + ", element " + Twine(Slot->Element) + ")")
                            .str();
                      });
}

std::unique_ptr<KernelTest> tensorcore::makeMMASyncTest(const ConformanceKernel &Kernel,
                                                        uint64_t Seed) {
  return std::make_unique<MMASyncTest>(Kernel, Seed);
}
