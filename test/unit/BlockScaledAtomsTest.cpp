//===- BlockScaledAtomsTest.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block-scaled atoms of seed document 002, typed by hand from it.
//
//===----------------------------------------------------------------------===//

#include "Seeds/BlockScaledAtoms.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

const StringRef FP8[] = {"Float8E4M3FN", "Float8E5M2"}, FP4[] = {"Float4E2M1FN", "FloatNV4E0M3F"},
                E8M0 = "Float8E8M0FNU", E4M3FN = "Float8E4M3FN";

BlockScaledAtomUse use(StringRef A, StringRef B, StringRef Scale, unsigned K, unsigned Size) {
  return {A, B, "Float32", Scale, Scale, K, Size};
}

std::string error(const BlockScaledAtomUse &Use) { return messageOf(getBlockScaledAtom(Use)); }

std::string kinds(const BlockScaledAtomUse &Use) {
  std::string Text;
  for (BlockScaledPTXKind Kind : cantFail(getBlockScaledPTXKinds(Use)))
    Text += (Kind.Kind + "." + Kind.ScaleVector + " ").str();
  return Text;
}

} // namespace

TEST(BlockScaledAtoms, TheTable) {
  for (StringRef A : FP8)
    for (StringRef B : FP8)
      EXPECT_EQ(0x2000000020u, cantFail(getBlockScaledAtom(use(A, B, E8M0, 32, 32))));
  for (StringRef A : FP4)
    for (StringRef B : FP4) {
      EXPECT_EQ(0x4000000010u, cantFail(getBlockScaledAtom(use(A, B, E8M0, 64, 16))));
      EXPECT_EQ(0x4000000010u, cantFail(getBlockScaledAtom(use(A, B, E4M3FN, 64, 16))));
      EXPECT_EQ(0x4000000020u, cantFail(getBlockScaledAtom(use(A, B, E8M0, 64, 32))));
    }
}

TEST(BlockScaledAtoms, NothingElse) {
  const StringRef Types[] = {"Float8E4M3FN",
                             "Float8E5M2",
                             "Float4E2M1FN",
                             "FloatNV4E0M3F",
                             "Float6E2M3FN",
                             "Float16",
                             "Float32",
                             "Float8E8M0FNU",
                             "",
                             "FP8",
                             "FP4"};
  unsigned Accepted = 0;
  for (StringRef A : Types)
    for (StringRef B : Types)
      for (StringRef Scale : Types)
        for (unsigned K : {0, 16, 32, 64, 96, 128})
          for (unsigned Size : {0, 8, 16, 32, 64})
            Accepted += error(use(A, B, Scale, K, Size)).empty();
  // Four pairs of types each for (32, 32), twice (64, 16), and (64, 32).
  EXPECT_EQ(16u, Accepted);
}

TEST(BlockScaledAtoms, Messages) {
  BlockScaledAtomUse Use = use(FP8[0], FP8[1], E8M0, 32, 32);
  EXPECT_EQ("", error(Use));
  Use.C = "Float16";
  EXPECT_EQ("expects c type to be Float32, not Float16; all block-scaled atoms accumulate in "
            "Float32 (seed document 002, SM100 UMMA Block-Scaled Atoms)",
            error(Use));
  Use = use(FP4[0], FP4[0], E8M0, 64, 16);
  EXPECT_EQ("", error(Use));
  Use.SFB = E4M3FN;
  EXPECT_EQ("expects sfa/sfb element types to be the same, not Float8E8M0FNU and Float8E4M3FN; "
            "expected Float8E8M0FNU or Float8E4M3FN for both (seed document 002, SM100 UMMA "
            "Block-Scaled Atoms)",
            error(Use));
  EXPECT_EQ(
      "there is no block-scaled atom of Float8E4M3FN x Float8E5M2 with Float8E8M0FNU, atom_K "
      "32 and vecSize 16, but of FP8 x FP8 with Float8E8M0FNU, atom_K 32 and vecSize 32 (seed "
      "document 002, SM100 UMMA Block-Scaled Atoms)",
      error(use(FP8[0], FP8[1], E8M0, 32, 16)));
  EXPECT_EQ("there is no block-scaled atom of Float8E4M3FN x Float4E2M1FN with Float8E8M0FNU, "
            "atom_K 32 and vecSize 32, but of FP8 x FP8 with Float8E8M0FNU, atom_K 32 and vecSize "
            "32; FP4 x FP4 with Float8E4M3FN, atom_K 64 and vecSize 16; FP4 x FP4 with "
            "Float8E8M0FNU, atom_K 64 and vecSize 16; FP4 x FP4 with Float8E8M0FNU, atom_K 64 and "
            "vecSize 32 (seed document 002, SM100 UMMA Block-Scaled Atoms)",
            error(use(FP8[0], FP4[0], E8M0, 32, 32)));
}

TEST(BlockScaledAtoms, KindsOfPTX) {
  EXPECT_EQ("mxf8f6f4.1X ", kinds(use(FP8[0], FP8[1], E8M0, 32, 32)));
  EXPECT_EQ("mxf4nvf4.4X ", kinds(use(FP4[0], FP4[0], E8M0, 64, 16)));
  EXPECT_EQ("mxf4nvf4.4X ", kinds(use(FP4[0], FP4[0], E4M3FN, 64, 16)));
  EXPECT_EQ("mxf4nvf4.2X mxf4.2X ", kinds(use(FP4[0], FP4[0], E8M0, 64, 32)));
  EXPECT_EQ("PTX has no type for FloatNV4E0M3F; its 4-bit type is e2m1 (Float4E2M1FN)",
            messageOf(getBlockScaledPTXKinds(use(FP4[0], FP4[1], E8M0, 64, 32))));
  EXPECT_EQ(error(use(FP8[0], FP8[1], E8M0, 32, 16)),
            messageOf(getBlockScaledPTXKinds(use(FP8[0], FP8[1], E8M0, 32, 16))));
}
