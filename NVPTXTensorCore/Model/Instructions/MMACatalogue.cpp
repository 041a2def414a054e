//===- MMACatalogue.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds variants.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// These fields depend on the call, not on the variant.
constexpr MMAField CallFields[] = {MMAField_Space,    MMAField_Aligned,   MMAField_ScaleD,
                                   MMAField_NegateA,  MMAField_NegateB,   MMAField_TransA,
                                   MMAField_TransB,   MMAField_Predicate, MMAField_Packed,
                                   MMAField_Unpacked, MMAField_Exclusive};

/// Names of wgmma end so, depending on where A is. A name without a suffix means A in shared
/// memory.
constexpr StringLiteral SharedSuffix = ".i64", RegistersSuffix = ".v4i32";

/// Removes ".p0", ".p3", … at the end of a name.
StringRef dropPointerSuffix(StringRef Name) {
  StringRef Stem = Name.rtrim("0123456789");
  return Stem.size() < Name.size() && Stem.ends_with(".p") ? Stem.drop_back(2) : Name;
}

} // namespace

const MMAVariant *tensorcore::lookupMMAVariant(StringRef IntrinsicName) {
  if (const MMAVariant *Variant = lookupMMAVariantByName(IntrinsicName))
    return Variant;
  if (const MMAVariant *Variant = lookupMMAVariantByName(dropPointerSuffix(IntrinsicName)))
    return Variant;
  return lookupMMAVariantByName((IntrinsicName + SharedSuffix).str());
}

StringRef tensorcore::getPlainName(const MMAVariant &Variant) {
  StringRef Name = Variant.Name;
  if (Variant.Family == MMAFamily_WGMMA && !Name.consume_back(SharedSuffix))
    Name.consume_back(RegistersSuffix);
  return Name;
}

const MMAVariant *tensorcore::lookupOtherResidency(const MMAVariant &Variant) {
  if (Variant.Family != MMAFamily_WGMMA)
    return nullptr;
  StringRef Suffix = Variant.get(MMAField_Residency) ? SharedSuffix : RegistersSuffix;
  return lookupMMAVariantByName((getPlainName(Variant) + Suffix).str());
}

const MMAVariant *tensorcore::lookupMMAVariant(MMADescriptor Descriptor) {
  // The words of a tcgen05.mma do not tell variants apart: the opcode says where A is and which
  // masks there are.
  if (Descriptor.getFamily() == MMAFamily_TCGen05MMA)
    return nullptr;
  for (MMAField Field : CallFields)
    if (Descriptor.has(Field))
      Descriptor = cantFail(Descriptor.with(Field, 0));
  return lookupMMAVariantByDescriptor(Descriptor.getWord());
}

/// The immediate that a word sets and the instruction does not have: it would have no effect.
static std::optional<MMAField> findForeignImmediate(const MMAVariant &Variant,
                                                    MMADescriptor Descriptor) {
  constexpr std::pair<MMAField, StringLiteral> Immediates[] = {
      {MMAField_NegateA, "imm_scale_a"}, {MMAField_NegateB, "imm_scale_b"},
      {MMAField_TransA, "imm_trans_a"},  {MMAField_TransB, "imm_trans_b"},
      {MMAField_Packed, "pack"},         {MMAField_Unpacked, "unpack"}};
  for (auto [Field, Argument] : Immediates)
    if (Descriptor.has(Field) && Descriptor.get(Field) && !Variant.Signature.find(Argument))
      return Field;
  return std::nullopt;
}

Expected<const MMAVariant *> tensorcore::lookupMMAVariant(uint64_t Word, MMAOpcode Opcode) {
  auto Fail = [Opcode](const Twine &Reason) {
    return makeError(getMMAOpcodeInfo(Opcode).Name + ": " + Reason);
  };
  Expected<MMADescriptor> Descriptor = MMADescriptor::decode(Word);
  if (!Descriptor)
    return Fail(toString(Descriptor.takeError()));
  const MMAVariant *Variant = lookupMMAVariant(*Descriptor);
  if (std::string Reason = Variant ? "" : explainNoCopy(*Descriptor); !Reason.empty())
    return Fail(Reason);
  if (!Variant)
    return Fail("no instruction has the MMA descriptor 0x" + utohexstr(Word));
  if (Variant->Opcode != Opcode)
    return Fail("the MMA descriptor is that of " + Variant->Name + ", whose opcode is " +
                getMMAOpcodeInfo(Variant->Opcode).Name);
  if (std::optional<MMAField> Foreign = findForeignImmediate(*Variant, *Descriptor))
    return Fail("the MMA descriptor sets '" + lookupMMAField(*Foreign)->Key + "', which " +
                Variant->Name + " does not have");
  return Variant;
}

/// "mma" of "llvm.nvvm.mma.m16n8k16.…".
static StringRef getMnemonic(StringRef Name) {
  Name.consume_front("llvm.nvvm.");
  return Name.split('.').first;
}

StringRef tensorcore::findNearestName(StringRef Name, ArrayRef<StringRef> Names) {
  // More than a third changed of what tells names apart is no misspelling. Names of the
  // same instruction go before others.
  StringRef Significant = Name;
  Significant.consume_front("llvm.nvvm.");
  unsigned Limit = Significant.size() / 3 + 1;
  for (bool SameInstruction : {true, false}) {
    StringRef Best;
    for (StringRef Candidate : Names) {
      if ((getMnemonic(Name) == getMnemonic(Candidate)) != SameInstruction)
        continue;
      unsigned Distance = Name.edit_distance(Candidate, /*AllowReplacements=*/true, Limit);
      if (Distance < Limit) {
        Limit = Distance;
        Best = Candidate;
      }
    }
    if (!Best.empty())
      return Best;
  }
  return {};
}
