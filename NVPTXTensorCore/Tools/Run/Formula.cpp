//===- Formula.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and evaluates formulas.
//
//===----------------------------------------------------------------------===//

#include "Run/Expectation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

namespace {

struct Matrix {
  uint64_t Rows = 0, Columns = 0;
  std::vector<double> Values;
  double get(uint64_t Row, uint64_t Column) const { return Values[Row * Columns + Column]; }
};

class FormulaReader {
public:
  FormulaReader(StringRef Text, ArrayRef<Argument> Arguments) : Text(Text), Arguments(Arguments) {}

  Expected<Reference> read();

private:
  bool take(char C) {
    Rest = Rest.ltrim();
    return Rest.consume_front(StringRef(&C, 1));
  }
  Error fail(const Twine &Sentence) { return run::fail("formula '" + Text + "': " + Sentence); }
  Expected<Reference> readTerm();
  Expected<Matrix> readScaled();
  Expected<Matrix> readSparse();
  Expected<Matrix> readMatrix();
  double readFactor();

  const StringRef Text;
  StringRef Rest = Text;
  ArrayRef<Argument> Arguments;
};

} // namespace

static Matrix transpose(const Matrix &M) {
  Matrix Result{M.Columns, M.Rows, std::vector<double>(M.Values.size())};
  for (uint64_t Row = 0; Row != M.Rows; ++Row)
    for (uint64_t Column = 0; Column != M.Columns; ++Column)
      Result.Values[Column * M.Rows + Row] = M.get(Row, Column);
  return Result;
}

Expected<Matrix> FormulaReader::readMatrix() {
  Rest = Rest.ltrim();
  const StringRef Name = Rest.take_while([](char C) { return isAlnum(C) || C == '_'; });
  const Argument *Of =
      find_if(Arguments, [&](const Argument &A) { return StringRef(A.Name) == Name; });
  if (Name.empty() || Of == Arguments.end() || Of->Is != Argument::Memory)
    return fail("expected the name of an argument with memory, not '" +
                (Name.empty() ? Rest : Name) + "'");
  Rest = Rest.drop_front(Name.size());
  const Array &A = Of->Contents;
  Matrix Result;
  Result.Columns = A.Shape.empty() ? 1 : A.Shape.back();
  Result.Rows = A.getCount() / Result.Columns;
  Result.Values.resize(A.getCount());
  for (uint64_t I = 0; I != Result.Values.size(); ++I)
    Result.Values[I] = A.get(I);
  return Rest.consume_front(".T") ? transpose(Result) : Result;
}

/// Puts the two elements of each group where its four bits say, and zeros beside them.
static Matrix expand(const Matrix &Kept, const Matrix &Places) {
  Matrix Result{Kept.Rows, Kept.Columns * 2, {}};
  Result.Values.assign(Result.Rows * Result.Columns, 0);
  for (uint64_t Row = 0; Row != Kept.Rows; ++Row)
    for (uint64_t Column = 0; Column != Kept.Columns; ++Column) {
      const uint64_t Group = Column / 2;
      const unsigned Bits = unsigned(Places.get(Row, Group));
      const uint64_t Place = 4 * Group + (Bits >> Column % 2 * 2 & 3);
      Result.Values[Row * Result.Columns + Place] += Kept.get(Row, Column);
    }
  return Result;
}

Expected<Matrix> FormulaReader::readSparse() {
  Expected<Matrix> M = readMatrix();
  if (!M || !take(':'))
    return M;
  Expected<Matrix> Places = readMatrix();
  if (!Places)
    return Places;
  if (Places->Rows != M->Rows || Places->Columns * 2 != M->Columns)
    return fail("places of " + Twine(Places->Rows) + "x" + Twine(Places->Columns) +
                " for a matrix of " + Twine(M->Rows) + "x" + Twine(M->Columns) +
                "; expected one for two elements of a row");
  return expand(*M, *Places);
}

