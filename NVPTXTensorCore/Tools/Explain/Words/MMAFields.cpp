//===- MMAFields.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MMA descriptors of some fields: what the instructions of a family have in the others.
//
//===----------------------------------------------------------------------===//

#include "Explain/Words/WordFormats.h"
#include "Model/Instructions/MMAForms.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// All forms of a family.
static std::vector<MMAForm> getForms(MMAFamily Family) {
  std::vector<MMAForm> Forms;
  for (const MMAVariant &Variant : getMMAVariants())
    if (Variant.Family == Family)
      append_range(Forms, getMMAForms(Variant));
  return Forms;
}

static std::set<uint64_t> getValues(ArrayRef<MMAForm> Forms, const BitSlot &Slot) {
  std::set<uint64_t> Values;
  for (const MMAForm &Form : Forms)
    Values.insert(Slot.extract(Form.Descriptor.getWord()));
  return Values;
}

/// "aty=f16".
static std::string printAssignment(const BitSlot &Slot, uint64_t Word) {
  uint64_t Value = Slot.extract(Word);
  StringRef Text = printMMAField(MMAField(Slot.Field), Value);
  return (Slot.Key + "=" + (Text.empty() ? utostr(Value) : Text.ltrim('.').str())).str();
}

std::set<uint64_t> explain::getValuesInUse(const BitLayout &Family, const BitSlot &Slot) {
  std::set<uint64_t> Values = getValues(getForms(MMAFamily(Family.Encoding)), Slot);
  // A call decides on fields that are 0 in all forms.
  return Values == std::set<uint64_t>{0} ? std::set<uint64_t>() : Values;
}

namespace {

/// The search for the form that some fields mean.
class FieldCompletion {
public:
  FieldCompletion(const BitLayout &Layout, ArrayRef<BitAssignment> Fields)
      : Layout(Layout), Forms(getForms(MMAFamily(Layout.Encoding))) {
    for (const BitAssignment &Field : Fields) {
      const BitSlot &Slot = *Layout.find(Field.Field);
      // A call decides on a field that is 0 in all forms; it is added in the end.
      bool IsOfCall = getValues(Forms, Slot) == std::set<uint64_t>{0};
      (IsOfCall ? OfCall : Asked).push_back(Field);
    }
  }

  Expected<uint64_t> complete() {
    std::vector<MMAForm> Left;
    copy_if(Forms, std::back_inserter(Left),
            [&](const MMAForm &Form) { return countDifferences(Form) == 0; });
    if (Left.empty())
      return rejectFields();
    for (const BitSlot &Slot : Layout.Slots)
      applyDefault(Slot, Left);
    if (Error E = checkIsDecided(Left))
      return E;
    uint64_t Word = Left.front().Descriptor.getWord();
    for (const BitAssignment &Field : OfCall)
      Word = Layout.find(Field.Field)->insert(Word, Field.Value);
    return Word;
  }

private:
  bool isAsked(const BitSlot &Slot) const { return findValue(Asked, Slot.Field).has_value(); }

  unsigned countDifferences(const MMAForm &Form) const {
    return count_if(Asked, [&](const BitAssignment &Field) {
      return int64_t(Layout.get(Form.Descriptor.getWord(), Field.Field)) != Field.Value;
    });
  }

  /// Keeps `.aligned`, and no modifier, of a field that is not asked for.
  void applyDefault(const BitSlot &Slot, std::vector<MMAForm> &Left) const {
    uint64_t Default = Slot.Field == MMAField_Aligned;
    bool IsModifier = Default || printMMAField(MMAField(Slot.Field), 0).empty();
    if (isAsked(Slot) || !IsModifier || !getValues(Left, Slot).count(Default))
      return;
    erase_if(Left, [&](const MMAForm &Form) {
      return Slot.extract(Form.Descriptor.getWord()) != Default;
    });
  }

  Error checkIsDecided(ArrayRef<MMAForm> Left) const {
    std::vector<std::string> Open;
    for (const BitSlot &Slot : Layout.Slots) {
      std::vector<std::string> Values;
      for (uint64_t Value : getValues(Left, Slot))
        if (StringRef Text = printMMAField(MMAField(Slot.Field), Value); !Text.empty())
          Values.push_back(Text.ltrim('.').str());
      if (Values.size() > 1)
        Open.push_back(
            (Slot.Key + " (" + printAlternatives(chooseAlternatives(Values, Values.front())) + ")")
                .str());
    }
    if (Open.empty())
      return Error::success();
    return makeError(Twine(Left.size()) + " forms of " + Layout.Key +
                     " have these fields; expected also " + join(Open, ", "));
  }

  /// Returns how far a form is from what is asked: the fields, then their words, then its other
  /// modifiers.
  std::tuple<unsigned, unsigned, size_t> getDistance(const MMAForm &Form) const {
    unsigned Letters = 0;
    for (const BitAssignment &Field : Asked)
      Letters +=
          printMMAField(MMAField(Field.Field), Field.Value)
              .edit_distance(printMMAField(Form.Descriptor.getWord(), MMAField(Field.Field)));
    return {countDifferences(Form), Letters, printMnemonic(Form.Opcode, Form.Descriptor).size()};
  }

  Error rejectFields() const {
    const MMAForm &Nearest =
        *std::min_element(Forms.begin(), Forms.end(), [&](const MMAForm &L, const MMAForm &R) {
          return getDistance(L) < getDistance(R);
        });
    std::vector<std::string> Differences;
    for (const BitAssignment &Field : Asked)
      if (uint64_t Word = Nearest.Descriptor.getWord();
          int64_t(Layout.get(Word, Field.Field)) != Field.Value)
        Differences.push_back(printAssignment(*Layout.find(Field.Field), Word));
    return makeError("no instruction of " + Layout.Key + " has these fields; the nearest, " +
                     printMnemonic(Nearest.Opcode, Nearest.Descriptor) + ", has " +
                     join(Differences, ", "));
  }

  const BitLayout &Layout;
  std::vector<MMAForm> Forms;
  BitAssignments Asked, OfCall;
};

} // namespace

Expected<uint64_t> explain::completeMMADescriptor(const BitLayout &Family,
                                                  ArrayRef<BitAssignment> Fields) {
  return FieldCompletion(Family, Fields).complete();
}
