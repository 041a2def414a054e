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

#include "Emulator/Instructions/FloatOperations.h"
#include "Emulator/Instructions/FloatCodes.h"
#include "Emulator/Instructions/HalfNumbers.h"
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

/// Writes the elements of a packed register, or those of ordinary ones.
template <class R, class E>
static void write(const ThreadGroup &G, Slot To, const E (&Elements)[MaxElements]) {
  R Values[WarpSize];
  std::memcpy(Values, Elements, sizeof(Values));
  G.set(To, Values);
}

static void storeHalves(const ThreadGroup &G, Slot To, const Type &T, bool Flushes,
                        uint16_t (&Codes)[MaxElements]) {
  for (unsigned I = 0; I != MaxElements && Flushes; ++I)
    Codes[I] &= Codes[I] & 0x7c00 ? 0xffff : 0x8000;
  if (T.Count == 2)
    write<uint32_t>(G, To, Codes);
  else
    write<uint16_t>(G, To, Codes);
}

/// Toward zero, what was rounded so to a double already.
static uint16_t truncate(const Type &T, double Value) {
  return uint16_t(encodeNumber(*findElementFormat(T), getExact(Value), {RoundingRule::Zero}));
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
  if (Of.Rounding == FE_TOWARDZERO)
    for (unsigned I = 0; I != Count; ++I)
      Codes[I] = truncate(T, Values[I]);
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
  store<W>(G, I.Results[0], Of, Values);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

FloatDetails emulator::takeFloatModifiers(InstructionReader &R) {
  FloatDetails Of;
  R.takeAnywhere(".rn");
  Of.Rounding = R.takeAnywhere(".rz")   ? FE_TOWARDZERO
                : R.takeAnywhere(".rm") ? FE_DOWNWARD
                : R.takeAnywhere(".rp") ? FE_UPWARD
                                        : FE_TONEAREST;
  Of.Flushes = R.takeAnywhere(".ftz");
  Of.Saturates = R.takeAnywhere(".sat");
  Of.ClampsNegative = R.takeAnywhere(".relu");
  return Of;
}

/// `add.f32.bf16 d, a, c`: all operands but the last have the second type.
static Error readMixedTypes(InstructionReader &R, FloatDetails &Of, const Type &Second,
                            unsigned NumOperands) {
  if (!Of.Of[0].is("f32") || Second.Width != 16 || Second.Count != 1 || !isFloat(Second))
    return R.fail("expected '.f32' and '.f16' or '.bf16'");
  for (unsigned Number = 1; Number != NumOperands; ++Number)
    Of.Of[Number] = Second;
  return Error::success();
}

/// PTX ISA 9.7.5: the types of the result and of each operand. They are f32x2 but for A, or but for
/// the result, which is rounded toward zero; or f16x2 and bf16x2 are multiplied.
static Error readPackedMixedTypes(InstructionReader &R, FloatDetails &Of, const Type &Second,
                                  unsigned NumOperands) {
  const auto IsHalves = [](const Type &T) { return isFloat(T) && T.Width == 16 && T.Count == 2; };
  const StringRef Name = R.Source.Name;
  const bool IsProduct = Name == "mul", IsSum = Name == "add" || Name == "sub";
  Of.Of[1] = Second;
  for (unsigned Number = 2; Number <= NumOperands; ++Number) {
    Expected<Type> T = R.expectType();
    if (!T)
      return T.takeError();
    Of.Of[Number] = *T;
  }
  const Type &D = Of.Of[0], &A = Of.Of[1];
  const auto Rest = ArrayRef(Of.Of).slice(2, NumOperands - 1);
  const bool IsRestWide = all_of(Rest, [](const Type &T) { return T.is("f32x2"); });
  Of.ConvertsLast = IsProduct && IsHalves(D) && A.is(D.Name) && IsHalves(Rest[0]) &&
                    Of.Rounding == FE_TONEAREST && !Of.Flushes;
  const bool IsUpward =
      (IsSum || Name == "fma") && D.is("f32x2") && IsHalves(A) && IsRestWide && !Of.Flushes;
  const bool IsDownward = (IsSum || IsProduct) && IsHalves(D) && A.is("f32x2") && IsRestWide &&
                          Of.Rounding == FE_TOWARDZERO && Of.Flushes == D.is("f16x2");
  const bool IsClamped = Of.Saturates || Of.ClampsNegative;
  if (!IsClamped && (IsUpward || IsDownward || Of.ConvertsLast))
    return Error::success();
  return R.fail("the emulator does not know this mixture of types and its rounding");
}

Error emulator::readFloats(InstructionReader &R, FloatDetails Of, unsigned NumOperands) {
  const bool IsFinite = R.takeAnywhere(".satfinite");
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (T->Is == Type::Narrow)
    return readNarrowFloats(R, Of.Operation, *T, NumOperands, IsFinite);
  if (IsFinite)
    return R.fail("expected four elements of 8 bits or fewer with '.satfinite'");
  if (!isFloat(*T) || T->getBits() > 64)
    return R.fail("the emulator does not know the type '." + T->Name + "' here");
  for (Type &Each : Of.Of)
    Each = *T;
  Of.NumOperands = NumOperands;
  const std::optional<Type> Second = R.takeType();
  if (!Second && Of.Rounding != FE_TONEAREST && T->Width == 16)
    return R.fail("expected '.rn': '." + T->Name + "' has no other rounding");
  if (Second)
    if (Error E = T->Count == 2 ? readPackedMixedTypes(R, Of, *Second, NumOperands)
                                : readMixedTypes(R, Of, *Second, NumOperands))
      return E;
  R.Result.On = *T;
  const bool IsHalf = T->Width == 16;
  if (T->Width == 64 || (IsHalf && Second))
    R.Result.Execute = executeFloats<double, &FloatOperation::Double>;
  else if (IsHalf && Of.Operation.Halves)
    R.Result.Execute = executeFloats<double, &FloatOperation::Halves>;
  else
    R.Result.Execute = executeFloats<float, &FloatOperation::Single>;
  const bool IsKnown = T->Width == 64 ? Of.Operation.Double != nullptr
                                      : Of.Operation.Single || (IsHalf && Of.Operation.Halves);
  if (!IsKnown)
    return R.fail("the emulator does not know the type '." + T->Name + "' here");
  R.setDetails(Of);
  return readLaneOperands(R, Of.Of[0], ArrayRef(Of.Of).slice(1, NumOperands));
}
