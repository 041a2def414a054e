//===- MMADescriptor.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encoding and decoding, both driven by the rows of TableGen/MMADescriptor.td.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMADescriptor.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr unsigned NumFamilies = 16;
constexpr unsigned NumFields = 64;

/// MMASlots by family and field, with what decoding needs beside it.
struct Views {
  struct View {
    std::array<MMASlot, NumFields> Slots = {};
    uint64_t Known = 0;
  };
  std::array<View, NumFamilies> Families = {};

  Views() {
    for (const MMASlot &Slot : getMMASlots()) {
      View &V = Families[Slot.Family];
      V.Slots[Slot.Field] = Slot;
      V.Known |= maskTrailingOnes<uint64_t>(Slot.Width) << Slot.Shift;
    }
  }
};

const Views &getViews() {
  static const Views TheViews;
  return TheViews;
}

/// The spellings of each field's values, indexed by value.
struct Spellings {
  std::array<SmallVector<StringRef, 0>, NumFields> Words;

  Spellings() {
    for (const MMAFieldInfo &Field : getMMAFields())
      for (StringRef Word : Field.Values)
        Words[Field.Encoding].push_back(Word == "-" ? StringRef() : Word);
    for (MMAField Field : {MMAField_D, MMAField_A, MMAField_B, MMAField_C, MMAField_Element})
      for (const MMATypeInfo &Type : getMMATypes())
        add(Words[Field], Type.Encoding, Type.Spelling);
    for (const MMAShapeInfo &Shape : getMMAShapes())
      add(Words[MMAField_Shape], Shape.Encoding, Shape.Spelling);
  }

private:
  /// The encoding 0 of types and shapes means that there is none: no spelling.
  static void add(SmallVectorImpl<StringRef> &Into, unsigned Value, StringRef Word) {
    if (Value == 0)
      return;
    if (Into.size() <= Value)
      Into.resize(Value + 1);
    Into[Value] = Word;
  }
};

Error rejectValue(MMAField Field, uint64_t Value) {
  StringRef Key = lookupMMAField(Field)->Key;
  switch (Field) {
  case MMAField_D:
  case MMAField_A:
  case MMAField_B:
  case MMAField_C:
  case MMAField_Element:
    return makeError("Wrong MMA element type " + Twine(Value) + " in field '" + Key +
                     "'; 1 (b1) to " + Twine(unsigned(getMMATypes().back().Encoding)) +
                     " with gaps are types");
  case MMAField_Shape:
    return makeError("unknown MMA shape 0x" + utohexstr(Value) + " in field 'shape'");
  default:
    return makeError("field '" + Key + "' has no value " + Twine(Value) + "; its values are " +
                     join(lookupMMAField(Field)->Values, "|"));
  }
}

uint64_t insert(uint64_t Word, const MMASlot &Slot, uint64_t Value) {
  uint64_t Mask = maskTrailingOnes<uint64_t>(Slot.Width) << Slot.Shift;
  return (Word & ~Mask) | (Value << Slot.Shift);
}

uint64_t extract(uint64_t Word, const MMASlot &Slot) {
  return (Word >> Slot.Shift) & maskTrailingOnes<uint64_t>(Slot.Width);
}

} // namespace

StringRef tensorcore::spellMMAField(MMAField Field, unsigned Value) {
  static const Spellings TheSpellings;
  const auto &Words = TheSpellings.Words[Field];
  return Value < Words.size() ? Words[Value] : StringRef();
}

StringRef tensorcore::spellMMAField(uint64_t Word, MMAField Field) {
  const MMASlot &Slot = getViews().Families[Word >> MMADescriptor::FamilyShift].Slots[Field];
  return Slot.Width == 0 ? StringRef() : spellMMAField(Field, extract(Word, Slot));
}

/// Whether a field can have a value: whether PTX has a word for it, the empty one
/// of an absent qualifier included.
static bool isValue(MMAField Field, uint64_t Value) {
  return Value <= UINT8_MAX && spellMMAField(Field, Value).data();
}

bool MMADescriptor::has(MMAField Field) const {
  return getViews().Families[getFamily()].Slots[Field].Width != 0;
}

unsigned MMADescriptor::get(MMAField Field) const {
  return extract(Word, getViews().Families[getFamily()].Slots[Field]);
}

Expected<MMADescriptor> MMADescriptor::with(MMAField Field, uint64_t Value) const {
  const MMASlot &Slot = getViews().Families[getFamily()].Slots[Field];
  if (Slot.Width == 0)
    return makeError("the MMA descriptor of this family has no field '" +
                     lookupMMAField(Field)->Key + "'");
  if (!isValue(Field, Value) || Value > maskTrailingOnes<uint64_t>(Slot.Width))
    return rejectValue(Field, Value);
  return MMADescriptor(insert(Word, Slot, Value));
}

unsigned MMAVariant::get(MMAField Field) const { return getMMADescriptor(*this).get(Field); }

StringRef MMAVariant::spell(MMAField Field) const { return spellMMAField(Descriptor, Field); }

Expected<MMADescriptor> MMADescriptor::decode(uint64_t Word) {
  const Views::View &View = getViews().Families[Word >> FamilyShift];
  auto Fail = [Word](const Twine &Reason) {
    return makeError("0x" + utohexstr(Word) + " is not an MMA descriptor: " + Reason);
  };
  if (!View.Known)
    return Fail("bits [63:60] name no instruction family");
  uint64_t Junk = Word & ~View.Known & maskTrailingOnes<uint64_t>(FamilyShift);
  if (Junk)
    return Fail("bits 0x" + utohexstr(Junk) + " belong to no field");
  for (const MMASlot &Slot : View.Slots) {
    if (Slot.Width == 0)
      continue;
    uint64_t Value = extract(Word, Slot);
    if (!isValue(Slot.Field, Value))
      return Fail(toString(rejectValue(Slot.Field, Value)));
  }
  return MMADescriptor(Word);
}
