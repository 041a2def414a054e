//===- EmulatorFloatsTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point instructions and conversions of the emulator: rounding, NaN, subnormal numbers,
// saturation, against values that are typed by hand.
//
//===----------------------------------------------------------------------===//

#include "EmulatorKernel.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// %r11 to %r13 (%f11 to %f13, %rs11 to %rs13 with their lower half, %rd11 to %rd13 and %fd11 to
/// %fd13 of 64 bits) are operands. The result is in the first register that is named.
struct Case {
  const char *Statement;
  std::array<uint64_t, 4> Operands;
  uint64_t Expected;
};

uint64_t run(const Case &C) {
  StringRef Result = StringRef(C.Statement).split('%').second.take_while([](char C) {
    return C != ',' && C != ' ' && C != '|';
  });
  std::string Text = R"(
  mov.u64 %rd11, %rd1; mov.u64 %rd12, %rd2; mov.u64 %rd13, %rd3;
  mov.b64 %fd11, %rd1; mov.b64 %fd12, %rd2; mov.b64 %fd13, %rd3;
  cvt.u32.u64 %r11, %rd1; cvt.u32.u64 %r12, %rd2; cvt.u32.u64 %r13, %rd3; cvt.u32.u64 %r14, %rd4;
  cvt.u16.u64 %rs11, %rd1; cvt.u16.u64 %rs12, %rd2; cvt.u16.u64 %rs13, %rd3;
  cvt.u8.u64 %b11, %rd1;
  mov.b32 %f11, %r11; mov.b32 %f12, %r12; mov.b32 %f13, %r13; mov.b32 %f14, %r14;
)";
  Text += C.Statement;
  if (Result.starts_with("rs") || Result.starts_with("b"))
    Text += ("\n  cvt.u64.u" + Twine(Result[0] == 'b' ? 8 : 16) + " %rd5, %" + Result + ";").str();
  else if (Result.starts_with("rd") || Result.starts_with("fd"))
    Text += ("\n  mov.b64 %rd5, %" + Result + ";").str();
  else if (Result.starts_with("p"))
    Text += ("\n  selp.u64 %rd5, 1, 0, %" + Result + ";").str();
  else
    Text += ("\n  mov.b32 %r49, %" + Result + "; cvt.u64.u32 %rd5, %r49;").str();
  const KernelResult R = runStatements(Text, repeat(C.Operands, 2));
  EXPECT_EQ(R.Wrong, "") << C.Statement;
  return R.Values.empty() ? 0 : R.Values.front()[0];
}

uint64_t f(float Value) { return llvm::bit_cast<uint32_t>(Value); }
uint64_t d(double Value) { return llvm::bit_cast<uint64_t>(Value); }
constexpr uint64_t One = 0x3f800000, Tiny = 0x33800000; // 2^-24
constexpr uint64_t NaN = 0x7fffffff, AnyNaN = 0x7fc00001, Infinity = 0x7f800000;

void check(ArrayRef<Case> Cases) {
  for (const Case &C : Cases)
    EXPECT_EQ(run(C), C.Expected) << C.Statement << std::hex << " gives " << run(C);
}

} // namespace

