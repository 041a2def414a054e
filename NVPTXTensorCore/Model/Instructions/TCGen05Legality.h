//===- TCGen05Legality.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a tcgen05.mma: the rules that NVIDIA's compilers check on the kind word and the
// collector word, in their order and with their messages, each followed by what would be legal;
// and the targets that have the form of the kind word. The facts are the rows of
// TableGen/TCGen05MMA.td, verified against ptxas.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05LEGALITY_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05LEGALITY_H

#include "Model/Descriptors/InstructionDescriptorUse.h"
#include "Model/Instructions/MMADescriptor.h"
#include "Model/Legality/Legality.h"

namespace llvm::tensorcore {

/// The greatest scale-input-d: D is divided by 2 to the power of it.
inline constexpr unsigned MaxScaleInput = 15;

/// Returns true if a target has tensor memory, and with it any of tcgen05.
bool hasTensorMemory(const TargetVersion &Target);

/// Success if the modifiers of a tcgen05 instruction may stand together on the target.
Error checkTCGen05Modifiers(StringRef Name, MMADescriptor Words, bool IsAInTensorMemory,
                            const TargetVersion &Target);

/// The columns of tensor memory that can be allocated at once: powers of two, or multiples of the
/// minimum (PTX ISA, tcgen05.alloc).
struct TensorMemoryColumns {
  unsigned Minimum, Maximum;
  bool ArePowers;
};
TensorMemoryColumns getTensorMemoryColumns(bool IsExclusive, const TargetVersion &Target);

/// Success if the target has a tcgen05.mma with these words. `Name` is the intrinsic or
/// opcode that a message speaks of; `IsAInTensorMemory` where A is.
Error checkTCGen05MMA(StringRef Name, MMADescriptor Words, bool IsAInTensorMemory,
                      const TargetVersion &Target);

/// Explains the shape, multicast or format of a tcgen05.cp that does not exist, in the words of
/// NVIDIA's compilers and with the legal alternatives. Returns an empty string for others. Takes
/// the name of an intrinsic, or the MMA descriptor of an instruction.
std::string explainNoCopy(StringRef IntrinsicName);
std::string explainNoCopy(MMADescriptor Descriptor);

/// Success if a word, which may come from a .mir file, is the MMA descriptor of an instruction
/// with this opcode that the target has.
Error checkTCGen05MMA(MMAOpcode Opcode, uint64_t Word, const TargetVersion &Target);

/// Returns the properties of a tcgen05.mma that its instruction descriptor has to fit.
InstructionDescriptorUse getInstructionDescriptorUse(MMADescriptor Words, bool IsAInTensorMemory);

/// Returns true if A of an opcode is in tensor memory.
bool isAInTensorMemory(MMAOpcode Opcode);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05LEGALITY_H
