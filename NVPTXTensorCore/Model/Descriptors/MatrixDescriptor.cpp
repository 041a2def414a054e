//===- MatrixDescriptor.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encoding, decoding and the sentences, all driven by the rows of
// TableGen/MatrixDescriptor.td.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Where a field has one value, another must have that one.
struct MatrixDescriptorRule {
  MatrixDescriptorFormat Format;
  MatrixDescriptorField If;
  uint8_t IfValue;
  MatrixDescriptorField Then;
  uint8_t ThenValue;
  StringLiteral Source;
};

} // namespace

namespace llvm::tensorcore {

#define GET_MatrixDescriptorFormats_IMPL
#define GET_MatrixDescriptorFields_IMPL
#define GET_MatrixDescriptorSlots_IMPL
#define GET_MatrixDescriptorValues_IMPL
#define GET_MatrixDescriptorRules_IMPL
#include "TensorCoreModel.inc"

} // namespace llvm::tensorcore

ArrayRef<MatrixDescriptorFormatInfo> tensorcore::getMatrixDescriptorFormats() {
  return MatrixDescriptorFormats;
}

ArrayRef<MatrixDescriptorSlot> tensorcore::getMatrixDescriptorSlots(MatrixDescriptorFormat Format) {
  // The table is sorted by format, then by field.
  auto IsOfFormat = [Format](const MatrixDescriptorSlot &Slot) { return Slot.Format == Format; };
  ArrayRef<MatrixDescriptorSlot> Slots(MatrixDescriptorSlots);
  return Slots.drop_until(IsOfFormat).take_while(IsOfFormat);
}

/// The rows of a field's values; none if it is a number.
static ArrayRef<MatrixDescriptorValue> getValues(const MatrixDescriptorSlot &Slot) {
  auto IsOfField = [&Slot](const MatrixDescriptorValue &Value) {
    return Value.Format == Slot.Format && Value.Field == Slot.Field;
  };
  ArrayRef<MatrixDescriptorValue> Values(MatrixDescriptorValues);
  return Values.drop_until(IsOfField).take_while(IsOfField);
}

static uint64_t getMask(const MatrixDescriptorSlot &Slot) {
  return maskTrailingOnes<uint64_t>(Slot.Width) << Slot.Shift;
}

/// The largest value of a field that is a number.
static int64_t getMaximum(const MatrixDescriptorSlot &Slot) {
  return maskTrailingOnes<uint64_t>(Slot.Width) * Slot.Unit;
}

static uint64_t extract(uint64_t Word, const MatrixDescriptorSlot &Slot) {
  return (Word & getMask(Slot)) >> Slot.Shift;
}

static uint64_t insert(uint64_t Word, const MatrixDescriptorSlot &Slot, uint64_t Value) {
  return (Word & ~getMask(Slot)) | (Value / Slot.Unit << Slot.Shift);
}

std::string tensorcore::spellMatrixDescriptorValues(const MatrixDescriptorSlot &Slot) {
  ArrayRef<MatrixDescriptorValue> Values = getValues(Slot);
  if (Values.empty())
    return ((Slot.Unit > 1 ? "a multiple of " + Twine(unsigned(Slot.Unit)) + " from" : "from") +
            " 0 to " + Twine(getMaximum(Slot)))
        .str();
  std::string Text;
  for (const MatrixDescriptorValue &Value : Values) {
    if (!Text.empty())
      Text += &Value == &Values.back() ? " or " : ", ";
    Text += formatv("{0} ({1})", unsigned(Value.Value), Value.Meaning).str();
  }
  return Text;
}

std::string tensorcore::spellMatrixDescriptorField(const MatrixDescriptorSlot &Slot) {
  return formatv("the {0} of a {1} matrix descriptor",
                 lookupMatrixDescriptorField(Slot.Field)->Name,
                 lookupMatrixDescriptorFormat(Slot.Format)->Key);
}

