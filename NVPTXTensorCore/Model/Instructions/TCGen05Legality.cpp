//===- TCGen05Legality.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ladder of rules, then the form's row.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Descriptors/InstructionDescriptorUse.h"
#include "Model/Instructions/MMAPTXSyntax.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace llvm;
using namespace llvm::tensorcore;

bool tensorcore::hasTensorMemory(const TargetVersion &Target) {
  return any_of(getTCGen05Forms(), [&](const TCGen05Form &Form) {
    return Form.Legality.Targets.contains(Target.GPU);
  });
}

std::string tensorcore::explainTensorMemory(StringRef Mnemonic) {
  return (Mnemonic + " supported only on arch-conditional or family-conditional variants from "
                     "SM100 onwards.")
      .str();
}

namespace {

/// A tcgen05.mma in words: what the rules ask for.
struct Form {
  MMADescriptor Words;
  bool IsAInTensorMemory;
  const TargetVersion &Target;

  StringRef spell(MMAField Field) const { return spellMMAField(Words.getWord(), Field); }
  bool has(MMAField Field) const { return Words.get(Field) != 0; }
  bool isKind(std::initializer_list<StringRef> Kinds) const {
    StringRef Kind = spell(MMAField_MMAKind);
    Kind.consume_front(".kind::");
    return is_contained(Kinds, Kind);
  }
  bool isScale(std::initializer_list<StringRef> Scales) const {
    StringRef Scale = spell(MMAField_Scales);
    Scale.consume_front(".scale_vec::");
    return is_contained(Scales, Scale);
  }
  bool isMX() const { return isKind({"mxf8f6f4", "mxf4", "mxf4nvf4"}); }
  bool usesCollector() const { return is_contained({"use", "fill"}, spell(MMAField_Collector)); }
  bool isArchConditional() const { return StringRef(Target.Name).ends_with("a"); }

  /// The row of the form, with some fields cleared.
  const TCGen05Form *lookup(ArrayRef<MMAField> Cleared = {}) const {
    MMADescriptor Key = Words;
    for (MMAField Field : Cleared)
      Key = cantFail(Key.with(Field, 0));
    return lookupTCGen05Form(getFormKey(Key));
  }
};

/// One rule of the ladder: what breaks it, and the message for that; `Legal` says what
/// would be right, with the targets of a row behind it if there is one to ask for.
struct Rule {
  bool (*IsBroken)(const Form &);
  StringLiteral Message;
  StringLiteral Legal;
  const TCGen05Form *(*GetRow)(const Form &) = nullptr;

  std::string explain(const Form &F) const {
    return Legal.str() + (GetRow ? GetRow(F)->Legality.Targets.Description.str() : std::string());
  }
};

} // namespace

/// A form with scale-input-d; they are all legal on the same targets.
static const TCGen05Form *getScaleInputRow(const Form &) {
  return find_if(getTCGen05Forms(), [](const TCGen05Form &Row) {
    return cantFail(decodeTCGen05Words(Row.KindWord, 0)).get(MMAField_ScaleInput);
  });
}

/// The form of the kind without modifiers that it may not have.
static const TCGen05Form *getKindRow(const Form &F) {
  return F.lookup({MMAField_ScaleInput, MMAField_BlockScale, MMAField_Scales, MMAField_BlockSize});
}

