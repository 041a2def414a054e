//===- FloatOperations.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps around a floating-point operation: load, flush, round, clamp, store.
//
// The roundings that are not to nearest are those of the host's floating-point environment, set
// around the operation alone. It is called through a pointer, over which the compiler moves
// nothing.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/FloatOperations.h"
#include "Emulator/Execute/Arithmetic/FloatCodes.h"
#include "Emulator/Machine/HalfNumbers.h"
#include "Model/Layouts/TensorMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cfenv>
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The elements of an operand, in the buffer if they are not of the type already.
template <class W>
static const W *load(const ThreadGroup &G, Slot From, const Type &T, bool Flushes,
                     W (&Buffer)[MaxElements]) {
  const unsigned Count = WarpSize * T.Count;
  if (T.Width == 64) {
    if constexpr (sizeof(W) == 8)
      return G.lanes<double>(From);
  }
  if (T.Width == 32) {
    const float *X = G.lanes<float>(From);
    if (std::is_same_v<W, float> && !Flushes)
      return reinterpret_cast<const W *>(X);
    for (unsigned I = 0; I != Count; ++I)
      Buffer[I] = Flushes ? flush(X[I]) : X[I];
    return Buffer;
  }
  uint16_t Codes[MaxElements];
  std::memcpy(Codes, G.lanes<uint16_t>(From), Count * sizeof(uint16_t));
  if (T.Is == Type::BFloat) {
    for (unsigned I = 0; I != Count; ++I)
      Buffer[I] = decodeBFloat(Codes[I]);
    return Buffer;
  }
  for (unsigned I = 0; I != Count && Flushes; ++I)
    Codes[I] &= Codes[I] & 0x7c00 ? 0xffff : 0x8000;
  for (unsigned I = 0; I != Count; ++I)
    Buffer[I] = decodeHalf(Codes[I]);
  return Buffer;
}

