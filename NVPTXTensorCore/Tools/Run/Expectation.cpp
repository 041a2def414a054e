//===- Expectation.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares results.
//
//===----------------------------------------------------------------------===//

#include "Run/Expectation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

static Expected<Reference> readReference(StringRef Path, double Tolerance) {
  Expected<Array> A = readNumPyFile(Path);
  if (!A)
    return A.takeError();
  Reference Result;
  Result.Columns = A->Shape.empty() ? 1 : A->Shape.back();
  Result.Rows = Result.Columns ? A->getCount() / Result.Columns : 0;
  for (uint64_t I = 0; I != A->getCount(); ++I) {
    Result.Values.push_back(A->get(I));
    Result.Errors.push_back(Tolerance * std::fabs(Result.Values.back()));
  }
  return Result;
}

Expected<Expectation> run::parseExpectation(StringRef Text, ArrayRef<Argument> Arguments,
                                            std::optional<double> Tolerance, bool AllowsShortSums) {
  const StringRef Name = Text.split('=').first, What = Text.split('=').second;
  const Argument *Of =
      find_if(Arguments, [&](const Argument &A) { return StringRef(A.Name) == Name.trim(); });
  if (Of == Arguments.end() || Of->Is != Argument::Memory)
    return fail("'" + Text + "': " + rejectName(Name, Arguments));
  if (What.empty())
    return fail("'" + Text + "': expected NAME=FORMULA or NAME=@FILE.npy");
  Expectation E;
  E.Name = Name.trim().str();
  E.Text = What.str();
  E.Tolerance = Tolerance.value_or(getDefaultTolerance(Of->Contents.Type));
  E.WasWritten = Of->IsWritten;
  for (const Argument &A : Arguments)
    if (A.Is == Argument::TensorMap && A.Map.Box.size() == 2)
      E.Boxes.push_back({A.Map.Of, {A.Map.Box[0], A.Map.Box[1]}});
  StringRef File = What;
  if (!File.consume_front("@")) {
    Expected<Formula> By = Formula::parse(What, Arguments);
    if (!By)
      return By.takeError();
    E.By = std::move(*By);
    E.By->AllowsShortSums = AllowsShortSums && !Tolerance;
  }
  Expected<Reference> R = E.By ? E.By->evaluate(E.Tolerance) : readReference(File, E.Tolerance);
  if (!R)
    return R.takeError();
  if (R->Values.size() != Of->Contents.getCount())
    return fail("'" + Text + "': '" + Name + "' has " + Twine(Of->Contents.getCount()) +
                " elements (" + printShape(Of->Contents.Shape) + "), what is expected has " +
                Twine(R->Values.size()) + " (" + Twine(R->Rows) + "x" + Twine(R->Columns) + ")");
  E.Expected = std::move(*R);
  return E;
}

double run::getDefaultTolerance(const ElementType &T) {
  if (!T.IsFloat)
    return 0;
  // Sums have f32's precision at most; of some hundred roundings few go the same way.
  constexpr double OfSums = 0x1p-16, OfDoubleSums = 0x1p-44;
  return T.Bits == 64 ? OfDoubleSums : OfSums;
}

/// Half a unit in the last place, for results that are kept in a narrow type.
static double getRounding(const ElementType &T, double Value) {
  if (!T.IsFloat)
    return 0;
  const double Relative = std::ldexp(1.0, -int(T.FractionBits) - 1);
  const double Lowest = T.decode(1); // of a number too small to be rounded relatively
  return std::fmax(Relative * std::fabs(Value), std::fabs(Lowest) / 2);
}

static std::string printIndex(const Array &A, uint64_t Index) {
  std::string Text;
  for (uint64_t Extent : reverse(A.Shape)) {
    Text = std::to_string(Index % Extent) + (Text.empty() ? "" : ",") + Text;
    Index /= Extent;
  }
  return "[" + Text + "]";
}

bool run::isRight(const ElementType &T, double Value, double Wanted, double Error,
                  double Tolerance) {
  const bool AreSame = Value == Wanted || (std::isnan(Value) && std::isnan(Wanted));
  const double Allowed = Tolerance == 0 ? 0 : Error + getRounding(T, Wanted);
  const bool IsNearest = T.IsFloat && !std::isnan(Value) && T.encode(Wanted) == T.encode(Value);
  return AreSame || std::fabs(Value - Wanted) <= Allowed || IsNearest;
}

bool run::compare(const Array &Result, const Expectation &E, raw_ostream &OS) {
  constexpr uint64_t MaxShown = 5;
  uint64_t NumWrong = 0;
  double Worst = 0;
  for (uint64_t I = 0; I != E.Expected.Values.size(); ++I) {
    const double Value = Result.get(I), Wanted = E.Expected.Values[I];
    const double Error = E.Expected.Errors[I];
    if (isRight(Result.Type, Value, Wanted, Error, E.Tolerance)) {
      const double Off = Value == Wanted ? 0 : std::fabs(Value - Wanted);
      if (Off > 0 && Error > 0)
        Worst = std::fmax(Worst, Off / Error * E.Tolerance);
      continue;
    }
    if (NumWrong++ < MaxShown)
      OS << "  " << E.Name << printIndex(Result, I) << " is " << format("%.9g", Value)
         << "; expected " << format("%.9g", Wanted) << '\n';
  }
  const uint64_t Count = E.Expected.Values.size();
  if (NumWrong) {
    OS << "wrong: " << NumWrong << " of " << Count << " elements of " << E.Name << " differ from "
       << E.Text << '\n';
    explainWrong(Result, E, OS);
    return false;
  }
  OS << "right: " << E.Name << " = " << E.Text << ", " << Count << " elements";
  if (Worst > 0)
    OS << ", off by " << format("%.1e", Worst) << " of the magnitude at most";
  OS << '\n';
  return true;
}
