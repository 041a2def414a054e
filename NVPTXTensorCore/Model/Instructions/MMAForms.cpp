//===- MMAForms.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One factor after the other multiplies the forms: pointer, PTX version, immediates.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAForms.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// LLVM's address spaces of what matrix instructions can address.
static constexpr unsigned AddressSpaces[] = {0, 1, 3};

static SmallVector<MMADescriptor, 0> getDescribed(const MMAVariant &Variant) {
  SmallVector<MMADescriptor, 0> Result;
  bool HasPointer = getMMADescriptor(Variant).has(MMAField_Space);
  for (unsigned PTXVersion :
       {unsigned(Variant.Legality.LastPTX), unsigned(Variant.Legality.FirstPTX)})
    for (unsigned AddressSpace : ArrayRef(AddressSpaces).take_front(HasPointer ? 3 : 1)) {
      Expected<MMADescriptor> Described = describe(Variant, AddressSpace, PTXVersion);
      if (!Described)
        consumeError(Described.takeError());
      else if (!is_contained(Result, *Described))
        Result.push_back(*Described);
    }
  return Result;
}

/// Each word with each value of an immediate.
static SmallVector<MMADescriptor, 0> getProduct(ArrayRef<MMADescriptor> Words,
                                                const TCGen05Immediate &Immediate,
                                                MMAFieldFilter Filter) {
  SmallVector<MMADescriptor, 0> Result;
  for (MMADescriptor Word : Words)
    for (int64_t Value = Immediate.Low; Value <= Immediate.High; ++Value)
      if (const unsigned OfField = Immediate.getFieldValue(Value);
          Filter(*Immediate.Field, OfField))
        Result.push_back(cantFail(Word.with(*Immediate.Field, OfField)));
  return Result;
}

/// The immediates that the word has fields for.
static SmallVector<const TCGen05Immediate *, 8> getImmediates(const MMAVariant &Variant) {
  SmallVector<const TCGen05Immediate *, 8> Immediates;
  for (const MMAArgument &Argument : Variant.Signature.Arguments)
    if (const TCGen05Immediate *Immediate = lookupTCGen05Immediate(Argument.Name))
      if (Immediate->Field)
        Immediates.push_back(Immediate);
  return Immediates;
}

SmallVector<MMAForm, 0> tensorcore::getMMAForms(const MMAVariant &Variant, MMAFieldFilter Filter) {
  const auto Immediates = getImmediates(Variant);
  auto IsDecided = [&](MMADescriptor Word, bool OfCall) {
    return all_of(getLayout(Variant.Family).Slots, [&](const BitSlot &Slot) {
      const MMAField Field = MMAField(Slot.Field);
      return (!OfCall && (Field == MMAField_Space || Field == MMAField_Aligned)) ||
             Filter(Field, Word.get(Field)) ||
             any_of(Immediates, [&](const auto *I) { return *I->Field == Field; });
    });
  };
  if (!IsDecided(getMMADescriptor(Variant), /*OfCall=*/false))
    return {};
  SmallVector<MMADescriptor, 0> Words = getDescribed(Variant);
  erase_if(Words, [&](MMADescriptor Word) { return !IsDecided(Word, /*OfCall=*/true); });
  for (const TCGen05Immediate *Immediate : Immediates)
    Words = getProduct(Words, *Immediate, Filter);
  SmallVector<MMAForm, 0> Forms;
  for (MMADescriptor Word : Words)
    Forms.push_back({Word, Variant.Opcode});
  return Forms;
}

SmallVector<MMAForm, 0> tensorcore::getMMAForms(const MMAVariant &Variant) {
  return getMMAForms(Variant, [](MMAField, unsigned) { return true; });
}

/// `.aligned` belongs to a mnemonic from some PTX version on, and not before.
static Error checkAligned(const MMAVariant &Variant, MMADescriptor Form, unsigned PTXVersion) {
  if (!Form.has(MMAField_Aligned))
    return Error::success();
  bool IsAligned = Form.get(MMAField_Aligned);
  MMADescriptor Described = cantFail(describe(Variant, /*AddressSpace=*/0, PTXVersion));
  if (IsAligned == Described.get(MMAField_Aligned))
    return Error::success();
  return makeError(
      Variant.Name +
      (IsAligned ? " has no .aligned in PTX ISA " : " must have .aligned in PTX ISA ") +
      printPTXVersion(PTXVersion));
}

Error tensorcore::checkLegal(const MMAVariant &Variant, const MMAForm &Form,
                             const TargetVersion &Target) {
  if (Error E = checkLegal(Variant, Target))
    return E;
  if (Error E = checkAligned(Variant, Form.Descriptor, Target.PTXVersion))
    return E;
  if (Variant.Family == MMAFamily_TCGen05MMA)
    return checkTCGen05MMA(Variant.Name, Form.Descriptor, isAInTensorMemory(Form.Opcode), Target);
  if (Variant.Family == MMAFamily_TCGen05)
    return checkTCGen05Modifiers(Variant.Name, Form.Descriptor, /*IsAInTensorMemory=*/false,
                                 Target);
  return checkStateSpace(Variant, Form.Descriptor);
}