TEST(EmulatorFloats, Arithmetic) {
  check({
      {"add.rn.f32 %f15, %f11, %f12;", {One, Tiny}, One},
      {"add.rp.f32 %f15, %f11, %f12;", {One, Tiny}, One + 1},
      {"sub.rz.f32 %f15, %f11, %f12;", {One, 0x1}, One - 1},
      {"sub.rm.f32 %f15, %f11, %f12;", {One, 0x1}, One - 1},
      {"add.f32 %f15, %f11, %f12;", {1, 1}, 2},
      {"add.ftz.f32 %f15, %f11, %f12;", {0x80000001, 0x80000001}, 0x80000000},
      {"mul.ftz.f32 %f15, %f11, %f12;", {0x00800000, 0xbf000000}, 0x80000000},
      {"add.f32 %f15, %f11, %f12;", {AnyNaN, One}, NaN},
      {"add.sat.f32 %f15, %f11, %f12;", {One, One}, One},
      {"add.sat.f32 %f15, %f11, %f12;", {AnyNaN, One}, 0},
      {"fma.rn.f32 %f15, %f11, %f12, %f13;", {f(3), f(4), f(5)}, f(17)},
      {"fma.rm.f32 %f15, %f11, %f12, %f13;", {f(1), f(1), 0x80000001}, One - 1},
      {"fma.rp.f64 %fd15, %fd11, %fd12, %fd13;", {d(1), d(1), 1}, d(1) + 1},
      {"mad.rz.f32 %f15, %f11, %f12, %f13;", {f(1), f(1), 0x80000001}, One - 1},
      {"div.rp.f32 %f15, %f11, %f12;", {f(1), f(3)}, 0x3eaaaaab},
      {"div.rm.f32 %f15, %f11, %f12;", {f(1), f(3)}, 0x3eaaaaaa},
      {"div.full.f32 %f15, %f11, %f12;", {f(6), f(3)}, f(2)},
      {"rcp.rz.f64 %fd15, %fd11;", {d(3)}, 0x3fd5555555555555},
      {"rcp.approx.ftz.f64 %fd15, %fd11;", {d(3)}, 0x3fd5555500000000},
      {"sqrt.rm.f32 %f15, %f11;", {f(2)}, 0x3fb504f3},
      {"sqrt.rp.f32 %f15, %f11;", {f(2)}, 0x3fb504f4},
      {"rsqrt.approx.f32 %f15, %f11;", {f(4)}, f(0.5f)},
      {"ex2.approx.f32 %f15, %f11;", {f(-3)}, f(0.125f)},
      {"lg2.approx.ftz.f32 %f15, %f11;", {1}, 0xff800000},
      {"tanh.approx.f32 %f15, %f11;", {f(100)}, One},
      {"add.rn.f32x2 %rd15, %rd11, %rd12;",
       {One << 32 | f(2), One << 32 | f(3)},
       f(2) << 32 | f(5)},
      {"add.rn.f32.f16 %f15, %rs11, %f12;", {0x3c00, f(2)}, f(3)},
      {"fma.rn.f32.bf16 %f15, %rs11, %rs12, %f13;", {0x4000, 0x4040, f(2)}, f(8)},
  });
}

TEST(EmulatorFloats, Halves) {
  check({
      {"add.f16 %rs15, %rs11, %rs12;", {0x3c00, 0x1000}, 0x3c00}, // a half of the last place
      {"add.f16 %rs15, %rs11, %rs12;", {0x3c01, 0x1000}, 0x3c02},
      {"add.f16x2 %r15, %r11, %r12;", {0x3c007bff, 0x3c007bff}, 0x40007c00},
      {"mul.ftz.f16 %rs15, %rs11, %rs12;", {0x0001, 0x3c00}, 0},
      {"mul.f16 %rs15, %rs11, %rs12;", {0x0003, 0x3800}, 2},
      {"fma.rn.f16 %rs15, %rs11, %rs12, %rs13;", {0x3c01, 0x3c01, 0x0001}, 0x3c02},
      {"fma.rn.relu.f16x2 %r15, %r11, %r12, %r13;", {0xbc003c00, 0x3c003c00, 0}, 0x00003c00},
      {"fma.rn.relu.bf16 %rs15, %rs11, %rs12, %rs13;", {0x7fc0, 0x3f80, 0}, 0x7fff},
      // A product in the middle of two numbers, and what decides by itself.
      {"fma.rn.bf16 %rs15, %rs11, %rs12, %rs13;", {0x3f81, 0x3fc0, 0x0001}, 0x3fc2},
      {"fma.rn.bf16 %rs15, %rs11, %rs12, %rs13;", {0x3f81, 0x3fc0, 0x8001}, 0x3fc1},
      {"fma.rn.bf16 %rs15, %rs11, %rs12, %rs13;", {0x0001, 0x3f00, 0x0001}, 0x0002},
      {"add.rn.bf16x2 %r15, %r11, %r12;", {0x3f803f80, 0x3f803b80}, 0x40003f80},
      {"abs.f16x2 %r15, %r11;", {0xbc00bc00}, 0x3c003c00},
      {"neg.ftz.f16 %rs15, %rs11;", {0x0001}, 0x8000},
      {"neg.bf16x2 %r15, %r11;", {0x3f80bf80}, 0xbf803f80},
      {"ex2.approx.f16x2 %r15, %r11;", {0x3c004000}, 0x40004400},
      {"ex2.approx.ftz.bf16x2 %r15, %r11;", {0xc2f8c2fe}, 0x01800000}, // 2^-124, 2^-127
      {"set.gt.f16x2.f16x2 %r15, %r11, %r12;", {0x40003c00, 0x3c003c00}, 0x3c000000},
      {"set.gt.bf16.bf16 %rs15, %rs11, %rs12;", {0x4000, 0x3f80}, 0x3f80},
      {"setp.lt.f16x2 %p11|%p12, %r11, %r12;", {0x40003c00, 0x3c004000}, 1},
  });
}

