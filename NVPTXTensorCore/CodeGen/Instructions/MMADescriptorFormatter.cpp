//===- MMADescriptorFormatter.cpp - MMA descriptors in MIR ----------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MIR prints an MMA descriptor as its family and fields:
//
//   .mma.sync.shape-m16n8k16.dty-f32.aty-f16.bty-f16.cty-f32.al-row.bl-col
//
// and reads it back. Fields that PTX has no word for are left out: their value is 0. What is no MMA
// descriptor is a number, and a number may stand for one.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Target/Hooks.h"
#include "Model/Instructions/MMADescriptor.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MIRFormatter.h"
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// What may stand in an identifier of MIR, and '_' for the rest. Dots part the fields.
static std::string makeWord(StringRef PTX, StringRef Allowed = "") {
  PTX.consume_front(".");
  std::string Word;
  for (char C : PTX)
    if (isAlnum(C) || Allowed.contains(C))
      Word += C;
    else if (!StringRef(Word).ends_with("_"))
      Word += '_';
  return Word;
}

static std::string spell(const MMAFamilyInfo &Family) {
  return "." + makeWord(Family.Spelling, /*Allowed=*/".");
}

/// "key-value", without what of the key the value repeats: ".ws" is "ws", the ".kind::f16" of
/// "mma_kind" is "mma_kind-f16". Empty for a value without a word.
static std::string spell(MMAField Field, unsigned Value) {
  StringRef Key = lookupMMAField(Field)->Key;
  std::string Word = makeWord(spellMMAField(Field, Value));
  if (Word.empty() || Word == Key)
    return Word;
  for (StringRef End = Key; !End.empty(); End = End.split('_').second)
    if (StringRef(Word).starts_with((End + "_").str()))
      return (Key + "-" + StringRef(Word).drop_front(End.size() + 1)).str();
  return (Key + "-" + Word).str();
}

static std::string spell(MMADescriptor Descriptor) {
  std::string Text = spell(*lookupMMAFamily(Descriptor.getFamily()));
  for (const BitSlot &Slot : getLayout(Descriptor.getFamily()).Slots)
    if (std::string Word = spell(MMAField(Slot.Field), Slot.extract(Descriptor.getWord()));
        !Word.empty())
      Text += "." + Word;
  return Text;
}

/// The word with a field set as text says.
static Expected<MMADescriptor> setField(MMADescriptor Descriptor, StringRef Text) {
  for (const BitSlot &Slot : getLayout(Descriptor.getFamily()).Slots)
    for (const BitValue &Value : Slot.Values)
      if (spell(MMAField(Slot.Field), Value.Value) == Text)
        return Descriptor.with(MMAField(Slot.Field), Value.Value);
  return makeError("the MMA descriptor of " + lookupMMAFamily(Descriptor.getFamily())->Spelling +
                   " has no '" + Text + "'");
}

static Expected<MMADescriptor> parse(StringRef Text) {
  const MMAFamilyInfo *Family = nullptr;
  size_t Length = 0; // "tcgen05.mma" is not "tcgen05"
  for (const MMAFamilyInfo &F : getMMAFamilies()) {
    std::string Word = spell(F);
    if (!F.Spelling.empty() && Word.size() > Length &&
        StringRef((Text + ".").str()).starts_with(Word + ".")) {
      Family = &F;
      Length = Word.size();
    }
  }
  if (!Family)
    return makeError("'" + Text + "' names no family of MMA descriptors");
  MMADescriptor Result = MMADescriptor::ofFamily(MMAFamily(Family->Encoding));
  SmallVector<StringRef, 16> Fields;
  Text.drop_front(Length).split(Fields, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Field : Fields) {
    Expected<MMADescriptor> Next = setField(Result, Field);
    if (!Next)
      return Next.takeError();
    Result = *Next;
  }
  return Result;
}

namespace {

class MMADescriptorFormatter : public MIRFormatter {
public:
  void printImm(raw_ostream &OS, const MachineInstr &MI, std::optional<unsigned> OpIdx,
                int64_t Imm) const override {
    int Place = NVPTX::getNamedOperandIdx(MI.getOpcode(), NVPTX::OpName::desc);
    if (OpIdx && Place == int(*OpIdx))
      if (Expected<MMADescriptor> Descriptor = MMADescriptor::decode(Imm))
        OS << spell(*Descriptor);
      else
        OS << (consumeError(Descriptor.takeError()), Imm);
    else
      OS << Imm;
  }

  bool parseImmMnemonic(const unsigned Opcode, const unsigned OpIdx, StringRef Source, int64_t &Imm,
                        ErrorCallbackType ReportError) const override {
    if (NVPTX::getNamedOperandIdx(Opcode, NVPTX::OpName::desc) != int(OpIdx))
      return ReportError(Source.begin(), "expected an immediate that is no MMA descriptor");
    Expected<MMADescriptor> Descriptor = parse(Source);
    if (!Descriptor)
      return ReportError(Source.begin(), toString(Descriptor.takeError()));
    Imm = Descriptor->getWord();
    return false;
  }
};

} // namespace

const MIRFormatter *tensorcore::getMIRFormatter() {
  static const MMADescriptorFormatter TheFormatter;
  return &TheFormatter;
}
