//===- MMARemarks.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimisation remarks of the pass `nvptx-mma`: what tensor-core instructions a function has
// become. They change nothing; LLVM's own options ask for them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REPORTS_MMAREMARKS_H
#define NVPTXTENSORCORE_CODEGEN_REPORTS_MMAREMARKS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The pass behind all that inserts or removes tensor-core instructions.
FunctionPass *createMMARemarksPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REPORTS_MMAREMARKS_H