/// Whether a field can have a value, whatever the others have.
static Error checkValue(const MatrixDescriptorSlot &Slot, int64_t Value,
                        const TargetVersion *Target) {
  StringRef Source = lookupMatrixDescriptorFormat(Slot.Format)->Source;
  ArrayRef<MatrixDescriptorValue> Values = getValues(Slot);
  auto *Row = find_if(Values, [Value](const MatrixDescriptorValue &V) { return V.Value == Value; });
  bool IsValue = Values.empty() ? Value >= 0 && Value <= getMaximum(Slot) && Value % Slot.Unit == 0
                                : Row != Values.end();
  if (!IsValue)
    return makeError(spellMatrixDescriptorField(Slot) + " must be " +
                     spellMatrixDescriptorValues(Slot) + ", not " + Twine(Value) + " (" + Source +
                     ")");
  if (!Target || Values.empty() || Row->Targets.contains(Target->GPU))
    return Error::success();
  return makeError(spellMatrixDescriptorField(Slot) + " cannot be " + Twine(Value) + " (" +
                   Row->Meaning + ") on " + Target->Name + "; that needs " +
                   Row->Targets.Description + " (" + Source + ")");
}

/// "0 (no swizzle)", "3".
static std::string spellValue(const MatrixDescriptorSlot &Slot, int64_t Value) {
  if (const auto *Row = lookupMatrixDescriptorValue(Slot.Format, Slot.Field, Value))
    return formatv("{0} ({1})", Value, Row->Meaning);
  return std::to_string(Value);
}

/// Whether fields that can have their values can have them together.
static Error checkRule(const MatrixDescriptorRule &Rule,
                       ArrayRef<MatrixDescriptorAssignment> Fields) {
  auto Find = [Fields](MatrixDescriptorField Field) {
    return find_if(Fields,
                   [Field](const MatrixDescriptorAssignment &A) { return A.Field == Field; });
  };
  auto *If = Find(Rule.If), *Then = Find(Rule.Then);
  if (If == Fields.end() || Then == Fields.end() || If->Value != Rule.IfValue ||
      Then->Value == Rule.ThenValue)
    return Error::success();
  const MatrixDescriptorSlot &IfSlot = *lookupMatrixDescriptorSlot(Rule.Format, Rule.If);
  const MatrixDescriptorSlot &ThenSlot = *lookupMatrixDescriptorSlot(Rule.Format, Rule.Then);
  return makeError("with the " + lookupMatrixDescriptorField(Rule.If)->Name + " " +
                   spellValue(IfSlot, If->Value) + ", " + spellMatrixDescriptorField(ThenSlot) +
                   " must be " + spellValue(ThenSlot, Rule.ThenValue) + ", not " +
                   spellValue(ThenSlot, Then->Value) + " (" + Rule.Source + ")");
}

Error tensorcore::checkMatrixDescriptorFields(MatrixDescriptorFormat Format,
                                              ArrayRef<MatrixDescriptorAssignment> Fields,
                                              const TargetVersion *Target) {
  for (const MatrixDescriptorAssignment &A : Fields) {
    const MatrixDescriptorSlot *Slot = lookupMatrixDescriptorSlot(Format, A.Field);
    if (!Slot)
      return makeError("a " + lookupMatrixDescriptorFormat(Format)->Key +
                       " matrix descriptor has no " + lookupMatrixDescriptorField(A.Field)->Name);
    if (Error E = checkValue(*Slot, A.Value, Target))
      return E;
  }
  for (const MatrixDescriptorRule &Rule : MatrixDescriptorRules)
    if (Rule.Format == Format)
      if (Error E = checkRule(Rule, Fields))
        return E;
  return Error::success();
}

Expected<MatrixDescriptor> MatrixDescriptor::encode(MatrixDescriptorFormat Format,
                                                    ArrayRef<MatrixDescriptorAssignment> Fields) {
  if (Error E = checkMatrixDescriptorFields(Format, Fields))
    return E;
  uint64_t Word = 0;
  for (const MatrixDescriptorSlot &Slot : getMatrixDescriptorSlots(Format))
    if (ArrayRef<MatrixDescriptorValue> Values = getValues(Slot); !Values.empty())
      Word = insert(Word, Slot, Values.front().Value);
  for (const MatrixDescriptorAssignment &A : Fields)
    Word = insert(Word, *lookupMatrixDescriptorSlot(Format, A.Field), A.Value);
  return MatrixDescriptor(Format, Word);
}

