//===- NewerModuleTest.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signs of a newer LLVM, and what looks like one.
//
//===----------------------------------------------------------------------===//

#include "Library/NewerModule.h"
#include <gtest/gtest.h>

using namespace llvm::tensorcore;

namespace {

TEST(NewerModule, WordsOfText) {
  EXPECT_EQ(findSignOfNewerLLVM("declare void @f(\n ptr captures(none))"), "line 2 has 'captures'");
  EXPECT_EQ(findSignOfNewerLLVM("%c = icmp samesign ult i32 %a, %b"), "line 1 has 'samesign'");
  EXPECT_EQ(findSignOfNewerLLVM("%o = atomicrmw usub_sat ptr %p"), "line 1 has 'usub_sat'");
  EXPECT_EQ(findSignOfNewerLLVM("declare void @f() sanitize_type"), "line 1 has 'sanitize_type'");
  EXPECT_EQ(findSignOfNewerLLVM("!DICompositeType(enumKind: 1)"), "line 1 has 'enumKind'");
  EXPECT_EQ(findSignOfNewerLLVM("!DILocation(line: 1, atomGroup: 2)"), "line 1 has 'atomGroup'");
  EXPECT_EQ(findSignOfNewerLLVM("attributes #0 = { \"nvvm.maxntid\"=\"1\" }"),
            "line 1 has 'nvvm.maxntid'");
  EXPECT_EQ(findSignOfNewerLLVM("call void @llvm.lifetime.end.p0(ptr %p)"),
            "line 1 has 'llvm.lifetime.end.p0(ptr'");
}

TEST(NewerModule, NamesAndStrings) {
  for (const char *Text :
       {"# MIR\n--- |\n...\n# address", "declare void @f(ptr nocapture) \"unsafe-fp-math\"",
        "!DILocation(line: 1, column: 2)", "", "\"", "; captures", "@captures = global i32 0",
        "%samesign = type { i32 }", "captures:", "!captures = !{!\"nvvm.maxntid\"}",
        "source_filename = \"nvvm.cu\"", "c\"nvvm.x\"", "%\"captures(\" = add i32 1, 2",
        "mycaptures(", "@llvm.lifetime.end.p0(i64 4, ptr %p)", "@llvm.lifetime.",
        "!nvvm.annotations = !{}"})
    EXPECT_EQ(findSignOfNewerLLVM(Text), "") << Text;
}

TEST(NewerModule, TextMayEndAnywhere) {
  const std::string Whole =
      "; a\n@\"x\" = c\"y\" %p !\"z\" = \"nvvm.q\" @llvm.lifetime.end.p0(i64 a: -";
  for (size_t Size = 0; Size <= Whole.size(); ++Size)
    EXPECT_EQ(findSignOfNewerLLVM(Whole.substr(0, Size)), "");
}

/// The start of a module as LLVM wrote it: magic number, identification.
std::string makeBitcode(bool IsNewer) {
  unsigned char Bytes[] = {0x42, 0x43, 0xc0, 0xde, 0x35, 0x14, 0x00, 0x00, 0x05, 0x00, 0x00,
                           0x00, 0x62, 0x0c, 0x30, 0x24, 0x4a, 0x59, 0xbe, 0x66, 0xdd, 0xfb,
                           0xb5, 0xbf, 0x0b, 0x51, 0x80, 0x4c, 0x01, 0x00, 0x00, 0x00};
  if (IsNewer) {
    Bytes[19] = 0xa6;
    Bytes[20] = 0x6d;
    Bytes[23] = 0xcf;
  }
  return std::string(reinterpret_cast<char *>(Bytes), sizeof(Bytes));
}

TEST(NewerModule, Bitcode) {
  EXPECT_EQ(findSignOfNewerLLVM(makeBitcode(/*IsNewer=*/true)), "LLVM22.1.8 wrote it");
  EXPECT_EQ(findSignOfNewerLLVM(makeBitcode(/*IsNewer=*/false)), "");
  const std::string Whole = makeBitcode(/*IsNewer=*/true);
  for (size_t Size = 0; Size != Whole.size(); ++Size) // no crash
    findSignOfNewerLLVM(Whole.substr(0, Size));
  const unsigned char Wrapper[] = {0xde, 0xc0, 0x17, 0x0b, 0, 0, 0, 0, 20, 0,
                                   0,    0,    32,   0,    0, 0, 0, 0, 0,  0};
  EXPECT_EQ(findSignOfNewerLLVM(std::string(Wrapper, std::end(Wrapper)) + Whole),
            "LLVM22.1.8 wrote it");
}

TEST(NewerModule, NoBridge) {
  setenv("PATH", "/nowhere", 1);
  const Translation Newer = translateModule("", "/nowhere");
  EXPECT_FALSE(Newer.IsThere);
  EXPECT_TRUE(Newer.IsBridgeMissing);
}

} // namespace
