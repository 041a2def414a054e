//===- KnownSpaces.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses that are generic although their space is known. LLVM's InferAddressSpaces does not
// visit constants, and knows no matrix instructions.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_KNOWNSPACES_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_KNOWNSPACES_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Folds constants that are cast from a space to the generic one and back, computes sums of an
/// address in shared memory there, casts one address of several that differ by constants, loads
/// from a choice of addresses in two spaces behind a branch, or ahead of the join of the paths that
/// bring them, and gives matrix loads and stores the space of their address. Returns true if there
/// was anything.
bool useKnownSpaces(Module &M, unsigned PTXVersion);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_KNOWNSPACES_H
