//===- Warps.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks what the warps of a kernel do to tensor memory together: each accesses its own lanes,
// all have loaded before one deallocates, and an accumulator is set before others add to it.
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
