//===- TensorMultiplyTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.mma: its types, M, N and layouts are in descriptors, so that one kernel has cases of all
// types, with random shapes and layouts. A case is a CTA, or a pair of them. All of tensor
// memory but D must be as it was.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Layouts/ColumnMask.h"
#include "Model/Tables/Errors.h"
#include "TensorCaseSource.h"
#include "TensorKernelTest.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// A case: what is multiplied, and which lanes get no result.
struct Prepared {
  TensorOperands Operands;
  InputPattern Pattern;
  std::array<uint32_t, 8> DisabledLanes = {};
  std::vector<uint64_t> Before; ///< the output if nothing is multiplied

  bool isDisabled(const TensorMemoryLocation &P) const {
    return DisabledLanes[P.CTA * 4 + P.Lane / 32] >> P.Lane % 32 & 1;
  }
};

class TensorMultiplyTest : public TensorKernelTest {
public:
  TensorMultiplyTest(const ConformanceKernel &Kernel, uint64_t Seed);

  void simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const override;
  CaseResult check(unsigned Case, ArrayRef<uint64_t> Output) const override;
  bool isTouchedBy(Fault Injected) const override;

private:
  bool has(StringRef Operand) const;
  void addCasesOfTypes(const TensorCaseSource &Source, TensorCase Case);
  void addPattern(TensorCase Case, const TensorOperands &Operands, InputPattern Pattern);
  Tile makeAddend(const TensorCase &Case, InputPattern &Pattern, const Multiplication &Mul);
  void maskColumns(const TensorCase &Case, Tile &B) const;
  TensorScalars getScalars(const TensorCase &Case, const Prepared &P) const;

  const ConformanceKernel Kernel;
  const InstructionDescriptorUse Use;
  RandomSource Random;
  std::vector<Prepared> All;
};

} // namespace

//===----------------------------------------------------------------------===//
// The instruction and its types
//===----------------------------------------------------------------------===//

/// With the immediates that the manifest names.
static InstructionDescriptorUse getUse(const ConformanceKernel &Kernel) {
  MMADescriptor Words = cantFail(MMADescriptor::decode(Kernel.Variant->Descriptor));
  InstructionDescriptorUse Use =
      getInstructionDescriptorUse(Words, isAInTensorMemory(Kernel.Variant->Opcode));
  if (const TCGen05ImmediateKind *Kind =
          Kernel.Kind ? lookupTCGen05ImmediateKind(uint8_t(*Kernel.Kind)) : nullptr)
    Use.Kind = Kind->Kind;
  if (Kernel.CTAGroup)
    Use.CTAGroup = Kernel.CTAGroup;
  return Use;
}

TensorMultiplyTest::TensorMultiplyTest(const ConformanceKernel &Kernel, uint64_t Seed)
    : TensorKernelTest(getUse(Kernel).CTAGroup), Kernel(Kernel), Use(getUse(Kernel)),
      Random(Seed ^ xxh3_64bits(Kernel.Name)) {
  const TensorCaseSource Source(Use, has("zero_column_mask"), Random);
  std::vector<TensorCase> Types = Source.makeTypes();
  // If there are many types, each kernel has others.
  constexpr size_t MaxTypes = 8;
  for (size_t Number = 0; Number != std::min(MaxTypes, Types.size()); ++Number) {
    std::swap(Types[Number], Types[Number + Random.below(Types.size() - Number)]);
    addCasesOfTypes(Source, Types[Number]);
  }
}

bool TensorMultiplyTest::has(StringRef Operand) const {
  return any_of(getMMAOpcodeInfo(Kernel.Variant->Opcode).Operands,
                [&](const MMAOperandGroup &Group) { return Group.Role == Operand; });
}

