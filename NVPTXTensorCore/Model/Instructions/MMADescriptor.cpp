//===- MMADescriptor.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encoding and decoding of MMA descriptors, and the words that PTX has for their values.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMADescriptor.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr unsigned NumFamilies = 16;
constexpr unsigned NumFields = UINT8_MAX + 1;

/// The layouts by family and field, and the words of values by field and value: an instruction
/// that is printed asks for each of its words.
struct FastLayouts {
  struct Location {
    uint8_t Shift = 0, Width = 0;

    uint64_t getMask() const { return maskTrailingOnes<uint64_t>(Width); }
    uint64_t extract(uint64_t Word) const { return Word >> Shift & getMask(); }
  };
  std::array<std::array<Location, NumFields>, NumFamilies> Locations = {};
  std::array<SmallVector<StringRef, 0>, NumFields> Words;

  FastLayouts() {
    for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_MMADescriptor))
      for (const BitSlot &Slot : Layout.Slots) {
        Locations[Layout.Encoding][Slot.Field] = {Slot.Shift, Slot.Width};
        for (const BitValue &Value : Slot.Values)
          addWord(Words[Slot.Field], Value);
      }
  }

private:
  static void addWord(SmallVectorImpl<StringRef> &Into, const BitValue &Value) {
    if (Into.size() <= Value.Value)
      Into.resize(Value.Value + 1);
    Into[Value.Value] = Value.Meaning;
  }
};

const FastLayouts &getFastLayouts() {
  static const FastLayouts Layouts;
  return Layouts;
}

FastLayouts::Location getLocation(uint64_t Word, MMAField Field) {
  return getFastLayouts().Locations[Word >> MMADescriptor::FamilyShift][Field];
}

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

} // namespace

StringRef tensorcore::printMMAField(MMAField Field, unsigned Value) {
  const auto &Words = getFastLayouts().Words[Field];
  return Value < Words.size() ? Words[Value] : StringRef();
}

StringRef tensorcore::printMMAField(uint64_t Word, MMAField Field) {
  FastLayouts::Location Location = getLocation(Word, Field);
  return Location.Width == 0 ? StringRef() : printMMAField(Field, Location.extract(Word));
}

/// Returns true if a field can have a value: whether PTX has a word for it, the empty one
/// of an absent qualifier included.
static bool isValue(MMAField Field, uint64_t Value) {
  return Value <= UINT8_MAX && printMMAField(Field, Value).data();
}

bool MMADescriptor::has(MMAField Field) const { return getLocation(Word, Field).Width != 0; }

unsigned MMADescriptor::get(MMAField Field) const { return getLocation(Word, Field).extract(Word); }

Expected<MMADescriptor> MMADescriptor::with(MMAField Field, uint64_t Value) const {
  FastLayouts::Location Location = getLocation(Word, Field);
  if (Location.Width == 0)
    return makeError("the MMA descriptor of this family has no field '" +
                     lookupMMAField(Field)->Key + "'");
  if (!isValue(Field, Value) || Value > Location.getMask())
    return rejectValue(Field, Value);
  return MMADescriptor((Word & ~(Location.getMask() << Location.Shift)) | Value << Location.Shift);
}

unsigned MMAVariant::get(MMAField Field) const { return getMMADescriptor(*this).get(Field); }

MMAShape MMAVariant::getShape() const { return MMAShape(get(MMAField_Shape)); }
MMAType MMAVariant::getD() const { return MMAType(get(MMAField_D)); }
MMAType MMAVariant::getA() const { return MMAType(get(MMAField_A)); }
MMAType MMAVariant::getB() const { return MMAType(get(MMAField_B)); }
MMAType MMAVariant::getC() const { return MMAType(get(MMAField_C)); }
MMAType MMAVariant::getElement() const { return MMAType(get(MMAField_Element)); }

StringRef MMAVariant::print(MMAField Field) const { return printMMAField(Descriptor, Field); }

Expected<MMADescriptor> MMADescriptor::decode(uint64_t Word) {
  auto Fail = [Word](Error E) {
    return makeError("0x" + utohexstr(Word) +
                     " is not an MMA descriptor: " + toString(std::move(E)));
  };
  const BitLayout *Layout = lookupBitLayout(BitLayoutSet_MMADescriptor, Word >> FamilyShift);
  if (!Layout)
    return Fail(makeError("bits [63:60] name no instruction family"));
  if (Error E = Layout->checkBits(Word & maskTrailingOnes<uint64_t>(FamilyShift)))
    return Fail(std::move(E));
  for (const BitSlot &Slot : Layout->Slots)
    if (uint64_t Value = Slot.extract(Word); !isValue(MMAField(Slot.Field), Value))
      return Fail(rejectValue(MMAField(Slot.Field), Value));
  return MMADescriptor(Word);
}
