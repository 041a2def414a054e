//===- ElementCodecTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements as doubles against the exact decoding and rounding of NumberFormats.
//
//===----------------------------------------------------------------------===//

#include "Numbers/ElementCodec.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Elements of a format: all, or some by chance where there are many.
std::vector<uint64_t> getElements(unsigned Bits) {
  std::vector<uint64_t> Elements;
  if (Bits <= 16) {
    for (uint64_t Element = 0; Element != uint64_t(1) << Bits; ++Element)
      Elements.push_back(Element);
    return Elements;
  }
  std::mt19937_64 Random(Bits);
  for (unsigned I = 0; I != 20000; ++I)
    Elements.push_back(Random() & maskTrailingOnes<uint64_t>(Bits));
  return Elements;
}

void expectSame(const Number &Expected, double Actual) {
  EXPECT_EQ(Expected.Class == Number::NaN, std::isnan(Actual));
  EXPECT_EQ(Expected.Class == Number::Infinity, std::isinf(Actual));
  if (Expected.Class == Number::NaN)
    return;
  EXPECT_EQ(Expected.IsNegative, std::signbit(Actual) && (Actual != 0 || Expected.IsNegative));
  if (Expected.Class == Number::Finite) {
    EXPECT_EQ(Expected.toLongDouble(), (long double)Actual);
  }
}

const std::pair<const char *, unsigned> Formats[] = {
    {"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"f32", 32}, {"f64", 64},  {"e4m3", 8},  {"e5m2", 8},
    {"e3m2", 8}, {"e2m3", 8},  {"e2m1", 8},  {"e2m1", 4}, {"ue8m0", 8}, {"ue4m3", 8}, {"s8", 8},
    {"u8", 8},   {"s4", 4},    {"u4", 4},    {"b1", 1},   {"s32", 32}};

TEST(ElementCodec, DecodesAsTheFormatSays) {
  for (auto [Name, Bits] : Formats) {
    const NumberFormat Format{StringRef(Name)};
    const ElementCodec Codec(Format, Bits);
    for (uint64_t Element : getElements(Bits)) {
      SCOPED_TRACE(std::string(Name) + " " + std::to_string(Element));
      expectSame(Format.decode(Format.fromElement(Element, Bits)), Codec.decode(Element));
      if (HasFailure())
        return;
    }
  }
}

TEST(ElementCodec, DecodesManyAsOne) {
  for (auto [Name, Bits] : Formats) {
    const ElementCodec Codec(NumberFormat{StringRef(Name)}, Bits);
    std::vector<uint8_t> Bytes(64);
    std::mt19937_64 Random(1);
    for (uint8_t &Byte : Bytes)
      Byte = uint8_t(Random());
    std::vector<double> Numbers(Bytes.size() * 8 / Bits);
    Codec.decode(Bytes.data(), Numbers.size(), Numbers.data());
    for (size_t I = 0; I != Numbers.size(); ++I) {
      uint64_t Element = 0;
      std::memcpy(&Element, Bytes.data() + I * Bits / 8, std::max(Bits / 8, 1u));
      Element >>= I * Bits % 8;
      const double One = Codec.decode(Element);
      EXPECT_TRUE(One == Numbers[I] || (std::isnan(One) && std::isnan(Numbers[I])))
          << Name << ", element " << I;
    }
  }
}

TEST(ElementCodec, RoundsAsTheFormatDoes) {
  std::mt19937_64 Random(2);
  for (const char *Name : {"f16", "bf16", "f32"}) {
    const NumberFormat Format{StringRef(Name)};
    const ElementCodec Codec(Format);
    const int Lowest = Format.getLowestExponent();
    for (unsigned I = 0; I != 50000; ++I) {
      // From below the smallest number to beyond the largest one.
      const int Range = Format.getLargest() > 0x7F00 ? 300 : 48;
      const int64_t Significand = int64_t(Random()) >> (I % 50 + 11);
      const int Exponent = Lowest - 56 + int(Random() % (Range + 10));
      ExactSum Sum;
      Sum.add(Significand < 0, uint64_t(std::abs(Significand)), Exponent);
      const uint64_t Expected = Format.encode(Sum);
      ASSERT_EQ(Expected, Codec.encode(std::ldexp(double(Significand), Exponent)))
          << Name << " " << Significand << " * 2^" << Exponent;
    }
  }
}

TEST(ElementCodec, EncodesWhatItDecodes) {
  for (auto [Name, Bits] : Formats) {
    const NumberFormat Format{StringRef(Name)};
    const ElementCodec Codec(Format, Bits);
    for (uint64_t Element : getElements(Bits)) {
      const double Value = Codec.decode(Element);
      if (!std::isnan(Value)) {
        ASSERT_EQ(Value, Codec.decode(Codec.encode(Value))) << Name << " " << Element;
      }
    }
  }
}

TEST(ElementCodec, SpecialResults) {
  const ElementCodec Half(NumberFormat{"f16"}), Single(NumberFormat{"f32"});
  EXPECT_EQ(0x7FFFu, Half.encode(std::nan("")));
  EXPECT_EQ(0x7FFFFFFFu, Single.encode(std::nan("")));
  EXPECT_EQ(0u, Half.encode(std::nan(""), true));
  EXPECT_EQ(0xFC00u, Half.encode(-65520.0));
  EXPECT_EQ(0xFBFFu, Half.encode(-65519.0));
  EXPECT_EQ(0xFBFFu, Half.encode(-HUGE_VAL, true));
  EXPECT_EQ(0x8000u, Half.encode(-0.0));
  EXPECT_EQ(0x7F800000u, Single.encode(1e60));
}

TEST(ElementCodec, IntegersWrapOrSaturate) {
  const ElementCodec Codec(NumberFormat{"s32"});
  EXPECT_EQ(0x80000000u, Codec.encode(2147483648.0));
  EXPECT_EQ(0x7FFFFFFFu, Codec.encode(2147483648.0, true));
  EXPECT_EQ(0x80000000u, Codec.encode(-3000000000.0, true));
  EXPECT_EQ(0xFFFFFFFFu, Codec.encode(-1));
}

} // namespace
