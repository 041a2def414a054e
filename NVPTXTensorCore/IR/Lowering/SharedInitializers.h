//===- SharedInitializers.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants that hold addresses of shared memory: tables of buffers, and variables of a function
// that clang copies from a constant. PTX has no constant that holds such an address, because each
// block has its own, and ptxas rejects it. Uses of the constant are replaced by its value; a
// variable for which this is not possible is an error.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_SHAREDINITIALIZERS_H
#define NVPTXTENSORCORE_IR_LOWERING_SHAREDINITIALIZERS_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// True if anything changed.
bool lowerSharedInitializers(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_SHAREDINITIALIZERS_H
