//===- ElementTypes.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Codes in memory, and what they stand for.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Interface/ElementTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

Error run::fail(const Twine &Sentence) {
  return createStringError(inconvertibleErrorCode(), Sentence);
}

/// s16, u64, b32: of another width than the model's table has, or with other names.
static unsigned getIntegerBits(StringRef Name) {
  unsigned Bits;
  if (Name.size() < 2 || !StringRef("sub").contains(Name[0]) ||
      Name.drop_front().getAsInteger(10, Bits))
    return 0;
  return is_contained({8u, 16u, 32u, 64u}, Bits) ? Bits : 0;
}

Expected<ElementType> run::parseElementType(StringRef Name) {
  ElementType Result;
  Result.Name = Name.str();
  if (const unsigned Bits = getIntegerBits(Name)) {
    Result.Bits = Bits;
    Result.IsSigned = Name[0] == 's';
    return Result;
  }
  if (Name.contains('_') || !hasNumberFormat(Name))
    return fail("'" + Name +
                "' is not an element type; expected f16, bf16, f32, f64, tf32, e4m3, e5m2, e3m2, "
                "e2m3, e2m1, ue8m0, ue4m3, b1, s4, u4, or s, u or b with 8, 16, 32 or 64");
  const NumberFormat Format(Name);
  Result.IsFloat = Format.isFloat();
  Result.IsSigned = Format.isSigned();
  Result.FractionBits = Format.getFractionBits();
  Result.Bits = Format.getWidth();
  if (Result.Bits > 4)
    Result.Bits = unsigned(PowerOf2Ceil(Result.Bits));
  Result.Codec = ElementCodec(Format, Result.Bits);
  return Result;
}

uint64_t ElementType::getCode(const uint8_t *Memory, uint64_t Index) const {
  if (Bits < 8) {
    const uint64_t Bit = Index * Bits;
    return Memory[Bit / 8] >> Bit % 8 & maskTrailingOnes<uint64_t>(Bits);
  }
  uint64_t Code = 0;
  std::memcpy(&Code, Memory + Index * (Bits / 8), Bits / 8);
  return Code;
}

void ElementType::setCode(uint8_t *Memory, uint64_t Index, uint64_t Code) const {
  if (Bits >= 8) {
    std::memcpy(Memory + Index * (Bits / 8), &Code, Bits / 8);
    return;
  }
  const uint64_t Bit = Index * Bits;
  const uint8_t Mask = uint8_t(maskTrailingOnes<uint64_t>(Bits) << Bit % 8);
  Memory[Bit / 8] = uint8_t((Memory[Bit / 8] & ~Mask) | (Code << Bit % 8 & Mask));
}

double ElementType::decode(uint64_t Code) const {
  if (Codec)
    return Codec->decode(Code);
  return IsSigned ? double(SignExtend64(Code, Bits)) : double(Code);
}

/// Encodes a value of an integer type.
static uint64_t encodeInteger(const ElementType &T, double Value) {
  const bool IsSigned = T.IsSigned;
  const double Low = IsSigned ? -std::ldexp(1.0, int(T.Bits) - 1) : 0;
  const double High = std::ldexp(1.0, int(T.Bits) - IsSigned);
  const double Rounded = std::nearbyint(Value);
  const uint64_t Mask = maskTrailingOnes<uint64_t>(T.Bits);
  if (!(Rounded > Low))
    return IsSigned ? uint64_t(1) << (T.Bits - 1) : 0;
  if (Rounded >= High)
    return Mask >> IsSigned;
  return (Rounded < 0 ? uint64_t(int64_t(Rounded)) : uint64_t(Rounded)) & Mask;
}

uint64_t ElementType::encode(double Value) const {
  if (!IsFloat)
    return std::isnan(Value) ? 0 : encodeInteger(*this, Value);
  if (std::signbit(Value) && !IsSigned && !std::isnan(Value))
    return 0;
  return Codec->encode(Value);
}
