//===- FloatArithmetic.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What floating-point instructions compute. Where PTX asks for a rounding, the host computes it
// exactly; where it asks for an approximation, the result is rounded once from that of the host's
// library.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/FloatOperations.h"
#include "Emulator/Instructions/HalfNumbers.h"
#include <cfenv>
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

// fma is an instruction of most hosts, which the compiler may not presume.
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#define WITH_HOST_FMA __attribute__((target_clones("fma", "default")))
#else
#define WITH_HOST_FMA
#endif

template <class W> using Arguments = const W *const (&)[3];

//===----------------------------------------------------------------------===//
// Exact operations
//===----------------------------------------------------------------------===//

template <class W> static void add(Arguments<W> X, W *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = X[0][I] + X[1][I];
}
template <class W> static void subtract(Arguments<W> X, W *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = X[0][I] - X[1][I];
}
template <class W> static void multiply(Arguments<W> X, W *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = X[0][I] * X[1][I];
}
template <class W> static void divide(Arguments<W> X, W *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = X[0][I] / X[1][I];
}
template <class W> static void reciprocal(Arguments<W> X, W *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = W(1) / X[0][I];
}
template <class W> static void squareRoot(Arguments<W> X, W *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = std::sqrt(X[0][I]);
}
WITH_HOST_FMA static void fuseSingle(Arguments<float> X, float *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = __builtin_fmaf(X[0][I], X[1][I], X[2][I]);
}
WITH_HOST_FMA static void fuseDouble(Arguments<double> X, double *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = __builtin_fma(X[0][I], X[1][I], X[2][I]);
}

/// A sum that is rounded so that its last bit says whether it is exact, and may be rounded once
/// more.
static double addToOdd(double A, double B) {
  const double Sum = A + B;
  const double PartOfB = Sum - A, Rest = (A - (Sum - PartOfB)) + (B - PartOfB);
  const uint64_t Bits = llvm::bit_cast<uint64_t>(Sum);
  const bool IsInexact = Rest < 0 || Rest > 0;
  const uint64_t Odd = (Rest < 0) == (Sum < 0) ? Bits + 1 : Bits - 1;
  return llvm::bit_cast<double>(IsInexact && !(Bits & 1) ? Odd : Bits);
}
/// a * b + c of f16, bf16 and what is narrower: the product is exact.
static void fuseHalves(Arguments<double> X, double *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = addToOdd(X[0][I] * X[1][I], X[2][I]);
}
// ue8m0 has so wide a range that a sum need not be exact.
static void addNarrow(Arguments<double> X, double *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = addToOdd(X[0][I], X[1][I]);
}
static void subtractNarrow(Arguments<double> X, double *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = addToOdd(X[0][I], -X[1][I]);
}

//===----------------------------------------------------------------------===//
// Approximations
//===----------------------------------------------------------------------===//

static double reciprocalRoot(double A) { return 1 / std::sqrt(A); }
template <double (*Function)(double), class W>
static void approximate(Arguments<W> X, W *D, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    D[I] = W(Function(X[0][I]));
}

//===----------------------------------------------------------------------===//
// Minima and maxima
//===----------------------------------------------------------------------===//

namespace {
enum class Extremum { Number, NaN, XorSign, XorSignNaN, AbsNumber, AbsNaN };
}

/// A number, unless both are NaN or one is enough to make the result so. -0 is less than +0.
template <class W, bool IsMax, bool PropagatesNaN> static W choose(W A, W B) {
  const bool ANaN = A != A, BNaN = B != B;
  if (PropagatesNaN ? ANaN || BNaN : ANaN && BNaN)
    return std::numeric_limits<W>::quiet_NaN();
  if (ANaN || BNaN)
    return ANaN ? B : A;
  const bool IsLess = A < B || (A == B && std::signbit(A));
  return IsLess != IsMax ? A : B;
}

template <class W, bool IsMax, Extremum Kind, unsigned NumOperands>
static void choose(Arguments<W> X, W *D, unsigned Count) {
  constexpr bool XorsSigns = Kind == Extremum::XorSign || Kind == Extremum::XorSignNaN;
  constexpr bool IsAbs = XorsSigns || Kind == Extremum::AbsNumber || Kind == Extremum::AbsNaN;
  constexpr bool NaN =
      Kind == Extremum::NaN || Kind == Extremum::XorSignNaN || Kind == Extremum::AbsNaN;
  for (unsigned I = 0; I != Count; ++I) {
    const W A = X[0][I], B = X[1][I];
    W Result = choose<W, IsMax, NaN>(IsAbs ? std::fabs(A) : A, IsAbs ? std::fabs(B) : B);
    if (NumOperands == 3)
      Result = choose<W, IsMax, NaN>(Result, IsAbs ? std::fabs(X[2][I]) : X[2][I]);
    if (XorsSigns && std::signbit(A) != std::signbit(B))
      Result = -Result;
    D[I] = Result;
  }
}

