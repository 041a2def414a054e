//===- AddressAssembly.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes LLVM's own cast of inline assembly that converts a generic address to one in shared
// memory, as kernels have it that are older than __cvta_generic_to_shared:
//
//     asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(i) : "l"(p));
//
// The address is mostly known to be in shared memory. The assembly takes it as a generic one all
// the same, which is the sum of 64 bits of it and of where shared memory begins.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_ADDRESSASSEMBLY_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_ADDRESSASSEMBLY_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-address-assembly`, before all optimizations.
struct AddressAssemblyPass : PassInfoMixin<AddressAssemblyPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_ADDRESSASSEMBLY_H
