//===- TCGen05WordsTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kind word and the collector word of tcgen05.mma, and where forms are legal.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/TCGen05Words.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

static TargetVersion getTarget(StringRef Name, unsigned PTX = 90) {
  for (const GPUTarget &T : getGPUTargets())
    if (T.Name == Name)
      return getTargetVersion(Name, T.FullSmVersion, PTX);
  return {};
}

// The seeds' example: kind::f16 for one CTA.
TEST(TCGen05Words, KindWordOfTheWalkthrough) {
  MMADescriptor Words = cantFail(decodeTCGen05Words(0xC1, 0));
  EXPECT_EQ(".kind::f16", printMMAField(Words.getWord(), MMAField_MMAKind));
  EXPECT_EQ(".cta_group::1", printMMAField(Words.getWord(), MMAField_CTAGroup));
  EXPECT_EQ(0u, Words.get(MMAField_BlockScale));
  EXPECT_EQ(0xC1u, getKindWord(Words));
  EXPECT_EQ(0u, getCollectorWord(Words));
}

TEST(TCGen05Words, CollectorNumbers) {
  const char *Usages[] = {"discard", "lastuse", "fill", "use"};
  for (unsigned Usage = 0; Usage < 4; ++Usage)
    for (unsigned Shift : {0, 1})
      for (unsigned Buffer = 0; Buffer < 4; ++Buffer) {
        unsigned Word = Usage | Shift << 2 | Buffer << 3;
        MMADescriptor Words = cantFail(decodeTCGen05Words(0xC1, Word));
        EXPECT_EQ(Usages[Usage], printMMAField(Words.getWord(), MMAField_Collector));
        EXPECT_EQ(Shift, Words.get(MMAField_AShift));
        EXPECT_EQ(Buffer, Words.get(MMAField_Buffer));
        EXPECT_EQ(Word, getCollectorWord(Words));
      }
}

// Every word of 14 bits, by hand: which bits are whose, and the values that there are.
TEST(TCGen05Words, EveryKindWord) {
  for (unsigned Word = 0; Word < 1u << 15; ++Word) {
    bool Legal = (Word & 3) != 3 && (Word >> 9 & 3) != 3 && !(Word >> 14);
    Expected<MMADescriptor> Words = decodeTCGen05Words(Word, 0);
    ASSERT_EQ(Legal, bool(Words)) << Word;
    if (!Words) {
      EXPECT_NE("", toString(Words.takeError()));
      continue;
    }
    EXPECT_EQ(Word, getKindWord(*Words));
    EXPECT_EQ(Word & 3, Words->get(MMAField_CTAGroup));
    EXPECT_EQ(Word >> 2 & 3, Words->get(MMAField_Scales));
    EXPECT_EQ(Word >> 4 & 1, Words->get(MMAField_ScaleInput));
    EXPECT_EQ(Word >> 5 & 1, Words->get(MMAField_BlockScale));
    EXPECT_EQ(Word >> 6 & 7, Words->get(MMAField_MMAKind));
    EXPECT_EQ(Word >> 9 & 3, Words->get(MMAField_BlockSize));
    EXPECT_EQ(Word >> 11 & 1, Words->get(MMAField_Sparsity));
    EXPECT_EQ(Word >> 12 & 1, Words->get(MMAField_Stationary));
    EXPECT_EQ(Word & ~3u, getFormKey(*Words));
  }
}

TEST(TCGen05Words, Junk) {
  auto Message = [](uint64_t Kind, uint64_t Collector) {
    return messageOf(decodeTCGen05Words(Kind, Collector));
  };
  EXPECT_EQ("0x40C1 is not a kind word: bits 0x4000 belong to no field", Message(0x40C1, 0));
  EXPECT_EQ("0x1000000C1 is not a kind word: bits 0x100000000 belong to no field",
            Message(0x1000000C1, 0));
  EXPECT_EQ("0x80 is not a collector word: bits 0x80 belong to no field", Message(0xC1, 0x80));
  EXPECT_TRUE(StringRef(Message(0xC3, 0))
                  .starts_with("0xC3 is not a kind word: field 'cta_group' has no value 3"));
}

