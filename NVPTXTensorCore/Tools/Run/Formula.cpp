//===- Formula.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads formulas, and evaluates them with bounds of the errors.
//
//===----------------------------------------------------------------------===//

#include "Run/Formula.h"
#include "Numbers/ShortSums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

/// A function of one number.
struct ScalarFunction {
  StringLiteral Name;
  double (*Compute)(double);
  /// It never falls, so that the ends of an interval bound it; else no derivative is beyond Slope.
  bool IsMonotonic;
  double Slope;
  /// The error of hardware's approximation in addition to rounding, in parts of the result.
  double Approximation;
};

} // namespace

static double computeReLU(double X) { return X < 0 ? 0 : X; }
static double computeSigmoid(double X) { return 1 / (1 + std::exp(-X)); }
static double computeGELU(double X) { return 0.5 * X * (1 + std::erf(X / std::sqrt(2.0))); }
static double computeGELUByTanh(double X) {
  const double Inner = std::sqrt(2 / 3.14159265358979323846) * (X + 0.044715 * X * X * X);
  return 0.5 * X * (1 + std::tanh(Inner));
}
static double computeSiLU(double X) { return X * computeSigmoid(X); }
static double computeSqrt(double X) { return std::sqrt(X); }
static double computeExp(double X) { return std::exp(X); }
static double computeLog(double X) { return std::log(X); }
static double computeTanh(double X) { return std::tanh(X); }

// tanh.approx.f32 is off by 2^-11 at most (PTX ISA, "tanh").
// clang-format off
static constexpr ScalarFunction ScalarFunctions[] = {
    // name        function           monotonic  slope  approximation
    {"abs",        std::fabs,         false,     1,     0},
    {"exp",        computeExp,        true,      0,     0x1p-21},
    {"gelu",       computeGELU,       false,     1.13,  0},
    {"gelu_tanh",  computeGELUByTanh, false,     1.13,  0x1p-11},
    {"log",        computeLog,        true,      0,     0x1p-20},
    {"relu",       computeReLU,       true,      0,     0},
    {"sigmoid",    computeSigmoid,    true,      0,     0x1p-20},
    {"silu",       computeSiLU,       false,     1.1,   0x1p-20},
    {"sqrt",       computeSqrt,       true,      0,     0x1p-22},
    {"tanh",       computeTanh,       true,      0,     0x1p-11},
};
// clang-format on
static constexpr StringLiteral OtherFunctions[] = {"max", "min", "softmax"};

static const ScalarFunction *findFunction(StringRef Name) {
  const auto *It = find_if(ScalarFunctions, [&](const auto &F) { return F.Name == Name; });
  return It == std::end(ScalarFunctions) ? nullptr : It;
}

static std::string listFunctions() {
  std::string Text;
  for (const ScalarFunction &F : ScalarFunctions)
    Text += F.Name.str() + ", ";
  return Text + "max, min and softmax";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

using NodePointer = std::unique_ptr<FormulaNode>;

class FormulaReader {
public:
  FormulaReader(StringRef Text, ArrayRef<Argument> Arguments) : Text(Text), Arguments(Arguments) {}

  Expected<NodePointer> read();

private:
  bool take(char C) {
    Rest = Rest.ltrim();
    return Rest.consume_front(StringRef(&C, 1));
  }
  Error fail(const Twine &Sentence) { return run::fail("formula '" + Text + "': " + Sentence); }
  std::string printRest() const {
    const StringRef Left = Rest.trim();
    return Left.empty() ? "the end" : ("'" + Left + "'").str();
  }
  Expected<NodePointer> readSum();
  Expected<NodePointer> readProduct();
  Expected<NodePointer> readScaled();
  Expected<NodePointer> readOperand();
  Expected<NodePointer> readSparse();
  Expected<NodePointer> readPrimary();
  Expected<NodePointer> readCall(StringRef Name);
  Expected<NodePointer> readMatrix(StringRef Name);

  const StringRef Text;
  StringRef Rest = Text;
  ArrayRef<Argument> Arguments;
};

} // namespace

