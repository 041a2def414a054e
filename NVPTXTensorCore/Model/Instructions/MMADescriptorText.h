//===- MMADescriptorText.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An MMA descriptor as MIR has it, its family and its fields:
//
//   .mma.sync.shape-m16n8k16.dty-f32.aty-f16.bty-f16.cty-f32.al-row.bl-col
//
// Fields that PTX has no word for are left out: their value is 0.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMADESCRIPTORTEXT_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMADESCRIPTORTEXT_H

#include "Model/Instructions/MMADescriptor.h"

namespace llvm::tensorcore {

std::string printMMADescriptor(MMADescriptor Descriptor);

/// Fails, with a sentence, on families and fields that there are not.
Expected<MMADescriptor> parseMMADescriptor(StringRef Text);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMADESCRIPTORTEXT_H
