//===- MatrixDescriptor.h ----------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix descriptors, the 64-bit operands by which wgmma and tcgen05 find a matrix in
// shared memory, as a value type: encoded with every field checked, decoded with every
// bit accounted for. The layouts are rows of TableGen/MatrixDescriptor.td. Knows of no
// instruction: which format an operand has is the caller's to say. (What an instruction of
// ours carries is an MMADescriptor.)
//
// Addresses and offsets count bytes; the other fields are the numbers of the PTX ISA.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_DESCRIPTORS_MATRIXDESCRIPTOR_H
#define NVPTXTENSORCORE_MODEL_DESCRIPTORS_MATRIXDESCRIPTOR_H

#include "Model/Descriptors/BitLayout.h"
#include "TensorCoreModel/MatrixDescriptorField.h"
#include "TensorCoreModel/MatrixDescriptorFormat.h"

namespace llvm::tensorcore {

inline const BitLayout &getLayout(MatrixDescriptorFormat Format) {
  return *lookupBitLayout(BitLayoutSet_MatrixDescriptor, Format);
}

class MatrixDescriptor : public BitWord {
public:
  /// The word with these fields; one that is not named is 0, or its constant. Fails, with a
  /// sentence, as checkMatrixDescriptorFields does.
  static Expected<MatrixDescriptor> encode(MatrixDescriptorFormat Format,
                                           ArrayRef<BitAssignment> Fields);

  /// Reads a word that came from outside. Fails, with a sentence, on bits that belong to no
  /// field, and on values that encode would not have taken.
  static Expected<MatrixDescriptor> decode(uint64_t Word, MatrixDescriptorFormat Format);

  MatrixDescriptorFormat getFormat() const { return MatrixDescriptorFormat(getLayout().Encoding); }

private:
  MatrixDescriptor(const BitLayout &Layout, uint64_t Word) : BitWord(Layout, Word) {}
};

/// Checks that fields can have these values, each for itself and all of them together. Fields
/// that are not named may have any value. Without a target, what every target lacks is
/// wrong; with one, so is what that target lacks.
Error checkMatrixDescriptorFields(MatrixDescriptorFormat Format, ArrayRef<BitAssignment> Fields,
                                  const TargetVersion *Target = nullptr);

/// Checks that a word is a matrix descriptor; with a target, whether it is one there.
Error checkMatrixDescriptor(uint64_t Word, MatrixDescriptorFormat Format,
                            const TargetVersion *Target = nullptr);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_DESCRIPTORS_MATRIXDESCRIPTOR_H
