//===- DescriptorText.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constant words that wgmma and tcgen05 have as operands, each in one line for readers who
// read PTX: what it is, its digits, its fields in words without those that are 0 and then say
// nothing. A word that is none of its kind gets the sentence that its decoder has for it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_DESCRIPTORTEXT_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_DESCRIPTORTEXT_H

#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Descriptors/MatrixDescriptor.h"

namespace llvm::tensorcore {

/// "matrix descriptor 0x4000004000010000: start address 0x0, lbo 16 bytes, sbo 1024 bytes,
/// 128-byte swizzle". `Start` is where an address that is no number begins, to which the word adds:
/// "matrix descriptor: start tile + 32, lbo 16 bytes, ...".
std::string explainMatrixDescriptor(uint64_t Word, MatrixDescriptorFormat Format,
                                    StringRef Start = "");

/// "idesc 0x08080490: D f32, A bf16, B bf16, M 128, N 32, K 16".
std::string explainInstructionDescriptor(uint32_t Word, InstructionDescriptorKind Kind);

/// "kind word 0xC1: .cta_group::1, .kind::f16", or the collector word's fields, of two words
/// that are those of a tcgen05.mma.
std::string explainKindWord(uint32_t KindWord, uint32_t CollectorWord);
std::string explainCollectorWord(uint32_t KindWord, uint32_t CollectorWord);

/// The kind that a kind word says; nothing for a word that is none.
std::optional<InstructionDescriptorKind> getInstructionDescriptorKind(uint32_t KindWord);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_DESCRIPTORTEXT_H
