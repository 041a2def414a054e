//===- InstructionDescriptorUseTest.cpp -----------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruction descriptors in their instructions: the shapes of the PTX ISA, typed by hand,
// over all modifiers, and each other check with a word that passes and one that does not.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/InstructionDescriptorUse.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Words by hand: bits [28:24] (or [28:27]) and [22:17], and the fields that a kind fixes.
uint32_t plainWord(unsigned M, unsigned N, uint32_t Rest) {
  return M / 16 << 24 | N / 8 << 17 | Rest;
}
uint32_t scaledWord(unsigned M, unsigned N, uint32_t Rest) {
  return M / 128 << 27 | N / 8 << 17 | 1 << 23 | Rest;
}

constexpr uint32_t Sparse = 1 << 2, F32 = 1 << 4, S32 = 2 << 4, TF32s = 2 << 7 | 2 << 10,
                   E2M1s = 1 << 7 | 1 << 10, K96 = 1u << 31, TransposeA = 1 << 15,
                   TransposeB = 1 << 16;

std::string check(uint32_t Word, const InstructionDescriptorUse &Use) {
  return messageOf(checkInstructionDescriptor(Word, Use));
}

InstructionDescriptorUse use(StringRef Kind, StringRef ScaleVector = "", unsigned CTAGroup = 1) {
  InstructionDescriptorUse Use;
  Use.Kind = Kind;
  Use.ScaleVector = ScaleVector;
  Use.CTAGroup = CTAGroup;
  return Use;
}

bool isIn(unsigned Value, std::initializer_list<unsigned> List) {
  return std::find(List.begin(), List.end(), Value) != List.end();
}

/// The table "Various combinations of .kind and shapes".
bool isShape(StringRef Kind, bool IsWS, unsigned CTAGroup, bool IsSparse, unsigned M, unsigned N) {
  bool IsScaled = Kind.starts_with("mx");
  if (N < 8 || N > 256 || N % 8)
    return false;
  if (IsWS)
    return !IsScaled && CTAGroup == 1 && isIn(M, {32, 64, 128}) &&
           (isIn(N, {64, 128}) || (N == 256 && !IsSparse));
  if (CTAGroup == 1)
    return (M == 128 || (M == 64 && !IsScaled)) && (Kind != "i8" || N <= 32 || N % 16 == 0);
  return (M == 256 || (M == 128 && !(IsScaled && IsSparse))) && N % (Kind == "i8" ? 32 : 16) == 0;
}

/// A dense word with this M and N; nothing if no word can say them.
std::optional<uint32_t> makeWord(StringRef Kind, unsigned M, unsigned N) {
  if (Kind.starts_with("mx") && M % 128)
    return std::nullopt;
  if (Kind == "mxf8f6f4")
    return scaledWord(M, N, 0);
  if (Kind.starts_with("mxf4"))
    return scaledWord(M, N, E2M1s);
  return plainWord(M, N, Kind == "i8" ? S32 : Kind == "tf32" ? F32 | TF32s : F32);
}

} // namespace

TEST(InstructionDescriptorUse, EveryShapeInEveryForm) {
  unsigned Accepted = 0;
  for (auto [Kind, Vector] : {std::pair("f16", ""),
                              {"tf32", ""},
                              {"f8f6f4", ""},
                              {"i8", ""},
                              {"mxf8f6f4", "1X"},
                              {"mxf4", ""},
                              {"mxf4nvf4", "block32"}})
    for (bool IsWS : {false, true})
      for (unsigned CTAGroup : {1, 2})
        for (bool IsSparse : {false, true})
          for (unsigned M : {0, 16, 32, 48, 64, 96, 128, 192, 256, 384, 496})
            for (unsigned N = 0; N < 512; N += 8) {
              InstructionDescriptorUse Use = use(Kind, Vector, CTAGroup);
              Use.IsSparse = IsSparse;
              Use.IsWeightStationary = IsWS;
              std::optional<uint32_t> Word = makeWord(Kind, M, N);
              if (!Word)
                continue;
              bool IsRight = isShape(Kind, IsWS, CTAGroup, IsSparse, M, N);
              Accepted += IsRight;
              ASSERT_EQ(IsRight, check(*Word | (IsSparse ? Sparse : 0), Use).empty())
                  << printInstruction(Use) << " " << M << "x" << N;
            }
  // f16, tf32 and f8f6f4: 2 * 32 * 2 + 2 * 16 * 2 + 3 * 3 + 3 * 2 each; i8: 2 * 18 * 2 +
  // 2 * 8 * 2 + 15; the block-scaled three: 32 * 2 + 2 * 16 + 16 each.
  EXPECT_EQ(3 * 207 + 119 + 3 * 112u, Accepted);
}

