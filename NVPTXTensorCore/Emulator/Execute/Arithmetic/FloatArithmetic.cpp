//===- FloatArithmetic.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the results of floating-point instructions. Where PTX asks for a rounding, the host
// computes it exactly; where it asks for an approximation, the result is rounded once from that
// of the host's library.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/FloatOperations.h"
#include "Emulator/Machine/HalfNumbers.h"
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

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static constexpr FloatOperation Sum = {add<float>, add<double>};
static constexpr FloatOperation Difference = {subtract<float>, subtract<double>};
static constexpr FloatOperation Product = {multiply<float>, multiply<double>};
static constexpr FloatOperation FusedSum = {fuseSingle, fuseDouble, fuseHalves};
static constexpr FloatOperation FusedSumOfTensors = {fuseSingle, nullptr, fuseHalves, true};
static constexpr FloatOperation Quotient = {divide<float>, divide<double>};
static constexpr FloatOperation Reciprocal = {reciprocal<float>, reciprocal<double>};
static constexpr FloatOperation SquareRoot = {squareRoot<float>, squareRoot<double>};
static constexpr FloatOperation ReciprocalRoot = {approximate<reciprocalRoot, float>,
                                                  approximate<reciprocalRoot, double>};
/// Not of f64. f16 and bf16 are rounded once, from doubles.
template <double (*Function)(double)>
static constexpr FloatOperation Approximation = {approximate<Function, float>, nullptr,
                                                 approximate<Function, double>};

template <const FloatOperation &Operation> static Error readOperation(InstructionReader &R) {
  return readFloats(R, Operation);
}
template <Computation<double> Compute> static Error readNarrow(InstructionReader &R) {
  return readNarrowFloats(R, Compute);
}

template <bool IsMax, bool XorsSigns = false> static Error readExtremum(InstructionReader &R) {
  using K = Extremum;
  const bool NaN = R.get<words::NaN>() == words::NaN::NaN;
  const unsigned NumOperands = unsigned(R.Result.Operands.size());
  if (XorsSigns)
    return readFloats(R, NaN ? getExtremum<IsMax, K::XorSignNaN>(2)
                             : getExtremum<IsMax, K::XorSign>(2));
  if (R.get<words::Abs>() == words::Abs::Abs)
    return readFloats(R, NaN ? getExtremum<IsMax, K::AbsNaN>(NumOperands)
                             : getExtremum<IsMax, K::AbsNumber>(NumOperands));
  return readFloats(R, NaN ? getExtremum<IsMax, K::NaN>(NumOperands)
                           : getExtremum<IsMax, K::Number>(NumOperands));
}

ArrayRef<RowReader> emulator::getFloatRows() {
  // clang-format off
  static constexpr RowReader Rows[] = {
      {PTX_ADD_F32, readOperation<Sum>}, {PTX_ADD_F32X2, readOperation<Sum>},
      {PTX_ADD_F64, readOperation<Sum>}, {PTX_ADD_F16, readOperation<Sum>},
      {PTX_ADD_BF16, readOperation<Sum>}, {PTX_ADD_MIXED, readOperation<Sum>},
      {PTX_ADD_MIXED_PAIR, readOperation<Sum>}, {PTX_ADD_TO_F16, readOperation<Sum>},
      {PTX_ADD_TO_BF16, readOperation<Sum>}, {PTX_ADD_NARROW, readNarrow<addNarrow>},
      {PTX_SUB_F32, readOperation<Difference>}, {PTX_SUB_F32X2, readOperation<Difference>},
      {PTX_SUB_F64, readOperation<Difference>}, {PTX_SUB_F16, readOperation<Difference>},
      {PTX_SUB_BF16, readOperation<Difference>}, {PTX_SUB_MIXED, readOperation<Difference>},
      {PTX_SUB_MIXED_PAIR, readOperation<Difference>}, {PTX_SUB_TO_F16, readOperation<Difference>},
      {PTX_SUB_TO_BF16, readOperation<Difference>}, {PTX_SUB_NARROW, readNarrow<subtractNarrow>},
      {PTX_MUL_F32, readOperation<Product>}, {PTX_MUL_F32X2, readOperation<Product>},
      {PTX_MUL_F64, readOperation<Product>}, {PTX_MUL_F16, readOperation<Product>},
      {PTX_MUL_BF16, readOperation<Product>}, {PTX_MUL_BY_F16, readOperation<Product>},
      {PTX_MUL_BY_BF16, readOperation<Product>}, {PTX_MUL_TO_F16, readOperation<Product>},
      {PTX_MUL_TO_BF16, readOperation<Product>}, {PTX_MUL_NARROW, readNarrow<multiply<double>>},
      {PTX_FMA_F32, readOperation<FusedSum>}, {PTX_FMA_F32X2, readOperation<FusedSum>},
      {PTX_FMA_F64, readOperation<FusedSum>}, {PTX_FMA_F16, readOperation<FusedSum>},
      {PTX_FMA_BF16, readOperation<FusedSum>}, {PTX_FMA_MIXED, readOperation<FusedSum>},
      {PTX_FMA_OOB_F16, readOperation<FusedSumOfTensors>}, {PTX_FMA_OOB_BF16, readOperation<FusedSumOfTensors>},
      {PTX_FMA_MIXED_PAIR, readOperation<FusedSum>}, {PTX_FMA_NARROW, readNarrow<fuseHalves>},
      {PTX_MAD_F32, readOperation<FusedSum>}, {PTX_MAD_F64, readOperation<FusedSum>},
      {PTX_DIV_F32, readOperation<Quotient>}, {PTX_DIV_F64, readOperation<Quotient>},
      {PTX_RCP_F32, readOperation<Reciprocal>}, {PTX_RCP_F64, readOperation<Reciprocal>},
      {PTX_RCP_APPROX_F64, readOperation<Reciprocal>}, {PTX_SQRT_F32, readOperation<SquareRoot>},
      {PTX_SQRT_F64, readOperation<SquareRoot>}, {PTX_RSQRT, readOperation<ReciprocalRoot>},
      {PTX_SIN, readOperation<Approximation<std::sin>>},
      {PTX_COS, readOperation<Approximation<std::cos>>},
      {PTX_LG2, readOperation<Approximation<std::log2>>},
      {PTX_EX2_F32, readOperation<Approximation<std::exp2>>},
      {PTX_EX2_F16, readOperation<Approximation<std::exp2>>},
      {PTX_EX2_BF16, readOperation<Approximation<std::exp2>>},
      {PTX_TANH, readOperation<Approximation<std::tanh>>},
      {PTX_MIN_F32, readExtremum<false>}, {PTX_MIN_F64, readExtremum<false>},
      {PTX_MIN_BF16, readExtremum<false>}, {PTX_MIN_XORSIGN_F32, readExtremum<false, true>},
      {PTX_MIN_XORSIGN_BF16, readExtremum<false, true>}, {PTX_MIN_OF_THREE, readExtremum<false>},
      {PTX_MAX_F32, readExtremum<true>}, {PTX_MAX_F64, readExtremum<true>},
      {PTX_MAX_BF16, readExtremum<true>}, {PTX_MAX_XORSIGN_F32, readExtremum<true, true>},
      {PTX_MAX_XORSIGN_BF16, readExtremum<true, true>}, {PTX_MAX_OF_THREE, readExtremum<true>},
  };
  // clang-format on
  return Rows;
}
