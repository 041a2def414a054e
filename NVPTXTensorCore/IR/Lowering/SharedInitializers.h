//===- SharedInitializers.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables of a function that are initialised with addresses of shared memory. Without
// optimisation, clang copies such a variable from a constant. PTX has no constant that holds such
// an address, because each block has its own: ptxas refuses it. A copy of the whole constant
// becomes a store of its value.
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