TEST(InstructionDescriptorUse, Spelling) {
  EXPECT_EQ("tcgen05.mma.cta_group::1.kind::f16", printInstruction(use("f16")));
  EXPECT_EQ("tcgen05.mma.cta_group::2.kind::mxf4.block_scale.block32",
            printInstruction(use("mxf4", "block32", 2)));
  InstructionDescriptorUse Use = use("mxf4nvf4", "4X");
  Use.IsSparse = Use.IsWeightStationary = true;
  EXPECT_EQ("tcgen05.mma.ws.sp.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X",
            printInstruction(Use));
}

TEST(InstructionDescriptorUse, ShapesInWords) {
  EXPECT_EQ("", check(0x8400490, use("f16")));
  EXPECT_EQ(
      "0x10400490 is not an instruction descriptor for tcgen05.mma.cta_group::1.kind::f16: the "
      "dimension M of kind::f16 must be 64 or 128, not 256 (PTX ISA 9.0, Matrix Shape of tcgen05)",
      check(0x10400490, use("f16")));
  EXPECT_EQ("", check(0x10400490, use("f16", "", 2)));
  InstructionDescriptorUse WS = use("mxf4", "2X");
  WS.IsWeightStationary = true;
  EXPECT_TRUE(StringRef(check(scaledWord(128, 64, E2M1s), WS))
                  .ends_with(": kind::mxf4 has no shapes with .ws.cta_group::1, but with "
                             ".cta_group::1 or .cta_group::2 (PTX ISA 9.0, Matrix Shape of "
                             "tcgen05)"));
  EXPECT_NE("", check(0x8400490, use("f16", "", 3)));
}

TEST(InstructionDescriptorUse, Sparsity) {
  InstructionDescriptorUse SP = use("f16");
  SP.IsSparse = true;
  uint32_t Dense = plainWord(128, 128, F32);
  EXPECT_EQ("", check(Dense, use("f16")));
  EXPECT_EQ("", check(Dense | Sparse, SP));
  EXPECT_TRUE(StringRef(check(Dense, SP))
                  .ends_with(": the sparsity of kind::f16 must be 1 (sparse) with .sp, not 0 "
                             "(dense) (PTX ISA 9.4, Instruction descriptor of tcgen05)"));
  EXPECT_TRUE(StringRef(check(Dense | Sparse, use("f16")))
                  .contains("must be 0 (dense) without .sp, not 1 (sparse)"));
  // The selector.
  EXPECT_EQ("", check(Dense | Sparse | 3, SP));
  EXPECT_NE("", check(Dense | 3, use("f16")));
  SP.Kind = "f8f6f4";
  EXPECT_EQ("", check(Dense | Sparse, SP));
  EXPECT_NE("", check(Dense | Sparse | 1, SP));
}

TEST(InstructionDescriptorUse, MaximumShift) {
  InstructionDescriptorUse WS = use("f16");
  WS.IsWeightStationary = true;
  uint32_t Word = plainWord(64, 128, F32 | 2u << 30);
  EXPECT_EQ("", check(Word, WS));
  EXPECT_TRUE(
      StringRef(check(Word, use("f16")))
          .ends_with(": the maximum shift of B of kind::f16 must be 0 (no shift) without "
                     ".ws, not 2 (maximum shift of 16) (PTX ISA 9.4, Instruction descriptor "
                     "of tcgen05)"));
}

