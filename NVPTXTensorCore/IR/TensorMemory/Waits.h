//===- Waits.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether tcgen05.wait::ld and tcgen05.wait::st stand where they should: before the first
// reader of what tcgen05.ld loads, and between two accesses to the same tensor memory of
// which PTX ISA promises no order. What cannot be decided - addresses, what a function that is
// called does, what is kept in variables - is left alone. `-nvptx-tensor-memory-waits` says
// what is done about a wait that is missing.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_WAITS_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_WAITS_H

#include "IR/TensorMemory/Flow.h"

namespace llvm::tensorcore {

/// A wait that is missing.
struct MissingTensorMemoryWait {
  TensorMemoryWait Kind;
  Instruction *First;    ///< the load or store that is to be awaited
  Instruction *Then;     ///< what should not come before the wait
  Instruction *Location; ///< before it the wait would be right
  bool IsRead;           ///< of registers, not an access to the same tensor memory
};

/// As many waits as it takes. They are `.sync.aligned`: a location is one that the threads
/// which have executed `First` reach together.
SmallVector<MissingTensorMemoryWait, 0> findMissingTensorMemoryWaits(Function &F);

/// Does what the option says. True if waits were inserted.
bool checkTensorMemoryWaits(Function &F);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_WAITS_H
