//===- MMAWords.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MMA descriptors, and the two words of a tcgen05.mma. A word is legal if there is an
// instruction that has it.
//
//===----------------------------------------------------------------------===//

#include "Explain/Subjects/Subjects.h"
#include "Explain/Words/WordFormats.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMAForms.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

constexpr StringLiteral FamilyKey = "family";

/// The slots of a family, from the lowest bit on.
std::vector<MMASlot> getSlots(MMAFamily Family) {
  std::vector<MMASlot> Slots;
  copy_if(getMMASlots(), std::back_inserter(Slots),
          [Family](const MMASlot &Slot) { return Slot.Family == Family; });
  sort(Slots, [](const MMASlot &L, const MMASlot &R) { return L.Shift < R.Shift; });
  return Slots;
}

/// The words of a field's values.
std::vector<std::pair<uint64_t, std::string>> getValues(const MMASlot &Slot) {
  std::vector<std::pair<uint64_t, std::string>> Values;
  for (uint64_t Value = 0; Value < uint64_t(1) << Slot.Width; ++Value)
    if (StringRef Word = spellMMAField(Slot.Field, Value); Word.data())
      Values.emplace_back(Value, Word.str());
  return Values;
}

/// The families whose instructions have words.
std::vector<std::pair<uint64_t, std::string>> getFamilies() {
  std::vector<std::pair<uint64_t, std::string>> Families;
  for (unsigned Encoding = 0; Encoding < 1u << (64 - MMADescriptor::FamilyShift); ++Encoding)
    if (const MMAFamilyInfo *Family = lookupMMAFamily(Encoding);
        Family && !Family->Spelling.empty())
      Families.emplace_back(Encoding, Family->Spelling.str());
  return Families;
}

WordField readField(MMADescriptor Descriptor, const MMASlot &Slot, unsigned Shift) {
  unsigned Value = Descriptor.get(Slot.Field), Low = Slot.Shift - Shift;
  const MMAFieldInfo *Info = lookupMMAField(Slot.Field);
  StringRef Word = spellMMAField(Slot.Field, Value);
  return {Info->Key.str(),
          Info->Name.str(),
          Low + Slot.Width - 1u,
          Low,
          Value,
          Value,
          Word.empty() ? "none" : Word.str()};
}

/// "KEY: NAME, bits HIGH:LOW; VALUES". Of shapes there are too many to say their numbers.
std::string describeField(const MMASlot &Slot, unsigned Shift) {
  constexpr size_t MostNumbered = 32;
  std::vector<std::pair<uint64_t, std::string>> Values = getValues(Slot);
  std::vector<std::string> Words;
  for (const auto &[Value, Word] : Values)
    if (Values.size() > MostNumbered)
      Words.push_back(Word);
    else
      Words.push_back(std::to_string(Value) + (Word.empty() ? "" : " (" + Word + ")"));
  unsigned Low = Slot.Shift - Shift, High = Low + Slot.Width - 1;
  return (lookupMMAField(Slot.Field)->Key + ": " + lookupMMAField(Slot.Field)->Name + ", bits " +
          Twine(High) + ":" + Twine(Low) + "; " + spellAlternatives(Words))
      .str();
}

/// Puts assignments into the fields that a range of slots has.
Error assign(uint64_t &Word, ArrayRef<WordAssignment> Fields, ArrayRef<MMASlot> Slots,
             StringRef Title) {
  for (const WordAssignment &Field : Fields) {
    auto *Slot =
        find_if(Slots, [&](const MMASlot &S) { return lookupMMAField(S.Field)->Key == Field.Key; });
    if (Slot == Slots.end()) {
      std::vector<std::string> Keys;
      for (const MMASlot &S : Slots)
        Keys.push_back(lookupMMAField(S.Field)->Key.str());
      return rejectKey(Field.Key, Keys, Title);
    }
    std::string What =
        ("the " + lookupMMAField(Slot->Field)->Name + " ('" + Field.Key + "')").str();
    Expected<uint64_t> Value = parseFieldValue(Field.Value, getValues(*Slot), What);
    if (!Value)
      return Value.takeError();
    if (!isUIntN(Slot->Width, *Value))
      return makeError(What + " cannot be " + Twine(*Value) + "; it has " +
                       Twine(unsigned(Slot->Width)) + " bits");
    Word |= *Value << Slot->Shift;
  }
  return Error::success();
}

