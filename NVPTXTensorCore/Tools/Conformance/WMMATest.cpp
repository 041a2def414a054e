//===- WMMATest.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wmma: which thread holds what of a fragment is nobody's business but the GPU's, so that
// operands are in memory and a kernel loads, multiplies and stores. A load of A or B is
// tested by a multiplication, a load of C and a store by each other. Memory between rows,
// where there is a stride, is not to be read (it holds junk) and not to be written.
//
//===----------------------------------------------------------------------===//

#include "FragmentBuffers.h"
#include "InputPatterns.h"
#include "KernelTests.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAWords.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

using Bytes = std::vector<uint8_t>;

class WMMATest : public KernelTest {
public:
  WMMATest(const ConformanceKernel &Kernel, uint64_t Seed);

  void simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const override;
  CaseResult check(unsigned Case, ArrayRef<uint64_t> Output) const override;
  bool isTouchedBy(Fault Injected) const override;

private:
  struct Extents {
    unsigned Rows, Columns;
  };
  Extents getExtents(MMAVariant const &Variant) const;
  MemoryLayout getMemoryLayout(const KernelStep &Step) const;
  Tile load(const KernelStep &Step, ArrayRef<uint64_t> Input, unsigned Location) const;
  void store(const KernelStep &Step, const Tile &T, unsigned Location,
             std::vector<uint64_t> &Input) const;
  void addCase(InputPattern Pattern, RandomSource &Random);
  void addCopies(RandomSource &Random);

  ConformanceKernel Kernel;
  std::optional<Multiplication> Mul; ///< none if C is stored as it is
  std::vector<InputPattern> Patterns;
};

} // namespace

static constexpr unsigned MatrixWords = MatrixBytes / sizeof(uint64_t);

static NumberFormat formatOf(const KernelStep &Step) {
  return NumberFormat(Step.Variant->getElement());
}

WMMATest::WMMATest(const ConformanceKernel &Kernel, uint64_t Seed) : Kernel(Kernel) {
  if (Kernel.Multiply.Variant)
    Mul.emplace(*Kernel.Multiply.Variant);
  InputWords = 3 * MatrixWords;
  OutputWords = MatrixWords;
  RandomSource Random(Seed);
  if (Mul)
    for (InputPattern &Pattern : makePatterns(*Mul, Seed))
      addCase(std::move(Pattern), Random);
  else
    addCopies(Random);
}

WMMATest::Extents WMMATest::getExtents(const MMAVariant &Variant) const {
  const MMAShapeInfo &Shape = *lookupMMAShape(Variant.getShape());
  if (Variant.get<mma::Matrix>() == mma::Matrix::A)
    return {Shape.Rows, Shape.Depth};
  if (Variant.get<mma::Matrix>() == mma::Matrix::B)
    return {Shape.Depth, Shape.Columns};
  return {Shape.Rows, Shape.Columns};
}

/// Without a stride, rows (columns) are next to each other.
MemoryLayout WMMATest::getMemoryLayout(const KernelStep &Step) const {
  Extents E = getExtents(*Step.Variant);
  bool IsColumnMajor = Step.Variant->get<mma::Layout>() == mma::Layout::Col;
  unsigned Length = IsColumnMajor ? E.Rows : E.Columns;
  return {lookupMMAType(Step.Variant->getElement())->Width, IsColumnMajor,
          Step.Stride ? Step.Stride : Length};
}

Tile WMMATest::load(const KernelStep &Step, ArrayRef<uint64_t> Input, unsigned Location) const {
  Extents E = getExtents(*Step.Variant);
  return loadTile(getMemoryLayout(Step), formatOf(Step), E.Rows, E.Columns,
                  bytesOf(Input.slice(Location * MatrixWords, MatrixWords)));
}

void WMMATest::store(const KernelStep &Step, const Tile &T, unsigned Location,
                     std::vector<uint64_t> &Input) const {
  MutableArrayRef<uint64_t> Words =
      MutableArrayRef(Input).slice(Location * MatrixWords, MatrixWords);
  storeTile(getMemoryLayout(Step), formatOf(Step), T, bytesOf(Words));
}

void WMMATest::addCase(InputPattern Pattern, RandomSource &Random) {
  KernelCase Case = {Pattern.Name, std::vector<uint64_t>(InputWords)};
  for (uint64_t &Word : Case.Input)
    Word = Random.word();
  if (Mul) {
    store(Kernel.A, Pattern.Tiles.A, 0, Case.Input);
    store(Kernel.B, Pattern.Tiles.B, 1, Case.Input);
  }
  store(Kernel.C, Pattern.Tiles.C, 2, Case.Input);
  Cases.push_back(std::move(Case));
  Patterns.push_back(std::move(Pattern));
}

/// Any bits at all: nothing is computed.
void WMMATest::addCopies(RandomSource &Random) {
  Extents E = getExtents(*Kernel.C.Variant);
  NumberFormat Format = formatOf(Kernel.C);
  for (unsigned I = 0; I != 4; ++I) {
    InputPattern Pattern;
    Pattern.Name = "random bits";
    Pattern.Tiles.C = Tile(E.Rows, E.Columns);
    for (uint64_t &Code : Pattern.Tiles.C.Codes)
      Code = Random.word() & maskTrailingOnes<uint64_t>(Format.getWidth());
    addCase(std::move(Pattern), Random);
  }
}

