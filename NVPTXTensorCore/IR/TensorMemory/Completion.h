//===- Completion.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that a tcgen05.mma is waited for before its result is read or its tensor memory is
// freed: its thread has to commit, to an mbarrier, and a thread has to wait for that mbarrier
// (PTX ISA, tcgen05.commit).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_COMPLETION_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_COMPLETION_H

namespace llvm::tensorcore {

class TensorMemoryEvents;

/// Reports multiplications of a kernel that nobody can have waited for.
void verifyTensorMemoryCompletion(const TensorMemoryEvents &Events);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_COMPLETION_H