// The messages are those of NVIDIA's compilers, letter by letter.
static constexpr Rule Ladder[] = {
    {[](const Form &F) {
       return F.isKind({"i8"}) && !getKindRow(F)->Legality.Targets.contains(F.Target.GPU);
     },
     "INT8 type is supported only on arch-conditional variants.", ".kind::i8 needs ", getKindRow},
    {[](const Form &F) {
       return F.isKind({"mxf4", "mxf4nvf4"}) && F.has(MMAField_Sparsity) && !F.isArchConditional();
     },
     "MXF4 and MXF4NVF4 types with Sparsity are supported only on arch-conditional variants.",
     "expected a target with the suffix a, a dense A, or .kind::mxf8f6f4"},
    {[](const Form &F) { return F.has(MMAField_Scales) && !F.isArchConditional(); },
     "Explicit scale vector size is supported only on arch-conditional variants.",
     "expected a target with the suffix a, or .block16 and .block32 instead"},
    {[](const Form &F) {
       return F.has(MMAField_ScaleInput) &&
              !getScaleInputRow(F)->Legality.Targets.contains(F.Target.GPU);
     },
     "Scale input accumulator is not supported on this architecture.", "scale-input-d needs ",
     getScaleInputRow},
    {[](const Form &F) {
       return F.has(MMAField_ScaleInput) && !F.isKind({"f16", "tf32"});
     },
     "Scale input accumulator can only be used with f16 and tf32 types",
     "expected .kind::f16 and .kind::tf32, or no scale-input-d"},
    {[](const Form &F) {
       return !F.isMX() &&
              (F.has(MMAField_BlockScale) || F.has(MMAField_Scales) || F.has(MMAField_BlockSize));
     },
     "Block scale is not supported for f16, tf32, f8f6f4 and i8 types",
     "expected .kind::mxf8f6f4, .kind::mxf4 and .kind::mxf4nvf4, or no block scale"},
    {[](const Form &F) { return F.has(MMAField_AShift) && F.has(MMAField_BlockScale); },
     "ashift is not supported with tcgen05.mma.block_scale variants",
     "expected the block scales without .ashift"},
    {[](const Form &F) {
       return F.has(MMAField_Stationary) && F.spell(MMAField_CTAGroup) == ".cta_group::2";
     },
     "cta_group::2 is not supported with weight stationary", "expected .cta_group::1"},
    {[](const Form &F) { return F.has(MMAField_Stationary) && F.isMX(); },
     "Cannot use weight stationary with mxf8f6f4 and fp4 types",
     "legal with .ws are .kind::f16, .kind::tf32, .kind::f8f6f4 and .kind::i8"},
    {[](const Form &F) { return F.has(MMAField_AShift) && F.usesCollector(); },
     "Cannot use collector::a::use or colletor::a::fill with ashift", // [sic]
     "legal with .ashift are collector::a::discard and collector::a::lastuse"},
    {[](const Form &F) {
       return F.isKind({"mxf8f6f4"}) && F.isScale({"2X", "4X"});
     },
     "Cannot use 2X or 4X as scale vector size for mxf8f6f4 type",
     "expected .scale_vec::1X, .block32 or neither"},
    {[](const Form &F) {
       return F.isKind({"mxf4nvf4"}) &&
              (F.isScale({"1X"}) || (!F.has(MMAField_Scales) && !F.has(MMAField_BlockSize)));
     },
     "Cannot use 1X as scale vector size for mxf4nvf4 type",
     "expected .scale_vec::2X, .scale_vec::4X, .block16 and .block32; none means 1X"},
    {[](const Form &F) {
       return F.isKind({"mxf4"}) && F.isScale({"1X", "4X"});
     },
     "Cannot use 1X or 4X as scale vector size for mxf4 type",
     "expected .scale_vec::2X, .block32 or neither"},
    // What their lowering makes sure of without a message.
    {[](const Form &F) { return F.isMX() && !F.has(MMAField_BlockScale); },
     "mxf8f6f4, mxf4 and mxf4nvf4 types need block scale",
     "legal without it are .kind::f16, .kind::tf32, .kind::f8f6f4 and .kind::i8"},
    {[](const Form &F) { return F.has(MMAField_AShift) && !F.IsAInTensorMemory; },
     "ashift is not supported with A in shared memory", "expected A in tensor memory"},
    {[](const Form &F) { return F.has(MMAField_AShift) && F.has(MMAField_Stationary); },
     "ashift is not supported with weight stationary", "expected .ws without .ashift"},
    {[](const Form &F) { return F.has(MMAField_Buffer) && !F.has(MMAField_Stationary); },
     "collector buffers other than that of A need weight stationary", "expected buffer 0"},
    {[](const Form &F) { return F.has(MMAField_ScaleInput) && F.has(MMAField_Stationary); },
     "Scale input accumulator is not supported with weight stationary",
     "expected .ws without scale-input-d"},
};

/// A kind word as PTX spells it.
static std::string spellForm(const Form &F) {
  std::string Text = "tcgen05.mma";
  raw_string_ostream Stream(Text);
  printMMAQuery(Stream, F.Words.getWord(), "modifiers");
  return Text;
}

Error tensorcore::checkTCGen05MMA(StringRef Name, MMADescriptor Words, bool IsAInTensorMemory,
                                  const TargetVersion &Target) {
  if (!hasTensorMemory(Target))
    return makeError(explainTensorMemory("tcgen05.mma") + " (" + Name + ", " + Target.Name + ")");
  Form F{Words, IsAInTensorMemory, Target};
  for (const Rule &R : Ladder)
    if (R.IsBroken(F))
      return makeError(R.Message + "; " + R.explain(F) + " (" + Name + ", " + Target.Name + ")");
  const TCGen05Form *Row = F.lookup();
  if (!Row)
    return makeError(Name + ": there is no " + spellForm(F));
  return require(Row->Legality, Target, [&] { return spellForm(F); });
}

/// The fields of the kind word that decide on the operands.
static constexpr MMAField OpcodeFields[] = {MMAField_CTAGroup, MMAField_ScaleInput,
                                            MMAField_BlockScale, MMAField_Sparsity,
                                            MMAField_Stationary};

/// Success if an opcode is that of instructions with these words.
static Error checkOpcode(MMAOpcode Opcode, MMADescriptor Words) {
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Opcode);
  MMADescriptor Expected = cantFail(decodeTCGen05Words(Info.KindWord, 0));
  for (MMAField Field : OpcodeFields)
    if (Words.get(Field) != Expected.get(Field))
      return makeError(Info.Name + ": the kind word 0x" + utohexstr(getKindWord(Words)) + " has " +
                       Twine(Words.get(Field)) + " in '" + lookupMMAField(Field)->Key +
                       "'; the opcode needs " + Twine(Expected.get(Field)));
  return Error::success();
}

