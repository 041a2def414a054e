//===- Threads.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks which threads execute a tcgen05 instruction: an instruction that one thread issues must
// not be under a condition that selects several threads of a warp, and an instruction that a
// warp executes together must not be under one that divides it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_THREADS_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_THREADS_H

namespace llvm::tensorcore {

class TensorMemoryEvents;

/// Reports instructions that the wrong threads execute.
void verifyTensorMemoryThreads(const TensorMemoryEvents &Events);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_THREADS_H
