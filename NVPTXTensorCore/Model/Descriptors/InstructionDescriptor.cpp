//===- InstructionDescriptor.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encoding, decoding and the dump, all driven by the rows of
// TableGen/InstructionDescriptor.td.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace llvm::tensorcore {

#define GET_InstructionDescriptorFields_IMPL
#define GET_InstructionDescriptorKinds_IMPL
#define GET_InstructionDescriptorSlots_IMPL
#define GET_InstructionDescriptorValues_IMPL
#include "TensorCoreModel.inc"

} // namespace llvm::tensorcore

ArrayRef<InstructionDescriptorKindInfo> tensorcore::getInstructionDescriptorKinds() {
  return InstructionDescriptorKinds;
}

std::optional<InstructionDescriptorKind> tensorcore::parseInstructionDescriptorKind(StringRef Key) {
  for (const InstructionDescriptorKindInfo &Info : InstructionDescriptorKinds)
    if (Info.Key == Key)
      return InstructionDescriptorKind(Info.Encoding);
  return std::nullopt;
}

ArrayRef<InstructionDescriptorSlot>
tensorcore::getInstructionDescriptorSlots(InstructionDescriptorKind Kind) {
  // The table is sorted by layout, then by field.
  InstructionDescriptorFormat Format = lookupInstructionDescriptorKind(Kind)->Format;
  auto IsOfFormat = [Format](const InstructionDescriptorSlot &S) { return S.Format == Format; };
  ArrayRef<InstructionDescriptorSlot> Slots(InstructionDescriptorSlots);
  return Slots.drop_until(IsOfFormat).take_while(IsOfFormat);
}

ArrayRef<InstructionDescriptorValue>
tensorcore::getInstructionDescriptorValues(InstructionDescriptorKind Kind,
                                           InstructionDescriptorField Field) {
  auto IsOfField = [Kind, Field](const InstructionDescriptorValue &Value) {
    return Value.Kind == Kind && Value.Field == Field;
  };
  ArrayRef<InstructionDescriptorValue> Values(InstructionDescriptorValues);
  return Values.drop_until(IsOfField).take_while(IsOfField);
}

static const InstructionDescriptorSlot *getSlot(InstructionDescriptorKind Kind,
                                                InstructionDescriptorField Field) {
  return lookupInstructionDescriptorSlot(lookupInstructionDescriptorKind(Kind)->Format, Field);
}

bool tensorcore::isInstructionDescriptorOperand(InstructionDescriptorKind Kind,
                                                InstructionDescriptorField Field) {
  return getSlot(Kind, Field) && getInstructionDescriptorValues(Kind, Field).size() != 1;
}

static uint32_t getMask(const InstructionDescriptorSlot &Slot) {
  return maskTrailingOnes<uint32_t>(Slot.Width) << Slot.Shift;
}

static uint32_t extract(uint32_t Word, const InstructionDescriptorSlot &Slot) {
  return (Word & getMask(Slot)) >> Slot.Shift;
}

static uint32_t insert(uint32_t Word, const InstructionDescriptorSlot &Slot, uint32_t Value) {
  return (Word & ~getMask(Slot)) | (Value / Slot.Unit << Slot.Shift);
}

uint32_t
tensorcore::packInstructionDescriptorFields(InstructionDescriptorKind Kind,
                                            ArrayRef<InstructionDescriptorAssignment> Fields) {
  uint32_t Word = 0;
  for (const InstructionDescriptorSlot &Slot : getInstructionDescriptorSlots(Kind))
    if (auto Values = getInstructionDescriptorValues(Kind, Slot.Field); Values.size() == 1)
      Word = insert(Word, Slot, Values.front().Value);
  for (const InstructionDescriptorAssignment &A : Fields)
    Word = insert(Word, *getSlot(Kind, A.Field), A.Value);
  return Word;
}

std::string tensorcore::spellInstructionDescriptorField(InstructionDescriptorKind Kind,
                                                        InstructionDescriptorField Field) {
  return formatv("the {0} of kind::{1}", lookupInstructionDescriptorField(Field)->Name,
                 lookupInstructionDescriptorKind(Kind)->Key);
}