TEST(EmulatorFloats, MinimaAndComparisons) {
  check({
      {"min.f32 %f15, %f11, %f12;", {AnyNaN, One}, One},
      {"min.NaN.f32 %f15, %f11, %f12;", {AnyNaN, One}, NaN},
      {"max.f32 %f15, %f11, %f12;", {AnyNaN, AnyNaN}, NaN},
      {"max.f32 %f15, %f11, %f12;", {0x80000000, 0}, 0},
      {"min.f32 %f15, %f11, %f12;", {0, 0x80000000}, 0x80000000},
      {"max.xorsign.abs.f32 %f15, %f11, %f12;", {f(-3), f(2)}, f(-3)},
      {"min.xorsign.abs.f32 %f15, %f11, %f12;", {f(-3), f(-2)}, f(2)},
      {"max.f32 %f15, %f11, %f12, %f13;", {f(1), f(3), f(2)}, f(3)},
      {"min.abs.f32 %f15, %f11, %f12, %f13;", {f(-4), f(3), f(-2)}, f(2)},
      {"max.ftz.f32 %f15, %f11, %f12;", {1, 0}, 0},
      {"max.f16x2 %r15, %r11, %r12;", {0x7e003c00, 0x3c004000}, 0x3c004000},
      {"max.NaN.bf16 %rs15, %rs11, %rs12;", {0x7fc0, 0x4000}, 0x7fff},
      {"min.f64 %fd15, %fd11, %fd12;", {d(1), d(-2)}, d(-2)},
      {"copysign.f32 %f15, %f11, %f12;", {f(-1), f(2)}, f(-2)},
      {"testp.subnormal.f32 %p15, %f11;", {1}, 1},
      {"testp.normal.f32 %p15, %f11;", {0}, 0},
      {"testp.notanumber.f64 %p15, %fd11;", {d(NAN)}, 1},
      {"setp.ne.f32 %p15, %f11, %f12;", {AnyNaN, One}, 0},
      {"setp.neu.f32 %p15, %f11, %f12;", {AnyNaN, One}, 1},
      {"setp.geu.f32 %p15, %f11, %f12;", {f(1), One}, 1},
      {"setp.ltu.f64 %p15, %fd11, %fd12;", {d(NAN), d(1)}, 1},
      {"setp.num.f32 %p15, %f11, %f12;", {AnyNaN, One}, 0},
      {"setp.nan.f32 %p15, %f11, %f12;", {AnyNaN, One}, 1},
      {"setp.eq.ftz.f32 %p15, %f11, %f12;", {1, 0}, 1},
      {"slct.ftz.f32.f32 %f15, %f11, %f12, %f13;", {f(1), f(2), 0x80000001}, f(1)},
  });
}