Error tensorcore::checkTCGen05MMA(MMAOpcode Opcode, uint64_t Word, const TargetVersion &Target) {
  StringRef Name = getMMAOpcodeInfo(Opcode).Name;
  Expected<MMADescriptor> Words = MMADescriptor::decode(Word);
  if (!Words)
    return makeError(Name + ": " + toString(Words.takeError()));
  if (Words->getFamily() != MMAFamily_TCGen05MMA)
    return makeError(Name + ": the MMA descriptor is that of " +
                     lookupMMAFamily(Words->getFamily())->Spelling);
  if (Error E = checkTCGen05MMA(Name, *Words, isAInTensorMemory(Opcode), Target))
    return E;
  return checkOpcode(Opcode, *Words);
}

/// What a shape of tcgen05.cp needs that `Multicast` is not; empty if it is.
static std::string explainMulticast(StringRef Shape, StringRef Multicast) {
  if (Shape == "64x128b" && !is_contained({"warpx2_02_13", "warpx2_01_23"}, Multicast))
    return "Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op";
  if (Shape == "32x128b" && Multicast != "warpx4")
    return "Shape 32x128b requires multicast warpx4 for tcgen05.cp Op";
  if (is_contained({"128x256b", "4x256b", "128x128b"}, Shape) && !Multicast.empty())
    return ("Shape " + Shape + " takes no multicast for tcgen05.cp Op; legal with " + Multicast +
            " is " + (Multicast == "warpx4" ? "32x128b" : "64x128b"))
        .str();
  return {};
}

std::string tensorcore::explainNoCopy(StringRef Name) {
  if (!Name.consume_front("llvm.nvvm.tcgen05.cp."))
    return {};
  auto [Shape, Rest] = Name.split('.');
  std::string Multicast = explainMulticast(Shape.split('_').first, Shape.split('_').second);
  if (!Multicast.empty())
    return Multicast;
  StringRef Format = Rest.rsplit('.').first;
  bool IsKnown = is_contained({"", "b6x16_p32", "b4x16_p64"}, Format) || Rest == Format;
  return IsKnown ? std::string()
                 : "Unsupported tcgen05.cp destination format; expected none, b6x16_p32 and "
                   "b4x16_p64";
}

std::string tensorcore::explainNoCopy(MMADescriptor Descriptor) {
  if (Descriptor.getFamily() != MMAFamily_TCGen05Copy)
    return {};
  std::string Multicast = spellMMAField(Descriptor.getWord(), MMAField_CopyWarps).ltrim('.').str();
  if (size_t Colons = Multicast.find("::"); Colons != std::string::npos)
    Multicast.replace(Colons, 2, "_");
  return explainMulticast(spellMMAField(Descriptor.getWord(), MMAField_CopyShape).ltrim('.'),
                          Multicast);
}

/// The word of a field without what PTX has before it.
static StringRef spellWithout(MMADescriptor Words, MMAField Field, StringRef Prefix) {
  StringRef Word = spellMMAField(Words.getWord(), Field);
  Word.consume_front(Prefix);
  return Word;
}

Error tensorcore::checkInstructionDescriptorOf(uint32_t InstructionDescriptor, MMADescriptor Words,
                                               bool IsAInTensorMemory,
                                               const TargetVersion &Target) {
  InstructionDescriptorUse Use;
  Use.Kind = spellWithout(Words, MMAField_MMAKind, ".kind::");
  Use.IsSparse = Words.get(MMAField_Sparsity);
  Use.IsWeightStationary = Words.get(MMAField_Stationary);
  Use.CTAGroup = Words.get(MMAField_CTAGroup);
  Use.ScaleVector = Words.get(MMAField_BlockSize)
                        ? spellWithout(Words, MMAField_BlockSize, ".")
                        : spellWithout(Words, MMAField_Scales, ".scale_vec::");
  Use.IsAInTensorMemory = IsAInTensorMemory;
  Use.HasAShift = Words.get(MMAField_AShift);
  return checkInstructionDescriptor(InstructionDescriptor, Use, &Target);
}

bool tensorcore::isAInTensorMemory(MMAOpcode Opcode) {
  return any_of(getMMAOpcodeInfo(Opcode).Operands, [](const MMAOperandGroup &Group) {
    return Group.Role == "a" && Group.Form == MMAOperandForm_Address;
  });
}

MMAOpcode tensorcore::getOpcodeOfGroup(MMAOpcode Opcode, unsigned CTAGroup) {
  std::string Name = getMMAOpcodeInfo(Opcode).Name.str();
  size_t Position = Name.find("CTA_GROUP");
  if (Position == std::string::npos)
    return Opcode;
  Name[Position + StringRef("CTA_GROUP").size()] = char('0' + CTAGroup);
  return *lookupMMAOpcode(Name);
}
