//===- InstructionDescriptor.h -----------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruction descriptors, the 32-bit operands by which tcgen05.mma learns shape and types,
// as a value type: encoded with every field checked, decoded with every bit accounted for.
// The layouts, one for each MMA kind, are rows of TableGen/InstructionDescriptor.td. What the
// rest of the instruction demands of a word is asked in InstructionDescriptorUse.h. (What an
// instruction of ours carries is an MMADescriptor.)
//
// M and N are themselves; the other fields are the numbers of the PTX ISA.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H
#define NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H

#include "Model/Descriptors/BitLayout.h"
#include "TensorCoreModel/InstructionDescriptorField.h"
#include "TensorCoreModel/InstructionDescriptorKind.h"
#include <optional>

namespace llvm::tensorcore {

inline const BitLayout &getLayout(InstructionDescriptorKind Kind) {
  return *lookupBitLayout(BitLayoutSet_InstructionDescriptor, Kind);
}

/// Returns what the word encodes about K: its field for K, plus 2 if the upper bit is set.
inline unsigned getKField(const BitLayout &Layout, uint32_t Word) {
  return unsigned(Layout.get(Word, InstructionDescriptorField_K) |
                  Layout.get(Word, InstructionDescriptorField_UpperK) << 1);
}

/// The kind of this spelling, "f16"; nothing if there is none.
std::optional<InstructionDescriptorKind> parseInstructionDescriptorKind(StringRef Key);

class InstructionDescriptor : public BitWord {
public:
  /// The word with these fields, of which M and N must be two; another one that is not
  /// named is 0, or the one value that the kind leaves it. Fails, with a sentence, as
  /// checkInstructionDescriptorFields does.
  static Expected<InstructionDescriptor> encode(InstructionDescriptorKind Kind,
                                                ArrayRef<BitAssignment> Fields);

  /// Reads a word that came from outside. Fails, with a sentence, on bits that belong to no
  /// field, and on values that encode would not have taken.
  static Expected<InstructionDescriptor> decode(uint32_t Word, InstructionDescriptorKind Kind);

  InstructionDescriptorKind getKind() const {
    return InstructionDescriptorKind(getLayout().Encoding);
  }

private:
  InstructionDescriptor(const BitLayout &Layout, uint64_t Word) : BitWord(Layout, Word) {}
};

/// Checks that fields can have these values, each for itself and all of them together in some
/// instruction of the kind. Fields that are not named may have any value. Without a target,
/// what every target lacks is wrong; with one, so is what that target lacks. All that is
/// wrong comes in one sentence; combinations are looked at if each value is right.
Error checkInstructionDescriptorFields(InstructionDescriptorKind Kind,
                                       ArrayRef<BitAssignment> Fields,
                                       const TargetVersion *Target = nullptr);

/// Checks that a word is an instruction descriptor of this kind, whatever the instruction is
/// otherwise; with a target, whether it is one there.
Error checkInstructionDescriptorWord(uint32_t Word, InstructionDescriptorKind Kind,
                                     const TargetVersion *Target = nullptr);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H