TEST(InstructionDescriptorUse, Saturation) {
  EXPECT_EQ("", check(plainWord(128, 128, S32 | 1 << 3), use("i8")));
  EXPECT_NE("", check(plainWord(128, 128, F32 | 1 << 3), use("f16")));
}

TEST(InstructionDescriptorUse, Negation) {
  EXPECT_EQ("", check(plainWord(128, 128, F32 | 3 << 13), use("f16")));
  EXPECT_NE("", check(plainWord(128, 128, S32 | 1 << 13), use("i8")));
  EXPECT_NE("", check(plainWord(128, 128, S32 | 1 << 14), use("i8")));
}

TEST(InstructionDescriptorUse, Types) {
  EXPECT_EQ("", check(plainWord(128, 128, F32 | TF32s), use("tf32")));
  EXPECT_NE("", check(plainWord(128, 128, F32 | TF32s), use("f16")));
  EXPECT_NE("", check(plainWord(128, 128, F32), use("tf32")));
  EXPECT_EQ("", check(plainWord(128, 128, F32 | 5 << 7), use("f8f6f4")));
  EXPECT_NE("", check(plainWord(128, 128, F32 | 5 << 7), use("f16")));
  EXPECT_NE("", check(plainWord(128, 128, F32), use("i8")));
  EXPECT_EQ("", check(plainWord(128, 128, 0), use("f16")));
  EXPECT_NE("", check(plainWord(128, 128, 1 << 7), use("f16")));
}

TEST(InstructionDescriptorUse, Transposition) {
  EXPECT_EQ("", check(plainWord(128, 128, F32 | TransposeA | TransposeB), use("f16")));
  EXPECT_EQ("", check(plainWord(128, 128, F32 | TransposeA | TransposeB), use("f8f6f4")));
  for (uint32_t FewBits : {3, 4, 5}) {
    EXPECT_EQ("", check(plainWord(128, 128, F32 | TransposeB | FewBits << 7), use("f8f6f4")));
    EXPECT_EQ("", check(plainWord(128, 128, F32 | TransposeA | FewBits << 7), use("f8f6f4")));
    EXPECT_EQ("", check(plainWord(128, 128, F32 | TransposeB | FewBits << 10), use("f8f6f4")));
    EXPECT_EQ("", check(scaledWord(128, 128, TransposeA | FewBits << 7), use("mxf8f6f4", "1X")));
  }
  EXPECT_EQ("", check(scaledWord(128, 128, TransposeA), use("mxf8f6f4", "1X")));
  EXPECT_EQ("", check(scaledWord(128, 128, E2M1s), use("mxf4")));
  EXPECT_NE("", check(scaledWord(128, 128, E2M1s | TransposeA), use("mxf4")));
  // B of bytes, N-major, in the table of its own.
  EXPECT_EQ("", check(plainWord(128, 24, F32), use("f8f6f4")));
  EXPECT_NE("", check(plainWord(128, 24, F32 | TransposeB), use("f8f6f4")));
  EXPECT_EQ("", check(plainWord(128, 48, F32 | TransposeB), use("f8f6f4")));
  EXPECT_EQ("", check(plainWord(256, 48, F32), use("f8f6f4", "", 2)));
  EXPECT_NE("", check(plainWord(256, 48, F32 | TransposeB), use("f8f6f4", "", 2)));
  EXPECT_EQ("", check(plainWord(256, 64, F32 | TransposeB), use("f8f6f4", "", 2)));
  EXPECT_EQ("", check(plainWord(128, 24, F32 | TransposeB), use("f16")));
  EXPECT_NE("", check(plainWord(128, 24, S32 | TransposeB), use("i8")));
}