/// The first types have all patterns, the last one first, each with another shape; the others have
/// one. How many patterns there are depends on the shape.
void TensorMultiplyTest::addCasesOfTypes(const TensorCaseSource &Source, TensorCase Case) {
  const bool HasAll = All.empty();
  for (unsigned Number = HasAll ? 0 : unsigned(All.size());; ++Number) {
    Case.Saturates = Number % 2 && Case.TypeD == "s32";
    std::optional<TensorOperands> Operands = Source.choose(Case);
    if (!Operands) // no types of this kind
      return;
    std::vector<InputPattern> Patterns = makePatterns(Operands->getMultiplication(), Random.word());
    addPattern(Case, *Operands, std::move(*(Patterns.rbegin() + Number % Patterns.size())));
    if (!HasAll || Number + 1 >= Patterns.size())
      return;
  }
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// Returns what is in D before; the pattern gets what of it is added.
Tile TensorMultiplyTest::makeAddend(const TensorCase &Case, InputPattern &Pattern,
                                    const Multiplication &Mul) {
  Tile &C = Pattern.Tiles.C, Before = C;
  if (!Case.AddsD) {
    for (uint64_t &Code : Before.Codes)
      Code = Random.word() & maskTrailingOnes<uint64_t>(Mul.D.getWidth());
    std::fill(C.Codes.begin(), C.Codes.end(), 0);
  } else if (Kernel.ScaleInputD) {
    // D is scaled by a power of two: numbers that stay exact.
    constexpr int64_t Largest = 65504; // of f16
    const int64_t Limit = std::min(int64_t(8), Largest >> Kernel.ScaleInputD);
    for (unsigned I = 0; I != C.Codes.size(); ++I) {
      const int64_t Number = Random.between(-Limit, Limit);
      C.Codes[I] = Mul.D.encodeInteger(Number);
      Before.Codes[I] = Mul.D.encodeInteger(Number * (int64_t(1) << Kernel.ScaleInputD));
    }
  }
  return Before;
}

/// Zeros where the mask says so.
void TensorMultiplyTest::maskColumns(const TensorCase &Case, Tile &B) const {
  constexpr unsigned MaximumShift = 8;
  const ColumnMask Mask = cantFail(ColumnMask::decode(Case.Mask, Case.M, Case.N, MaximumShift));
  for (unsigned Row = 0; Row != B.Rows; ++Row)
    for (unsigned Column = 0; Column != B.Columns; ++Column)
      if (Mask.isZero(Column))
        B.at(Row, Column) = 0;
}

/// .ashift: the last two of 32 rows are the same one.
static void repeatLastRows(Tile &A) {
  for (unsigned Row = NumLanes - 1; Row < A.Rows; Row += NumLanes)
    for (unsigned Column = 0; Column != A.Columns; ++Column)
      A.at(Row, Column) = A.at(Row - 1, Column);
}

void TensorMultiplyTest::addPattern(TensorCase Case, const TensorOperands &Operands,
                                    InputPattern Pattern) {
  const Multiplication &Mul = Operands.getMultiplication();
  Case.AddsD = Pattern.Name != "random" || Random.flip();
  if (Case.HasAShift)
    repeatLastRows(Pattern.Tiles.A);
  OperandTiles Before = Pattern.Tiles;
  Before.C = makeAddend(Case, Pattern, Mul);
  if (Case.NegatesA)
    for (uint64_t &Code : Before.A.Codes)
      Code ^= uint64_t(1) << (Mul.A.getWidth() - 1);
  Tile B(Mul.K, Mul.N + Case.getShift());
  for (unsigned Row = 0; Row != B.Rows; ++Row)
    for (unsigned Column = Case.getShift(); Column != B.Columns; ++Column)
      B.at(Row, Column) = Pattern.Tiles.B.at(Row, Column - Case.getShift());
  maskColumns(Case, Pattern.Tiles.B);
  std::vector<TensorBlock> Blocks(NumBlocks);
  Operands.place(Before, B, Blocks);
  Prepared P = {Operands, std::move(Pattern), {}, std::vector<uint64_t>(OutputWords)};
  if (has("disable_output_lane"))
    for (unsigned I = 0; I != NumBlocks * 4; ++I)
      P.DisabledLanes[I] = uint32_t(Random.word());
  storeMemory(Blocks, P.Before);
  addCase(P.Pattern.Name + ", " + describe(Case), Blocks, getScalars(Case, P));
  All.push_back(std::move(P));
}

TensorScalars TensorMultiplyTest::getScalars(const TensorCase &Case, const Prepared &P) const {
  TensorScalars Scalars = {};
  const auto At = [&](TensorScalar Name) -> uint64_t & { return Scalars[size_t(Name)]; };
  const auto [A, B] = P.Operands.getDescriptors();
  At(TensorScalar::DescriptorOfA) = A;
  At(TensorScalar::DescriptorOfB) = B;
  At(TensorScalar::Word) = P.Operands.getWord();
  At(TensorScalar::AddsD) = Case.AddsD;
  At(TensorScalar::ZeroColumns) = Case.Mask;
  copy(P.DisabledLanes, &At(TensorScalar::DisabledLanes));
  return Scalars;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void TensorMultiplyTest::simulate(unsigned Case, Fault Injected,
                                  MutableArrayRef<uint64_t> Output) const {
  const Prepared &P = All[Case];
  const Multiplication &Mul = P.Operands.getMultiplication();
  copy(P.Before, Output.begin());
  const Tile D = multiply(Mul, P.Pattern.Tiles, Injected);
  for (unsigned Row = 0; Row != Mul.M; ++Row)
    for (unsigned Column = 0; Column != Mul.N; ++Column) {
      const TensorMemoryLocation Location = *P.Operands.getLayout().getLocationOfD(Row, Column);
      if (P.isDisabled(Location))
        continue;
      const auto [Index, Bit] = getOutputLocation(Location);
      Output[Index] &= ~(uint64_t(~0u) << Bit);
      Output[Index] |= D.at(Row, Column) << Bit;
    }
  if (Injected == Fault::FlippedBit)
    Output[0] ^= 1;
  if (Injected == Fault::SwappedLanes)
    for (unsigned I = 0; I != TensorMemoryWords * Threads; I += Threads)
      std::swap(Output[I], Output[I + 1]);
}

bool TensorMultiplyTest::isTouchedBy(Fault Injected) const {
  return any_of(
      All, [&](const Prepared &P) { return canTouch(P.Operands.getMultiplication(), Injected); });
}

CaseResult TensorMultiplyTest::check(unsigned Case, ArrayRef<uint64_t> Output) const {
  const Prepared &P = All[Case];
  const Multiplication &Mul = P.Operands.getMultiplication();
  const auto GetLocation = [&](unsigned Row, unsigned Column) {
    return *P.Operands.getLayout().getLocationOfD(Row, Column);
  };
  std::vector<uint64_t> Rest = Output.vec();
  Tile D(Mul.M, Mul.N);
  for (unsigned Row = 0; Row != Mul.M; ++Row)
    for (unsigned Column = 0; Column != Mul.N; ++Column) {
      const TensorMemoryLocation Location = GetLocation(Row, Column);
      const auto [Index, Bit] = getOutputLocation(Location);
      D.at(Row, Column) = Output[Index] >> Bit & maskTrailingOnes<uint64_t>(Mul.D.getWidth());
      const uint64_t Mask = uint64_t(~0u) << Bit;
      if (!P.isDisabled(Location))
        Rest[Index] = (Rest[Index] & ~Mask) | (P.Before[Index] & Mask);
    }
  const auto Changed = std::mismatch(Rest.begin(), Rest.end(), P.Before.begin());
  if (Changed.first != Rest.end())
    return {false, 0,
            "tensor memory has changed outside of D: " +
                describeLocation(Changed.first - Rest.begin())};
  return compareTiles(
      Mul, P.Pattern.Tiles, D, P.Pattern.Asked,
      [&](unsigned Row, unsigned Column, unsigned) {
        const TensorMemoryLocation Location = GetLocation(Row, Column);
        return (" (CTA " + Twine(Location.CTA) + ", lane " + Twine(Location.Lane) + ", column " +
                Twine(Location.Column) + ")")
            .str();
      },
      [&](unsigned Row, unsigned Column) { return !P.isDisabled(GetLocation(Row, Column)); });
}

Expected<std::unique_ptr<KernelTest>>
tensorcore::makeTensorMultiplyTest(const ConformanceKernel &Kernel, uint64_t Seed) {
  const unsigned Kind = Kernel.Kind.value_or(0);
  if (Kernel.CTAGroup > 2 || Kernel.ScaleInputD > 15 || Kind > UINT8_MAX ||
      !lookupTCGen05ImmediateKind(uint8_t(Kind)))
    return makeError("the manifest gives the kernel " + Kernel.Name +
                     " immediates that tcgen05.mma does not take");
  auto Test = std::make_unique<TensorMultiplyTest>(Kernel, Seed);
  if (Test->getCases().empty())
    return makeError("the model knows no descriptors for the kernel " + Kernel.Name);
  return Test;
}
