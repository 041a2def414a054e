//===- TCGen05PackedForms.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.mma in the form that NVIDIA's tileiras gives it, with the kind word and the
// collector word (Model/Instructions/TCGen05Words.h) as immediates, and the instruction descriptor
// that PTX needs; one intrinsic for each of the ten groups of opcodes:
//
//   void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 d, A, i64 b, i32 idesc, i32 kind word,
//                                            i32 collector word, i1 enable_input_d)
//   ….cta_group__1.sp               metadata, an i32, before idesc
//   ….cta_group__1.block_scale      the scales of A and B, two i32, behind idesc
//   ….cta_group__1.sp.block_scale   both
//   ….cta_group__2, …               the same four
//   ….cta_group__1.ws, .ws.sp       weight stationary
//
// A is an i64, a matrix descriptor, or an i32, an address of tensor memory. A call becomes
// one of LLVM 22's intrinsic with the same meaning. What they have no operand for -
// scale-input-d, masks - only those have.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_TCGEN05PACKEDFORMS_H
#define NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_TCGEN05PACKEDFORMS_H

#include "IR/Intrinsics/NVVMIntrinsic.h"

namespace llvm::tensorcore {

/// Adds the ten to a list.
void addTCGen05PackedForms(NVVMIntrinsics &Intrinsics);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_TCGEN05PACKEDFORMS_H
