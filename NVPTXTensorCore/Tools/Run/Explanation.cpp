//===- Explanation.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explains results that are wrong: which rows, columns and blocks of 8x8 elements, and what usual
// mistake gives them. Each explanation is tested: with it, all elements are as they should be.
//
//===----------------------------------------------------------------------===//

#include "Run/Expectation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

namespace {

class Explainer {
public:
  Explainer(const Array &Result, const Expectation &E, raw_ostream &OS)
      : Result(Result), E(E), OS(OS), Rows(E.Expected.Rows), Columns(E.Expected.Columns) {
    for (uint64_t I = 0; I != Rows * Columns; ++I)
      Values.push_back(Result.get(I));
  }

  void run();

private:
  struct Element {
    uint64_t Row, Column;
  };
  using Mapping = function_ref<Element(uint64_t Row, uint64_t Column)>;

  bool isRight(uint64_t Row, uint64_t Column, const Reference &Wanted, Element From,
               double Factor = 1) const {
    const uint64_t At = From.Row * Wanted.Columns + From.Column;
    return run::isRight(Result.Type, Values[Row * Columns + Column], Wanted.Values[At] * Factor,
                        Wanted.Errors[At] * std::fabs(Factor), E.Tolerance);
  }
  /// Returns true if each element is what another one should be.
  bool isMapped(Mapping From) const;
  bool isLike(const Reference &Wanted) const;
  void note(const Twine &Sentence) { OS << "note: " << Sentence << '\n'; }

  void printWhere();
  bool explainUnwritten();
  bool explainLocations();
  bool explainPermutation(bool OfRows);
  bool explainSwizzle();
  bool explainParts();
  bool explainFactor();
  bool explainScales(bool OfRows);
  bool explainFormula();
  bool explainPrecision();
  bool explainPackedResult();
  bool explainResultType();
  bool explainType(const FormulaNode *Matrix, StringRef Type);
  bool explainTypes();
  bool explainExchange(const FormulaNode &Product);
  bool explainK(const FormulaNode &Product);
  bool explainCall(const FormulaNode &Call);
  bool explainTerm();
  bool explainTiles(const FormulaNode &Matrix);
  bool tryVariation(const Variation &V, const Twine &Sentence);

  const Array &Result;
  const Expectation &E;
  raw_ostream &OS;
  const uint64_t Rows, Columns;
  std::vector<double> Values;
};

} // namespace

bool Explainer::isMapped(Mapping From) const {
  for (uint64_t Row = 0; Row != Rows; ++Row)
    for (uint64_t Column = 0; Column != Columns; ++Column)
      if (!isRight(Row, Column, E.Expected, From(Row, Column)))
        return false;
  return true;
}

bool Explainer::isLike(const Reference &Wanted) const {
  if (Wanted.Rows != Rows || Wanted.Columns != Columns)
    return false;
  for (uint64_t Row = 0; Row != Rows; ++Row)
    for (uint64_t Column = 0; Column != Columns; ++Column)
      if (!isRight(Row, Column, Wanted, {Row, Column}))
        return false;
  return true;
}

/// "0-7, 12"; at most a few ranges.
static std::string printRanges(ArrayRef<uint64_t> Numbers) {
  constexpr unsigned MaxRanges = 6;
  std::string Text;
  unsigned NumRanges = 0;
  for (size_t I = 0; I != Numbers.size(); ++I) {
    size_t Last = I;
    while (Last + 1 != Numbers.size() && Numbers[Last + 1] == Numbers[Last] + 1)
      ++Last;
    if (NumRanges++ == MaxRanges)
      return Text + ", …";
    Text += (Text.empty() ? "" : ", ") + utostr(Numbers[I]);
    if (Last != I)
      Text += "-" + utostr(Numbers[Last]);
    I = Last;
  }
  return Text;
}

static std::string printSome(const char *What, ArrayRef<uint64_t> Numbers, uint64_t All) {
  return Numbers.size() == All ? std::string("all ") + What
                               : std::string(What) + " " + printRanges(Numbers);
}

