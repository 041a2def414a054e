//===- BitLayout.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words made of fields. A layout is data, a row of TableGen: fields with their locations, the
// names of their values, and what must go together. The one codec of all layouts is here:
// every write is range-checked, and a word is read only if each of its bits is accounted for.
// Knows of no instruction. What its fields must be besides, and which layout a word has, is
// said by MMADescriptor.h, MatrixDescriptor.h and InstructionDescriptor.h.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_DESCRIPTORS_BITLAYOUT_H
#define NVPTXTENSORCORE_MODEL_DESCRIPTORS_BITLAYOUT_H

#include "Model/Legality/Legality.h"
#include "TensorCoreModel/BitLayoutSet.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
}
} // namespace llvm

namespace llvm::tensorcore {

/// A logical field: its number among the fields of its set, its key in commands, and its name.
struct BitField {
  BitLayoutSet Set;
  uint8_t Encoding;
  StringLiteral Key, Name;
};

/// A value in words. `ElementBits` is 0 except for types of A and B.
struct BitValue {
  uint8_t Value;
  StringLiteral Meaning;
  uint8_t ElementBits;
  GPUTargetSet Targets;
};

/// Describes where a field is in a word. The word has the field's value divided by `Unit`. With
/// `Values`, only those values exist; otherwise the field is a number, which messages describe by
/// `Text`, or by `ModeText` where the field `Mode` is not 0. Targets outside of `WideTargets` have
/// `NarrowWidth` bits of it. If `IsAdded`, older declarations of the encoder lack the operand.
struct BitSlot {
  uint8_t Field;
  StringLiteral Key, Name;
  uint8_t Shift, Width, Unit;
  ArrayRef<BitValue> Values;
  StringLiteral Text;
  uint8_t Mode;
  StringLiteral ModeText;
  uint8_t NarrowWidth;
  GPUTargetSet WideTargets;
  bool IsAdded;

  unsigned getHigh() const { return Shift + Width - 1u; }
  uint64_t getMask() const { return ~uint64_t(0) >> (64 - Width) << Shift; }

  /// The largest value of a number.
  int64_t getMaximum() const { return (getMask() >> Shift) * Unit; }

  /// The bits that a target has of it; all without a target.
  unsigned getWidth(const TargetVersion *Target) const {
    return Target && !WideTargets.contains(Target->GPU) ? NarrowWidth : Width;
  }

  uint64_t extract(uint64_t Word) const { return ((Word & getMask()) >> Shift) * Unit; }
  uint64_t insert(uint64_t Word, uint64_t Value) const {
    return (Word & ~getMask()) | (Value / Unit << Shift & getMask());
  }

  /// The row of a value; null if it has none.
  const BitValue *find(int64_t Value) const;

  /// Returns true if the field can have a value, whatever the others have.
  bool isValue(int64_t Value) const;

  /// Returns true if the layout leaves the field more than one value.
  bool isOpen() const { return Values.size() != 1; }

  /// "1 (bf16)", "128".
  std::string print(int64_t Value) const;

  /// "a multiple of 16 from 0 to 262128"; "0 (no swizzle), 1 (…) or 2 (…)".
  std::string printValues() const;
};

/// True if a field has one of some values: bit i stands for i.
struct BitCondition {
  uint8_t Field;
  uint32_t Values;

  bool holds(int64_t Value) const { return Value >= 0 && Value < 32 && (Values >> Value & 1); }
};

/// Requires `Then` wherever all of `If` hold, on these targets.
struct BitRule {
  ArrayRef<BitCondition> If;
  BitCondition Then;
  GPUTargetSet Targets;
  StringLiteral Source;
};

/// Pairs a field with the value that it is to have.
struct BitAssignment {
  unsigned Field;
  int64_t Value;
};
using BitAssignments = SmallVector<BitAssignment, 20>;

/// Lists faults; each is a sentence.
using BitFaults = SmallVector<std::string, 4>;

/// A field of a word, for people.
struct BitReading {
  StringRef Key, Name;
  unsigned High, Low;  ///< its bits
  uint64_t Bits;       ///< what they hold
  uint64_t Value;      ///< the field's value: Bits, or those times the field's unit
  std::string Meaning; ///< the value in words, e.g. "2048 bytes"
};

/// A row of TableGen/BitLayout.td. `Encoder` is the intrinsic that makes such a word; empty if none
/// does. A sentence says of a word that it is `Noun`, and of a field that it is one of `Owner`.
struct BitLayout {
  BitLayoutSet Set;
  uint8_t Encoding;
  StringLiteral Key;
  uint8_t Width;
  StringLiteral Noun, Owner, Encoder, Source;
  ArrayRef<BitSlot> Slots; ///< in the order of their fields, and of the encoder's operands
  ArrayRef<BitRule> Rules;

  /// The location of a field, by its number or its key; null where the layout has no such field.
  const BitSlot *find(unsigned Field) const;
  const BitSlot *find(StringRef Key) const;

  /// The value of a field; 0 where the layout has no such field.
  uint64_t get(uint64_t Word, unsigned Field) const;

  /// The bits of all fields.
  uint64_t getKnownBits() const;

  /// The bits of fields that have these values, and of those to which the layout leaves one value
  /// only; 0 elsewhere. Checks nothing.
  uint64_t pack(ArrayRef<BitAssignment> Fields) const;

  /// The values of all fields.
  BitAssignments unpack(uint64_t Word) const;

  /// Fails if a word has bits that belong to no field.
  Error checkBits(uint64_t Word) const;

  /// Returns the fault of a value by itself, or an empty string if it is right. Without a target,
  /// only what every target lacks is a fault; with one, so is what that target lacks.
  std::string findFault(BitAssignment Field, const TargetVersion *Target) const;

  /// Returns the faults of values together that are right each for itself. Fields that are not
  /// named may have any value. Without a target, only what every target lacks is a fault.
  BitFaults findRuleFaults(ArrayRef<BitAssignment> Fields, const TargetVersion *Target) const;

  /// "the dimension M of kind::f16"; "1 (bf16)".
  std::string printField(unsigned Field) const;
  std::string printValue(unsigned Field, int64_t Value) const;

  /// The value of a field in words: "2048 bytes", "bf16"; "none" of one that has no word.
  std::string explain(const BitSlot &Slot, uint64_t Word) const;

  /// All fields, from the lowest bit on.
  SmallVector<BitReading> read(uint64_t Word) const;
};

#define GET_BitFields_DECL
#define GET_BitLayouts_DECL
#include "TensorCoreModel.inc"

/// The layouts of a set, by their numbers.
ArrayRef<BitLayout> getBitLayouts(BitLayoutSet Set);

/// A word that was encoded or decoded: it is one of its layout.
class BitWord {
public:
  const BitLayout &getLayout() const { return *Layout; }
  uint64_t getWord() const { return Word; }
  uint64_t get(unsigned Field) const { return Layout->get(Word, Field); }
  SmallVector<BitReading> getFields() const { return Layout->read(Word); }

protected:
  BitWord(const BitLayout &Layout, uint64_t Word) : Layout(&Layout), Word(Word) {}

private:
  const BitLayout *Layout;
  uint64_t Word;
};

/// The value of the first assignment to a field; nothing without one.
std::optional<int64_t> findValue(ArrayRef<BitAssignment> Fields, unsigned Field);

/// Fields as a table, a line each, or as the attribute "fields".
void print(raw_ostream &OS, ArrayRef<BitReading> Fields);
void print(json::OStream &JSON, ArrayRef<BitReading> Fields);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_DESCRIPTORS_BITLAYOUT_H
