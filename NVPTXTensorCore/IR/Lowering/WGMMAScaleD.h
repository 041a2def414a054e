//===- WGMMAScaleD.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scale-d of a wgmma in register form. Accumulators that are nothing but zeros are not made:
// scale-d says so. A scale-d that is a constant is a field of the MMA descriptor.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_WGMMASCALED_H
#define NVPTXTENSORCORE_IR_LOWERING_WGMMASCALED_H

namespace llvm {
class CallBase;
}

namespace llvm::tensorcore {

/// Settles the scale-d of a call, whose accumulators come as they are after all calls of the
/// function are lowered.
void settleScaleD(CallBase &Call);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_WGMMASCALED_H
