//===- TCGen05Legality.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules on modifiers, then the form's row.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/RegisterBudget.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

bool tensorcore::hasTensorMemory(const TargetVersion &Target) {
  return any_of(getTCGen05Forms(), [&](const TCGen05Form &Form) {
    return Form.Legality.Targets.contains(Target.GPU);
  });
}

/// A kind word as PTX writes it.
static std::string printForm(MMADescriptor Words) {
  std::string Text = "tcgen05.mma";
  for (MMAField Field :
       {MMAField_Stationary, MMAField_Sparsity, MMAField_CTAGroup, MMAField_MMAKind,
        MMAField_BlockScale, MMAField_Decompress, MMAField_Scales, MMAField_BlockSize})
    Text += printMMAField(Words.getWord(), Field);
  return Text;
}

Error tensorcore::checkTCGen05Modifiers(StringRef Name, MMADescriptor Words, bool IsAInTensorMemory,
                                        const TargetVersion &Target) {
  auto Get = [&](MMAField Field) -> std::optional<unsigned> {
    if (Field == MMAField_Residency)
      return IsAInTensorMemory;
    return Words.has(Field) ? std::optional(Words.get(Field)) : std::nullopt;
  };
  return require(getTCGen05MMARules(), Target, Name, Get);
}

TensorMemoryColumns tensorcore::getTensorMemoryColumns(bool IsExclusive,
                                                       const TargetVersion &Target) {
  const MultiprocessorLimits Limits = getMultiprocessorLimits(Target.FullSmVersion / 10);
  return {32, IsExclusive ? Limits.ExclusiveTensorColumns : Limits.TensorColumns, !IsExclusive};
}

Error tensorcore::checkTCGen05MMA(StringRef Name, MMADescriptor Words, bool IsAInTensorMemory,
                                  const TargetVersion &Target) {
  if (!hasTensorMemory(Target))
    return require(getTCGen05Forms().front().Legality, Target, [&] { return Name.str(); });
  if (Error E = checkTCGen05Modifiers(Name, Words, IsAInTensorMemory, Target))
    return E;
  const TCGen05Form *Form = lookupTCGen05Form(getFormKey(Words));
  if (!Form)
    return makeError(Name + ": there is no " + printForm(Words));
  return require(Form->Legality, Target, [&] { return printForm(Words); });
}

static const MMAOperandGroup *findOperand(MMAOpcode Opcode, StringRef Role) {
  const ArrayRef<MMAOperandGroup> Operands = getMMAOpcodeInfo(Opcode).Operands;
  const auto *It = find_if(Operands, [&](const auto &Group) { return Group.Role == Role; });
  return It == Operands.end() ? nullptr : It;
}

/// Success if an opcode has the operands that instructions with these words have.
static Error checkOpcode(MMAOpcode Opcode, MMADescriptor Words) {
  auto Check = [&](MMAField Field, unsigned Needed) -> Error {
    if (Words.get(Field) == Needed)
      return Error::success();
    return makeError(getMMAOpcodeInfo(Opcode).Name + ": the kind word 0x" +
                     utohexstr(getKindWord(Words)) + " has " + Twine(Words.get(Field)) + " in '" +
                     lookupMMAField(Field)->Key + "'; the opcode needs " + Twine(Needed));
  };
  constexpr std::pair<MMAField, StringLiteral> Optional[] = {{MMAField_ScaleInput, "scale_input_d"},
                                                             {MMAField_BlockScale, "scale_a"},
                                                             {MMAField_Sparsity, "metadata"},
                                                             {MMAField_Decompress, "lookup_table"}};
  for (const auto &[Field, Role] : Optional)
    if (Error E = Check(Field, findOperand(Opcode, Role) != nullptr))
      return E;
  if (const MMAOperandGroup *Lanes = findOperand(Opcode, "disable_output_lane"))
    if (Error E = Check(MMAField_CTAGroup, Lanes->Count / 4))
      return E;
  return Check(MMAField_Stationary, getMMAOpcodeInfo(Opcode).IsStationary);
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

/// Returns the multicast that a shape of tcgen05.cp needs if `Multicast` is not that one, and an
/// empty string otherwise.
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
  std::string Multicast = printMMAField(Descriptor.getWord(), MMAField_CopyWarps).ltrim('.').str();
  if (size_t Colons = Multicast.find("::"); Colons != std::string::npos)
    Multicast.replace(Colons, 2, "_");
  return explainMulticast(printMMAField(Descriptor.getWord(), MMAField_CopyShape).ltrim('.'),
                          Multicast);
}

/// The word of a field without what PTX has before it.
static StringRef printWithout(MMADescriptor Words, MMAField Field, StringRef Prefix) {
  StringRef Word = printMMAField(Words.getWord(), Field);
  Word.consume_front(Prefix);
  return Word;
}

InstructionDescriptorUse tensorcore::getInstructionDescriptorUse(MMADescriptor Words,
                                                                 bool IsAInTensorMemory) {
  InstructionDescriptorUse Use;
  Use.Kind = printWithout(Words, MMAField_MMAKind, ".kind::");
  Use.IsSparse = Words.get(MMAField_Sparsity);
  Use.IsWeightStationary = Words.get(MMAField_Stationary);
  Use.CTAGroup = Words.get(MMAField_CTAGroup);
  Use.ScaleVector = Words.get(MMAField_BlockSize)
                        ? printWithout(Words, MMAField_BlockSize, ".")
                        : printWithout(Words, MMAField_Scales, ".scale_vec::");
  Use.IsAInTensorMemory = IsAInTensorMemory;
  Use.HasAShift = Words.get(MMAField_AShift);
  Use.IsBDecompressed = Words.get(MMAField_Decompress);
  return Use;
}

bool tensorcore::isAInTensorMemory(MMAOpcode Opcode) {
  const MMAOperandGroup *A = findOperand(Opcode, "a");
  return A && A->Form == MMAOperandForm_Address;
}
