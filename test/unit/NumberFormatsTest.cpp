//===- NumberFormatsTest.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Number formats: hand-typed codes; every code of the formats of up to 16 bits against
// LLVM's APFloat, or a formula where that knows no such format; rounding of exact sums in
// every mode.
//
//===----------------------------------------------------------------------===//

#include "Numbers/NumberFormats.h"
#include "TestHelpers.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

long double valueOf(StringRef Format, uint64_t Code) {
  return NumberFormat(Format).decode(Code).toLongDouble();
}

ExactSum sumOf(std::initializer_list<long double> Addends) {
  ExactSum Sum;
  for (long double Addend : Addends) {
    int Exponent = 0;
    long double Fraction = std::frexp(std::fabs(Addend), &Exponent);
    Sum.add(std::signbit(Addend), uint64_t(std::ldexp(Fraction, 64)), Exponent - 64);
  }
  return Sum;
}

TEST(NumberFormats, Values) {
  EXPECT_EQ(1.0L, valueOf("f16", 0x3C00));
  EXPECT_EQ(-2.0L, valueOf("f16", 0xC000));
  EXPECT_EQ(65504.0L, valueOf("f16", 0x7BFF));
  EXPECT_EQ(std::ldexp(1.0L, -24), valueOf("f16", 0x0001));
  EXPECT_EQ(1.0L, valueOf("bf16", 0x3F80));
  EXPECT_EQ(1.0L, valueOf("tf32", 0x1FC00));
  EXPECT_EQ(448.0L, valueOf("e4m3", 0x7E));
  EXPECT_EQ(std::ldexp(1.0L, -9), valueOf("e4m3", 0x01));
  EXPECT_EQ(57344.0L, valueOf("e5m2", 0x7B));
  EXPECT_EQ(std::ldexp(1.0L, -16), valueOf("e5m2", 0x01));
  EXPECT_EQ(28.0L, valueOf("e3m2", 0x1F));
  EXPECT_EQ(0.0625L, valueOf("e3m2", 0x01));
  EXPECT_EQ(7.5L, valueOf("e2m3", 0x1F));
  EXPECT_EQ(0.125L, valueOf("e2m3", 0x01));
  EXPECT_EQ(std::ldexp(1.0L, -127), valueOf("ue8m0", 0x00));
  EXPECT_EQ(1.0L, valueOf("ue8m0", 0x7F));
  EXPECT_EQ(448.0L, valueOf("ue4m3", 0x7E));
  EXPECT_EQ(-8.0L, valueOf("s4", 0x8));
  EXPECT_EQ(15.0L, valueOf("u4", 0xF));
  EXPECT_EQ(-128.0L, valueOf("s8", 0x80));
  EXPECT_EQ(255.0L, valueOf("u8", 0xFF));
  EXPECT_EQ(-2147483648.0L, valueOf("s32", 0x80000000));
  EXPECT_EQ(1.0L, valueOf("b1", 1));
}

TEST(NumberFormats, EveryElementTypeHasOne) {
  for (const MMATypeInfo &Type : getMMATypes())
    EXPECT_TRUE(Type.Spelling.empty() || hasNumberFormat(Type.Spelling)) << Type.Spelling;
}

TEST(NumberFormats, SignAndMagnitude) {
  const NumberFormat TI16("ti16");
  for (int Value : {0, 1, 5, 2047}) {
    EXPECT_EQ(Value, valueOf("ti16", Value));
    EXPECT_EQ(-Value, valueOf("ti16", 0x8000 | Value));
    EXPECT_EQ(uint64_t(Value), TI16.encodeInteger(Value));
  }
  EXPECT_EQ(0x8003u, TI16.encodeInteger(-3));
  EXPECT_EQ(2047u, TI16.getLargest());
  EXPECT_EQ(0x87FFu, TI16.getLargest(/*IsNegative=*/true));
}

TEST(NumberFormats, UnsignedE5M3) {
  EXPECT_EQ(0x1p-17L, valueOf("ue5m3", 1));
  EXPECT_EQ(1, valueOf("ue5m3", 15 << 3));
  EXPECT_EQ(114688, valueOf("ue5m3", 0xFE));
  EXPECT_EQ(0xFFu, NumberFormat("ue5m3").getNaN());
  EXPECT_FALSE(NumberFormat("ue5m3").hasInfinity());
}

