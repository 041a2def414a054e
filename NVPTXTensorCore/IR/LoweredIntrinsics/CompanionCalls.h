//===- CompanionCalls.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the companions (Model/Instructions/Companions.h). A call is checked and becomes one of
// its opcode in registers, an intrinsic of the compiler's own that selection copies operand by
// operand; the companion word says which form it is:
//
//   call void @llvm.nvvm.cp.async.bulk.prefetch.L2(ptr addrspace(1) %p, i32 %n, i64 %c, i1 true)
//   call void @llvm.nvvm.registers.CONVERGENT__MRD.p1.i32.i64(ptr addrspace(1) %p, i32 %n, i64 %c,
//                                                             i64 word)
//
// Values that no register holds whole, i128 and vectors of four, are in parts there.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_COMPANIONCALLS_H
#define NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_COMPANIONCALLS_H

#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "Model/Instructions/Companions.h"

namespace llvm {
class LLVMContext;
}

namespace llvm::tensorcore {

/// Adds an intrinsic for each companion.
void addCompanionCalls(NVVMIntrinsics &Intrinsics);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_COMPANIONCALLS_H