void Explainer::printWhere() {
  constexpr uint64_t BlockSize = 8;
  std::vector<uint64_t> InRow(Rows), InColumn(Columns);
  const uint64_t BlocksAcross = divideCeil(Columns, BlockSize);
  std::vector<uint64_t> InBlock(divideCeil(Rows, BlockSize) * BlocksAcross);
  uint64_t NumWrong = 0;
  for (uint64_t Row = 0; Row != Rows; ++Row)
    for (uint64_t Column = 0; Column != Columns; ++Column)
      if (!isRight(Row, Column, E.Expected, {Row, Column})) {
        ++InRow[Row];
        ++InColumn[Column];
        ++InBlock[Row / BlockSize * BlocksAcross + Column / BlockSize];
        ++NumWrong;
      }
  SmallVector<uint64_t> WrongRows, WrongColumns;
  for (uint64_t Row = 0; Row != Rows; ++Row)
    if (InRow[Row])
      WrongRows.push_back(Row);
  for (uint64_t Column = 0; Column != Columns; ++Column)
    if (InColumn[Column])
      WrongColumns.push_back(Column);
  const uint64_t NumBlocks = count_if(InBlock, [](uint64_t N) { return N != 0; });
  if (WrongRows.size() == Rows && WrongColumns.size() == Columns && NumBlocks == InBlock.size())
    return; // "wrong: …" says as much
  const bool AreAll = NumWrong == WrongRows.size() * WrongColumns.size();
  note(Twine(AreAll ? "wrong are all elements of " : "wrong elements are in ") +
       printSome("rows", WrongRows, Rows) + " and " + printSome("columns", WrongColumns, Columns) +
       ", in " + Twine(NumBlocks) + " of " + Twine(InBlock.size()) + " 8x8 blocks");
}

/// Memory that the kernel should have written, and did not.
bool Explainer::explainUnwritten() {
  constexpr uint8_t Untouched = 0xCD;
  if (E.WasWritten || Result.Type.Bits < 8)
    return false;
  const unsigned Bytes = Result.Type.Bits / 8;
  uint64_t NumUntouched = 0, NumWrong = 0;
  for (uint64_t I = 0; I != Values.size(); ++I) {
    const bool IsUntouched = all_of(ArrayRef(Result.Bytes).slice(I * Bytes, Bytes),
                                    [](uint8_t Byte) { return Byte == Untouched; });
    NumUntouched += IsUntouched;
    NumWrong += !isRight(I / Columns, I % Columns, E.Expected, {I / Columns, I % Columns});
  }
  if (!NumUntouched)
    return false;
  if (NumUntouched == Values.size())
    note("no element was written");
  else
    note(Twine(NumUntouched) + " elements were not written" +
         (NumUntouched == NumWrong ? "; the others are right" : ""));
  return NumUntouched == NumWrong;
}

/// "0 2 1 3 4 6 5 7"
static std::string printOrder(ArrayRef<uint64_t> Order) {
  std::string Text;
  for (uint64_t Each : Order)
    Text += (Text.empty() ? "" : " ") + utostr(Each);
  return Text;
}

/// Rows or columns in another order, the same in all groups of 8.
bool Explainer::explainPermutation(bool OfRows) {
  constexpr uint64_t Size = 8;
  const uint64_t Lines = OfRows ? Rows : Columns, Length = OfRows ? Columns : Rows;
  if (Lines % Size)
    return false;
  SmallVector<uint64_t> From;
  for (uint64_t Line = 0; Line != Size; ++Line) {
    const auto Fits = [&](uint64_t Other) {
      for (uint64_t First = 0; First != Lines; First += Size)
        for (uint64_t I = 0; I != Length; ++I) {
          const Element To = OfRows ? Element{First + Line, I} : Element{I, First + Line};
          const Element Of = OfRows ? Element{First + Other, I} : Element{I, First + Other};
          if (!isRight(To.Row, To.Column, E.Expected, Of))
            return false;
        }
      return true;
    };
    uint64_t Other = 0;
    while (Other != Size && (is_contained(From, Other) || !Fits(Other)))
      ++Other;
    if (Other == Size)
      return false;
    From.push_back(Other);
  }
  const char *What = OfRows ? "row" : "column";
  const bool ArePairs =
      all_of(enumerate(From), [](const auto &Each) { return Each.value() == (Each.index() ^ 1); });
  note(ArePairs ? Twine("neighbouring ") + What + "s are exchanged: " + What + " i is what " +
                      What + " i ^ 1 should be"
                : Twine(What) + "s are permuted within 8: they are what these " + What +
                      "s should be: " + printOrder(From));
  return true;
}

