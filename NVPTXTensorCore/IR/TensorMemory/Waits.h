//===- Waits.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that tcgen05.wait::ld and tcgen05.wait::st stand where they are needed: before the
// first reader of a value that tcgen05.ld loads, and between two accesses to the same tensor
// memory that the PTX ISA does not order. Undecidable cases (addresses, called functions) are not
// reported. `-nvptx-tensor-memory-waits` chooses what happens to a missing wait. If a loaded value
// goes to memory or to another function before the program's own wait, as all do without
// optimization, the program may be right, and the wait is inserted with a remark.
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
  bool IsCopy;           ///< such a read, to memory or to another function
};

/// As many waits as it takes. They are `.sync.aligned`: a location is one that the threads
/// which have executed `First` reach together. `IsOptimized`: variables that can be in registers
/// are.
SmallVector<MissingTensorMemoryWait, 0> findMissingTensorMemoryWaits(Function &F, bool IsOptimized);

/// Does what the option says. True if waits were inserted.
bool checkTensorMemoryWaits(Function &F, bool IsOptimized);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_WAITS_H
