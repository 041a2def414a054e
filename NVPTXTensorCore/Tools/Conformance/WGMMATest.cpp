//===- WGMMATest.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma.mma_async, dense and sparse: B, and A unless it is in registers, are put into shared
// memory in the layouts that a matrix descriptor can say (PTX ISA, "Asynchronous Warpgroup Level
// Matrix Shared Memory Layout"), all of them in turn. Every third case has a false scale-d, and
// something else than the addend in D.
//
//===----------------------------------------------------------------------===//

#include "KernelTests.h"
#include "Model/Layouts/MMAFragments.h"
#include "SharedMatrix.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class WGMMATest : public KernelTest {
public:
  WGMMATest(const ConformanceKernel &Kernel, uint64_t Seed);

  void simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const override;
  CaseResult check(unsigned Case, ArrayRef<uint64_t> Output) const override;
  bool isTouchedBy(Fault Injected) const override;

private:
  bool hasSharedA() const { return !Kernel.Variant->get(MMAField_Residency); }
  void add(RegisterOperand &O, MMAOperand Name);
  void addCase(InputPattern Pattern, RandomSource &Random);
  void fillWord(KernelCase &Case, unsigned Word, uint64_t Value) const;

  ConformanceKernel Kernel;
  Multiplication Mul;
  RegisterOperand A, C, D, Metadata;
  unsigned FirstDescriptor, ScaleD; ///< words of a thread
  SharedMatrix InitialA, InitialB;
  std::vector<std::pair<SharedMatrix, SharedMatrix>> Matrices; ///< A and B of the cases
  std::vector<InputPattern> Patterns;
};

} // namespace

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static void storeShared(const SharedMatrix &To, const NumberFormat &Format, unsigned Bits,
                        const Tile &From, bool IsColumnFirst, MutableArrayRef<uint64_t> Words) {
  for (unsigned Row = 0; Row != From.Rows; ++Row)
    for (unsigned Column = 0; Column != From.Columns; ++Column)
      writeBits(bytesOf(Words),
                IsColumnFirst ? To.getBitOffset(Column, Row) : To.getBitOffset(Row, Column), Bits,
                Format.toElement(From.at(Row, Column), Bits));
}

