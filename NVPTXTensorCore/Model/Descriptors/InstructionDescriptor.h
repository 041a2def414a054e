//===- InstructionDescriptor.h ----------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruction descriptors, the 32-bit operands by which tcgen05.mma learns shape and types,
// as a value type: encoded with every field checked, decoded with every bit accounted for.
// The layouts are rows of TableGen/InstructionDescriptor.td; an MMA kind decides which of
// them a word has. What the rest of the instruction demands of a word is asked in
// InstructionDescriptorUse.h. (What an instruction of ours carries is an MMADescriptor.)
//
// M and N are themselves; the other fields are the numbers of the PTX ISA.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H
#define NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H

#include "Model/Legality/Legality.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace llvm::tensorcore {

#define GET_InstructionDescriptorField_DECL
#define GET_InstructionDescriptorFormat_DECL
#define GET_InstructionDescriptorKind_DECL
#include "TensorCoreModel.inc"

/// An MMA kind, as PTX spells it behind `.kind::`. `Encoder` is the intrinsic that makes
/// a word for it.
struct InstructionDescriptorKindInfo {
  uint8_t Encoding;
  StringLiteral Key;
  StringLiteral Encoder;
  InstructionDescriptorFormat Format;
};

struct InstructionDescriptorFieldInfo {
  uint8_t Encoding;
  StringLiteral Key;
  StringLiteral Name;
};

/// Where a field stands in one layout. The word has its value divided by `Unit`.
struct InstructionDescriptorSlot {
  InstructionDescriptorFormat Format;
  InstructionDescriptorField Field;
  uint8_t Shift;
  uint8_t Width;
  uint8_t Unit;
};

/// A value of a field that has, in this kind, those of its rows only. `ElementBits` is 0
/// but for types of A and B.
struct InstructionDescriptorValue {
  InstructionDescriptorKind Kind;
  InstructionDescriptorField Field;
  uint8_t Value;
  StringLiteral Meaning;
  uint8_t ElementBits;
  GPUTargetSet Targets;
};

#define GET_InstructionDescriptorFields_DECL
#define GET_InstructionDescriptorKinds_DECL
#define GET_InstructionDescriptorSlots_DECL
#define GET_InstructionDescriptorValues_DECL
#include "TensorCoreModel.inc"

ArrayRef<InstructionDescriptorKindInfo> getInstructionDescriptorKinds();

/// The kind of this spelling, "f16"; nothing if there is none.
std::optional<InstructionDescriptorKind> parseInstructionDescriptorKind(StringRef Key);

/// The fields of a kind: M and N, then from the lowest bit on.
ArrayRef<InstructionDescriptorSlot> getInstructionDescriptorSlots(InstructionDescriptorKind Kind);

/// The rows of a field's values; none for numbers.
ArrayRef<InstructionDescriptorValue>
getInstructionDescriptorValues(InstructionDescriptorKind Kind, InstructionDescriptorField Field);

/// Whether a kind leaves a field more than one value. Such fields are the operands of the
/// kind's encoding intrinsic, in the order of getInstructionDescriptorSlots.
bool isInstructionDescriptorOperand(InstructionDescriptorKind Kind,
                                    InstructionDescriptorField Field);

/// What a field is to be.
struct InstructionDescriptorAssignment {
  InstructionDescriptorField Field;
  int64_t Value;
};

/// A field of a word, for whoever shows words to people.
struct InstructionDescriptorFieldDump {
  StringRef Key;
  StringRef Name;
  unsigned High, Low;  ///< its bits
  uint32_t Bits;       ///< what they hold
  uint32_t Value;      ///< the field's value
  std::string Meaning; ///< the value in words, e.g. "bf16"
};

class InstructionDescriptor {
public:
  /// The word with these fields, of which M and N must be two; another one that is not
  /// named is 0, or the one value that the kind leaves it. Fails, with a sentence, as
  /// checkInstructionDescriptorFields does.
  static Expected<InstructionDescriptor> encode(InstructionDescriptorKind Kind,
                                                ArrayRef<InstructionDescriptorAssignment> Fields);

  /// Reads a word that came from outside. Fails, with a sentence, on bits that belong to no
  /// field, and on values that encode would not have taken.
  static Expected<InstructionDescriptor> decode(uint32_t Word, InstructionDescriptorKind Kind);

  InstructionDescriptorKind getKind() const { return Kind; }
  uint32_t getWord() const { return Word; }

  /// The value of a field; 0 where the kind has no such field.
  uint32_t get(InstructionDescriptorField Field) const;

  /// All fields, from the lowest bit on.
  SmallVector<InstructionDescriptorFieldDump> getFields() const;

  /// The fields as a table, a line each: bits, key, value, meaning.
  void print(raw_ostream &OS) const;

private:
  InstructionDescriptor(InstructionDescriptorKind Kind, uint32_t Word) : Kind(Kind), Word(Word) {}

  InstructionDescriptorKind Kind;
  uint32_t Word;
};

/// The bits of fields that have their values: those that are named and those to which the
/// kind leaves one value only; 0 elsewhere. Checks nothing.
uint32_t packInstructionDescriptorFields(InstructionDescriptorKind Kind,
                                         ArrayRef<InstructionDescriptorAssignment> Fields);

/// "the dimension M of kind::f16".
std::string spellInstructionDescriptorField(InstructionDescriptorKind Kind,
                                            InstructionDescriptorField Field);

/// "1 (bf16)", "128".
std::string spellInstructionDescriptorValue(InstructionDescriptorKind Kind,
                                            InstructionDescriptorField Field, int64_t Value);

/// Whether fields can have these values, each for itself and all of them together in some
/// instruction of the kind. Fields that are not named may have any value. Without a target,
/// what every target lacks is wrong; with one, so is what that target lacks. All that is
/// wrong comes in one sentence; combinations are looked at if each value is right.
Error checkInstructionDescriptorFields(InstructionDescriptorKind Kind,
                                       ArrayRef<InstructionDescriptorAssignment> Fields,
                                       const TargetVersion *Target = nullptr);

/// Whether a word is an instruction descriptor of this kind, whatever the instruction is
/// otherwise; with a target, whether it is one there.
Error checkInstructionDescriptorWord(uint32_t Word, InstructionDescriptorKind Kind,
                                     const TargetVersion *Target = nullptr);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H
