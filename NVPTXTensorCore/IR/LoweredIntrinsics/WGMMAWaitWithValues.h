//===- WGMMAWaitWithValues.h ------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma.wait_group with values:
//
//   <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64 N, <64 x float>)
//   {<64 x float>, <64 x float>}
//       @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32.v64f32(i64 N, …, …)
//
// The results are the values of the operands after the wait. No pass can move an instruction that
// reads a result above the wait. On the intrinsic without values, no value depends.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_WGMMAWAITWITHVALUES_H
#define NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_WGMMAWAITWITHVALUES_H

#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm::tensorcore {

void addWGMMAWaitWithValues(NVVMIntrinsics &Intrinsics);

/// Waits with values where `Builder` stands. The values come back in their order; they
/// are vectors of accumulators, or registers. Nothing if the name is taken.
SmallVector<Value *, 0> createWGMMAWaitWithValues(IRBuilderBase &Builder, Value *Groups,
                                                  ArrayRef<Value *> Values);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_WGMMAWAITWITHVALUES_H
