//===- InstructionDescriptorUse.h -------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction descriptor in the tcgen05.mma that has it as its operand: what is wrong
// with the word there.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTORUSE_H
#define NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTORUSE_H

#include "Model/Legality/Legality.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore {

/// Describes a tcgen05.mma apart from its instruction descriptor.
struct InstructionDescriptorUse {
  StringRef Kind;        ///< "f16", "tf32", "f8f6f4", "i8", "ti16", "mxf8f6f4", "mxf4", "mxf4nvf4"
  bool IsSparse = false; ///< `.sp`
  bool IsWeightStationary = false; ///< `.ws`
  unsigned CTAGroup = 1;           ///< `.cta_group`, 1 or 2
  StringRef ScaleVector = "";      ///< "1X", "2X", "4X", "block16", "block32"; empty for none
  bool IsAInTensorMemory = false;
  bool HasAShift = false;       ///< `.ashift`
  bool IsBDecompressed = false; ///< `.decompress::lut::b`
};

/// "tcgen05.mma.sp.cta_group::2.kind::mxf4.block_scale.block32".
std::string printInstruction(const InstructionDescriptorUse &Use);

/// Checks that a word is an instruction descriptor that the instruction can have; with a target,
/// whether it is one there. All that is wrong comes in one error; what the word says against
/// the instruction is looked at if it is an instruction descriptor of the kind at all.
Error checkInstructionDescriptor(uint32_t Word, const InstructionDescriptorUse &Use,
                                 const TargetVersion *Target = nullptr);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_DESCRIPTORS_INSTRUCTIONDESCRIPTORUSE_H
