//===- InstructionDescriptorShapes.h ----------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shapes and scale factors that tcgen05.mma has, by MMA kind and modifiers: rows of
// TableGen/InstructionDescriptorShapes.td, and sets of numbers in words.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTORSHAPES_H
#define NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTORSHAPES_H

#include "Model/Descriptors/InstructionDescriptor.h"

namespace llvm::tensorcore {

/// Shapes of one form of the instruction. `Ms` has the bit M / 32 for each M, `Ns` the bit
/// N / 8 - 1 for each N; `K` belongs to all of them, and `KField` is what the word says of it: the
/// dimension K, and 2 for its upper bit.
struct InstructionDescriptorShape {
  InstructionDescriptorKind Kind;
  bool IsSparse;
  bool IsWeightStationary;
  uint8_t CTAGroup;
  uint8_t Ms;
  uint32_t Ns;
  uint8_t K;
  uint8_t KField;
  StringLiteral Source;
  GPUTargetSet Targets;
};

/// The Ns of a transposed B of 8-bit elements, as a set like the above.
struct InstructionDescriptorTransposedN {
  uint8_t CTAGroup;
  uint32_t Ns;
  StringLiteral Source;
};

/// A scale vector size of a block-scaled kind, written "2X", "block32" or "". `Types` are
/// values of the scale matrix type, and the others those of the scale factor data IDs by what the
/// word says of K: bit i stands for the value i.
struct InstructionDescriptorScaling {
  InstructionDescriptorKind Kind;
  StringLiteral Vector;
  uint8_t BlockSize;
  uint8_t Types;
  uint8_t IDsOfK0, IDsOfK1, IDsOfK2;
  StringLiteral Source;
  GPUTargetSet Targets;

  uint8_t getIDs(unsigned KField) const {
    return KField == 0 ? IDsOfK0 : KField == 1 ? IDsOfK1 : IDsOfK2;
  }
};

#define GET_InstructionDescriptorShapes_DECL
#define GET_InstructionDescriptorTransposedNs_DECL
#include "TensorCoreModel.inc"

ArrayRef<InstructionDescriptorShape> getInstructionDescriptorShapes(InstructionDescriptorKind Kind);

/// None for kinds without block scaling.
ArrayRef<InstructionDescriptorScaling>
getInstructionDescriptorScalings(InstructionDescriptorKind Kind);

/// The values of fields that are known.
class InstructionDescriptorKnownFields {
public:
  explicit InstructionDescriptorKnownFields(ArrayRef<BitAssignment> Fields) : Fields(Fields) {}

  std::optional<int64_t> get(InstructionDescriptorField Field) const {
    return findValue(Fields, Field);
  }

  /// Returns true if it is known that the field has another value.
  bool isNot(InstructionDescriptorField Field, int64_t Value) const {
    return get(Field).value_or(Value) != Value;
  }

  /// Returns true if the word can say this of K.
  bool canHaveK(unsigned KField) const {
    return !isNot(InstructionDescriptorField_K, KField & 1) &&
           !isNot(InstructionDescriptorField_UpperK, KField >> 1);
  }

private:
  ArrayRef<BitAssignment> Fields;
};

/// Returns the faults of K, M and N if the instruction has one of these forms: the target has no
/// form with this K and sparsity, or none of those forms has M and N. `IsInUse` is true if the
/// forms are all those of an instruction that the message names; otherwise the message names the
/// sparsity.
SmallVector<std::string, 2> findShapeFaults(InstructionDescriptorKind Kind,
                                            const InstructionDescriptorKnownFields &Fields,
                                            ArrayRef<const InstructionDescriptorShape *> Forms,
                                            bool IsInUse, const TargetVersion *Target);

/// Returns the faults of the scale matrix type and of the scale factor data IDs with one of these
/// scale vector sizes.
SmallVector<std::string, 2> findScalingFaults(InstructionDescriptorKind Kind,
                                              const InstructionDescriptorKnownFields &Fields,
                                              ArrayRef<const InstructionDescriptorScaling *> Forms,
                                              const TargetVersion *Target);

/// "64 or 128", "8 to 256 in steps of 8": the Ms of a set.
std::string printInstructionDescriptorMs(uint8_t Ms);
std::string printInstructionDescriptorNs(uint32_t Ns);

bool isInstructionDescriptorM(uint8_t Ms, int64_t M);
bool isInstructionDescriptorN(uint32_t Ns, int64_t N);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTORSHAPES_H
