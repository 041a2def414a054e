//===- AccumulatorDemand.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where accumulators of mma.sync and wmma, and what tcgen05.ld has loaded, need more
// registers at once than the launch bounds of the kernel leave a thread: ptxas would spill
// them. Those of wgmma are counted in WGMMAWarnings. -nvptx-register-budget=off is silent.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_WGMMA_ACCUMULATORDEMAND_H
#define NVPTXTENSORCORE_CODEGEN_WGMMA_ACCUMULATORDEMAND_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

FunctionPass *createAccumulatorDemandPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_WGMMA_ACCUMULATORDEMAND_H
