//===- Allocations.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The life of allocations within a function: a dealloc on every path, as many columns as were
// allocated, no more than there are, no alloc after the permit is relinquished.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_ALLOCATIONS_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_ALLOCATIONS_H

namespace llvm::tensorcore {

class TensorMemoryEvents;

/// Reports what is wrong with the allocations of a function.
void verifyTensorMemoryAllocations(const TensorMemoryEvents &Events);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_ALLOCATIONS_H