void WMMATest::simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const {
  ArrayRef<uint64_t> Input = Cases[Case].Input;
  OperandTiles Tiles;
  Tiles.C = load(Kernel.C, Input, 2);
  Tile D = Tiles.C;
  if (Mul) {
    Tiles.A = load(Kernel.A, Input, 0);
    Tiles.B = load(Kernel.B, Input, 1);
    D = multiply(*Mul, Tiles, Injected);
  }
  if (Injected == Fault::SwappedLanes)
    std::swap(D.at(0, 0), D.at(0, 1));
  if (Injected == Fault::FlippedBit)
    D.at(0, 0) ^= 1;
  storeTile(getMemoryLayout(Kernel.D), formatOf(Kernel.D), D, bytesOf(Output));
}

bool WMMATest::isTouchedBy(Fault Injected) const {
  if (Mul)
    return canTouch(*Mul, Injected);
  return Injected == Fault::SwappedLanes || Injected == Fault::FlippedBit;
}

/// That nothing was written but the matrix.
static CaseResult checkRest(const MemoryLayout &Layout, const NumberFormat &Format, const Tile &D,
                            ArrayRef<uint64_t> Output) {
  std::vector<uint64_t> Expected(Output.size(), UnwrittenWord);
  storeTile(Layout, Format, D, bytesOf(MutableArrayRef(Expected)));
  CaseResult Result;
  for (unsigned I = 0; I != Output.size() && Result.IsRight; ++I)
    if (Output[I] != Expected[I])
      Result = {
          false, 0,
          ("bytes " + Twine(I * 8) + " to " + Twine(I * 8 + 7) + ", outside of D, were written")
              .str()};
  return Result;
}

CaseResult WMMATest::check(unsigned Case, ArrayRef<uint64_t> Output) const {
  const InputPattern &Pattern = Patterns[Case];
  Tile D = load(Kernel.D, Output, 0);
  CaseResult Rest = checkRest(getMemoryLayout(Kernel.D), formatOf(Kernel.D), D, Output);
  if (!Rest.IsRight)
    return Rest;
  if (Mul)
    return compareTiles(*Mul, Pattern.Tiles, D, Pattern.Asked,
                        [](unsigned, unsigned, unsigned) { return ""; });
  CaseResult Result;
  for (unsigned Row = 0; Row != D.Rows; ++Row)
    for (unsigned Column = 0; Column != D.Columns && Result.IsRight; ++Column)
      if (D.at(Row, Column) != Pattern.Tiles.C.at(Row, Column))
        Result = {
            false, 0,
            ("row " + Twine(Row) + ", column " + Twine(Column) + " is not what was loaded").str()};
  return Result;
}

//===----------------------------------------------------------------------===//
// The manifest's steps
//===----------------------------------------------------------------------===//

static Error checkStep(const ConformanceKernel &Kernel, const KernelStep &Step, StringRef Matrix,
                       std::optional<MMAType> Type) {
  const MMAVariant *V = Step.Variant;
  if (!V || V->print(MMAField_Matrix) != Matrix || V->getShape() != Kernel.Variant->getShape())
    return makeError("the manifest's kernel " + Kernel.Name + " has no step for " + Matrix +
                     " of its shape");
  if (Type && V->getElement() != *Type)
    return makeError("the manifest's kernel " + Kernel.Name + " moves " + Matrix +
                     " as another type");
  return Error::success();
}

static Error checkSteps(const ConformanceKernel &Kernel) {
  const MMAVariant *V = Kernel.Multiply.Variant;
  if (!V) {
    if (Error E = checkStep(Kernel, Kernel.C, "c", std::nullopt))
      return E;
    return checkStep(Kernel, Kernel.D, "d", Kernel.C.Variant->getElement());
  }
  if (Error E = checkStep(Kernel, Kernel.A, "a", V->getA()))
    return E;
  if (Error E = checkStep(Kernel, Kernel.B, "b", V->getB()))
    return E;
  if (Error E = checkStep(Kernel, Kernel.C, "c", V->getC()))
    return E;
  if (Error E = checkStep(Kernel, Kernel.D, "d", V->getD()))
    return E;
  if (Kernel.A.Variant->get(MMAField_Layout) != V->get(MMAField_ALayout) ||
      Kernel.B.Variant->get(MMAField_Layout) != V->get(MMAField_BLayout))
    return makeError("the manifest's kernel " + Kernel.Name +
                     " loads in another layout than it multiplies");
  return Error::success();
}

Expected<std::unique_ptr<KernelTest>> tensorcore::makeWMMATest(const ConformanceKernel &Kernel,
                                                               uint64_t Seed) {
  if (Error E = checkSteps(Kernel))
    return E;
  return std::make_unique<WMMATest>(Kernel, Seed);
}
