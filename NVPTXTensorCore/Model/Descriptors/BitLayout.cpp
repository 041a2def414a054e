//===- BitLayout.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The codec: locations, values, rules and the sentences about them.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/BitLayout.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace llvm::tensorcore {

#define GET_BitFields_IMPL
#define GET_BitLayouts_IMPL
#include "TensorCoreModel.inc"

} // namespace llvm::tensorcore

ArrayRef<BitLayout> tensorcore::getBitLayouts(BitLayoutSet Set) {
  // The table is sorted by set.
  auto IsOfSet = [Set](const BitLayout &Layout) { return Layout.Set == Set; };
  return ArrayRef(BitLayouts).drop_until(IsOfSet).take_while(IsOfSet);
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

const BitValue *BitSlot::find(int64_t Value) const {
  const auto *It = find_if(Values, [Value](const BitValue &V) { return V.Value == Value; });
  return It == Values.end() ? nullptr : It;
}

bool BitSlot::isValue(int64_t Value) const {
  if (!Values.empty())
    return find(Value);
  return Value >= 0 && Value <= getMaximum() && Value % Unit == 0;
}

std::string BitSlot::print(int64_t Value) const {
  const BitValue *Row = find(Value);
  return Row ? formatv("{0} ({1})", Value, Row->Meaning).str() : std::to_string(Value);
}

std::string BitSlot::printValues() const {
  if (Values.empty())
    return ((Unit > 1 ? "a multiple of " + Twine(unsigned(Unit)) + " from" : "from") + " 0 to " +
            Twine(getMaximum()))
        .str();
  std::string Text;
  for (const BitValue &Value : Values) {
    if (!Text.empty())
      Text += &Value == &Values.back() ? " or " : ", ";
    Text += print(Value.Value);
  }
  return Text;
}

std::optional<int64_t> tensorcore::findValue(ArrayRef<BitAssignment> Fields, unsigned Field) {
  const auto *It = find_if(Fields, [Field](BitAssignment A) { return A.Field == Field; });
  return It == Fields.end() ? std::nullopt : std::optional(It->Value);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

const BitSlot *BitLayout::find(unsigned Field) const {
  const auto *It = find_if(Slots, [Field](const BitSlot &S) { return S.Field == Field; });
  return It == Slots.end() ? nullptr : It;
}

const BitSlot *BitLayout::find(StringRef Key) const {
  const auto *It = find_if(Slots, [Key](const BitSlot &S) { return S.Key == Key; });
  return It == Slots.end() ? nullptr : It;
}

uint64_t BitLayout::get(uint64_t Word, unsigned Field) const {
  const BitSlot *Slot = find(Field);
  return Slot ? Slot->extract(Word) : 0;
}

uint64_t BitLayout::getKnownBits() const {
  uint64_t Known = 0;
  for (const BitSlot &Slot : Slots)
    Known |= Slot.getMask();
  return Known;
}

uint64_t BitLayout::pack(ArrayRef<BitAssignment> Fields) const {
  uint64_t Word = 0;
  for (const BitSlot &Slot : Slots)
    if (!Slot.isOpen())
      Word = Slot.insert(Word, Slot.Values.front().Value);
  for (BitAssignment A : Fields)
    Word = find(A.Field)->insert(Word, A.Value);
  return Word;
}

BitAssignments BitLayout::unpack(uint64_t Word) const {
  BitAssignments Fields;
  for (const BitSlot &Slot : Slots)
    Fields.push_back({Slot.Field, int64_t(Slot.extract(Word))});
  return Fields;
}

/// Returns the text that says whose fields are meant, such as " of kind::f16". It is empty where
/// the sentence has named the word already.
static std::string printOwner(const BitLayout &Layout) {
  return Layout.Owner == Layout.Noun ? "" : (" of " + Layout.Owner).str();
}

Error BitLayout::checkBits(uint64_t Word) const {
  uint64_t Junk = Word & ~getKnownBits();
  if (!Junk)
    return Error::success();
  std::string Text = "bits 0x" + utohexstr(Junk) + " belong to no field";
  return makeError(
      Source.empty() ? Text : Text + printOwner(*this) + " and must be 0 (" + Source.str() + ")");
}

std::string BitLayout::findFault(BitAssignment A, const TargetVersion *Target) const {
  const BitSlot *Slot = find(A.Field);
  if (!Slot)
    return Noun.str() + printOwner(*this) + " has no " + lookupBitField(Set, A.Field)->Name.str();
  if (!Slot->isValue(A.Value))
    return formatv("{0} must be {1}, not {2} ({3})", printField(A.Field), Slot->printValues(),
                   A.Value, Source);
  const BitValue *Row = Slot->find(A.Value);
  const GPUTargetSet &Targets = Row ? Row->Targets : Slot->WideTargets;
  bool IsEverywhere = !Row && isUIntN(Slot->NarrowWidth, A.Value / Slot->Unit);
  if (!Target || IsEverywhere || Targets.contains(Target->GPU))
    return "";
  return formatv("{0} cannot be {1} on {2}; that needs {3} ({4})", printField(A.Field),
                 Slot->print(A.Value), Target->Name, Targets.Description, Source);
}

/// "0 (dense)", "0 (e4m3) or 1 (e5m2)": the values of a condition.
static std::string printValues(const BitLayout &Layout, const BitCondition &Condition) {
  SmallVector<std::string, 4> Words;
  for (unsigned Value = 0; Value < 32; ++Value)
    if (Condition.holds(Value))
      Words.push_back(Layout.printValue(Condition.Field, Value));
  return printAlternatives(Words);
}

/// Returns true if the fields are known to fulfil all conditions.
static bool hold(ArrayRef<BitCondition> Conditions, ArrayRef<BitAssignment> Fields) {
  return all_of(Conditions, [Fields](const BitCondition &Condition) {
    std::optional<int64_t> Value = findValue(Fields, Condition.Field);
    return Value && Condition.holds(*Value);
  });
}

BitFaults BitLayout::findRuleFaults(ArrayRef<BitAssignment> Fields,
                                    const TargetVersion *Target) const {
  BitFaults Found;
  for (const BitRule &Rule : Rules) {
    std::optional<int64_t> Then = findValue(Fields, Rule.Then.Field);
    bool IsThere = Target ? Rule.Targets.contains(Target->GPU) : Rule.Targets.Description.empty();
    if (!IsThere || !hold(Rule.If, Fields) || !Then || Rule.Then.holds(*Then))
      continue;
    SmallVector<std::string, 3> Conditions;
    for (const BitCondition &If : Rule.If)
      Conditions.push_back(
          ("the " + find(If.Field)->Name + " " + printValue(If.Field, *findValue(Fields, If.Field)))
              .str());
    Found.push_back(formatv(
        "with {0}{1}, {2} must be {3}, not {4} ({5})", join(Conditions, " and "),
        Rule.Targets.Description.empty() ? "" : " on " + Target->Name, printField(Rule.Then.Field),
        printValues(*this, Rule.Then), printValue(Rule.Then.Field, *Then), Rule.Source));
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

std::string BitLayout::printField(unsigned Field) const {
  return formatv("the {0} of {1}", lookupBitField(Set, Field)->Name, Owner);
}

std::string BitLayout::printValue(unsigned Field, int64_t Value) const {
  const BitSlot *Slot = find(Field);
  return Slot ? Slot->print(Value) : std::to_string(Value);
}

std::string BitLayout::explain(const BitSlot &Slot, uint64_t Word) const {
  uint64_t Value = Slot.extract(Word);
  if (const BitValue *Row = Slot.find(Value))
    return Row->Meaning.empty() ? "none" : Row->Meaning.str();
  return formatv((get(Word, Slot.Mode) ? Slot.ModeText : Slot.Text).data(), Value);
}

SmallVector<BitReading> BitLayout::read(uint64_t Word) const {
  SmallVector<BitReading> Fields;
  for (const BitSlot &Slot : Slots) {
    uint64_t Value = Slot.extract(Word);
    Fields.push_back({Slot.Key, Slot.Name, Slot.getHigh(), Slot.Shift, Value / Slot.Unit, Value,
                      explain(Slot, Word)});
  }
  sort(Fields, [](const BitReading &L, const BitReading &R) { return L.Low < R.Low; });
  return Fields;
}

static std::string printBits(const BitReading &Field) {
  return Field.High == Field.Low ? std::to_string(Field.Low)
                                 : formatv("{0}:{1}", Field.High, Field.Low).str();
}

/// In hex and decimal; small numbers are the same in both.
static std::string printNumber(const BitReading &Field) {
  if (Field.Value < 10)
    return std::to_string(Field.Value);
  return formatv("{0} (0x{1})", Field.Value, utohexstr(Field.Value, /*LowerCase=*/true));
}

void tensorcore::print(raw_ostream &OS, ArrayRef<BitReading> Fields) {
  size_t KeyWidth = 3, ValueWidth = 5, NameWidth = 5;
  for (const BitReading &Field : Fields) {
    KeyWidth = std::max(KeyWidth, Field.Key.size());
    NameWidth = std::max(NameWidth, Field.Name.size());
    ValueWidth = std::max(ValueWidth, printNumber(Field).size());
  }
  auto PrintRow = [&](StringRef Bits, StringRef Key, StringRef Name, StringRef Value,
                      StringRef Meaning) {
    std::string Line =
        formatv("  {0}  {1}  {2}  {3}  {4}", right_justify(Bits, 5), left_justify(Key, KeyWidth),
                left_justify(Name, NameWidth), left_justify(Value, ValueWidth), Meaning);
    OS << StringRef(Line).rtrim() << '\n';
  };
  PrintRow("bits", "key", "field", "value", "meaning");
  for (const BitReading &Field : Fields)
    PrintRow(printBits(Field), Field.Key, Field.Name, printNumber(Field), Field.Meaning);
}

void tensorcore::print(json::OStream &JSON, ArrayRef<BitReading> Fields) {
  JSON.attributeArray("fields", [&] {
    for (const BitReading &Field : Fields)
      JSON.object([&] {
        JSON.attribute("key", Field.Key);
        JSON.attribute("name", Field.Name);
        JSON.attribute("high", Field.High);
        JSON.attribute("low", Field.Low);
        JSON.attribute("bits", Field.Bits);
        JSON.attribute("value", Field.Value);
        JSON.attribute("meaning", Field.Meaning);
      });
  });
}
