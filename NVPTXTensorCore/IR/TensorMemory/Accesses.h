//===- Accesses.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor memory is reached by tcgen05 instructions alone: plain accesses of it, variables in
// it and casts of its pointers to other address spaces are errors, whatever the target.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_ACCESSES_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_ACCESSES_H

namespace llvm {
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// Reports what accesses tensor memory (address space 6) like ordinary memory, and takes
/// it out of the module. True if there was nothing.
bool verifyTensorMemoryAccesses(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_ACCESSES_H
