//===- DescriptorOperands.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix descriptors that calls have as operands, as far as their bits are known: the address in
// one is mostly a register, and the rest of it a constant.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_DESCRIPTOROPERANDS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_DESCRIPTOROPERANDS_H

#include "Model/Descriptors/MatrixDescriptor.h"

namespace llvm {
class CallBase;
}

namespace llvm::tensorcore {

struct MMAVariant;

/// Fails, with a sentence, if the known bits of a matrix descriptor operand of a call are wrong,
/// whatever the others are.
Error checkMatrixDescriptorOperands(const MMAVariant &Variant, const CallBase &Call,
                                    MatrixDescriptorFormat Format, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_DESCRIPTOROPERANDS_H