class MMADescriptorFormat : public WordFormat {
public:
  MMADescriptorFormat() : WordFormat("mma", "MMA descriptor", 64) {}

  std::vector<std::string> describeFields() const override {
    std::vector<std::string> Lines;
    for (const auto &[Encoding, Spelling] : getFamilies()) {
      Lines.push_back("family=" + Spelling);
      for (const MMASlot &Slot : getSlots(MMAFamily(Encoding)))
        Lines.push_back("  " + describeField(Slot, 0));
    }
    return Lines;
  }

protected:
  Expected<WordReading> read(uint64_t Word) const override {
    Expected<MMADescriptor> Descriptor = MMADescriptor::decode(Word);
    if (!Descriptor)
      return Descriptor.takeError();
    WordReading Reading = {Word, {}, {}};
    for (const MMASlot &Slot : getSlots(Descriptor->getFamily()))
      Reading.Fields.push_back(readField(*Descriptor, Slot, 0));
    Reading.Fields.push_back({FamilyKey.str(), "family", 63, MMADescriptor::FamilyShift,
                              Descriptor->getFamily(), Descriptor->getFamily(),
                              lookupMMAFamily(Descriptor->getFamily())->Spelling.str()});
    if (Error E = describeInstruction(*Descriptor, Reading.Notes))
      return std::move(E);
    return Reading;
  }

  Expected<uint64_t> write(ArrayRef<WordAssignment> Fields) const override {
    auto *Family = find_if(Fields, [](const WordAssignment &F) { return F.Key == FamilyKey; });
    if (Family == Fields.end())
      return makeError("an MMA descriptor needs its family: family=mma.sync, for example");
    Expected<uint64_t> Encoding = parseFieldValue(Family->Value, getFamilies(), "the family");
    if (!Encoding)
      return Encoding.takeError();
    if (!is_contained(make_first_range(getFamilies()), *Encoding))
      return makeError("there is no family " + Twine(*Encoding));
    uint64_t Word = *Encoding << MMADescriptor::FamilyShift;
    std::vector<WordAssignment> Others;
    copy_if(Fields, std::back_inserter(Others),
            [](const WordAssignment &F) { return F.Key != FamilyKey; });
    std::string Title = (getTitle() + " of " + lookupMMAFamily(*Encoding)->Spelling).str();
    if (Error E = assign(Word, Others, getSlots(MMAFamily(*Encoding)), Title))
      return std::move(E);
    return Word;
  }

private:
  /// The instruction that has the word, or why there is none.
  static Error describeInstruction(MMADescriptor Descriptor, std::vector<std::string> &Notes) {
    if (Descriptor.getFamily() == MMAFamily_TCGen05MMA)
      return describeMultiplication(Descriptor, Notes);
    const MMAVariant *Variant = lookupMMAVariant(Descriptor);
    if (Variant)
      if (Expected<const MMAVariant *> Checked =
              lookupMMAVariant(Descriptor.getWord(), Variant->Opcode);
          !Checked)
        return Checked.takeError();
    if (!Variant)
      return makeError("no instruction has the MMA descriptor 0x" +
                       utohexstr(Descriptor.getWord()) + ": " +
                       (explainNoCopy(Descriptor).empty()
                            ? "its fields have values, but there is no such variant of " +
                                  lookupMMAFamily(Descriptor.getFamily())->Spelling.str()
                            : explainNoCopy(Descriptor)));
    Notes.push_back(spellMnemonic(Variant->Opcode, Descriptor));
    Notes.push_back(Variant->Name.str());
    Notes.push_back("opcode " + getMMAOpcodeInfo(Variant->Opcode).Name.str());
    return Error::success();
  }

public:
  /// Whether some target has a tcgen05.mma with these words.
  static Error describeMultiplication(MMADescriptor Words, std::vector<std::string> &Notes) {
    const TCGen05Form *Form = lookupTCGen05Form(getFormKey(Words));
    bool HasGroup = Words.get(MMAField_CTAGroup) != 0;
    if (!Form || !HasGroup)
      return makeError("no tcgen05.mma has the kind word 0x" + utohexstr(getKindWord(Words)) +
                       ": " + (HasGroup ? explainNoForm(Words) : "cta_group is 1 or 2"));
    std::string Text = "tcgen05.mma";
    for (MMAField Field :
         {MMAField_Stationary, MMAField_Sparsity, MMAField_CTAGroup, MMAField_MMAKind,
          MMAField_BlockScale, MMAField_Scales, MMAField_BlockSize})
      Text += spellMMAField(Words.getWord(), Field);
    Notes.push_back(Text);
    const MMALegality &Rule = Form->Legality;
    Notes.push_back((Rule.Targets.Description + ", PTX ISA " + spellPTXVersion(Rule.FirstPTX) +
                     " (" + Rule.Source + ")")
                        .str());
    return Error::success();
  }

private:
  /// What the rules say of it on a target that has everything else.
  static std::string explainNoForm(MMADescriptor Words) {
    for (const GPUTarget &GPU : getGPUTargets()) {
      TargetVersion Target = getTargetVersion(GPU.Name, GPU.FullSmVersion, GPU.MinimumPTX);
      if (!hasTensorMemory(Target))
        continue;
      if (Error E = checkTCGen05MMA("tcgen05.mma", Words, /*IsAInTensorMemory=*/true, Target))
        return toString(std::move(E));
    }
    return "there is no such form";
  }
};