TEST(EmulatorFloats, Conversions) {
  check({
      {"cvt.rni.s32.f32 %r15, %f11;", {f(2.5f)}, 2},
      {"cvt.rpi.s32.f32 %r15, %f11;", {f(-2.5f)}, 0xfffffffe},
      {"cvt.rzi.u32.f32 %r15, %f11;", {f(-3)}, 0},
      {"cvt.rzi.s32.f32 %r15, %f11;", {f(3e9f)}, 0x7fffffff},
      {"cvt.rzi.s32.f32 %r15, %f11;", {AnyNaN}, 0},
      {"cvt.rzi.s32.f64 %r15, %fd11;", {d(NAN)}, 0x80000000},
      {"cvt.rzi.u64.f32 %rd15, %f11;", {AnyNaN}, 0x8000000000000000},
      {"cvt.rni.f32.f32 %f15, %f11;", {f(3.5f)}, f(4)},
      {"cvt.sat.f32.f32 %f15, %f11;", {f(3.5f)}, One},
      {"cvt.rn.f32.u64 %f15, %rd11;", {(uint64_t(1) << 40) + (1 << 16)}, f(0x1p40f)},
      {"cvt.rp.f32.u64 %f15, %rd11;", {(uint64_t(1) << 40) + 1}, f(0x1p40f) + 1},
      {"cvt.rz.f64.s64 %fd15, %rd11;", {0x7fffffffffffffff}, d(0x1p63) - 1},
      {"cvt.rz.f32.f64 %f15, %fd11;", {d(1) + 0x3fffffff}, One + 1},
      {"cvt.rn.f16.f32 %rs15, %f11;", {f(65520)}, 0x7c00},
      {"cvt.rn.satfinite.f16.f32 %rs15, %f11;", {Infinity}, 0x7bff},
      {"cvt.rz.f16.f32 %rs15, %f11;", {f(65535)}, 0x7bff},
      {"cvt.rn.relu.f16.f32 %rs15, %f11;", {f(-1)}, 0},
      {"cvt.rn.bf16x2.f32 %r15, %f11, %f12;", {f(1), f(2)}, 0x3f804000},
      {"cvt.rn.relu.satfinite.f16x2.f32 %r15, %f11, %f12;", {f(-1), f(1e9f)}, 0x00007bff},
      {"cvt.f32.bf16 %f15, %rs11;", {0x4000}, f(2)},
      {"cvt.f64.f16 %fd15, %rs11;", {1}, d(0x1p-24)},
      {"cvt.rzi.s8.bf16 %b15, %rs11;", {0xc020}, 0xfe}, // -2.5
      {"cvt.rmi.s8.bf16 %b15, %rs11;", {0xc020}, 0xfd},
      {"cvt.rni.u8.bf16 %b15, %rs11;", {0x4060}, 4},   // 3.5
      {"cvt.rpi.u8.bf16 %b15, %rs11;", {0x4396}, 255}, // 300
      {"cvt.rzi.u8.bf16 %b15, %rs11;", {0xbf80}, 0},   // -1
      {"cvt.rzi.s8.bf16 %b15, %rs11;", {0x7fc0}, 0},   // NaN
      {"cvt.rn.bf16.u8 %rs15, %b11;", {255}, 0x437f},
      {"cvt.rp.bf16.s8 %rs15, %b11;", {0x80}, 0xc300},
      {"cvt.rna.tf32.f32 %r15, %f11;", {One | 0x1000}, One | 0x2000},
      {"cvt.rn.tf32.f32 %r15, %f11;", {One | 0x1000}, One},
      {"cvt.rn.satfinite.e4m3x2.f32 %rs15, %f11, %f12;", {f(1), f(1000)}, 0x387e},
      {"cvt.rn.satfinite.e5m2x2.f32 %rs15, %f11, %f12;", {f(-1), AnyNaN}, 0xbc7f},
      {"cvt.rn.satfinite.e4m3x2.f16x2 %rs15, %r11;", {0x3c00bc00}, 0x38b8},
      {"cvt.rn.f16x2.e4m3x2 %r15, %rs11;", {0x38b8}, 0x3c00bc00},
      {"cvt.rn.relu.f16x2.e5m2x2 %r15, %rs11;", {0x3cbc}, 0x3c000000},
      {"cvt.rn.satfinite.e2m1x2.f32 %b15, %f11, %f12;", {f(2.5f), f(-5)}, 0x4e},
      {"cvt.rn.f16x2.e2m1x2 %r15, %b11;", {0x4e}, 0x4000c400},
      {"cvt.rn.satfinite.e2m3x2.f32 %rs15, %f11, %f12;", {f(100), f(-0.125f)}, 0x1f21},
      {"cvt.rn.satfinite.e3m2x2.f32 %rs15, %f11, %f12;", {f(1), AnyNaN}, 0x0c1f},
      {"cvt.rp.satfinite.ue8m0x2.f32 %rs15, %f11, %f12;", {f(3), f(-4)}, 0x8181},
      {"cvt.rz.ue8m0x2.f32 %rs15, %f11, %f12;", {f(3), Infinity}, 0x80ff},
      {"cvt.rn.bf16x2.ue8m0x2 %r15, %rs11;", {0x7f80}, 0x3f804000},
      // 2^-11 of a place, and random bits that round it up or do not.
      {"cvt.rs.f16x2.f32 %r15, %f11, %f12, %r13;", {One | 4, One | 4, 0x1ffc1ffb}, 0x3c013c00},
      {"cvt.rs.bf16x2.f32 %r15, %f11, %f12, %r13;", {One | 1, One | 1, 0xffff0000}, 0x3f813f80},
  });
}