static Tile loadShared(const SharedMatrix &From, const NumberFormat &Format, unsigned Bits,
                       unsigned Rows, unsigned Columns, bool IsColumnFirst,
                       ArrayRef<uint64_t> Words) {
  Tile To(Rows, Columns);
  for (unsigned Row = 0; Row != Rows; ++Row)
    for (unsigned Column = 0; Column != Columns; ++Column)
      To.at(Row, Column) = Format.fromElement(
          readBits(bytesOf(Words),
                   IsColumnFirst ? From.getBitOffset(Column, Row) : From.getBitOffset(Row, Column),
                   Bits),
          Bits);
  return To;
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

WGMMATest::WGMMATest(const ConformanceKernel &Kernel, uint64_t Seed)
    : Kernel(Kernel), Mul(*Kernel.Variant) {
  const MMAVariant &Variant = *Kernel.Variant;
  D.Layout = cantFail(getMMAFragmentLayout(Variant, MMAOperand_D));
  NumThreads = D.Layout->getNumLanes();
  unsigned WordBytes = NumThreads * sizeof(uint64_t), SharedWords = 0;
  unsigned Bits = Mul.ElementBits;
  if (!Variant.get(MMAField_Residency)) {
    InitialA = SharedMatrix(0, Mul.M, Mul.getKeptColumns(), Bits, Kernel.TransposesA);
    SharedWords = WGMMASharedWordsOfA;
  }
  InitialB = SharedMatrix(SharedWords * WordBytes, Mul.N, Mul.K, Bits, Kernel.TransposesB);
  SharedWords += Mul.N / 8;
  FirstDescriptor = SharedWords;
  ScaleD = FirstDescriptor + (Variant.get(MMAField_Residency) ? 1 : 2);
  InputWords = (ScaleD + 1) * NumThreads;
  add(C, MMAOperand_C);
  if (Variant.get(MMAField_Residency))
    add(A, MMAOperand_A);
  if (Mul.Group)
    add(Metadata, MMAOperand_Metadata);
  OutputWords = D.getNumWords();
  RandomSource Random(Seed);
  for (InputPattern &Pattern : makePatterns(Mul, Seed))
    addCase(std::move(Pattern), Random);
}

void WGMMATest::add(RegisterOperand &O, MMAOperand Name) {
  O.Layout = cantFail(getMMAFragmentLayout(*Kernel.Variant, Name));
  O.FirstWord = InputWords;
  InputWords += O.getNumWords();
}

void WGMMATest::fillWord(KernelCase &Case, unsigned Word, uint64_t Value) const {
  std::fill_n(Case.Input.begin() + Word * NumThreads, NumThreads, Value);
}

static Tile negate(Tile T, const NumberFormat &Format, bool IsAsked) {
  if (IsAsked)
    for (uint64_t &Code : T.Codes)
      Code ^= uint64_t(1) << (Format.getWidth() - 1);
  return T;
}

/// A pattern has what is multiplied and added; what goes in is negated and overwritten first.
void WGMMATest::addCase(InputPattern Pattern, RandomSource &Random) {
  unsigned Index = unsigned(Cases.size());
  KernelCase Case = {Pattern.Name, std::vector<uint64_t>(InputWords)};
  MutableArrayRef<uint64_t> Words(Case.Input);
  OperandTiles &Tiles = Pattern.Tiles;
  SharedMatrix SharedA = InitialA, SharedB = InitialB;
  unsigned Word = FirstDescriptor;
  Tile RawA = negate(Tiles.A, Mul.A, Kernel.NegatesA);
  if (hasSharedA()) {
    SharedA.choose(Index);
    storeShared(SharedA, Mul.A, Mul.ElementBits, RawA, /*IsColumnFirst=*/false, Words);
    fillWord(Case, Word++, SharedA.getWord());
  } else {
    packFragment(*A.Layout, Mul.A, RawA, A.in(Words));
  }
  SharedB.choose(Index + 1);
  storeShared(SharedB, Mul.B, Mul.ElementBits, negate(Tiles.B, Mul.B, Kernel.NegatesB),
              /*IsColumnFirst=*/true, Words);
  fillWord(Case, Word, SharedB.getWord());
  bool AddsD = Index % 3 != 2;
  fillWord(Case, ScaleD, AddsD);
  Tile RawC = Tiles.C;
  if (!AddsD) {
    for (uint64_t &Code : RawC.Codes)
      Code = Random.word() & maskTrailingOnes<uint64_t>(Mul.C.getWidth());
    std::fill(Tiles.C.Codes.begin(), Tiles.C.Codes.end(), 0);
  }
  packFragment(*C.Layout, Mul.C, RawC, C.in(Words));
  if (Mul.Group)
    packMetadata(*Mul.Group, *Metadata.Layout, Kernel.Selector, Tiles.Metadata, Random,
                 Metadata.in(Words));
  Cases.push_back(std::move(Case));
  Patterns.push_back(std::move(Pattern));
  Matrices.push_back({SharedA, SharedB});
}

void WGMMATest::simulate(unsigned Index, Fault Injected, MutableArrayRef<uint64_t> Output) const {
  ArrayRef<uint64_t> Words = Cases[Index].Input;
  const auto &[SharedA, SharedB] = Matrices[Index];
  unsigned Bits = Mul.ElementBits;
  OperandTiles Tiles;
  Tiles.A = hasSharedA() ? loadShared(SharedA, Mul.A, Bits, Mul.M, Mul.getKeptColumns(),
                                      /*IsColumnFirst=*/false, Words)
                         : unpackFragment(*A.Layout, Mul.A, A.in(Words));
  Tiles.A = negate(std::move(Tiles.A), Mul.A, Kernel.NegatesA);
  Tiles.B = negate(loadShared(SharedB, Mul.B, Bits, Mul.K, Mul.N, /*IsColumnFirst=*/true, Words),
                   Mul.B, Kernel.NegatesB);
  Tiles.C = Words[ScaleD * NumThreads] ? unpackFragment(*C.Layout, Mul.C, C.in(Words))
                                       : Tile(Mul.M, Mul.N);
  if (Mul.Group) {
    bool IsWrong = Injected == Fault::WrongSelector;
    unsigned Value = IsWrong ? getNextSelector(*Metadata.Layout, Kernel.Selector) : Kernel.Selector;
    Tiles.Metadata = unpackMetadata(*Metadata.Layout, Value, Metadata.in(Words));
  }
  std::fill(Output.begin(), Output.end(), 0);
  packFragment(*D.Layout, Mul.D, multiply(Mul, Tiles, Injected), Output);
  if (Injected == Fault::FlippedBit)
    Output[0] ^= 1;
  if (Injected == Fault::SwappedLanes)
    for (unsigned Word = 0; Word != OutputWords; Word += NumThreads)
      std::swap(Output[Word], Output[Word + 1]);
}

bool WGMMATest::isTouchedBy(Fault Injected) const {
  if (Injected == Fault::WrongSelector)
    return Mul.Group && Kernel.Variant->Selectors > 1;
  return canTouch(Mul, Injected);
}

CaseResult WGMMATest::check(unsigned Case, ArrayRef<uint64_t> Output) const {
  Tile Result = unpackFragment(*D.Layout, Mul.D, Output);
  return compareTiles(Mul, Patterns[Case].Tiles, Result, Patterns[Case].Asked,
                      [&](unsigned Row, unsigned Column, unsigned) {
                        auto Slot = D.Layout->find({Row, Column});
                        return (" (thread " + Twine(Slot->Lane) + ", register " +
                                Twine(Slot->Register) + ", element " + Twine(Slot->Element) + ")")
                            .str();
                      });
}

std::unique_ptr<KernelTest> tensorcore::makeWGMMATest(const ConformanceKernel &Kernel,
                                                      uint64_t Seed) {
  return std::make_unique<WGMMATest>(Kernel, Seed);
}