std::string tensorcore::spellInstructionDescriptorValue(InstructionDescriptorKind Kind,
                                                        InstructionDescriptorField Field,
                                                        int64_t Value) {
  if (isUInt<8>(Value))
    if (const auto *Row = lookupInstructionDescriptorValue(Kind, Field, Value))
      return formatv("{0} ({1})", Value, Row->Meaning);
  return std::to_string(Value);
}

Expected<InstructionDescriptor>
InstructionDescriptor::encode(InstructionDescriptorKind Kind,
                              ArrayRef<InstructionDescriptorAssignment> Fields) {
  SmallVector<InstructionDescriptorAssignment, 17> All(Fields);
  for (const InstructionDescriptorSlot &Slot : getInstructionDescriptorSlots(Kind)) {
    auto IsSlot = [&Slot](const auto &A) { return A.Field == Slot.Field; };
    if (any_of(Fields, IsSlot))
      continue;
    if (Slot.Field == InstructionDescriptorField_M || Slot.Field == InstructionDescriptorField_N)
      return makeError(spellInstructionDescriptorField(Kind, Slot.Field) + " is missing");
    auto Values = getInstructionDescriptorValues(Kind, Slot.Field);
    All.push_back({Slot.Field, Values.size() == 1 ? Values.front().Value : 0});
  }
  if (Error E = checkInstructionDescriptorFields(Kind, All))
    return E;
  return InstructionDescriptor(Kind, packInstructionDescriptorFields(Kind, All));
}

Error tensorcore::checkInstructionDescriptorWord(uint32_t Word, InstructionDescriptorKind Kind,
                                                 const TargetVersion *Target) {
  uint32_t Known = 0;
  SmallVector<InstructionDescriptorAssignment, 17> Fields;
  for (const InstructionDescriptorSlot &Slot : getInstructionDescriptorSlots(Kind)) {
    Known |= getMask(Slot);
    Fields.push_back({Slot.Field, int64_t(extract(Word, Slot)) * Slot.Unit});
  }
  if (uint32_t Junk = Word & ~Known)
    return makeError("bits 0x" + utohexstr(Junk) +
                     " belong to no field of kind::" + lookupInstructionDescriptorKind(Kind)->Key +
                     " and must be 0 (PTX ISA 9.0, Instruction descriptor of tcgen05)");
  return checkInstructionDescriptorFields(Kind, Fields, Target);
}

Expected<InstructionDescriptor> InstructionDescriptor::decode(uint32_t Word,
                                                              InstructionDescriptorKind Kind) {
  if (Error E = checkInstructionDescriptorWord(Word, Kind))
    return makeError("0x" + utohexstr(Word) +
                     " is not an instruction descriptor: " + toString(std::move(E)));
  return InstructionDescriptor(Kind, Word);
}

uint32_t InstructionDescriptor::get(InstructionDescriptorField Field) const {
  const InstructionDescriptorSlot *Slot = getSlot(Kind, Field);
  return Slot ? extract(Word, *Slot) * Slot->Unit : 0;
}

SmallVector<InstructionDescriptorFieldDump> InstructionDescriptor::getFields() const {
  SmallVector<InstructionDescriptorFieldDump> Result;
  for (const InstructionDescriptorSlot &Slot : getInstructionDescriptorSlots(Kind)) {
    const InstructionDescriptorFieldInfo &Info = *lookupInstructionDescriptorField(Slot.Field);
    uint32_t Value = get(Slot.Field);
    const auto *Row = lookupInstructionDescriptorValue(Kind, Slot.Field, Value);
    Result.push_back({Info.Key, Info.Name, Slot.Shift + Slot.Width - 1u, Slot.Shift,
                      extract(Word, Slot), Value, Row ? Row->Meaning.str() : utostr(Value)});
  }
  sort(Result, [](const auto &L, const auto &R) { return L.Low < R.Low; });
  return Result;
}

void InstructionDescriptor::print(raw_ostream &OS) const {
  for (const InstructionDescriptorFieldDump &Field : getFields()) {
    std::string Bits = Field.High == Field.Low ? formatv("[{0}]", Field.Low).str()
                                               : formatv("[{0}:{1}]", Field.High, Field.Low).str();
    OS << formatv("{0,-8} {1,-12} {2,-4} {3}\n", Bits, Field.Key, Field.Value, Field.Meaning);
  }
}
