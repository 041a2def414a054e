//===- EmulatorSparseTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// spcompress, spdecompress and tcgen05.ld.spcompress in the emulator.
//
//===----------------------------------------------------------------------===//

#include "EmulatorKernel.h"
#include "EmulatorTensorKernel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// Two registers of data and the descriptor to metadata << 32 | kept elements.
struct Compression {
  const char *Sizes; ///< ".b8.b2"
  uint32_t Low, High, Descriptor;
  uint64_t Expected;
};

KernelResult runCompression(const Compression &C) {
  return runStatements("cvt.u32.u64 %r11, %rd1; cvt.u32.u64 %r12, %rd2; cvt.u32.u64 %r13, %rd3;\n"
                       "spcompress" +
                           std::string(C.Sizes) +
                           ".sp::2:4.x1 {%r14}, {%r15}, {%r11, %r12}, %r13;\n"
                           "mov.b64 %rd5, {%r15, %r14};",
                       repeat({C.Low, C.High, C.Descriptor}, 1));
}

/// "{%v1, %v2}"
std::string getVector(unsigned First, unsigned Count) {
  std::string Text = "{%v" + utostr(First);
  for (unsigned I = 1; I != Count; ++I)
    Text += ", %v" + utostr(First + I);
  return Text + "}";
}

/// Numbers of both signs, in a group none of the magnitude of another one; and a NaN.
float getNumber(unsigned Lane, unsigned Column) {
  if (Lane == 5 && Column == 9)
    return NAN;
  const auto Magnitude = float((Column * 7 + Lane * 3) % 16) + 0.25f;
  return (Column + Lane) % 3 ? Magnitude : -Magnitude;
}

} // namespace