TEST(InstructionDescriptorUse, AInTensorMemory) {
  InstructionDescriptorUse TS = use("f16");
  TS.IsAInTensorMemory = true;
  EXPECT_EQ("", check(plainWord(128, 128, F32 | TransposeB), TS));
  EXPECT_EQ("", check(plainWord(128, 128, F32 | TransposeA), use("f16")));
  EXPECT_TRUE(StringRef(check(plainWord(128, 128, F32 | TransposeA), TS))
                  .ends_with(": the transposition of A of kind::f16 must be 0 (K-major) with A in "
                             "tensor memory, not 1 (M-major) (PTX ISA 9.0, Matrix Layout "
                             "Organization of tcgen05)"));
  TS.HasAShift = true;
  EXPECT_EQ("", check(plainWord(128, 128, F32), TS));
  EXPECT_TRUE(StringRef(check(plainWord(64, 128, F32), TS))
                  .ends_with(": the dimension M of kind::f16 must be 128 or 256 with .ashift, not "
                             "64 (PTX ISA 9.0, tcgen05.mma)"));
  TS.HasAShift = false;
  EXPECT_EQ("", check(plainWord(64, 128, F32), TS));
}

TEST(InstructionDescriptorUse, ScaleTypes) {
  uint32_t UE8M0 = scaledWord(128, 128, E2M1s), UE4M3 = UE8M0 & ~(1u << 23);
  TargetVersion SM100A = getTargetVersion("sm_100a", 1003, 90);
  TargetVersion SM107F = getTargetVersion("sm_107f", 1072, 94);
  EXPECT_NE("", check(UE4M3, use("mxf4", "2X")));
  for (StringRef Wide : {"2X", "block32"}) {
    EXPECT_EQ("", check(UE8M0, use("mxf4nvf4", Wide)));
    EXPECT_TRUE(
        StringRef(messageOf(checkInstructionDescriptor(UE4M3, use("mxf4nvf4", Wide), &SM100A)))
            .contains("the scale matrix type of kind::mxf4nvf4 must be 1 (ue8m0), not 0 "
                      "(ue4m3) (PTX ISA 9.0, Block Scaling of tcgen05)"));
  }
  for (uint32_t Later : {UE4M3, UE4M3 | 1u << 24}) // ue5m3
    EXPECT_EQ("",
              messageOf(checkInstructionDescriptor(Later, use("mxf4nvf4", "block32"), &SM107F)));
  for (StringRef Narrow : {"4X", "block16"}) {
    EXPECT_EQ("", check(UE8M0, use("mxf4nvf4", Narrow)));
    EXPECT_EQ("", check(UE4M3, use("mxf4nvf4", Narrow)));
  }
  EXPECT_EQ("", check(scaledWord(128, 128, 0), use("mxf8f6f4", "block32")));
  EXPECT_NE("", check(scaledWord(128, 128, 0) & ~(1u << 23), use("mxf8f6f4", "block32")));
}

TEST(InstructionDescriptorUse, ScaleVectors) {
  auto IsRight = [](StringRef Kind, StringRef Vector) {
    uint32_t Word = *makeWord(Kind, 128, 128);
    return check(Word, use(Kind, Vector)).empty();
  };
  for (StringRef Vector : {"", "1X", "2X", "4X", "block16", "block32", "3X"}) {
    EXPECT_EQ(Vector == "", IsRight("f16", Vector));
    EXPECT_EQ(Vector == "" || Vector == "1X" || Vector == "block32", IsRight("mxf8f6f4", Vector));
    EXPECT_EQ(Vector == "" || Vector == "2X" || Vector == "block32", IsRight("mxf4", Vector));
    EXPECT_EQ(Vector == "2X" || Vector == "4X" || Vector.starts_with("block"),
              IsRight("mxf4nvf4", Vector));
  }
  EXPECT_TRUE(StringRef(check(*makeWord("mxf4", 128, 128), use("mxf4", "4X")))
                  .ends_with(": the scale vector size of kind::mxf4 must be none, 2X or block32, "
                             "not 4X (PTX ISA 9.0, Block Scaling of tcgen05)"));
}