static NodePointer makeNode(FormulaNode::Kind Is, NodePointer A = nullptr,
                            NodePointer B = nullptr) {
  auto Result = std::make_unique<FormulaNode>();
  Result->Is = Is;
  for (NodePointer *Each : {&A, &B})
    if (*Each)
      Result->Parts.push_back(std::move(*Each));
  return Result;
}

static NodePointer makeNumber(double Value) {
  NodePointer Result = makeNode(FormulaNode::Number);
  Result->Value = Value;
  return Result;
}

Expected<NodePointer> FormulaReader::readMatrix(StringRef Name) {
  const auto HasName = [&](const Argument &A) {
    return A.Is == Argument::Memory && StringRef(A.Name) == Name;
  };
  if (none_of(Arguments, HasName))
    return fail("expected the name of an argument with memory, not '" + Name + "'");
  NodePointer Result = makeNode(FormulaNode::Matrix);
  Result->Name = Name.str();
  Result->IsTransposed = Rest.consume_front(".T");
  return Result;
}

Expected<NodePointer> FormulaReader::readCall(StringRef Name) {
  const bool IsOfTwo = Name == "max" || Name == "min";
  if (!findFunction(Name) && !is_contained(OtherFunctions, Name))
    return fail("there is no function '" + Name + "'; there are " + listFunctions());
  NodePointer Result = makeNode(FormulaNode::Call);
  Result->Name = Name.str();
  do {
    Expected<NodePointer> Part = readSum();
    if (!Part)
      return Part;
    Result->Parts.push_back(std::move(*Part));
  } while (take(','));
  if (!take(')'))
    return fail("expected ')' after what '" + Name + "' is of, not " + printRest());
  if (Result->Parts.size() != 1 + size_t(IsOfTwo))
    return fail("'" + Name + "' is a function of " + (IsOfTwo ? "two" : "one") + ", not of " +
                Twine(Result->Parts.size()));
  return Result;
}

Expected<NodePointer> FormulaReader::readPrimary() {
  if (take('(')) {
    Expected<NodePointer> Inner = readSum();
    if (Inner && !take(')'))
      return fail("expected ')', not " + printRest());
    return Inner;
  }
  const StringRef Word = Rest.take_while([](char C) { return isAlnum(C) || C == '_'; });
  const bool IsNumber = !Rest.empty() && (isDigit(Rest[0]) || Rest[0] == '.');
  const bool IsArgument = any_of(Arguments, [&](const Argument &A) {
    return A.Is == Argument::Memory && StringRef(A.Name) == Word;
  });
  // An argument without a name has a number for one.
  const bool IsFactor = Rest.drop_front(Word.size()).ltrim().starts_with("*");
  if (IsNumber && (IsFactor || !IsArgument)) {
    size_t Length = Rest.find_first_not_of("0123456789.");
    if (Length < Rest.size() && (Rest[Length] == 'e' || Rest[Length] == 'E')) {
      const size_t Sign =
          Length + 1 +
          (Rest.substr(Length + 1).starts_with("-") || Rest.substr(Length + 1).starts_with("+"));
      Length = Rest.find_first_not_of("0123456789", Sign);
    }
    const StringRef Digits = Rest.take_front(Length);
    double Value;
    if (Digits.getAsDouble(Value))
      return fail("'" + Digits + "' is not a number");
    Rest = Rest.drop_front(Digits.size());
    return makeNumber(Value);
  }
  if (Word.empty())
    return fail("expected the name of an argument with memory, not " + printRest());
  Rest = Rest.drop_front(Word.size());
  return take('(') ? readCall(Word) : readMatrix(Word);
}

/// A matrix, or one of 2:4 sparsity.
Expected<NodePointer> FormulaReader::readSparse() {
  Expected<NodePointer> Kept = readPrimary();
  if (!Kept || !take(':'))
    return Kept;
  Expected<NodePointer> Locations = readPrimary();
  if (!Locations)
    return Locations;
  return makeNode(FormulaNode::Sparse, std::move(*Kept), std::move(*Locations));
}