TEST(NumberFormats, AllOfE2M1) {
  const long double Magnitudes[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (unsigned Code = 0; Code != 8; ++Code) {
    EXPECT_EQ(Magnitudes[Code], valueOf("e2m1", Code));
    EXPECT_EQ(-Magnitudes[Code], valueOf("e2m1", Code | 8));
  }
}

TEST(NumberFormats, InfinitiesAndNaNs) {
  auto ClassOf = [](StringRef Format, uint64_t Code) {
    return NumberFormat(Format).decode(Code).Class;
  };
  EXPECT_EQ(Number::Infinity, ClassOf("e5m2", 0x7C));
  EXPECT_EQ(Number::Infinity, ClassOf("e5m2", 0xFC));
  for (uint64_t Code : {0x7D, 0x7E, 0x7F, 0xFD})
    EXPECT_EQ(Number::NaN, ClassOf("e5m2", Code));
  EXPECT_EQ(Number::NaN, ClassOf("e4m3", 0x7F));
  EXPECT_EQ(Number::NaN, ClassOf("e4m3", 0xFF));
  EXPECT_EQ(Number::Finite, ClassOf("e4m3", 0x78));
  EXPECT_EQ(Number::NaN, ClassOf("ue8m0", 0xFF));
  EXPECT_EQ(Number::NaN, ClassOf("ue4m3", 0x7F));
  EXPECT_EQ(Number::Finite, ClassOf("e3m2", 0x1F));
  EXPECT_EQ(Number::Finite, ClassOf("e2m3", 0x3F));
  EXPECT_EQ(Number::Infinity, ClassOf("f64", 0x7FF0000000000000));
  EXPECT_EQ(Number::NaN, ClassOf("f64", 0x7FF0000000000001));
  EXPECT_EQ(0x7FFFu, NumberFormat("bf16").getNaN() | 0x3F);
}

struct Peer {
  StringRef Format;
  const fltSemantics &(*Semantics)();
};

const Peer Peers[] = {{"e4m3", APFloat::Float8E4M3FN}, {"e5m2", APFloat::Float8E5M2},
                      {"e3m2", APFloat::Float6E3M2FN}, {"e2m3", APFloat::Float6E2M3FN},
                      {"e2m1", APFloat::Float4E2M1FN}, {"f16", APFloat::IEEEhalf},
                      {"bf16", APFloat::BFloat}};

TEST(NumberFormats, EveryCodeAsAPFloatHasIt) {
  for (const Peer &P : Peers) {
    NumberFormat Format(P.Format);
    for (uint64_t Code = 0; Code >> Format.getWidth() == 0; ++Code) {
      APFloat Wanted(P.Semantics(), APInt(Format.getWidth(), Code));
      Number N = Format.decode(Code);
      ASSERT_EQ(Wanted.isNaN(), N.Class == Number::NaN) << P.Format << ' ' << hex(Code);
      ASSERT_EQ(Wanted.isInfinity(), N.Class == Number::Infinity) << P.Format << ' ' << hex(Code);
      ASSERT_EQ(Wanted.isNegative(), N.IsNegative) << P.Format << ' ' << hex(Code);
      if (Wanted.isFinite()) {
        bool IsInexact;
        Wanted.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &IsInexact);
        ASSERT_EQ((long double)Wanted.convertToDouble(), N.toLongDouble())
            << P.Format << ' ' << hex(Code);
      }
    }
  }
}

TEST(NumberFormats, EveryFiniteCodeComesBack) {
  for (StringRef Spelling :
       {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "f16", "bf16", "tf32", "ue4m3"}) {
    NumberFormat Format(Spelling);
    for (uint64_t Code = 0; Code >> Format.getWidth() == 0; ++Code) {
      Number N = Format.decode(Code);
      if (N.Class != Number::Finite || N.isZero())
        continue;
      ExactSum Sum;
      Sum.add(N);
      for (Rounding Mode : {Rounding::ToNearest, Rounding::Down, Rounding::Up, Rounding::ToZero})
        ASSERT_EQ(Code, Format.encode(Sum, Mode)) << Spelling;
    }
  }
}

TEST(NumberFormats, ScalesByFormula) {
  for (unsigned Code = 0; Code != 0xFF; ++Code)
    EXPECT_EQ(std::ldexp(1.0L, int(Code) - 127), valueOf("ue8m0", Code));
  for (unsigned Code = 0; Code != 0x7F; ++Code)
    EXPECT_EQ(valueOf("e4m3", Code), valueOf("ue4m3", Code));
}

TEST(NumberFormats, RoundingToNearestAsTheMachineDoes) {
  for (double Value :
       {1.0 / 3, 0.1, 1e-40, 1e-45, 7e-46, 3.4028235e38, 3.4028236e38, 123456789.0}) {
    float Rounded = float(Value);
    uint32_t Code;
    memcpy(&Code, &Rounded, sizeof(Code));
    EXPECT_EQ(Code, NumberFormat("f32").encode(sumOf({Value}))) << Value;
    EXPECT_EQ(Code | 0x80000000u, NumberFormat("f32").encode(sumOf({-Value}))) << Value;
  }
}

