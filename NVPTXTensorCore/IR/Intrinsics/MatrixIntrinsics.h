//===- MatrixIntrinsics.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variants of matrix instructions as intrinsics: names with suffixes, signatures, legality, and
// the checks of a call: immediates, selectors, the memory that it addresses, its descriptors.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_MATRIXINTRINSICS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_MATRIXINTRINSICS_H

#include "IR/Intrinsics/NVVMIntrinsic.h"

namespace llvm::tensorcore {

/// The intrinsic of a variant.
const NVVMIntrinsic &getMatrixIntrinsic(const MMAVariant &Variant);

/// Checks that the first operand of a wgmma.wait_group says how many groups stay in flight.
Error checkGroupCount(const MMAVariant &Variant, const CallBase &Call);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_MATRIXINTRINSICS_H
