//===- EmulatorNibblesTest.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix .s8.s4 in the emulator: rows of 8 bytes with sixteen signed numbers of 4 bits, the first
// in the lower half of its byte, become numbers of 8 bits.
//
//===----------------------------------------------------------------------===//

#include "EmulatorKernel.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::tensorcore::emulator;

/// Lane L has row L in shared memory, and its address, but for so many bytes.
static KernelResult load(const KernelOperands &Rows, unsigned Off) {
  return runStatements(
      "mov.u32 %r10, %tid.x; shl.b32 %r10, %r10, 3; mov.u32 %r11, s; add.u32 %r10, %r10, %r11;\n"
      "st.shared.b64 [%r10], %rd1; bar.sync 0; add.u32 %r10, %r10, " +
          std::to_string(Off) +
          ";\nldmatrix.sync.aligned.m8n16.x4.shared::cta.s8.s4 {%r12, %r13, %r14, %r15}, [%r10];\n"
          "mov.b64 %rd5, {%r12, %r13}; mov.b64 %rd6, {%r14, %r15};",
      Rows, ".shared .align 16 .b8 s[272];\n");
}

TEST(EmulatorNibbles, AreExtended) {
  KernelOperands Rows;
  for (uint64_t Lane = 0; Lane != 32; ++Lane)
    Rows.push_back({0x9e3779b97f4a7c15 * (Lane + 1)});
  const KernelResult R = load(Rows, 0);
  ASSERT_EQ("", R.Wrong);
  for (unsigned Matrix = 0; Matrix != 4; ++Matrix)
    for (unsigned Row = 0; Row != 8; ++Row)
      for (unsigned Column = 0; Column != 16; ++Column) {
        const int Nibble = Rows[Matrix * 8 + Row][0] >> (4 * Column) & 15;
        const uint64_t Registers = R.Values[Row * 4 + Column / 4][Matrix / 2];
        const auto Loaded = int8_t(Registers >> (Matrix % 2 * 32 + Column % 4 * 8));
        EXPECT_EQ(Nibble - (Nibble & 8 ? 16 : 0), Loaded) << Matrix << " " << Row << " " << Column;
      }
}

TEST(EmulatorNibbles, Alignment) {
  const KernelResult R = load(repeat({}), 4);
  EXPECT_NE(R.Wrong.find("is not a multiple of 8"), std::string::npos) << R.Wrong;
}
