//===- ElementCodec.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of up to 8 bits have tables, which NumberFormat fills; wider ones are formats of the
// machine, or pieces of one. A bit for each of several elements in a byte is taken out of it.
//
//===----------------------------------------------------------------------===//

#include "Numbers/ElementCodec.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr unsigned MaxTableBits = 8;
using DecodingTable = std::array<double, 1 << MaxTableBits>;

static double toDouble(const Number &N) {
  if (N.Class == Number::NaN)
    return std::nan("");
  const double Magnitude =
      N.Class == Number::Infinity ? HUGE_VAL : std::ldexp(double(N.Significand), N.Exponent);
  return N.IsNegative ? -Magnitude : Magnitude;
}

static const double *getTable(const NumberFormat &Format, unsigned ElementBits) {
  static std::mutex Lock;
  static std::map<std::pair<StringRef, unsigned>, DecodingTable> Tables;
  const std::lock_guard<std::mutex> Guard(Lock);
  auto [It, IsNew] = Tables.try_emplace({Format.getSpelling(), ElementBits});
  if (IsNew)
    for (unsigned Element = 0; Element != 1u << ElementBits; ++Element)
      It->second[Element] = toDouble(Format.decode(Format.fromElement(Element, ElementBits)));
  return It->second.data();
}

ElementCodec::ElementCodec(NumberFormat Format, unsigned ElementBits)
    : Format(Format), ElementBits(ElementBits) {
  if (Format.isFloat())
    Of = getLimits(Format);
  if (ElementBits <= MaxTableBits) {
    Is = Table;
    Values = getTable(Format, ElementBits);
  } else if (!Format.isFloat()) {
    Is = Format.hasMagnitude() ? Magnitude : Integer;
  } else if (Format.getFractionBits() > 23) {
    Is = Double;
  } else if (Format.getFractionBits() == 23) {
    Is = Single;
  } else if (ElementBits == 32) {
    Is = TF32;
  } else {
    Is = Format.getFractionBits() == 10 ? Half : Brain;
  }
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static float decodeSingle(uint32_t Element) { return llvm::bit_cast<float>(Element); }

static float decodeBrain(uint16_t Element) { return decodeSingle(uint32_t(Element) << 16); }

/// The other bits of tf32 do not count.
static float decodeTF32(uint32_t Element) { return decodeSingle(Element & ~uint32_t(0x1FFF)); }

/// Fraction and exponent where a float has them; the product moves the exponent, and makes
/// subnormal numbers normal.
static float decodeHalf(uint16_t Element) {
  constexpr uint32_t Infinity = 0x7F800000;
  constexpr float ToBias = 0x1p112f;
  const uint32_t Magnitude = uint32_t(Element & 0x7FFF) << 13;
  const uint32_t Finite = llvm::bit_cast<uint32_t>(decodeSingle(Magnitude) * ToBias);
  const uint32_t Value = Magnitude >= 0x0F800000 ? Infinity | Magnitude : Finite;
  return decodeSingle(Value | uint32_t(Element & 0x8000) << 16);
}

static double decodeInteger(uint32_t Element, bool IsSigned) {
  return IsSigned ? double(int32_t(Element)) : double(Element);
}

double ElementCodec::decode(uint64_t Element) const {
  switch (Is) {
  case Table:
    return Values[Element & maskTrailingOnes<uint64_t>(ElementBits)];
  case Half:
    return decodeHalf(uint16_t(Element));
  case Brain:
    return decodeBrain(uint16_t(Element));
  case Single:
    return decodeSingle(uint32_t(Element));
  case TF32:
    return decodeTF32(uint32_t(Element));
  case Double:
    return llvm::bit_cast<double>(Element);
  case Integer:
  case Magnitude:
    return toDouble(Format.decode(Element));
  }
  return 0;
}

template <class T, class Decoder>
static void decodeAll(const void *Elements, size_t Count, double *Numbers, Decoder Decode) {
  const auto *From = static_cast<const uint8_t *>(Elements);
  for (size_t I = 0; I != Count; ++I) {
    T Element;
    std::memcpy(&Element, From + I * sizeof(T), sizeof(T));
    Numbers[I] = Decode(Element);
  }
}

static void decodePacked(const uint8_t *Bytes, size_t Count, unsigned Bits, const double *Values,
                         double *Numbers) {
  const unsigned PerByte = 8 / Bits, Mask = maskTrailingOnes<unsigned>(Bits);
  for (size_t I = 0; I != Count; ++I)
    Numbers[I] = Values[Bytes[I / PerByte] >> (I % PerByte * Bits) & Mask];
}

void ElementCodec::decode(const void *Elements, size_t Count, double *Numbers) const {
  const bool IsSigned = Format.isSigned();
  switch (Is) {
  case Table:
    if (ElementBits < 8)
      return decodePacked(static_cast<const uint8_t *>(Elements), Count, ElementBits, Values,
                          Numbers);
    return decodeAll<uint8_t>(Elements, Count, Numbers, [this](uint8_t E) { return Values[E]; });
  case Half:
    return decodeAll<uint16_t>(Elements, Count, Numbers, decodeHalf);
  case Brain:
    return decodeAll<uint16_t>(Elements, Count, Numbers, decodeBrain);
  case Single:
    return decodeAll<uint32_t>(Elements, Count, Numbers, decodeSingle);
  case TF32:
    return decodeAll<uint32_t>(Elements, Count, Numbers, decodeTF32);
  case Double:
    std::memcpy(Numbers, Elements, Count * sizeof(double));
    return;
  case Integer:
    assert(ElementBits == 32 && "no matrix has other wide integers");
    return decodeAll<uint32_t>(Elements, Count, Numbers,
                               [=](uint32_t E) { return decodeInteger(E, IsSigned); });
  case Magnitude:
    return decodeAll<uint16_t>(Elements, Count, Numbers,
                               [this](uint16_t E) { return toDouble(Format.decode(E)); });
  }
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

static uint64_t encodeInteger(double Number, const NumberFormat &Format, bool Saturates) {
  int64_t Value = int64_t(Number);
  if (Saturates) {
    const int64_t Largest = int64_t(Format.getLargest());
    Value = std::min(std::max(Value, Format.isSigned() ? -Largest - 1 : 0), Largest);
  }
  return uint64_t(Value) & maskTrailingOnes<uint64_t>(Format.getWidth());
}

/// A NaN is PTX's: all bits but the sign are set. f64 has the machine's.
ElementCodec::Limits ElementCodec::getLimits(const NumberFormat &Format) {
  Limits Of;
  Of.FractionBits = int(Format.getFractionBits());
  Of.LowestNormal = Format.getLowestExponent() + Of.FractionBits;
  Of.Largest = Format.getLargest();
  Of.Infinity = Format.hasInfinity() ? Format.getInfinity() : Of.Largest;
  if (Format.hasNaN())
    Of.NaN =
        Of.FractionBits > 23 ? Format.getNaN() : maskTrailingOnes<uint64_t>(Format.getWidth() - 1);
  Of.HasZeroExponent = Format.hasZeroExponent();
  Of.SignBit = Format.isSigned() ? uint64_t(1) << (Format.getWidth() - 1) : 0;
  return Of;
}

/// The code of a finite magnitude. One that is rounded up to a power of two carries into the
/// exponent.
uint64_t ElementCodec::roundMagnitude(double Number, const Limits &Of) {
  constexpr int MachineBits = 52, MachineBias = 1023;
  const uint64_t Bits = llvm::bit_cast<uint64_t>(Number) & maskTrailingOnes<uint64_t>(63);
  const int OwnExponent = int(Bits >> MachineBits) - MachineBias;
  const int Exponent = std::max(OwnExponent, Of.LowestNormal);
  const int Cut = MachineBits - Of.FractionBits + Exponent - OwnExponent;
  if (Cut > MachineBits + 1) // less than half of the smallest number
    return 0;
  const uint64_t Significand =
      (Bits & maskTrailingOnes<uint64_t>(MachineBits)) | uint64_t(1) << MachineBits;
  const uint64_t Kept = Significand >> Cut, Half = uint64_t(1) << (Cut - 1);
  const uint64_t Rest = Significand & ((Half << 1) - 1);
  const bool RoundsUp = Rest > Half || (Rest == Half && Kept & 1);
  const uint64_t Code = (uint64_t(Exponent - Of.LowestNormal) << Of.FractionBits) + Kept + RoundsUp;
  return Of.HasZeroExponent && Code ? Code - 1 : Code;
}

uint64_t ElementCodec::encodeFloat(double Number, bool Saturates) const {
  if (std::isnan(Number))
    return Saturates ? 0 : Of.NaN;
  uint64_t Magnitude = std::isinf(Number) ? Of.Infinity : roundMagnitude(Number, Of);
  if (Magnitude > Of.Largest)
    Magnitude = Saturates ? Of.Largest : Of.Infinity;
  return Magnitude | (std::signbit(Number) ? Of.SignBit : 0);
}

uint64_t ElementCodec::encode(double Number, bool Saturates) const {
  if (!Format.isFloat())
    return encodeInteger(Number, Format, Saturates);
  if (Is == Double && !std::isnan(Number))
    return llvm::bit_cast<uint64_t>(Number);
  if (Is == Single && !Saturates && !std::isnan(Number))
    return llvm::bit_cast<uint32_t>(float(Number));
  return Format.toElement(encodeFloat(Number, Saturates), ElementBits);
}

void ElementCodec::encode(const double *Numbers, size_t Count, void *Elements,
                          bool Saturates) const {
  assert(ElementBits >= 8 && "elements of a result are not packed");
  const auto EncodeAll = [=](auto Encode) {
    auto *To = static_cast<uint8_t *>(Elements);
    for (size_t I = 0; I != Count; ++I) {
      const auto Element = Encode(Numbers[I]);
      std::memcpy(To + I * sizeof(Element), &Element, sizeof(Element));
    }
  };
  switch (ElementBits) {
  case 8:
    return EncodeAll([&](double Number) { return uint8_t(encode(Number, Saturates)); });
  case 16:
    return EncodeAll([&](double Number) { return uint16_t(encodeFloat(Number, Saturates)); });
  case 32:
    if (Is == Single && !Saturates)
      return EncodeAll([&](double Number) {
        return std::isnan(Number) ? uint32_t(Of.NaN) : llvm::bit_cast<uint32_t>(float(Number));
      });
    return EncodeAll([&](double Number) { return uint32_t(encode(Number, Saturates)); });
  default:
    return EncodeAll([&](double Number) { return encode(Number, Saturates); });
  }
}