TEST(NumberFormats, RoundingModes) {
  NumberFormat Half("f16");
  const long double Tiny = std::ldexp(1.0L, -60);
  auto Encode = [&](std::initializer_list<long double> Addends) {
    std::vector<uint64_t> Codes;
    for (Rounding Mode : {Rounding::ToNearest, Rounding::Down, Rounding::Up, Rounding::ToZero})
      Codes.push_back(Half.encode(sumOf(Addends), Mode));
    return Codes;
  };
  using Codes = std::vector<uint64_t>;
  //                                                         nearest  down    up      to zero
  EXPECT_EQ(Encode({1, std::ldexp(1.0L, -11)}),
            (Codes{0x3C00, 0x3C00, 0x3C01, 0x3C00})); // a tie, to even
  EXPECT_EQ(Encode({1, std::ldexp(3.0L, -11)}),
            (Codes{0x3C02, 0x3C01, 0x3C02, 0x3C01})); // a tie, to even
  EXPECT_EQ(Encode({1, std::ldexp(1.0L, -11), Tiny}),
            (Codes{0x3C01, 0x3C00, 0x3C01, 0x3C00})); // more than a tie
  EXPECT_EQ(Encode({-1, -Tiny}), (Codes{0xBC00, 0xBC01, 0xBC00, 0xBC00}));
  EXPECT_EQ(Encode({2, -Tiny}),
            (Codes{0x4000, 0x3FFF, 0x4000, 0x3FFF}));                  // carries into the exponent
  EXPECT_EQ(Encode({65520}), (Codes{0x7C00, 0x7BFF, 0x7C00, 0x7BFF})); // overflow
  EXPECT_EQ(Encode({-65520}), (Codes{0xFC00, 0xFC00, 0xFBFF, 0xFBFF}));
  EXPECT_EQ(Encode({Tiny}), (Codes{0x0000, 0x0000, 0x0001, 0x0000}));
  EXPECT_EQ(Encode({65504, -65504}), (Codes{0, 0, 0, 0}));
}

TEST(NumberFormats, Elements) {
  EXPECT_EQ(0x3Cu, NumberFormat("e2m1").toElement(0xF, 8)); // the middle of a byte
  EXPECT_EQ(0xFu, NumberFormat("e2m1").fromElement(0x3C, 8));
  EXPECT_EQ(0xFu, NumberFormat("e2m1").toElement(0xF, 4)); // the mxf4 kinds pack it
  EXPECT_EQ(0x3Fu, NumberFormat("e3m2").toElement(0x3F, 8));
  EXPECT_EQ(0x3F800000u, NumberFormat("tf32").toElement(0x1FC00, 32));
}

TEST(ExactSum, KeepsWhatCancels) {
  // 2^1000 + 2^-1000 - 2^1000
  ExactSum Sum;
  Sum.add(false, 1, 1000);
  Sum.add(false, 1, -1000);
  Sum.add(true, 1, 1000);
  EXPECT_EQ(1, Sum.getSign());
  EXPECT_EQ(std::ldexp(1.0L, -1000), Sum.toLongDouble());
  EXPECT_EQ(std::ldexp(1.0L, 1001), Sum.getTotalMagnitude());
  EXPECT_FALSE(Sum.isMonotone());
}

TEST(ExactSum, CarriesAcrossLimbs) {
  ExactSum Sum;
  unsigned __int128 Ones = ~(unsigned __int128)0;
  for (int Exponent : {-37, 0, 1, 63})
    for (bool IsNegative : {false, true})
      Sum.add(IsNegative, Ones, Exponent);
  EXPECT_EQ(0, Sum.getSign());
  Sum.add(false, Ones, 5);
  Sum.add(false, 1, 5);
  EXPECT_EQ(std::ldexp(1.0L, 133), Sum.toLongDouble());
}

TEST(ExactSum, HoldsTheSmallestAndTheLargestProductOfDoubles) {
  NumberFormat Double("f64");
  ExactSum Sum;
  Sum.addProduct(Double.decode(1), Double.decode(1));
  EXPECT_EQ(std::ldexp(1.0L, -2148), Sum.toLongDouble());
  for (unsigned I = 0; I != 256; ++I)
    Sum.addProduct(Double.decode(Double.getLargest()), Double.decode(Double.getLargest()));
  EXPECT_EQ(Double.getInfinity(), Double.encode(Sum));
}

} // namespace
