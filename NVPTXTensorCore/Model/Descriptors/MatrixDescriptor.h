//===- MatrixDescriptor.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix descriptors, the 64-bit operands by which wgmma and tcgen05 find a matrix in
// shared memory, as a value type: encoded with every field checked, decoded with every
// bit accounted for. The layouts are rows of TableGen/MatrixDescriptor.td; all of them
// are read by the same code. Knows of no instruction: which format an operand has is
// the caller's to say. (What an instruction of ours carries is an MMADescriptor.)
//
// Addresses and offsets count bytes; the other fields are the numbers of the PTX ISA.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_DESCRIPTORS_MATRIXDESCRIPTOR_H
#define NVPTXTENSORCORE_MODEL_DESCRIPTORS_MATRIXDESCRIPTOR_H

#include "Model/Legality/Legality.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace llvm::tensorcore {

#define GET_MatrixDescriptorField_DECL
#define GET_MatrixDescriptorFormat_DECL
#define GET_MatrixDescriptorOperand_DECL
#include "TensorCoreModel.inc"

/// A layout. `Encoder` is the intrinsic that makes a word of it; empty if none does.
struct MatrixDescriptorFormatInfo {
  uint8_t Encoding;
  StringLiteral Key;
  StringLiteral Encoder;
  StringLiteral Source;
};

/// A logical field, and how an encoding intrinsic takes it.
struct MatrixDescriptorFieldInfo {
  uint8_t Encoding;
  StringLiteral Key;
  StringLiteral Name;
  MatrixDescriptorOperand Operand;
};

/// Where a field stands in one format. The word has its value divided by `Unit`.
struct MatrixDescriptorSlot {
  MatrixDescriptorFormat Format;
  MatrixDescriptorField Field;
  uint8_t Shift;
  uint8_t Width;
  uint8_t Unit;
};

/// A value of a field that has those of its rows only.
struct MatrixDescriptorValue {
  MatrixDescriptorFormat Format;
  MatrixDescriptorField Field;
  uint8_t Value;
  StringLiteral Meaning;
  GPUTargetSet Targets;
};

#define GET_MatrixDescriptorFormats_DECL
#define GET_MatrixDescriptorFields_DECL
#define GET_MatrixDescriptorSlots_DECL
#define GET_MatrixDescriptorValues_DECL
#include "TensorCoreModel.inc"

ArrayRef<MatrixDescriptorFormatInfo> getMatrixDescriptorFormats();

/// The fields of a format, in the order of the operands of its encoding intrinsic.
ArrayRef<MatrixDescriptorSlot> getMatrixDescriptorSlots(MatrixDescriptorFormat Format);

/// What a field is to be.
struct MatrixDescriptorAssignment {
  MatrixDescriptorField Field;
  int64_t Value;
};

/// A field of a word, for whoever shows words to people.
struct MatrixDescriptorFieldDump {
  StringRef Key;
  StringRef Name;
  unsigned High, Low;  ///< its bits
  uint64_t Bits;       ///< what they hold
  uint64_t Value;      ///< the field's value
  std::string Meaning; ///< the value in words, e.g. "2048 bytes"
};

class MatrixDescriptor {
public:
  /// The word with these fields; one that is not named is 0, or its constant. Fails, with a
  /// sentence, as checkMatrixDescriptorFields does.
  static Expected<MatrixDescriptor> encode(MatrixDescriptorFormat Format,
                                           ArrayRef<MatrixDescriptorAssignment> Fields);

  /// Reads a word that came from outside. Fails, with a sentence, on bits that belong to no
  /// field, and on values that encode would not have taken.
  static Expected<MatrixDescriptor> decode(uint64_t Word, MatrixDescriptorFormat Format);

  MatrixDescriptorFormat getFormat() const { return Format; }
  uint64_t getWord() const { return Word; }

  /// The value of a field; 0 where the format has no such field.
  uint64_t get(MatrixDescriptorField Field) const;

  /// All fields, from the lowest bit on.
  SmallVector<MatrixDescriptorFieldDump> getFields() const;

  /// The fields as a table, a line each: bits, key, value, meaning.
  void print(raw_ostream &OS) const;

private:
  MatrixDescriptor(MatrixDescriptorFormat Format, uint64_t Word) : Format(Format), Word(Word) {}

  MatrixDescriptorFormat Format;
  uint64_t Word;
};

/// "a multiple of 16 from 0 to 262128"; "0 (no swizzle), 1 (…) or 2 (…)".
std::string spellMatrixDescriptorValues(const MatrixDescriptorSlot &Slot);

/// "the swizzling mode of a wgmma matrix descriptor".
std::string spellMatrixDescriptorField(const MatrixDescriptorSlot &Slot);

/// Whether fields can have these values, each for itself and all of them together. Fields
/// that are not named may have any value. Without a target, what every target lacks is
/// wrong; with one, so is what that target lacks.
Error checkMatrixDescriptorFields(MatrixDescriptorFormat Format,
                                  ArrayRef<MatrixDescriptorAssignment> Fields,
                                  const TargetVersion *Target = nullptr);

/// Whether a word is a matrix descriptor; with a target, whether it is one there.
Error checkMatrixDescriptor(uint64_t Word, MatrixDescriptorFormat Format,
                            const TargetVersion *Target = nullptr);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_DESCRIPTORS_MATRIXDESCRIPTOR_H