/// The 16 bytes of each row are where a swizzle puts them: one side of the shared memory has it,
/// and the other does not.
bool Explainer::explainSwizzle() {
  const unsigned Bytes = Result.Type.Bits / 8;
  for (const uint64_t Span : {128, 64, 32}) {
    if (!Bytes || Columns * Bytes % Span)
      continue;
    const uint64_t Chunk = 16 / Bytes, RowsOfLine = 128 / Span, Mask = Span / 16 - 1;
    if (!isMapped([&](uint64_t Row, uint64_t Column) -> Element {
          return {Row, Column ^ ((Row / RowsOfLine & Mask) * Chunk)};
        }))
      continue;
    note("the 16-byte parts of each row are exchanged as the " + Twine(Span) +
         "-byte swizzle does: the result is written to shared memory with a swizzle and read "
         "without one, or the other way around");
    return true;
  }
  return false;
}

/// Finds rows whose 16-byte parts are exchanged by an exclusive or of their numbers, another one in
/// other rows.
bool Explainer::explainParts() {
  constexpr uint64_t MaxShown = 8, BytesOfPart = 16;
  const unsigned Bytes = Result.Type.Bits / 8;
  if (!Bytes || Columns * Bytes % (2 * BytesOfPart))
    return false;
  const uint64_t Part = BytesOfPart / Bytes, NumParts = std::min<uint64_t>(8, Columns / Part);
  SmallVector<uint64_t> Numbers;
  for (uint64_t Row = 0; Row != Rows; ++Row) {
    const auto IsExchanged = [&](uint64_t By) {
      return isPowerOf2_64(NumParts) && all_of(seq<uint64_t>(0, Columns), [&](uint64_t Column) {
               return isRight(Row, Column, E.Expected, {Row, Column ^ (By * Part)});
             });
    };
    uint64_t By = 0;
    while (By != NumParts && !IsExchanged(By))
      ++By;
    if (By == NumParts)
      return false;
    Numbers.push_back(By);
  }
  if (all_equal(Numbers) || Rows < 2)
    return false;
  note("the 16-byte parts of rows are exchanged: part i is what part i ^ n should be, with these n "
       "in rows from 0 on: " +
       printOrder(ArrayRef(Numbers).take_front(MaxShown)) + (Rows > MaxShown ? " …" : "") +
       ". The swizzle of an access is not that of memory, or the tile does not begin at a multiple "
       "of its pattern (1024 bytes for 128B)");
  return true;
}

bool Explainer::explainLocations() {
  if (explainPermutation(/*OfRows=*/true) || explainPermutation(/*OfRows=*/false) ||
      explainSwizzle() || explainParts())
    return true;
  if (Rows == Columns &&
      isMapped([](uint64_t Row, uint64_t Column) -> Element { return {Column, Row}; })) {
    note("the result is transposed: rows and columns are exchanged");
    return true;
  }
  for (uint64_t Size = 1; Size < std::max(Rows, Columns); Size *= 2)
    for (const bool OfRows : {true, false}) {
      const uint64_t Lines = OfRows ? Rows : Columns;
      if (Lines % (2 * Size) || !isMapped([&](uint64_t Row, uint64_t Column) -> Element {
            return OfRows ? Element{Row ^ Size, Column} : Element{Row, Column ^ Size};
          }))
        continue;
      note(Twine("groups of ") + Twine(Size) + (OfRows ? " rows" : " columns") +
           " are exchanged with their neighbours: " + (OfRows ? "row" : "column") +
           " i is what i ^ " + Twine(Size) + " should be");
      return true;
    }
  return false;
}

static std::string printNumber(double Number) {
  std::string Text;
  raw_string_ostream(Text) << format("%.7g", Number);
  return Text;
}

bool Explainer::explainFactor() {
  const auto &Wanted = E.Expected.Values;
  // By the element that is the surest: a small one is mostly error.
  size_t Best = 0;
  for (size_t I = 0; I != Wanted.size(); ++I)
    if (std::fabs(Wanted[I]) > std::fabs(Wanted[Best]))
      Best = I;
  const double Factor = Values[Best] / Wanted[Best];
  if (!std::isfinite(Factor) || Factor == 1)
    return false;
  const double Rounded = std::round(Factor * 4096) / 4096;
  for (const double Each : {Rounded, Factor}) {
    bool AreAll = true;
    for (uint64_t I = 0; AreAll && I != Wanted.size(); ++I)
      AreAll = isRight(I / Columns, I % Columns, E.Expected, {I / Columns, I % Columns}, Each);
    if (!AreAll)
      continue;
    note(Each == 0 ? Twine("every element is 0")
                   : "every element is " + Twine(printNumber(Each)) + " times what is expected");
    return true;
  }
  return false;
}