Expected<NodePointer> FormulaReader::readOperand() {
  if (!take('-'))
    return readSparse();
  Expected<NodePointer> Negated = readOperand();
  if (!Negated)
    return Negated;
  return makeNode(FormulaNode::Scaled, makeNumber(-1), std::move(*Negated));
}

/// Scales bind closer than a product: `A*SA@B*SB`.
Expected<NodePointer> FormulaReader::readScaled() {
  Expected<NodePointer> Left = readOperand();
  for (bool IsQuotient; Left && ((IsQuotient = take('/')) || take('*'));) {
    Expected<NodePointer> Right = readOperand();
    if (!Right)
      return Right;
    Left = makeNode(IsQuotient ? FormulaNode::Quotient : FormulaNode::Scaled, std::move(*Left),
                    std::move(*Right));
  }
  return Left;
}

Expected<NodePointer> FormulaReader::readProduct() {
  Expected<NodePointer> Left = readScaled();
  while (Left && take('@')) {
    Expected<NodePointer> Right = readScaled();
    if (!Right)
      return Right;
    Left = makeNode(FormulaNode::Product, std::move(*Left), std::move(*Right));
  }
  return Left;
}

Expected<NodePointer> FormulaReader::readSum() {
  Expected<NodePointer> Left = readProduct();
  for (bool IsDifference; Left && ((IsDifference = take('-')) || take('+'));) {
    Expected<NodePointer> Right = readProduct();
    if (!Right)
      return Right;
    Left = makeNode(IsDifference ? FormulaNode::Difference : FormulaNode::Sum, std::move(*Left),
                    std::move(*Right));
  }
  return Left;
}