template <bool IsMax, Extremum Kind> static FloatOperation getExtremum(unsigned NumOperands) {
  if (NumOperands == 3)
    return {choose<float, IsMax, Kind, 3>, nullptr};
  return {choose<float, IsMax, Kind, 2>,
          Kind == Extremum::Number ? choose<double, IsMax, Kind, 2> : nullptr};
}

template <bool IsMax> static Error readExtremum(InstructionReader &R) {
  FloatDetails Of = takeFloatModifiers(R);
  const bool NaN = R.takeAnywhere(".NaN"), XorsSigns = R.takeAnywhere(".xorsign");
  const bool IsAbs = R.takeAnywhere(".abs");
  const unsigned NumOperands = R.getNumOperands() == 4 ? 3 : 2;
  if (XorsSigns && (!IsAbs || NumOperands == 3))
    return R.fail("expected '.xorsign.abs' and two operands");
  if (IsAbs && !XorsSigns && NumOperands == 2)
    return R.fail("expected '.xorsign' before '.abs', or three operands");
  using K = Extremum;
  if (XorsSigns)
    Of.Operation = NaN ? getExtremum<IsMax, K::XorSignNaN>(2) : getExtremum<IsMax, K::XorSign>(2);
  else if (IsAbs)
    Of.Operation = NaN ? getExtremum<IsMax, K::AbsNaN>(NumOperands)
                       : getExtremum<IsMax, K::AbsNumber>(NumOperands);
  else
    Of.Operation =
        NaN ? getExtremum<IsMax, K::NaN>(NumOperands) : getExtremum<IsMax, K::Number>(NumOperands);
  return readFloats(R, Of, NumOperands);
}
Error emulator::readFloatMin(InstructionReader &R) { return readExtremum<false>(R); }
Error emulator::readFloatMax(InstructionReader &R) { return readExtremum<true>(R); }

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

static Error readExact(InstructionReader &R, FloatOperation Operation, unsigned NumOperands) {
  FloatDetails Of = takeFloatModifiers(R);
  Of.Operation = Operation;
  return readFloats(R, Of, NumOperands);
}

Error emulator::readFloatAdd(InstructionReader &R) {
  return readExact(R, {add<float>, add<double>, nullptr, addNarrow}, 2);
}
Error emulator::readFloatSubtract(InstructionReader &R) {
  return readExact(R, {subtract<float>, subtract<double>, nullptr, subtractNarrow}, 2);
}
Error emulator::readFloatMultiply(InstructionReader &R) {
  return readExact(R, {multiply<float>, multiply<double>, nullptr, multiply<double>}, 2);
}
/// fma, and mad, which is the same since sm_20.
Error emulator::readFloatMultiplyAdd(InstructionReader &R) {
  return readExact(R, {fuseSingle, fuseDouble, fuseHalves, fuseHalves}, 3);
}
Error emulator::readFloatDivide(InstructionReader &R) {
  if (!R.takeAnywhere(".full"))
    R.takeAnywhere(".approx");
  return readExact(R, {divide<float>, divide<double>}, 2);
}

/// What may be an approximation or rounded exactly.
static Error readFunction(InstructionReader &R, FloatOperation Operation) {
  const bool IsApproximation = R.takeAnywhere(".approx");
  FloatDetails Of = takeFloatModifiers(R);
  const bool IsOfDoubles = !R.Source.Modifiers.empty() && R.Source.Modifiers.back() == ".f64";
  Of.IsGrossApproximation = IsApproximation && IsOfDoubles && Of.Flushes;
  Of.Operation = Operation;
  return readFloats(R, Of, 1);
}
static Error readReciprocal(InstructionReader &R) {
  return readFunction(R, {reciprocal<float>, reciprocal<double>});
}
static Error readSquareRoot(InstructionReader &R) {
  return readFunction(R, {squareRoot<float>, squareRoot<double>});
}
static Error readReciprocalRoot(InstructionReader &R) {
  return readFunction(R, {approximate<reciprocalRoot, float>, approximate<reciprocalRoot, double>});
}
/// Not of f64. f16 and bf16 are rounded once, from doubles.
template <double (*Function)(double)> static Error readApproximation(InstructionReader &R) {
  return readFunction(R, {approximate<Function, float>, nullptr, approximate<Function, double>});
}

ArrayRef<InstructionFamily> emulator::getFloatInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"fma", readFloatMultiplyAdd},
      {"rcp", readReciprocal},
      {"sqrt", readSquareRoot},
      {"rsqrt", readReciprocalRoot},
      {"sin", readApproximation<std::sin>},
      {"cos", readApproximation<std::cos>},
      {"lg2", readApproximation<std::log2>},
      {"ex2", readApproximation<std::exp2>},
      {"tanh", readApproximation<std::tanh>},
  };
  return Families;
}