/// Whether a word is a matrix descriptor, without saying which word it is.
static Error checkWord(uint64_t Word, MatrixDescriptorFormat Format, const TargetVersion *Target) {
  uint64_t Known = 0;
  SmallVector<MatrixDescriptorAssignment, 8> Fields;
  for (const MatrixDescriptorSlot &Slot : getMatrixDescriptorSlots(Format)) {
    Known |= getMask(Slot);
    Fields.push_back({Slot.Field, int64_t(extract(Word, Slot) * Slot.Unit)});
  }
  if (uint64_t Junk = Word & ~Known)
    return makeError("bits 0x" + utohexstr(Junk) + " belong to no field and must be 0 (" +
                     lookupMatrixDescriptorFormat(Format)->Source + ")");
  return checkMatrixDescriptorFields(Format, Fields, Target);
}

Error tensorcore::checkMatrixDescriptor(uint64_t Word, MatrixDescriptorFormat Format,
                                        const TargetVersion *Target) {
  if (Error E = checkWord(Word, Format, Target))
    return makeError("0x" + utohexstr(Word) + " is not a " +
                     lookupMatrixDescriptorFormat(Format)->Key +
                     " matrix descriptor: " + toString(std::move(E)));
  return Error::success();
}

Expected<MatrixDescriptor> MatrixDescriptor::decode(uint64_t Word, MatrixDescriptorFormat Format) {
  if (Error E = checkMatrixDescriptor(Word, Format))
    return E;
  return MatrixDescriptor(Format, Word);
}

uint64_t MatrixDescriptor::get(MatrixDescriptorField Field) const {
  const MatrixDescriptorSlot *Slot = lookupMatrixDescriptorSlot(Format, Field);
  return Slot ? extract(Word, *Slot) * Slot->Unit : 0;
}

/// Whether a field of a word holds an address. The leading dimension's may: then the mode
/// is not the first of its values, which is that of an offset.
static bool isAddress(const MatrixDescriptor &Descriptor, MatrixDescriptorField Field) {
  return Field == MatrixDescriptorField_Start ||
         (Field == MatrixDescriptorField_Leading &&
          Descriptor.get(MatrixDescriptorField_LeadingMode));
}

/// A value in words.
static std::string explainValue(const MatrixDescriptor &Descriptor,
                                const MatrixDescriptorSlot &Slot) {
  uint64_t Value = Descriptor.get(Slot.Field);
  if (const auto *Row = lookupMatrixDescriptorValue(Slot.Format, Slot.Field, Value))
    return Row->Meaning.str();
  if (isAddress(Descriptor, Slot.Field))
    return "address 0x" + utohexstr(Value);
  if (Slot.Field == MatrixDescriptorField_Leading || Slot.Field == MatrixDescriptorField_Stride)
    return formatv("{0} bytes", Value);
  return std::to_string(Value);
}

SmallVector<MatrixDescriptorFieldDump> MatrixDescriptor::getFields() const {
  SmallVector<MatrixDescriptorFieldDump> Result;
  for (const MatrixDescriptorSlot &Slot : getMatrixDescriptorSlots(Format)) {
    const MatrixDescriptorFieldInfo &Info = *lookupMatrixDescriptorField(Slot.Field);
    Result.push_back({Info.Key, Info.Name, Slot.Shift + Slot.Width - 1u, Slot.Shift,
                      extract(Word, Slot), get(Slot.Field), explainValue(*this, Slot)});
  }
  sort(Result, [](const auto &L, const auto &R) { return L.Low < R.Low; });
  return Result;
}

void MatrixDescriptor::print(raw_ostream &OS) const {
  for (const MatrixDescriptorFieldDump &Field : getFields()) {
    std::string Bits = Field.High == Field.Low ? formatv("[{0}]", Field.Low).str()
                                               : formatv("[{0}:{1}]", Field.High, Field.Low).str();
    OS << formatv("{0,-8} {1,-13} {2,-8} {3}\n", Bits, Field.Key, Field.Value, Field.Meaning);
  }
}