Expected<Matrix> FormulaReader::readScaled() {
  Expected<Matrix> M = readSparse();
  while (M && take('*')) {
    Expected<Matrix> Scales = readMatrix();
    if (!Scales)
      return Scales;
    if (M->Rows % Scales->Rows || M->Columns % Scales->Columns)
      return fail("scales of " + Twine(Scales->Rows) + "x" + Twine(Scales->Columns) +
                  " do not divide a matrix of " + Twine(M->Rows) + "x" + Twine(M->Columns));
    const uint64_t Height = M->Rows / Scales->Rows, Width = M->Columns / Scales->Columns;
    for (uint64_t Row = 0; Row != M->Rows; ++Row)
      for (uint64_t Column = 0; Column != M->Columns; ++Column)
        M->Values[Row * M->Columns + Column] *= Scales->get(Row / Height, Column / Width);
  }
  return M;
}

/// `2 *`, or 1 if no number is there.
double FormulaReader::readFactor() {
  Rest = Rest.ltrim();
  const StringRef Word =
      Rest.take_while([](char C) { return isDigit(C) || C == '.' || C == '-' || C == 'e'; });
  double Factor;
  StringRef After = Rest.drop_front(Word.size()).ltrim();
  if (Word.empty() || Word.getAsDouble(Factor) || !After.consume_front("*"))
    return 1;
  Rest = After;
  return Factor;
}

static Reference multiply(const Matrix &A, const Matrix &B, double Factor) {
  Reference Result{A.Rows, B.Columns, {}, {}};
  Result.Values.assign(A.Rows * B.Columns, 0);
  Result.Magnitudes.assign(A.Rows * B.Columns, 0);
  for (uint64_t Row = 0; Row != A.Rows; ++Row) {
    double *Values = &Result.Values[Row * B.Columns];
    double *Magnitudes = &Result.Magnitudes[Row * B.Columns];
    for (uint64_t K = 0; K != A.Columns; ++K) {
      const double X = A.get(Row, K) * Factor;
      const double *Y = &B.Values[K * B.Columns];
      for (uint64_t Column = 0; Column != B.Columns; ++Column) {
        Values[Column] += X * Y[Column];
        Magnitudes[Column] += std::fabs(X * Y[Column]);
      }
    }
  }
  return Result;
}

Expected<Reference> FormulaReader::readTerm() {
  const double Factor = readFactor();
  Expected<Matrix> A = readScaled();
  if (!A)
    return A.takeError();
  if (take('@')) {
    Expected<Matrix> B = readScaled();
    if (!B)
      return B.takeError();
    if (A->Columns != B->Rows)
      return fail("a matrix of " + Twine(A->Rows) + "x" + Twine(A->Columns) +
                  " cannot be multiplied by one of " + Twine(B->Rows) + "x" + Twine(B->Columns) +
                  "; '.T' transposes a matrix");
    return multiply(*A, *B, Factor);
  }
  Reference Result{A->Rows, A->Columns, std::move(A->Values), {}};
  for (double &Value : Result.Values) {
    Value *= Factor;
    Result.Magnitudes.push_back(std::fabs(Value));
  }
  return Result;
}

Expected<Reference> FormulaReader::read() {
  Expected<Reference> Sum = readTerm();
  while (Sum && take('+')) {
    Expected<Reference> Term = readTerm();
    if (!Term)
      return Term;
    if (Term->Rows != Sum->Rows || Term->Columns != Sum->Columns)
      return fail("a matrix of " + Twine(Term->Rows) + "x" + Twine(Term->Columns) +
                  " cannot be added to one of " + Twine(Sum->Rows) + "x" + Twine(Sum->Columns));
    for (size_t I = 0; I != Sum->Values.size(); ++I) {
      Sum->Values[I] += Term->Values[I];
      Sum->Magnitudes[I] += Term->Magnitudes[I];
    }
  }
  if (Sum && !Rest.trim().empty())
    return fail("expected '@', '*', '+' or the end, not '" + Rest.trim() + "'");
  return Sum;
}

Expected<Reference> run::evaluateFormula(StringRef Formula, ArrayRef<Argument> Arguments) {
  return FormulaReader(Formula, Arguments).read();
}