// Which forms there are: typed from the PTX ISA's grammar, kinds in the order of their codes.
TEST(TCGen05Legality, FormsByHand) {
  const TargetVersion Architecture = getTarget("sm_100a"), Family = getTarget("sm_100f");
  unsigned OnArchitecture = 0, OnFamily = 0;
  for (unsigned Word = 0; Word < 1u << 13; ++Word) {
    Expected<MMADescriptor> Words = decodeTCGen05Words(Word, 0);
    if (!Words || !Words->get(MMAField_CTAGroup)) {
      consumeError(Words.takeError());
      continue;
    }
    for (auto [Target, Count] :
         {std::pair(&Architecture, &OnArchitecture), std::pair(&Family, &OnFamily)}) {
      Error E = checkTCGen05MMA("it", *Words, /*IsAInTensorMemory=*/true, *Target);
      *Count += !E;
      consumeError(std::move(E));
    }
  }
  // Of each cta_group and sparsity: four kinds, two with scale-input-d, and ten block
  // scales; of .ws with one CTA and each sparsity: four kinds.
  EXPECT_EQ(2u * 2 * (4 + 2 + 10) + 2 * 4, OnArchitecture);
  // The family has neither i8 nor scale vectors, and of the sparse block scales only the
  // two of mxf8f6f4.
  EXPECT_EQ(2u * (3 + 2 + 6) + 2u * (3 + 2 + 2) + 2 * 3, OnFamily);
}

TEST(TCGen05Legality, PTXFloors) {
  auto Message = [](unsigned Kind, unsigned PTX) {
    return messageOf(checkTCGen05MMA("it", cantFail(decodeTCGen05Words(Kind, 0)), false,
                                     getTarget("sm_100a", PTX)));
  };
  EXPECT_EQ("", Message(0xC1, 86));
  EXPECT_EQ("", Message(0xA5, 86)); // mxf8f6f4, 1X
  EXPECT_NE("", Message(0x2D, 86)); // mxf4nvf4, 4X
  EXPECT_EQ("", Message(0x2D, 87));
  EXPECT_NE("", Message(0xA1, 87)); // mxf8f6f4 without a scale vector
  EXPECT_EQ("", Message(0xA1, 88));
}

TEST(MMASignature, OfALoad) {
  const MMAVariant &Load = *lookupMMAVariant("llvm.nvvm.tcgen05.ld.16x32bx2.x4");
  const MMASignature &Signature = Load.Signature;
  ASSERT_EQ(3u, Signature.Arguments.size());
  EXPECT_EQ("v4i32", Signature.Results.front().Name);
  EXPECT_EQ(1u, *Signature.find("half_split_offset"));
  EXPECT_TRUE(Signature.Arguments[2].IsImmediate);
  EXPECT_FALSE(Signature.find("unpack"));
  ArrayRef<MMAOperandGroup> Groups = getMMAOpcodeInfo(Load.Opcode).Operands;
  ASSERT_EQ(2u, Groups.size());
  EXPECT_EQ(MMAOperandForm_Address, Groups[0].Form);
  EXPECT_EQ(MMAOperandForm_Immediate, Groups[1].Form);
}

// An argument of tcgen05 becomes the operand of its name, or a field of the MMA descriptor.
TEST(MMASignature, EveryArgumentHasALocation) {
  for (const MMAVariant &V : getMMAVariants()) {
    if (V.Family < MMAFamily_TCGen05)
      continue;
    ArrayRef<MMAOperandGroup> Groups = getMMAOpcodeInfo(V.Opcode).Operands;
    for (const MMAOperandGroup &Group : Groups)
      EXPECT_TRUE(V.Signature.find(Group.Role)) << V.Name << ": " << Group.Role;
    for (const MMAArgument &Argument : V.Signature.Arguments) {
      bool IsOperand = any_of(Groups, [&](const auto &G) { return G.Role == Argument.Name; });
      bool IsSharedAddress = Argument.Name == "mbarrier" || Argument.Name == "destination";
      EXPECT_TRUE(IsOperand || IsSharedAddress || Argument.IsImmediate)
          << V.Name << ": " << Argument.Name;
    }
  }
}
