//===- MatrixDescriptorEncoder.h --------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsics that make matrix descriptors (Model/Descriptors/MatrixDescriptor.h) of a pointer
// and numbers: one for each format that has an intrinsic, with an operand for each field.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_MATRIXDESCRIPTORENCODER_H
#define NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_MATRIXDESCRIPTORENCODER_H

#include "IR/Intrinsics/NVVMIntrinsic.h"

namespace llvm::tensorcore {

void addMatrixDescriptorEncoders(NVVMIntrinsics &Intrinsics);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_MATRIXDESCRIPTORENCODER_H