TEST(EmulatorFloats, PositiveZerosAndScales) {
  check({
      {"cvt.rn.pzo.f16.f32 %rs15, %f11;", {0x80000000}, 0},
      {"cvt.rz.pzo.bf16.f32 %rs15, %f11;", {f(-1)}, 0xbf80},
      {"cvt.rn.pzo.tf32.f32 %r15, %f11;", {0x80000000}, 0},
      {"cvt.rn.pzo.f16x2.f32 %r15, %f11, %f12;", {0x80000000, 0xa0000000}, 0},
      {"cvt.rn.satfinite.pzo.e4m3x2.f32 %rs15, %f11, %f12;", {0x80000000, f(-1)}, 0x00b8},
      {"cvt.rz.satfinite.e4m3x2.f32 %rs15, %f11, %f12;", {f(1.9f), f(500)}, 0x3f7e},
      {"cvt.rn.satfinite.scaled::n1::ue8m0.e4m3x2.f32 %rs15, %f11, %f12, %rs13;",
       {f(8), f(4), 130},
       0x3830},
      {"cvt.rn.satfinite.scaled::n1::ue8m0.e2m1x2.bf16x2 %b15, %r11, %rs12;",
       {0x40c03f80, 128},
       0x51},
      // Subnormal numbers are zeros before they are divided; NaN is a scale factor, too.
      {"cvt.rn.satfinite.scaled::n1::ue8m0.e5m2x2.f32 %rs15, %f11, %f12, %rs13;",
       {1, f(1), 0},
       0x007b},
      {"cvt.rn.satfinite.scaled::n1::ue8m0.e4m3x2.f32 %rs15, %f11, %f12, %rs13;",
       {f(1), f(1), 255},
       0x7f7f},
      {"cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e5m2x2 %r15, %rs11, %rs12;",
       {0x7bfb, 0xfefe},
       0x7f7fff7f},
      {"cvt.rn.scaled::n2::ue8m0.bf16x2.e5m2x2 %r15, %rs11, %rs12;", {0x7bfb, 0xfefe}, 0x7f80ff80},
      {"cvt.rn.relu.scaled::n2::ue8m0.bf16x2.e2m1x2 %r15, %b11, %rs12;",
       {0x2a, 0x7f7f},
       0x3f800000},
  });
}

TEST(EmulatorFloats, UnsignedAndFixedPoint) {
  check({
      {"cvt.rn.satfinite.ue5m3x2.f32 %rs15, %f11, %f12;", {f(1), f(1e6f)}, 0x78fe},
      {"cvt.rn.ue5m3x2.f32 %rs15, %f11, %f12;", {f(1e6f), f(2)}, 0xff80},
      {"cvt.rp.satfinite.ue5m3x2.f32 %rs15, %f11, %f12;", {f(1.0625f), f(1.1875f)}, 0x797a},
      {"cvt.rz.satfinite.ue5m3x2.f16x2 %rs15, %r11;", {0x3c003fff}, 0x787f},
      {"cvt.rn.f16x2.ue5m3x2 %r15, %rs11;", {0x7880}, 0x3c004000},
      {"cvt.rn.scaled::n2::ue8m0.bf16x2.ue5m3x2 %r15, %rs11, %rs12;", {0x7878, 0x807e}, 0x40003f00},
      {"cvt.rn.satfinite.s2f6x2.f32 %rs15, %f11, %f12;", {f(1), f(-1.5f)}, 0x40a0},
      {"cvt.rn.satfinite.s2f6x2.f32 %rs15, %f11, %f12;", {f(5), f(-5)}, 0x7f80},
      {"cvt.rn.satfinite.s2f6x2.f32 %rs15, %f11, %f12;", {AnyNaN, f(0x1p-7f)}, 0x7f00},
      {"cvt.rz.satfinite.s2f6x2.f32 %rs15, %f11, %f12;", {f(-1.9f / 64), f(1.9f / 64)}, 0xff01},
      {"cvt.rn.satfinite.relu.s2f6x2.f32 %rs15, %f11, %f12;", {f(-1), f(1)}, 0x0040},
      {"cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.bf16x2 %rs15, %r11, %rs12;",
       {0x40004000, 0x807f},
       0x407f},
      {"cvt.rn.bf16x2.s2f6x2 %r15, %rs11;", {0x40a0}, 0x3f80bfc0},
  });
}

