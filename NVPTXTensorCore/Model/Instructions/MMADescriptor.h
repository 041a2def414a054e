//===- MMADescriptor.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 64-bit word that a matrix instruction carries as its last operand, as a value
// type. TableGen/MMADescriptor.td says which bits are whose, a layout for each family
// (Model/Descriptors/BitLayout.h). They are written with a range check and read back
// only after every bit of a word was accounted for.
// An MMADescriptor object is therefore always well formed: its family is known, every
// field has a value that PTX has a word for, and no bit outside of the fields is set.
// Whether an instruction with these fields exists is MMACatalogue's to say.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMADESCRIPTOR_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMADESCRIPTOR_H

#include "Model/Descriptors/BitLayout.h"

namespace llvm::tensorcore {

inline const BitLayout &getLayout(MMAFamily Family) {
  return *lookupBitLayout(BitLayoutSet_MMADescriptor, Family);
}

class MMADescriptor {
public:
  /// A word of a family with all fields 0.
  static MMADescriptor ofFamily(MMAFamily Family) {
    return MMADescriptor(uint64_t(Family) << FamilyShift);
  }

  /// Reads a word that came from outside, e.g. from a .mir file. Fails, with a
  /// sentence, on an unknown family, a value that a field does not have, and bits
  /// that belong to no field of the family.
  static Expected<MMADescriptor> decode(uint64_t Word);

  /// The same word with one field changed. Fails if the family has no such field
  /// or the field no such value.
  Expected<MMADescriptor> with(MMAField Field, uint64_t Value) const;

  MMAFamily getFamily() const { return MMAFamily(Word >> FamilyShift); }
  uint64_t getWord() const { return Word; }

  /// Returns true if the family's view of the word has this field.
  bool has(MMAField Field) const;

  /// The value of a field; 0 where the family has no such field.
  unsigned get(MMAField Field) const;

  /// The word that the descriptor has for a field: get<mma::Collector>().
  template <class Words> Words get() const { return Words(get(mma::FieldOf<Words>::Value)); }

  bool operator==(MMADescriptor Other) const { return Word == Other.Word; }

  static constexpr unsigned FamilyShift = 60;

private:
  friend MMADescriptor getMMADescriptor(const MMAVariant &Variant);
  explicit MMADescriptor(uint64_t Word) : Word(Word) {}
  uint64_t Word;
};

/// The word of a variant: everything but what a call adds to it (the state
/// space, and whether PTX wants `.aligned` written out).
inline MMADescriptor getMMADescriptor(const MMAVariant &Variant) {
  return MMADescriptor(Variant.Descriptor);
}

/// The PTX text of a field's value; a null data pointer if there is none. Types
/// and shapes are written without a dot, optional qualifiers with their dot.
StringRef printMMAField(MMAField Field, unsigned Value);

/// The same for the value that a word has in the field, whatever word it is: null
/// also if its family has no such field. Reads one field and looks at no other.
StringRef printMMAField(uint64_t Word, MMAField Field);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMADESCRIPTOR_H