/// Finds rows or columns each of which is a power of two times what is expected.
bool Explainer::explainScales(bool OfRows) {
  constexpr uint64_t MaxShown = 8;
  const uint64_t Lines = OfRows ? Rows : Columns, Others = OfRows ? Columns : Rows;
  const auto Get = [&](uint64_t Line, uint64_t Other) -> Element {
    return OfRows ? Element{Line, Other} : Element{Other, Line};
  };
  uint64_t First = Lines; // that is wrong
  std::string Text;
  for (uint64_t Line = 0; Line != Lines; ++Line) {
    double Largest = 0, Factor = 1;
    for (uint64_t Other = 0; Other != Others; ++Other) {
      const auto [Row, Column] = Get(Line, Other);
      const double Wanted = E.Expected.Values[Row * Columns + Column];
      if (std::fabs(Wanted) <= Largest)
        continue;
      Largest = std::fabs(Wanted);
      Factor = Values[Row * Columns + Column] / Wanted;
    }
    int Exponent = 0;
    if (!(Factor > 0) || std::frexp(Factor, &Exponent) != 0.5)
      return false;
    for (uint64_t Other = 0; Other != Others; ++Other)
      if (const Element At = Get(Line, Other); !isRight(At.Row, At.Column, E.Expected, At, Factor))
        return false;
    if (Factor != 1)
      First = std::min(First, Line);
    if (Line >= First && Line < First + MaxShown)
      raw_string_ostream(Text) << format(" %.4g", Factor);
  }
  const char *What = OfRows ? "row" : "column";
  note("each " + Twine(What) + " is a power of two times what is expected (from " + What +
       " 0 on:" + Text + (Lines > MaxShown ? " …" : "") + "): its scale is that of another " +
       What + " or part of K. Scales are in another order, or the scale factor ID is another one");
  return true;
}

bool Explainer::tryVariation(const Variation &V, const Twine &Sentence) {
  Expected<Reference> Other = E.By->evaluate(E.Tolerance, V);
  if (!Other) {
    consumeError(Other.takeError());
    return false;
  }
  if (!isLike(*Other))
    return false;
  note(Sentence);
  return true;
}

/// Tiles that a product leaves out.
bool Explainer::explainK(const FormulaNode &Product) {
  for (uint64_t Count = 8; Count <= 256; Count *= 2) {
    if (tryVariation({Variation::ShortK, &Product, Count},
                     "each element is as expected without the last " + Twine(Count) + " of K"))
      return true;
    if (tryVariation({Variation::LateK, &Product, Count},
                     "each element is as expected without the first " + Twine(Count) + " of K"))
      return true;
  }
  return tryVariation({Variation::OtherPairs, &Product},
                      "each element is as expected with neighbours along K of one matrix of a "
                      "product exchanged: the halves of the registers of a fragment");
}

/// Returns what a function of the formula leaves out.
bool Explainer::explainCall(const FormulaNode &Call) {
  if (tryVariation({Variation::Dropped, &Call},
                   "each element is as expected without " + Twine(Call.Name)))
    return true;
  if (Call.Name != "softmax" && Call.Name != "exp")
    return false;
  if (tryVariation({Variation::BaseTwo, &Call}, "each element is as expected with powers of 2 in " +
                                                    Twine(Call.Name) +
                                                    ": the factor log2(e) of ex2 is missing"))
    return true;
  for (uint64_t Count = 8; Call.Name == "softmax" && Count <= 256; Count *= 2)
    if (tryVariation({Variation::ShortK, &Call, Count},
                     "each element is as expected with softmax without the last " + Twine(Count) +
                         " columns"))
      return true;
  return false;
}

/// Finds a sum that has another factor before one of its parts.
bool Explainer::explainTerm() {
  const FormulaNode &Sum = E.By->getRoot();
  if (Sum.Is != FormulaNode::Sum && Sum.Is != FormulaNode::Difference)
    return false;
  Expected<Reference> First = E.By->evaluate(E.Tolerance, {Variation::Dropped, &Sum});
  if (!First || First->Values.size() != Values.size()) {
    consumeError(First.takeError());
    return false;
  }
  for (const bool IsFirst : {true, false}) {
    std::vector<double> Part = First->Values;
    for (size_t I = 0; !IsFirst && I != Part.size(); ++I)
      Part[I] = E.Expected.Values[I] - Part[I];
    const size_t Best =
        llvm::max_element(Part, [](double A, double B) { return std::fabs(A) < std::fabs(B); }) -
        Part.begin();
    const double Factor = 1 + (Values[Best] - E.Expected.Values[Best]) / Part[Best];
    for (const double Each : {std::round(Factor * 4096) / 4096, Factor}) {
      if (!std::isfinite(Each))
        continue;
      Reference Other = E.Expected;
      for (size_t I = 0; I != Part.size(); ++I) {
        Other.Values[I] += (Each - 1) * Part[I];
        Other.Errors[I] *= std::fmax(1, std::fabs(Each));
      }
      if (!isLike(Other))
        continue;
      note("each element is as expected with the " + Twine(IsFirst ? "first" : "second") +
           " part of the sum " + printNumber(Each) + " times as large");
      return true;
    }
  }
  return false;
}

