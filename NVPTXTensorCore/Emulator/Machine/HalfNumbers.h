//===- HalfNumbers.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16 and bf16 as floats and back, rounded to nearest even, without branches, so that the compiler
// makes vector instructions of loops over them. Other roundings and narrower types are in
// FloatCodes.h.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_HALFNUMBERS_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_HALFNUMBERS_H

#include "llvm/ADT/bit.h"
#include <cstdint>

namespace llvm::tensorcore::emulator {

/// The NaN that instructions produce.
inline constexpr uint16_t HalfNaN = 0x7fff;
inline constexpr uint32_t SingleNaN = 0x7fffffff;

inline float decodeHalf(uint16_t Code) {
  constexpr uint32_t Infinity = 0x7c00u << 13, Bias = 112u << 23;
  const uint32_t Magnitude = uint32_t(Code & 0x7fff) << 13;
  const uint32_t Normal = Magnitude + Bias + (Magnitude >= Infinity ? Bias : 0);
  const float Subnormal = llvm::bit_cast<float>(Magnitude + Bias + (1u << 23)) -
                          llvm::bit_cast<float>(Bias + (1u << 23));
  const uint32_t Bits = Magnitude < (1u << 23) ? llvm::bit_cast<uint32_t>(Subnormal) : Normal;
  return llvm::bit_cast<float>(Bits | uint32_t(Code & 0x8000) << 16);
}

inline uint16_t encodeHalf(float Value) {
  const uint32_t Bits = llvm::bit_cast<uint32_t>(Value), Magnitude = Bits & 0x7fffffff;
  const uint32_t Normal = (Magnitude - (112u << 23) + 0xfff + (Magnitude >> 13 & 1)) >> 13;
  // The unit in the last place of 0.5 is the smallest half.
  const uint32_t Subnormal =
      llvm::bit_cast<uint32_t>(llvm::bit_cast<float>(Magnitude) + 0.5f) - 0x3f000000;
  uint32_t Code = Magnitude < 0x38800000 ? Subnormal : Normal;
  Code = Magnitude >= 0x47800000 ? 0x7c00 : Code;
  Code |= Bits >> 16 & 0x8000;
  return uint16_t(Magnitude > 0x7f800000 ? HalfNaN : Code);
}

inline float decodeBFloat(uint16_t Code) { return llvm::bit_cast<float>(uint32_t(Code) << 16); }

inline uint16_t encodeBFloat(float Value) {
  const uint32_t Bits = llvm::bit_cast<uint32_t>(Value), Magnitude = Bits & 0x7fffffff;
  const uint32_t Rounded = (Bits + 0x7fff + (Bits >> 16 & 1)) >> 16;
  return uint16_t(Magnitude > 0x7f800000 ? HalfNaN : Rounded);
}

/// A subnormal number as a zero of its sign.
inline float flush(float A) {
  const uint32_t Bits = llvm::bit_cast<uint32_t>(A);
  return llvm::bit_cast<float>((Bits & 0x7f800000) ? Bits : Bits & 0x80000000);
}
inline double flush(double A) {
  const uint64_t Bits = llvm::bit_cast<uint64_t>(A);
  return llvm::bit_cast<double>((Bits & 0x7ff0000000000000) ? Bits : Bits & 0x8000000000000000);
}

/// A double as a float whose last bit says whether it is exact: to be rounded once more, to a type
/// that is narrower by two bits or more. Numbers beyond the normal floats need not be right.
inline float roundToOdd(double Value) {
  constexpr uint64_t Dropped = 0x1fffffff;
  const uint64_t Bits = llvm::bit_cast<uint64_t>(Value);
  const uint64_t Odd = (Bits & ~Dropped) | ((Bits & Dropped) ? Dropped + 1 : 0);
  return float(llvm::bit_cast<double>(Odd));
}

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_HALFNUMBERS_H
