//===- OrdinaryCode.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is made better of code that LLVM compiles, too.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_ORDINARYCODE_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_ORDINARYCODE_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Returns false if code without matrix instructions is to be compiled as LLVM does it.
bool optimizesOrdinaryCode();

/// Copies memory that is aligned to 16 bytes as vectors of four registers: LLVM copies 8 bytes at a
/// time. Returns true if there was any.
bool widenCopies(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_ORDINARYCODE_H