TEST(EmulatorFloats, FourNarrowNumbers) {
  check({
      {"add.e4m3x4.e2m1x4 %r15, %rs11, %r12;", {0x2222, 0x38383838}, 0x40404040},
      {"add.rn.satfinite.e4m3x4.e4m3x4 %r15, %r11, %r12;", {0x7e7e7e7e, 0x7e7e7e7e}, 0x7e7e7e7e},
      {"add.rn.e4m3x4.e4m3x4 %r15, %r11, %r12;", {0x7e7e7e7e, 0x7e7e7e7e}, 0x7f7f7f7f},
      {"sub.e5m2x4.e2m1p4x4 %r15, %r11, %r12;", {0x02020202, 0x3c3c3cbc}, 0x00000040},
      {"mul.e4m3x4.e2m1p4x4.ue8m0x4 %r15, %r11, %r12;", {0x04030201, 0x80807f7f}, 0x48443830},
      {"mul.e5m2x4.e5m2x4.e5m2x4 %r15, %r11, %r12;", {0x7b7bfb3c, 0x7b7b7b3c}, 0x7c7cfc3c},
      {"mul.rn.e5m2x4.e5m2x4.e5m2x4.satfinite %r15, %r11, %r12;",
       {0x7b7bfb3c, 0x7b7b7b3c},
       0x7b7bfb3c},
      {"fma.rn.e5m2x4.e4m3x4.e3m2x4 %r15, %r11, %r12, %r13;",
       {0x38383838, 0x0c0c0c0c, 0x40404040},
       0x42424242},
  });
}

// A factor that is OOB-NaN makes a result +0, whatever the other operands are; another NaN does
// not, and neither does an OOB-NaN that is added.
TEST(EmulatorFloats, OutOfBounds) {
  check({
      {"fma.rn.oob.f16 %rs15, %rs11, %rs12, %rs13;", {0x4000, 0x4200, 0x3c00}, 0x4700},
      {"fma.rn.oob.f16 %rs15, %rs11, %rs12, %rs13;", {0x7fff, 0x4200, 0xbc00}, 0},
      {"fma.rn.oob.f16 %rs15, %rs11, %rs12, %rs13;", {0x4200, 0x7fff, 0x7e00}, 0},
      {"fma.rn.oob.f16 %rs15, %rs11, %rs12, %rs13;", {0x7e00, 0x4200, 0x3c00}, 0x7fff},
      {"fma.rn.oob.f16 %rs15, %rs11, %rs12, %rs13;", {0x4000, 0x4200, 0x7fff}, 0x7fff},
      {"fma.rn.f16 %rs15, %rs11, %rs12, %rs13;", {0x7fff, 0x4200, 0x3c00}, 0x7fff},
      {"fma.rn.oob.f16x2 %r15, %r11, %r12, %r13;",
       {0x7fff4000, 0x42004200, 0x3c003c00},
       0x00004700},
      {"fma.rn.oob.relu.f16x2 %r15, %r11, %r12, %r13;",
       {0xc0007fff, 0x42004200, 0x3c003c00},
       0x00000000},
      {"fma.rn.oob.bf16 %rs15, %rs11, %rs12, %rs13;", {0x4000, 0x4040, 0x3f80}, 0x40e0},
      {"fma.rn.oob.relu.bf16 %rs15, %rs11, %rs12, %rs13;", {0x4000, 0xc040, 0x3f80}, 0},
      {"fma.rn.oob.bf16x2 %r15, %r11, %r12, %r13;",
       {0x40004000, 0x40407fff, 0x3f803f80},
       0x40e00000},
  });
}