TEST(InstructionDescriptorUse, ScaleFactorIDs) {
  auto IsRight = [](StringRef Kind, StringRef Vector, uint32_t ID, uint32_t Rest = 0) {
    uint32_t Word = *makeWord(Kind, 128, 128) | Rest;
    bool A = check(Word | ID << 29, use(Kind, Vector)).empty();
    bool B = check(Word | ID << 4, use(Kind, Vector)).empty();
    EXPECT_EQ(A, B);
    return A;
  };
  for (uint32_t ID : {0, 1, 2, 3}) {
    bool IsEven = ID % 2 == 0;
    EXPECT_TRUE(IsRight("mxf8f6f4", "1X", ID));
    EXPECT_EQ(IsEven, IsRight("mxf4", "2X", ID));
    EXPECT_EQ(IsEven, IsRight("mxf4nvf4", "block32", ID));
    EXPECT_EQ(ID == 0, IsRight("mxf4nvf4", "4X", ID));
    EXPECT_TRUE(IsRight("mxf4", "block32", ID, K96));
    EXPECT_EQ(IsEven, IsRight("mxf4nvf4", "block16", ID, K96));
  }
}

TEST(InstructionDescriptorUse, K96) {
  uint32_t OneCTA = scaledWord(128, 64, E2M1s | K96), TwoCTA = scaledWord(256, 64, E2M1s | K96);
  EXPECT_EQ("", check(OneCTA, use("mxf4", "block32")));
  EXPECT_EQ("", check(TwoCTA, use("mxf4", "block32", 2)));
  EXPECT_NE("", check(OneCTA, use("mxf4", "block32", 2)));
  EXPECT_EQ("", check(OneCTA & ~K96, use("mxf4", "block32", 2)));
  InstructionDescriptorUse SP = use("mxf4", "block32", 2);
  SP.IsSparse = true;
  EXPECT_EQ("", check((TwoCTA & ~K96) | Sparse, SP));
  TargetVersion Right = getTargetVersion("sm_103a", 1033, 90);
  EXPECT_NE("", messageOf(checkInstructionDescriptor(TwoCTA | Sparse, SP, &Right)));
  TargetVersion Wrong = getTargetVersion("sm_100a", 1003, 90);
  EXPECT_EQ("", messageOf(checkInstructionDescriptor(OneCTA, use("mxf4", "block32"), &Right)));
  EXPECT_NE("", messageOf(checkInstructionDescriptor(OneCTA, use("mxf4", "block32"), &Wrong)));
}

TEST(InstructionDescriptorUse, AllFaultsAtOnce) {
  InstructionDescriptorUse SP = use("f16", "2X");
  SP.IsSparse = true;
  EXPECT_EQ(
      "0x50400490 is not an instruction descriptor for "
      "tcgen05.mma.sp.cta_group::1.kind::f16.block_scale.scale_vec::2X: the sparsity of kind::f16 "
      "must be 1 (sparse) with .sp, not 0 (dense) (PTX ISA 9.4, Instruction descriptor of "
      "tcgen05); "
      "the maximum shift of B of kind::f16 must be 0 (no shift) without .ws, not 1 (maximum shift "
      "of "
      "8) (PTX ISA 9.4, Instruction descriptor of tcgen05); "
      "the dimension M of kind::f16 must be 64 or 128, not 256 (PTX ISA 9.0, Matrix Shape of "
      "tcgen05); the scale vector size of kind::f16 must be none, not 2X (PTX ISA 9.0, Block "
      "Scaling "
      "of tcgen05)",
      check(0x50400490, SP));
}

TEST(InstructionDescriptorUse, UnknownKinds) {
  EXPECT_EQ("0x8400490 is not an instruction descriptor for tcgen05.mma.cta_group::1.kind::f32: "
            "there is no such kind, but mxf4nvf4, f8f6f4, mxf8f6f4, f16, i8, tf32, ti16 and mxf4",
            check(0x8400490, use("f32")));
  EXPECT_NE("", check(0x8400490, use("")));
}
