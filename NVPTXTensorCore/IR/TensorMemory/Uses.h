//===- Uses.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses of tensor memory against the time for which it is allocated: uses that an alloc does
// not reach, uses after the dealloc, second deallocs.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_USES_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_USES_H

namespace llvm::tensorcore {

class TensorMemoryEvents;

/// Reports uses of tensor memory that is not allocated.
void verifyTensorMemoryUses(const TensorMemoryEvents &Events);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_USES_H