const float *emulator::loadFloats(const ThreadGroup &G, Slot From, const Type &T, bool Flushes,
                                  float (&Buffer)[MaxElements]) {
  return load<float>(G, From, T, Flushes, Buffer);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// bf16 has the exponents of floats, and among the smallest a float cannot be rounded again.
static uint16_t encodeBFloat(double Value) {
  constexpr double SmallestNormal = 0x1p-126, PerUnit = 0x1p133;
  if (!(std::fabs(Value) < SmallestNormal))
    return emulator::encodeBFloat(roundToOdd(Value));
  const auto Units = uint16_t(std::nearbyint(std::fabs(Value) * PerUnit));
  return uint16_t(Units | (std::signbit(Value) ? 0x8000 : 0));
}
static uint16_t encodeHalf(double Value) { return emulator::encodeHalf(roundToOdd(Value)); }
static uint16_t encodeBFloat(float Value) { return emulator::encodeBFloat(Value); }
static uint16_t encodeHalf(float Value) { return emulator::encodeHalf(Value); }

template <class W> static void clamp(W *Values, unsigned Count, const FloatDetails &Of) {
  for (unsigned I = 0; I != Count && Of.Saturates; ++I)
    Values[I] = Values[I] > 0 ? (Values[I] < 1 ? Values[I] : W(1)) : W(0);
  for (unsigned I = 0; I != Count && Of.ClampsNegative; ++I)
    Values[I] = Values[I] <= 0 ? W(0) : Values[I];
}

/// Makes results +0 where an element of A or B lies outside of a tensor.
template <class W>
static void clearOutOfBounds(const Instruction &I, const ThreadGroup &G, W *Values,
                             unsigned Count) {
  const uint16_t *A = G.lanes<uint16_t>(I.Operands[0]), *B = G.lanes<uint16_t>(I.Operands[1]);
  for (unsigned Element = 0; Element != Count; ++Element)
    if (A[Element] == OutOfBounds16 || B[Element] == OutOfBounds16)
      Values[Element] = 0;
}

/// Writes the elements of a packed register, or those of ordinary ones.
template <class R, class E>
static void write(const ThreadGroup &G, Slot To, const E (&Elements)[MaxElements]) {
  R Values[WarpSize];
  std::memcpy(Values, Elements, sizeof(Values));
  G.set(To, Values);
}

static void storeHalves(const ThreadGroup &G, Slot To, const Type &T, bool Flushes,
                        uint16_t (&Codes)[MaxElements]) {
  const uint16_t Exponent = T.Is == Type::BFloat ? 0x7f80 : 0x7c00;
  for (unsigned I = 0; I != MaxElements && Flushes; ++I)
    Codes[I] &= Codes[I] & Exponent ? 0xffff : 0x8000;
  if (T.Count == 2)
    write<uint32_t>(G, To, Codes);
  else
    write<uint16_t>(G, To, Codes);
}

/// Toward zero, what was rounded so to a double already.
static uint16_t truncate(const MMANumberFormat &To, double Value) {
  return uint16_t(encodeNumber(To, getExact(Value), {words::Rounding::Rz}));
}

template <class W>
static void store(const ThreadGroup &G, Slot To, const FloatDetails &Of,
                  const W (&Values)[MaxElements]) {
  const Type &T = Of.Of[0];
  const unsigned Count = WarpSize * T.Count;
  if (T.Width == 64) {
    uint64_t Bits[WarpSize];
    const uint64_t Kept = Of.IsGrossApproximation ? ~uint64_t(0) << 32 : ~uint64_t(0);
    for (unsigned I = 0; I != WarpSize; ++I)
      Bits[I] =
          llvm::bit_cast<uint64_t>(double(Of.IsGrossApproximation ? flush(Values[I]) : Values[I])) &
          Kept;
    return G.set(To, Bits);
  }
  if (T.Width == 32) {
    uint32_t Bits[MaxElements] = {};
    for (unsigned I = 0; I != Count; ++I) {
      const float Value = Of.Flushes ? flush(float(Values[I])) : float(Values[I]);
      Bits[I] = Value == Value ? llvm::bit_cast<uint32_t>(Value) : SingleNaN;
    }
    return T.Count == 2 ? write<uint64_t>(G, To, Bits) : write<uint32_t>(G, To, Bits);
  }
  uint16_t Codes[MaxElements] = {};
  if (Of.Truncated)
    for (unsigned I = 0; I != Count; ++I)
      Codes[I] = truncate(*Of.Truncated, Values[I]);
  else if (T.Is == Type::BFloat)
    for (unsigned I = 0; I != Count; ++I)
      Codes[I] = ::encodeBFloat(Values[I]);
  else
    for (unsigned I = 0; I != Count; ++I)
      Codes[I] = ::encodeHalf(Values[I]);
  storeHalves(G, To, T, Of.Flushes, Codes);
}

/// Rounds numbers to f16 or bf16.
template <class W> static void convert(const Type &T, W *Values, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    Values[I] = T.Is == Type::BFloat ? decodeBFloat(::encodeBFloat(Values[I]))
                                     : decodeHalf(::encodeHalf(Values[I]));
}

template <class W, Computation<W> FloatOperation::*Which>
static Step executeFloats(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<FloatDetails>();
  W Buffers[3][MaxElements];
  const W *Arguments[3] = {};
  for (unsigned Number = 0; Number != Of.NumOperands; ++Number)
    Arguments[Number] =
        load<W>(G, I.Operands[Number], Of.Of[Number + 1], Of.Flushes, Buffers[Number]);
  W Values[MaxElements];
  const unsigned Count = WarpSize * Of.Of[0].Count;
  if (Of.ConvertsLast)
    convert(Of.Of[0], Buffers[Of.NumOperands - 1], Count);
  if (Of.Rounding != FE_TONEAREST)
    std::fesetround(Of.Rounding);
  (Of.Operation.*Which)(Arguments, Values, Count);
  if (Of.Rounding != FE_TONEAREST)
    std::fesetround(FE_TONEAREST);
  clamp(Values, Count, Of);
  if (Of.Operation.IsZeroOutOfBounds)
    clearOutOfBounds(I, G, Values, Count);
  store<W>(G, I.Results[0], Of, Values);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static int getRounding(words::Rounding Word) {
  switch (Word) {
  case words::Rounding::Rz:
    return FE_TOWARDZERO;
  case words::Rounding::Rm:
    return FE_DOWNWARD;
  case words::Rounding::Rp:
    return FE_UPWARD;
  default:
    return FE_TONEAREST;
  }
}

Error emulator::readFloats(InstructionReader &R, const FloatOperation &Operation) {
  FloatDetails Of;
  Of.Operation = Operation;
  Of.NumOperands = unsigned(R.Result.Operands.size());
  Of.Rounding = getRounding(R.get<words::Rounding>());
  Of.Flushes = R.get<words::Ftz>() == words::Ftz::Ftz;
  Of.Saturates = R.get<words::Clamp>() == words::Clamp::Sat;
  Of.ClampsNegative = R.get<words::Clamp>() == words::Clamp::Relu;
  for (auto [T, Operand] : zip(Of.Of, getInfo(R.Parsed.Row).Operands))
    T = R.type(Operand.Type);
  const Type &D = R.Result.On = Of.Of[0];
  const bool IsHalf = D.Width == 16;
  const bool IsMixed = any_of(ArrayRef(Of.Of).slice(1, Of.NumOperands),
                              [&](const Type &T) { return T.Is != D.Is || T.Width != D.Width; });
  if (IsHalf && Of.Rounding == FE_TOWARDZERO)
    Of.Truncated = findElementFormat(D);
  Of.ConvertsLast = IsHalf && IsMixed && Of.Of[Of.NumOperands].Width == 16;
  Of.IsGrossApproximation = D.Width == 64 && Of.Flushes;
  if (D.Width == 64 || (IsHalf && IsMixed))
    R.Result.Execute = executeFloats<double, &FloatOperation::Double>;
  else if (IsHalf && Operation.Halves)
    R.Result.Execute = executeFloats<double, &FloatOperation::Halves>;
  else
    R.Result.Execute = executeFloats<float, &FloatOperation::Single>;
  R.setDetails(Of);
  return Error::success();
}