TEST(EmulatorFloats, MixedPackedTypes) {
  check({
      {"add.f32x2.f16x2.f32x2 %rd15, %r11, %rd12;",
       {0x40003c00, f(2) << 32 | f(1)},
       f(4) << 32 | f(2)},
      {"sub.rz.f32x2.bf16x2.f32x2 %rd15, %r11, %rd12;",
       {0x3f803f80, Tiny << 32 | 1},
       (One - 1) << 32 | (One - 1)},
      {"fma.rp.f32x2.f16x2.f32x2.f32x2 %rd15, %r11, %rd12, %rd13;",
       {0x3c003c00, One << 32 | One, uint64_t(1) << 32},
       (One + 1) << 32 | One},
      {"add.rz.ftz.f16x2.f32x2.f32x2 %r15, %rd11, %rd12;",
       {One << 32 | f(65504), uint64_t(0x3a7fffff) << 32 | f(65504)},
       0x3c007bff},
      {"mul.rz.bf16x2.f32x2.f32x2 %r15, %rd11, %rd12;",
       {f(-1) << 32 | One, uint64_t(0x3fffffff) << 32 | 0x3fffffff},
       0xbfff3fff},
      {"mul.bf16x2.bf16x2.f16x2 %r15, %r11, %r12;", {0x40004000, 0x3c013c00}, 0x40004000},
      {"set.gt.s8x4 %r15, %r11, %r12;", {0x807f0100, 0}, 0x00ffff00},
      {"set.hi.u16x2 %r15, %r11, %r12;", {0x80000001, 0x7fff0001}, 0xffff0000},
  });
}

TEST(EmulatorFloats, Unknown) {
  for (const char *Statement :
       {"add.rz.f16 %rs10, %rs11, %rs12;",
        "sin.approx.f64 %fd10, %fd11;",
        "fma.rn.oob.f32 %f10, %f11, %f12, %f13;",
        "mul.rn.oob.f16 %rs10, %rs11, %rs12;",
        "min.NaN.f64 %fd10, %fd11, %fd12;",
        "cvt.rn.f16.e4m3 %rs10, %rs11;",
        "setp.lt.bf16x4 %p10, %rd10, %rd11;",
        "max.abs.f32 %f10, %f11, %f12;",
        "neg.s8.f32 %f10, %f11;",
        "cvt.rs.satfinite.pzo.e4m3x4.f32 %r10, {%f11, %f12, %f13, %f14}, %r15;",
        "cvt.rn.scaled::n1::ue8m0.bf16x2.e4m3x2 %r10, %rs11, %rs12;",
        "add.f32x2.f16x2.f16x2 %rd10, %r11, %r12;",
        "add.bf16x2.f32x2.f32x2 %r10, %rd11, %rd12;",
        "div.f32x2.f16x2.f32x2 %rd10, %r11, %rd12;",
        "add.sat.f32x2.f16x2.f32x2 %rd10, %r11, %rd12;",
        "min.rz.ftz.f16x2.f32x2.f32x2 %r10, %rd11, %rd12;",
        "add.rz.f16x2.f32x2.f32x2 %r10, %rd11, %rd12;",
        "sqrt.rn.f32x2.f16x2 %rd10, %r11;",
        "cvt.rp.satfinite.s2f6x2.f32 %rs10, %f11, %f12;",
        "mul.e2m1x4.e4m3x4.e4m3x4 %rs10, %r11, %r12;",
        "set.eq.and.u8x4 %r10, %r11, %r12, %p10;",
        "fma.f32 %f10, %f11, %f12, %f13;",
        "cvt.s32.f32 %r10, %f11;",
        "cvt.sat.u32.u16 %r10, %rs11;",
        "cvt.rzi.u8.bf16 %rs10, %rs11;",
        "cvt.rzi.sat.u8.bf16 %b10, %rs11;",
        "cvt.rn.bf16.s8 %rs10, %r11;",
        "cvt.rn.bf16.f32 %r10, %f11;",
        "cvt.rn.sat.relu.f16.f32 %rs10, %f11;",
        "setp.lo.s32 %p10, %r11, %r12;",
        "setp.lt.f16 %p10|%p11, %rs11, %rs12;",
        "setp.eq.u32 %p10, %r11, %r12, %p11;"})
    EXPECT_NE(runStatements(Statement, repeat({})).Wrong, "") << Statement;
}
