//===- MMAWork.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes how many multiply-adds one execution of a matrix instruction is: M * N * K of its
// shape, the threads that execute it together (a warp, a warpgroup, one CTA or two). Of a sparse
// A the K of the shape is the logical one, with the zeros: the hardware does half of what is
// counted here. A peak rate that is quoted "with sparsity" counts alike. Knows nothing of
// cycles.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAWORK_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAWORK_H

#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Tables/MMATables.h"
#include <optional>

namespace llvm::tensorcore {

/// The multiply-adds of a variant of mma.sync, wmma.mma or wgmma. Nothing for what does not
/// multiply, and for tcgen05.mma, whose instruction descriptor says it.
std::optional<uint64_t> getMultiplyAdds(const MMAVariant &Variant);

/// The multiply-adds of a tcgen05.mma with this operand.
uint64_t getMultiplyAdds(const InstructionDescriptor &Descriptor);

/// The K of a tcgen05.mma with this operand: its kind and sparsity decide it, and of the FP4
/// kinds a field of the word.
unsigned getDepth(const InstructionDescriptor &Descriptor);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAWORK_H