TEST(EmulatorSparse, Compress) {
  constexpr unsigned Max = 0, MaxAbs = 1, Min = 2, MinAbs = 3;
  for (const Compression &C : {
           // s8: 1, 2, 3, 4 and 2, -1, 1, -5; the places 2, 3 and 0, 3
           Compression{".b8.b2", 0x04030201, 0xfb01ff02, 1 << 2 | MaxAbs, 0xce'fb020403},
           {".b8.b4", 0x04030201, 0xfb01ff02, 1 << 2 | MaxAbs, 0x3032'fb020403},
           // places 0, 1 and 1, 3
           {".b8.b2", 0x04030201, 0xfb01ff02, 1 << 2 | Min, 0xd4'fbff0201},
           // u8: 0xff and 0xfb are large; places 2, 3 and 1, 3
           {".b8.b2", 0x04030201, 0xfb01ff02, 0 << 2 | Max, 0xde'fbff0403},
           // f16: 1, -2, NaN, 0.5: the NaN and the number, places 0, 2
           {".b16.b2", 0xc0003c00, 0x38007e00, 0 << 2 | Max, 0x8'7e003c00},
           // -2 is the least
           {".b16.b2", 0xc0003c00, 0x38007e00, 0 << 2 | Min, 0x9'7e00c000},
           {".b16.b4", 0xc0003c00, 0x38007e00, 0 << 2 | MinAbs, 0x32'38007e00},
           // bf16: -0 is less than +0; 1, -0, +0, -1
           {".b16.b2", 0x80003f80, 0xbf800000, 1 << 2 | Max, 0x8'00003f80},
           // e2m3 ignores the upper two bits: 0x1f is the greatest
           {".b8.b2", 0xc11f0201, 0x04030201, 5 << 2 | Max, 0xe9'04031f02},
       }) {
    const KernelResult R = runCompression(C);
    ASSERT_EQ("", R.Wrong) << C.Sizes;
    EXPECT_EQ(C.Expected, R.Values[0][0])
        << C.Sizes << " " << C.Descriptor << std::hex << " gives " << R.Values[0][0];
  }
}

TEST(EmulatorSparse, Decompress) {
  const auto Run = [](const char *Statement, uint64_t A, uint64_t B) {
    const KernelResult R =
        runStatements("mov.b64 {%r11, %r12}, %rd1; mov.b64 {%r13, %r14}, %rd2;\n" +
                          std::string(Statement) + "\nmov.b64 %rd5, {%r15, %r16};",
                      repeat({A, B}, 1));
    EXPECT_EQ("", R.Wrong) << Statement;
    return R.Values.empty() ? 0 : R.Values[0][0];
  };
  EXPECT_EQ(0xfb000002'04030000u,
            Run("spdecompress.b8.b2.sp::2:4.x2 {%r15, %r16}, {%r11}, {%r13};", 0xce, 0xfb020403));
  EXPECT_EQ(0x00001234'00000000u,
            Run("spdecompress.b16.b4.sp::1:4.x1 {%r15, %r16}, {%r11}, {%r13};", 2, 0xffff1234));
  EXPECT_EQ(0x44003300'00220011u,
            Run("spdecompress.b8.b4.sp::4:8.x1 {%r15, %r16}, {%r11}, {%r13};", 0x7520, 0x44332211));
}

// What is decompressed has the elements that were kept at their places, and zeros.
TEST(EmulatorSparse, RoundTrips) {
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round != 50; ++Round) {
    const uint64_t Data = Random();
    const KernelResult R =
        runStatements("mov.b64 {%r11, %r12}, %rd1; cvt.u32.u64 %r13, %rd2;\n"
                      "spcompress.b8.b4.sp::2:4.x1 {%r14}, {%r15}, {%r11, %r12}, %r13;\n"
                      "spdecompress.b8.b4.sp::2:4.x2 {%r16, %r17}, {%r14}, {%r15};\n"
                      "mov.b64 %rd5, {%r16, %r17};",
                      repeat({Data, Random() % 4 | (Random() % 6) << 2}, 1));
    ASSERT_EQ("", R.Wrong);
    unsigned NumKept = 0, NumZeros = 0;
    for (unsigned Byte = 0; Byte != 8; ++Byte) {
      const auto Before = uint8_t(Data >> (8 * Byte)),
                 After = uint8_t(R.Values[0][0] >> (8 * Byte));
      EXPECT_TRUE(After == Before || !After);
      NumKept += After == Before;
      NumZeros += !After;
    }
    EXPECT_GE(NumKept, 4u);
    EXPECT_GE(NumZeros, 4u);
  }
}

TEST(EmulatorSparse, Errors) {
  const auto Contains = [](const KernelResult &R, StringRef What) {
    EXPECT_NE(R.Wrong.find(What.str()), std::string::npos)
        << What.str() << " is not in " << R.Wrong;
  };
  Contains(runCompression({".b16.b2", 0, 0, 2 << 2, 0}),
           "the type 2, which elements of 16 bits cannot have; expected 0 to 1");
  Contains(runCompression({".b8.b2", 0, 0, 1 << 5, 0}), "reserved bits from 5 on");
  const auto Run = [](const char *Statement) {
    return runStatements("mov.b32 %r11, 6; mov.b32 %r12, 6; " + std::string(Statement),
                         repeat({}, 1));
  };
  Contains(Run("spdecompress.b16.b4.sp::1:4.x1 {%r15, %r16}, {%r11}, {%r12};"),
           "element 0 has the index 6; expected 0 to 3");
  Contains(Run("mov.b32 %r13, 0; spdecompress.b8.b2.sp::2:4.x1 {%r15}, {%r13}, {%r12};"),
           "element 1 has the index 0, which one before it in its group has, too");
  Contains(Run("spdecompress.b8.b2.sp::2:4.x1 {%r15}, {%r11}, {%r11};"),
           "stands in the vectors twice");
  Contains(Run("spdecompress.b8.b2.sp::2:4.x2 {%r15}, {%r11}, {%r12};"),
           "expected 2 registers in vector 1");
  Contains(Run("spdecompress.b8.b2.sp::2:8.x2 {%r15, %r16, %r17, %r18}, {%r11}, {%r12};"),
           "does not know these sizes");
}

TEST(EmulatorSparse, TensorMemory) {
  constexpr unsigned Count = 32;
  std::vector<TensorBlock> Blocks(1);
  for (unsigned Lane = 0; Lane != TensorBlock::Lanes; ++Lane)
    for (unsigned Column = 0; Column != Count; ++Column)
      Blocks[0].at(Lane, Column) = llvm::bit_cast<uint32_t>(getNumber(Lane, Column));
  ASSERT_EQ("",
            runTensorInstruction(
                "", {}, 0, Blocks,
                "{ .reg .b32 %v<18>; .reg .b32 %a, %b; add.u32 %a, %r9, 256; add.u32 %b, %r9, 288;"
                "tcgen05.ld.red.spcompress.sync.aligned.32x32b.x32.max.sp::2:4.abs.f32.b2 {%v0}, " +
                    getVector(1, 16) +
                    ", %v17, [%r9]; tcgen05.wait::ld.sync.aligned;\n"
                    "tcgen05.st.sync.aligned.32x32b.x2.b32 [%a], {%v0, %v17};\n"
                    "tcgen05.st.sync.aligned.32x32b.x16.b32 [%b], " +
                    getVector(1, 16) +
                    ";\ntcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync; }",
                1, /*IsRubin=*/true));
  for (unsigned Lane = 0; Lane != TensorBlock::Lanes; ++Lane) {
    float Greatest = 0;
    for (unsigned Column = 0; Column != Count; ++Column)
      Greatest = std::fmax(Greatest, std::fabs(getNumber(Lane, Column)));
    EXPECT_EQ(Greatest, llvm::bit_cast<float>(Blocks[0].at(Lane, 257)));
    for (unsigned Group = 0; Group != Count / 4; ++Group) {
      const uint32_t Locations = Blocks[0].at(Lane, 256) >> (4 * Group) & 15;
      const unsigned First = Locations & 3, Second = Locations >> 2;
      ASSERT_LT(First, Second);
      EXPECT_EQ(Blocks[0].at(Lane, 4 * Group + First), Blocks[0].at(Lane, 288 + 2 * Group));
      EXPECT_EQ(Blocks[0].at(Lane, 4 * Group + Second), Blocks[0].at(Lane, 289 + 2 * Group));
      for (unsigned Location = 0; Location != 4; ++Location)
        for (unsigned Kept : {First, Second}) {
          const float X = getNumber(Lane, 4 * Group + Location),
                      K = getNumber(Lane, 4 * Group + Kept);
          EXPECT_TRUE(Location == First || Location == Second || std::isnan(K) ||
                      std::fabs(X) < std::fabs(K));
        }
    }
  }
}
