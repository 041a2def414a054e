//===- Warps.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the warps of a kernel do to tensor memory together: each accesses its own lanes, all have
// loaded before one deallocates, and somebody sets an accumulator before others add to it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_WARPS_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_WARPS_H

namespace llvm::tensorcore {

class TensorMemoryEvents;

/// Reports what the warps of a kernel do wrong together.
void verifyTensorMemoryWarps(const TensorMemoryEvents &Events);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_WARPS_H