/// Finds results of f32 that were added up or rounded in a type of 16 bits.
bool Explainer::explainPrecision() {
  if (Result.Type.Name != "f32" || E.Tolerance == 0)
    return false;
  for (const StringRef Name : {"f16", "bf16"}) {
    const ElementType T = cantFail(parseElementType(Name));
    // Each addition of a sum may be rounded.
    const double Loss = std::ldexp(8.0, -int(T.FractionBits) - 1) / E.Tolerance;
    bool AreAll = true;
    for (size_t I = 0; AreAll && I != Values.size(); ++I)
      AreAll = T.decode(T.encode(Values[I])) == Values[I] &&
               std::fabs(Values[I] - E.Expected.Values[I]) <= E.Expected.Errors[I] * Loss;
    if (!AreAll)
      continue;
    note("every element is a number of " + Name + ", and as near to what is expected as " + Name +
         " allows: the sums are of that type (the type of D), or were rounded to it");
    return true;
  }
  return false;
}

/// Finds results of f32 whose low half is the number as f16: D of that type, in words.
bool Explainer::explainPackedResult() {
  if (Result.Type.Name != "f32")
    return false;
  const ElementType Half = cantFail(parseElementType("f16"));
  for (size_t I = 0; I != Values.size(); ++I) {
    const uint64_t Code = Result.Type.getCode(Result.Bytes.data(), I);
    if (Code > UINT16_MAX || !run::isRight(Half, Half.decode(Code), E.Expected.Values[I],
                                           E.Expected.Errors[I], E.Tolerance))
      return false;
  }
  note("every element has the expected number as f16 in its low 16 bits: the multiplication writes "
       "D as f16 (the type of D in the instruction or its descriptor), and D is read as f32");
  return true;
}

/// Finds results that are right as another type of as many bits.
bool Explainer::explainResultType() {
  for (const StringRef Name : getOtherTypes(Result.Type.Name)) {
    const ElementType Other = cantFail(parseElementType(Name));
    bool AreAll = Other.Bits == Result.Type.Bits;
    for (size_t I = 0; AreAll && I != Values.size(); ++I)
      AreAll = run::isRight(Other, Other.decode(Result.Type.getCode(Result.Bytes.data(), I)),
                            E.Expected.Values[I], E.Expected.Errors[I], E.Tolerance);
    if (!AreAll)
      continue;
    note("every element is as expected as " + Name + ": the kernel writes that type, and " +
         E.Name + " is " + Result.Type.Name);
    return true;
  }
  return false;
}

/// Finds a matrix whose elements are taken for another type, or all, if it is null.
bool Explainer::explainType(const FormulaNode *Matrix, StringRef Type) {
  const std::string Sentence = "each element is as expected with " +
                               (Matrix ? Matrix->Name : "all matrices") + " taken for " +
                               Type.str();
  constexpr StringLiteral Reason = ": the type in the instruction or its descriptor";
  Variation V{Variation::OtherType, Matrix};
  V.Type = Type;
  if (tryVariation(V, Twine(Sentence) + Reason))
    return true;
  V.Is = Variation::OtherPaddedType;
  return is_contained({"e3m2", "e2m3", "e2m1"}, Type) &&
         tryVariation(V, Twine(Sentence) + ", 16 elements in 16 bytes" + Reason);
}

bool Explainer::explainTypes() {
  SetVector<StringRef> Types;
  unsigned NumMatrices = 0; // that may be of another type
  for (const FormulaNode *N : E.By->getParts()) {
    if (N->Is != FormulaNode::Matrix)
      continue;
    const SmallVector<StringRef> Others = getOtherTypes(E.By->getType(*N));
    if (any_of(Others, [&](StringRef Type) { return explainType(N, Type); }))
      return true;
    Types.insert_range(Others);
    NumMatrices += !Others.empty();
  }
  return NumMatrices > 1 &&
         any_of(Types, [&](StringRef Type) { return explainType(nullptr, Type); });
}