Expected<NodePointer> FormulaReader::read() {
  Expected<NodePointer> Result = readSum();
  if (Result && !Rest.trim().empty())
    return fail("expected '@', '*', '/', '+', '-' or the end, not " + printRest() +
                (Rest.trim().starts_with(".t") ? "; '.T' transposes a matrix" : ""));
  return Result;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

namespace {

class Evaluator {
public:
  Evaluator(StringRef Text, ArrayRef<Argument> Arguments, double Tolerance, const Variation &With,
            bool AllowsShortSums)
      : Text(Text), Arguments(Arguments), OfSum(Tolerance),
        OfRounding(std::min(Tolerance, 0x1p-22)), With(With), AllowsShortSums(AllowsShortSums) {}

  Expected<Reference> evaluate(const FormulaNode &N);

private:
  Error fail(const Twine &Sentence) { return run::fail("formula '" + Text + "': " + Sentence); }
  Reference readMatrix(const FormulaNode &N);
  const FormulaNode *findExchanged(const FormulaNode &N) const;
  Reference readExchanged(const FormulaNode &N, const FormulaNode &Other);
  Reference moveTiles(const FormulaNode &N, Reference Of) const;
  Expected<Reference> expand(const Reference &Kept, const Reference &Locations);
  Expected<Reference> multiply(const FormulaNode &N, const Reference &A, const Reference &B);
  bool hasElementsOfEightBits(const FormulaNode &N) const;
  static void allowShortSums(const Reference &A, const Reference &B, uint64_t Begin, uint64_t End,
                             Reference &Result);
  Expected<Reference> combine(const FormulaNode &N, const Reference &A, const Reference &B);
  Expected<Reference> call(const FormulaNode &N, Reference A);
  Expected<Reference> computeSoftmax(const FormulaNode &N, Reference A);
  bool isVaried(const FormulaNode &N, Variation::Kind Is) const {
    return With.Of == &N && With.Is == Is;
  }

  const StringRef Text;
  ArrayRef<Argument> Arguments;
  const double OfSum, OfRounding; ///< parts of magnitudes
  const Variation &With;
  const bool AllowsShortSums;
};

} // namespace

static std::string print(const Reference &R) { return utostr(R.Rows) + "x" + utostr(R.Columns); }

SmallVector<StringRef> run::getOtherTypes(StringRef Name) {
  // Those of a group are values of one field of an instruction, or its descriptor.
  static const SmallVector<StringRef> Groups[] = {
      {"f16", "bf16"}, {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}, {"ue8m0", "ue4m3"}, {"s8", "u8"}};
  for (const SmallVector<StringRef> &Group : Groups) {
    if (!is_contained(Group, Name))
      continue;
    SmallVector<StringRef> Others(Group);
    erase(Others, Name);
    return Others;
  }
  return {};
}

/// Returns a number whose code is one of 16 that fill the first of 16 bytes, as tensor maps with
/// padding write elements of 4 and 6 bits.
static double readPadded(const NumberFormat &Format, const Array &Of, uint64_t Index) {
  constexpr uint64_t PerVector = 16;
  const unsigned Width = Format.getWidth();
  const uint64_t Bit = Index / PerVector * PerVector * 8 + Index % PerVector * Width;
  uint64_t Window = Of.Bytes[Bit / 8];
  if (Bit / 8 + 1 < Of.Bytes.size())
    Window |= uint64_t(Of.Bytes[Bit / 8 + 1]) << 8;
  const uint64_t Code = Window >> Bit % 8 & maskTrailingOnes<uint64_t>(Width);
  return ElementCodec(Format, 8).decode(Format.toElement(Code, 8));
}

/// Returns an element of a matrix as another type has it.
static double readAs(const NumberFormat &Format, bool IsPadded, const Array &Of, uint64_t Index) {
  return IsPadded
             ? readPadded(Format, Of, Index)
             : ElementCodec(Format, Of.Type.Bits).decode(Of.Type.getCode(Of.Bytes.data(), Index));
}

Reference Evaluator::readMatrix(const FormulaNode &N) {
  const Array &A =
      find_if(Arguments, [&](const Argument &Each) { return Each.Name == N.Name; })->Contents;
  Reference Result;
  Result.IsExact = true;
  Result.Columns = A.Shape.empty() ? 1 : A.Shape.back();
  Result.Rows = A.getCount() / Result.Columns;
  if (N.IsTransposed)
    std::swap(Result.Rows, Result.Columns);
  const bool IsRowMajor = N.IsTransposed == isVaried(N, Variation::OtherMajor);
  const bool IsPadded = With.Is == Variation::OtherPaddedType;
  std::optional<NumberFormat> Other;
  if ((IsPadded || With.Is == Variation::OtherType) && (!With.Of || With.Of == &N) &&
      is_contained(getOtherTypes(A.Type.Name), With.Type))
    Other.emplace(With.Type);
  Result.Values.resize(A.getCount());
  Result.Errors.assign(A.getCount(), 0);
  for (uint64_t Row = 0, I = 0; Row != Result.Rows; ++Row)
    for (uint64_t Column = 0; Column != Result.Columns; ++Column, ++I) {
      const uint64_t From = IsRowMajor ? I : Column * Result.Rows + Row;
      Result.Values[I] =
          Other ? readAs(*Other, IsPadded, A, From) : A.Type.get(A.Bytes.data(), From);
    }
  if (isVaried(N, Variation::OtherMajorTiles) || isVaried(N, Variation::OtherTiles) ||
      isVaried(N, Variation::OtherBlocks))
    return moveTiles(N, std::move(Result));
  return Result;
}

/// Returns the scales of the other matrix of a product that exchanges them; null of other nodes.
const FormulaNode *Evaluator::findExchanged(const FormulaNode &N) const {
  if (With.Is != Variation::ExchangedScales)
    return nullptr;
  const FormulaNode *A = With.Of->Parts[0]->Parts[1].get(), *B = With.Of->Parts[1]->Parts[1].get();
  return &N == A ? B : &N == B ? A : nullptr;
}

/// Reads scales from those of the other matrix. Where that has none, every result is allowed.
Reference Evaluator::readExchanged(const FormulaNode &N, const FormulaNode &Other) {
  constexpr double Unknown = 1e100;
  Reference Result = readMatrix(N);
  const Reference From = readMatrix(Other);
  Result.IsExact = false;
  for (uint64_t Row = 0, I = 0; Row != Result.Rows; ++Row)
    for (uint64_t Column = 0; Column != Result.Columns; ++Column, ++I) {
      const bool IsKnown = Column < From.Rows && Row < From.Columns;
      Result.Values[I] = IsKnown ? From.Values[Column * From.Columns + Row] : 1;
      Result.Errors[I] = IsKnown ? 0 : Unknown;
    }
  return Result;
}

/// Reads a matrix by tiles that are transposed, or in other locations. The rows are those of the
/// memory.
Reference Evaluator::moveTiles(const FormulaNode &N, Reference Of) const {
  const bool IsTransposed = N.IsTransposed;
  const uint64_t Rows = IsTransposed ? Of.Columns : Of.Rows;
  const uint64_t Columns = IsTransposed ? Of.Rows : Of.Columns;
  const uint64_t TileRows = With.Count;
  const uint64_t TileColumns = With.Columns ? With.Columns : With.Count;
  if (!TileRows || Rows % TileRows || Columns % TileColumns)
    return Of;
  const auto GetIndex = [&](uint64_t Row, uint64_t Column) {
    return IsTransposed ? Column * Rows + Row : Row * Columns + Column;
  };
  const std::vector<double> From = Of.Values;
  for (uint64_t Row = 0; Row != Rows; ++Row)
    for (uint64_t Column = 0; Column != Columns; ++Column) {
      const uint64_t InRow = Row % TileRows, InColumn = Column % TileColumns;
      const uint64_t FirstRow = Row - InRow, FirstColumn = Column - InColumn;
      const auto [FromRow, FromColumn] = [&]() -> std::pair<uint64_t, uint64_t> {
        if (With.Is == Variation::OtherMajorTiles)
          return {FirstRow + InColumn, FirstColumn + InRow};
        if (With.Is == Variation::OtherTiles)
          return {FirstColumn + InRow, FirstRow + InColumn};
        const uint64_t Half = TileRows / 2, By = InRow / Half != InColumn / Half ? Half : 0;
        return {Row ^ By, Column ^ By};
      }();
      Of.Values[GetIndex(Row, Column)] =
          FromRow < Rows && FromColumn < Columns ? From[GetIndex(FromRow, FromColumn)] : 0;
    }
  return Of;
}

/// Puts the two elements of each group where its four bits say, and zeros next to them.
Expected<Reference> Evaluator::expand(const Reference &Kept, const Reference &Locations) {
  if (Locations.Rows != Kept.Rows || Locations.Columns * 2 != Kept.Columns)
    return fail("places of " + Twine(Locations.Rows) + "x" + Twine(Locations.Columns) +
                " for a matrix of " + Twine(Kept.Rows) + "x" + Twine(Kept.Columns) +
                "; expected one for two elements of a row");
  Reference Result;
  Result.Rows = Kept.Rows;
  Result.Columns = Kept.Columns * 2;
  Result.IsExact = Kept.IsExact;
  Result.Values.assign(Result.Rows * Result.Columns, 0);
  Result.Errors.assign(Result.Rows * Result.Columns, 0);
  for (uint64_t Row = 0; Row != Kept.Rows; ++Row)
    for (uint64_t Column = 0; Column != Kept.Columns; ++Column) {
      const uint64_t Group = Column / 2, At = Row * Kept.Columns + Column;
      const unsigned Bits = unsigned(Locations.Values[Row * Locations.Columns + Group]);
      const uint64_t To = Row * Result.Columns + 4 * Group + (Bits >> Column % 2 * 2 & 3);
      Result.Values[To] += Kept.Values[At];
      Result.Errors[To] += Kept.Errors[At];
    }
  return Result;
}

bool Evaluator::hasElementsOfEightBits(const FormulaNode &N) const {
  if (N.Is != FormulaNode::Matrix)
    return false;
  const auto *A = find_if(Arguments, [&](const Argument &Each) { return Each.Name == N.Name; });
  return A->Contents.Type.IsFloat && A->Contents.Type.Bits == 8;
}

/// Adds to the bounds what short sums in the order of K differ, twice, and some units of their last
/// place: a kernel may add parts of K to others in f32.
void Evaluator::allowShortSums(const Reference &A, const Reference &B, uint64_t Begin, uint64_t End,
                               Reference &Result) {
  constexpr double Units = 8;
  std::vector<std::pair<double, double>> Factors;
  for (uint64_t Row = 0; Row != A.Rows; ++Row)
    for (uint64_t Column = 0; Column != B.Columns; ++Column) {
      double Sum = 0, Largest = 0;
      for (uint64_t K = Begin; K < End;) {
        Factors.clear();
        for (; K < End && Factors.size() != ShortSumLength; ++K) {
          Factors.push_back({A.Values[Row * A.Columns + K], B.Values[K * B.Columns + Column]});
          Largest = std::fmax(Largest, std::fabs(Factors.back().first * Factors.back().second));
        }
        Sum = addShort(Sum, Factors);
        Largest = std::fmax(Largest, std::fabs(Sum));
      }
      const uint64_t At = Row * B.Columns + Column;
      Result.Errors[At] +=
          2 * std::fabs(Sum - Result.Values[At]) + Units * std::ldexp(Largest, -ShortFractionBits);
    }
}

Expected<Reference> Evaluator::multiply(const FormulaNode &N, const Reference &A,
                                        const Reference &B) {
  if (A.Columns != B.Rows)
    return fail("a matrix of " + Twine(A.Rows) + "x" + Twine(A.Columns) +
                " cannot be multiplied by one of " + Twine(B.Rows) + "x" + Twine(B.Columns) +
                "; '.T' transposes a matrix");
  if (With.Of == &N && With.Count >= A.Columns)
    return fail("K has no more than " + Twine(A.Columns));
  Reference Result;
  Result.Rows = A.Rows;
  Result.Columns = B.Columns;
  Result.Values.assign(A.Rows * B.Columns, 0);
  Result.Errors.assign(A.Rows * B.Columns, 0);
  const uint64_t End = A.Columns - (isVaried(N, Variation::ShortK) ? With.Count : 0);
  const uint64_t Begin = isVaried(N, Variation::LateK) ? With.Count : 0;
  const uint64_t Neighbour = isVaried(N, Variation::OtherPairs) && A.Columns % 2 == 0;
  const bool AreExact = A.IsExact && B.IsExact;
  for (uint64_t Row = 0; Row != A.Rows; ++Row) {
    double *Values = &Result.Values[Row * B.Columns], *Errors = &Result.Errors[Row * B.Columns];
    for (uint64_t K = Begin; K < End; ++K) {
      const uint64_t InA = Row * A.Columns + (K ^ Neighbour);
      const double X = A.Values[InA], OffX = A.Errors[InA], Size = std::fabs(X);
      const double *Y = &B.Values[K * B.Columns], *OffY = &B.Errors[K * B.Columns];
      for (uint64_t Column = 0; Column != B.Columns; ++Column) {
        Values[Column] += X * Y[Column];
        Errors[Column] += OfSum * std::fabs(X * Y[Column]);
        if (!AreExact)
          Errors[Column] += OffX * (std::fabs(Y[Column]) + OffY[Column]) + Size * OffY[Column];
      }
    }
  }
  if (AllowsShortSums && hasElementsOfEightBits(*N.Parts[0]) && hasElementsOfEightBits(*N.Parts[1]))
    allowShortSums(A, B, Begin, End, Result);
  return Result;
}

/// Returns true if a matrix can stand for one of another shape: with one row or column for all, or,
/// of scales, with one for each of equal parts.
static bool fits(uint64_t Small, uint64_t Large, bool AreScales) {
  return Small == Large || Small == 1 || (AreScales && Small && Large % Small == 0);
}

/// Returns what stands element by element: `+`, `-`, `*`, `/`, max and min.
Expected<Reference> Evaluator::combine(const FormulaNode &N, const Reference &A,
                                       const Reference &B) {
  const bool AreScales = N.Is == FormulaNode::Scaled || N.Is == FormulaNode::Quotient;
  const uint64_t Rows = std::max(A.Rows, B.Rows), Columns = std::max(A.Columns, B.Columns);
  for (const Reference *Each : {&A, &B}) {
    if (fits(Each->Rows, Rows, AreScales) && fits(Each->Columns, Columns, AreScales))
      continue;
    const std::string TextA = print(A), TextB = print(B);
    return fail(AreScales
                    ? "scales of " + TextB + " do not divide a matrix of " + TextA
                    : "a matrix of " + TextB + " cannot be " +
                          (N.Is == FormulaNode::Sum          ? "added to"
                           : N.Is == FormulaNode::Difference ? "subtracted from"
                                                             : "compared with") +
                          " one of " + TextA + "; expected the same shape, one row or one column");
  }
  Reference Result;
  Result.Rows = Rows;
  Result.Columns = Columns;
  Result.Values.reserve(Rows * Columns);
  Result.Errors.reserve(Rows * Columns);
  const bool IsMax = N.Name == "max";
  for (uint64_t Row = 0; Row != Rows; ++Row)
    for (uint64_t Column = 0; Column != Columns; ++Column) {
      const auto Find = [&](const Reference &R) {
        return Row / (Rows / R.Rows) * R.Columns + Column / (Columns / R.Columns);
      };
      const double X = A.Values[Find(A)], OffX = A.Errors[Find(A)];
      const double Y = B.Values[Find(B)], OffY = B.Errors[Find(B)];
      const double SizeX = std::fabs(X), SizeY = std::fabs(Y);
      double Value = 0, Off = 0;
      switch (N.Is) {
      case FormulaNode::Sum:
      case FormulaNode::Difference:
        Value = N.Is == FormulaNode::Sum ? X + Y : X - Y;
        Off = OffX + OffY + OfSum * std::fmax(SizeX, SizeY);
        break;
      case FormulaNode::Scaled:
        Value = X * Y;
        Off = SizeX * OffY + SizeY * OffX + OffX * OffY + OfRounding * std::fabs(Value);
        break;
      case FormulaNode::Quotient:
        Value = X / Y;
        Off = (SizeY > OffY ? (OffX + std::fabs(Value) * OffY) / (SizeY - OffY) : INFINITY) +
              OfRounding * std::fabs(Value);
        break;
      default:
        Value = IsMax ? std::fmax(X, Y) : std::fmin(X, Y);
        Off = std::fmax(OffX, OffY);
      }
      Result.Values.push_back(Value);
      Result.Errors.push_back(Off);
    }
  return Result;
}

/// By rows. Each exponent may be off, and so may the greatest of the row, which is subtracted; the
/// factors of all numbers of the sum are within those of the worst.
Expected<Reference> Evaluator::computeSoftmax(const FormulaNode &N, Reference A) {
  const uint64_t Left = isVaried(N, Variation::ShortK) ? With.Count : 0;
  if (Left && Left >= A.Columns)
    return fail("a row has no more than " + Twine(A.Columns));
  for (uint64_t Row = 0; Row != A.Rows; ++Row) {
    MutableArrayRef<double> Values(&A.Values[Row * A.Columns], A.Columns);
    MutableArrayRef<double> Errors(&A.Errors[Row * A.Columns], A.Columns);
    std::fill(Values.end() - Left, Values.end(), -INFINITY);
    const double Max = *llvm::max_element(Values);
    double Sum = 0, Worst = 0;
    for (const auto &[Value, Off] : zip(Values, Errors)) {
      if (Value == -INFINITY) {
        Value = Off = 0;
        continue;
      }
      // The argument of the exponential function is rounded, too.
      Off += OfRounding * (std::fabs(Value) + std::fabs(Max));
      Worst = std::fmax(Worst, Off);
      Value = std::exp(Value - Max);
      Sum += Value;
    }
    for (const auto &[Value, Off] : zip(Values, Errors)) {
      Value /= Sum;
      Off = Value * (std::expm1(Off + Worst) + OfSum);
    }
  }
  A.IsExact = false;
  return A;
}

Expected<Reference> Evaluator::call(const FormulaNode &N, Reference A) {
  if (isVaried(N, Variation::BaseTwo))
    for (double &Value : A.Values)
      Value *= numbers::ln2;
  if (N.Name == "softmax")
    return computeSoftmax(N, std::move(A));
  const ScalarFunction &F = *findFunction(N.Name);
  const double Approximation = OfSum == 0 ? 0 : std::fmax(F.Approximation, OfRounding);
  for (const auto &[Value, Off] : zip(A.Values, A.Errors)) {
    const double X = Value, D = Off + OfRounding * std::fabs(X);
    Value = F.Compute(X);
    Off = F.IsMonotonic
              ? std::fmax(std::fabs(F.Compute(X + D) - Value), std::fabs(Value - F.Compute(X - D)))
              : F.Slope * D;
    // Near the end of what the function is defined for, the lower bound is not.
    if (std::isnan(Off) && !std::isnan(Value))
      Off = std::fabs(F.Compute(X + D) - Value) + std::fabs(Value);
    // A factor that is nearly 0 is off in parts of 1: the other one is X.
    Off += Approximation * (F.IsMonotonic ? std::fabs(Value) : std::fabs(X));
  }
  A.IsExact = false;
  return A;
}

Expected<Reference> Evaluator::evaluate(const FormulaNode &N) {
  if (N.Is == FormulaNode::Number) {
    Reference One;
    One.Rows = One.Columns = 1;
    One.Values = {N.Value};
    One.Errors = {0};
    One.IsExact = true;
    return One;
  }
  if (const FormulaNode *Other = findExchanged(N))
    return readExchanged(N, *Other);
  if (N.Is == FormulaNode::Matrix)
    return readMatrix(N);
  Expected<Reference> A = evaluate(*N.Parts[0]);
  if (!A || isVaried(N, Variation::Dropped))
    return A;
  if (N.Parts.size() == 1)
    return call(N, std::move(*A));
  Expected<Reference> B = evaluate(*N.Parts[1]);
  if (!B)
    return B;
  switch (N.Is) {
  case FormulaNode::Sparse:
    return expand(*A, *B);
  case FormulaNode::Product:
    return multiply(N, *A, *B);
  default:
    return combine(N, *A, *B);
  }
}

Expected<Formula> Formula::parse(StringRef Text, ArrayRef<Argument> Arguments) {
  Expected<NodePointer> Root = FormulaReader(Text, Arguments).read();
  if (!Root)
    return Root.takeError();
  Formula Result;
  Result.Text = Text.str();
  Result.Root = std::move(*Root);
  Result.Arguments = Arguments;
  return Result;
}

Expected<Reference> Formula::evaluate(double Tolerance, const Variation &With) const {
  Expected<Reference> Result =
      Evaluator(Text, Arguments, Tolerance, With, AllowsShortSums).evaluate(*Root);
  // A result that is an argument itself may be rounded.
  if (Result)
    for (const auto &[Value, Off] : zip(Result->Values, Result->Errors))
      Off = std::fmax(Off, Tolerance * std::fabs(Value));
  return Result;
}

static void collect(const FormulaNode &N, std::vector<const FormulaNode *> &To) {
  To.push_back(&N);
  for (const auto &Part : N.Parts)
    collect(*Part, To);
}

StringRef Formula::getType(const FormulaNode &Matrix) const {
  return find_if(Arguments, [&](const Argument &Each) { return Each.Name == Matrix.Name; })
      ->Contents.Type.Name;
}

std::vector<const FormulaNode *> Formula::getParts() const {
  std::vector<const FormulaNode *> Result;
  collect(*Root, Result);
  return Result;
}
