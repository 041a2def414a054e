//===- InstructionDescriptorEncoder.h ---------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsics that make instruction descriptors (Model/Descriptors/InstructionDescriptor.h) of
// numbers: one for each MMA kind, with an i32 for each field to which the kind leaves a choice, M
// and N first, then from the lowest bit on.
//
//   f16, tf32   M, N, selector, sparse, [type D, type A, type B,] negate A, negate B,
//               transpose A, transpose B, maximum shift
//   f8f6f4      M, N, sparse, type D, type A, type B, negate A, negate B, transpose A,
//               transpose B, maximum shift
//   i8          M, N, sparse, saturate, type A, type B, transpose A, transpose B, maximum shift
//   mxf8f6f4    M, N, sparse, scale ID B, type A, type B, negate A, negate B, transpose A,
//               transpose B, scale ID A
//   mxf4        M, N, sparse, scale ID B, negate A, negate B, scale ID A, K
//   mxf4nvf4    M, N, sparse, scale ID B, negate A, negate B, scale type, scale ID A, K
//
// Those in brackets are f16's only.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_INSTRUCTIONDESCRIPTORENCODER_H
#define NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_INSTRUCTIONDESCRIPTORENCODER_H

#include "IR/Intrinsics/NVVMIntrinsic.h"

namespace llvm::tensorcore {

void addInstructionDescriptorEncoders(NVVMIntrinsics &Intrinsics);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_INSTRUCTIONDESCRIPTORENCODER_H
