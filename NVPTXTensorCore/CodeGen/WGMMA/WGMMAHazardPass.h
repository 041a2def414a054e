//===- WGMMAHazardPass.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last pass over machine code that has wgmma in it: finds what is wrong with its
// asynchronous registers (Hazards/WGMMAHazards.h) and fixes it by the weakest waits, commits
// and fences, with a remark each; or reports it (-nvptx-wgmma-hazards). Warns of what makes
// ptxas serialise the wgmma of a function. Removes WGMMA_HOLD.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAHAZARDPASS_H
#define NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAHAZARDPASS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

FunctionPass *createWGMMAHazardPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAHAZARDPASS_H