/// One of the two words of a tcgen05.mma.
class TCGen05WordFormat : public WordFormat {
public:
  explicit TCGen05WordFormat(bool IsCollector)
      : WordFormat(IsCollector ? "collector" : "kind",
                   IsCollector ? "collector word of tcgen05.mma" : "kind word of tcgen05.mma", 32),
        IsCollector(IsCollector), Shift(IsCollector ? CollectorWordShift : 0) {}

  std::vector<std::string> describeFields() const override {
    std::vector<std::string> Lines;
    for (const MMASlot &Slot : getWordSlots())
      Lines.push_back(describeField(Slot, Shift));
    return Lines;
  }

protected:
  Expected<WordReading> read(uint64_t Word) const override {
    Expected<MMADescriptor> Words =
        IsCollector ? decodeTCGen05Words(0, Word) : decodeTCGen05Words(Word, 0);
    if (!Words)
      return Words.takeError();
    WordReading Reading = {Word, {}, {}};
    for (const MMASlot &Slot : getWordSlots())
      Reading.Fields.push_back(readField(*Words, Slot, Shift));
    if (IsCollector) {
      if (Error E = checkCollector(*Words))
        return std::move(E);
    } else if (Error E = MMADescriptorFormat::describeMultiplication(*Words, Reading.Notes)) {
      return std::move(E);
    }
    return Reading;
  }

  Expected<uint64_t> write(ArrayRef<WordAssignment> Fields) const override {
    uint64_t Word = 0;
    if (Error E = assign(Word, Fields, getWordSlots(), getTitle()))
      return std::move(E);
    return Word >> Shift;
  }

private:
  std::vector<MMASlot> getWordSlots() const {
    std::vector<MMASlot> Slots = getSlots(MMAFamily_TCGen05MMA);
    llvm::erase_if(Slots, [this](const MMASlot &Slot) {
      return (Slot.Shift >= CollectorWordShift) != IsCollector;
    });
    return Slots;
  }

  /// Whether some tcgen05.mma has the word.
  static Error checkCollector(MMADescriptor Words) {
    static const DenseSet<uint32_t> Known = [] {
      DenseSet<uint32_t> Result;
      for (const MMAVariant &Variant : getMMAVariants())
        if (Variant.Family == MMAFamily_TCGen05MMA)
          for (const MMAForm &Form : getMMAForms(Variant))
            if (isLegalSomewhere(Variant, Form))
              Result.insert(getCollectorWord(Form.Descriptor));
      return Result;
    }();
    if (Known.contains(getCollectorWord(Words)))
      return Error::success();
    return makeError("no tcgen05.mma has the collector word 0x" +
                     utohexstr(getCollectorWord(Words)) +
                     ": .ashift goes with usage discard or lastuse, and without .ws, which "
                     "alone has other buffers than b0");
  }

  bool IsCollector;
  unsigned Shift;
};

} // namespace

std::vector<std::unique_ptr<WordFormat>> explain::makeMMAWordFormats() {
  std::vector<std::unique_ptr<WordFormat>> Formats;
  Formats.push_back(std::make_unique<MMADescriptorFormat>());
  Formats.push_back(std::make_unique<TCGen05WordFormat>(/*IsCollector=*/false));
  Formats.push_back(std::make_unique<TCGen05WordFormat>(/*IsCollector=*/true));
  return Formats;
}