/// Finds a product of two matrices with scales, each of which has those of the other one.
bool Explainer::explainExchange(const FormulaNode &Product) {
  const auto GetScales = [](const FormulaNode &Of) -> const FormulaNode * {
    return Of.Is == FormulaNode::Scaled && Of.Parts[1]->Is == FormulaNode::Matrix
               ? Of.Parts[1].get()
               : nullptr;
  };
  const FormulaNode *A = GetScales(*Product.Parts[0]), *B = GetScales(*Product.Parts[1]);
  return A && B &&
         tryVariation({Variation::ExchangedScales, &Product},
                      "each element whose row and column have scales in both is as expected with " +
                          Twine(A->Name) + " and " + B->Name +
                          " exchanged: the scales of A are those of B, and the other way around "
                          "(the tensor addresses of tcgen05.mma, or the copies to them)");
}

/// Tiles of the boxes that tensor maps have: each is read as if its rows were columns, or is
/// another one.
bool Explainer::explainTiles(const FormulaNode &Matrix) {
  for (const auto &[Name, Box] : E.Boxes) {
    if (Name != Matrix.Name)
      continue;
    const uint64_t Size = std::min(Box.first, Box.second);
    if (tryVariation({Variation::OtherMajorTiles, &Matrix, Size},
                     "each element is as expected with each " + Twine(Size) + "x" + Twine(Size) +
                         " tile of " + Name +
                         " transposed: the multiplication reads it as K-major, and it is M- or "
                         "N-major in memory, or the other way around (the transpose or major bit "
                         "of the instruction or its descriptor)") ||
        tryVariation({Variation::OtherTiles, &Matrix, Box.first, Box.second},
                     "each element is as expected with the coordinates of the tensor copies of " +
                         Twine(Name) + " exchanged: the first one is along the rows of memory"))
      return true;
  }
  if (tryVariation({Variation::OtherBlocks, &Matrix, 16},
                   "each element is as expected with two 8x8 blocks of each 16x16 tile of " +
                       Twine(Matrix.Name) +
                       " exchanged, the upper right and the lower left one: registers 1 and 2 of a "
                       "fragment of mma, or the addresses of ldmatrix, are in another order"))
    return true;
  return tryVariation({Variation::OtherMajorTiles, &Matrix, 8},
                      "each element is as expected with each 8x8 block of " + Twine(Matrix.Name) +
                          " transposed: an ldmatrix of it lacks .trans, or should not have it; of "
                          "wgmma and tcgen05.mma, the bit that says whether it is K-major");
}

/// Returns what the formula gives with a part of it changed.
bool Explainer::explainFormula() {
  if (!E.By)
    return false;
  if (explainTypes())
    return true;
  for (const FormulaNode *N : E.By->getParts()) {
    if (N->Is == FormulaNode::Matrix &&
        tryVariation({Variation::OtherMajor, N},
                     "each element is as expected with " + Twine(N->Name) +
                         " transposed: its memory is read as if rows were columns"))
      return true;
    if (N->Is == FormulaNode::Matrix && explainTiles(*N))
      return true;
    if (N->Is == FormulaNode::Product && (explainExchange(*N) || explainK(*N)))
      return true;
    if (N->Is == FormulaNode::Call && explainCall(*N))
      return true;
    const bool HasTwo = N->Is == FormulaNode::Sum || N->Is == FormulaNode::Difference ||
                        N->Is == FormulaNode::Scaled || N->Is == FormulaNode::Quotient;
    if (HasTwo &&
        tryVariation({Variation::Dropped, N},
                     "each element is as expected without " +
                         Twine(N->Is == FormulaNode::Sum || N->Is == FormulaNode::Difference
                                   ? "what is added"
                                   : "the scale") +
                         (N->Parts[1]->Name.empty() ? "" : " ") + N->Parts[1]->Name))
      return true;
  }
  return explainTerm();
}

void Explainer::run() {
  if (Values.empty())
    return;
  printWhere();
  if (!explainUnwritten() && !explainFactor() && !explainLocations() && !explainPrecision() &&
      !explainPackedResult() && !explainResultType() && !explainFormula() &&
      !explainScales(/*OfRows=*/true))
    explainScales(/*OfRows=*/false);
}

void run::explainWrong(const Array &Result, const Expectation &E, raw_ostream &OS) {
  Explainer(Result, E, OS).run();
}
