//===- ClusterAtomics.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// atomicrmw in shared memory of the cluster (address space 7). LLVM 19's instructions for it are of
// generic, global and shared memory, and each generic address of the cluster's memory is legal
// there. Loads, stores and cmpxchg have instructions for the space.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_CLUSTERATOMICS_H
#define NVPTXTENSORCORE_IR_LOWERING_CLUSTERATOMICS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace llvm::tensorcore {

/// Casts their pointers to generic ones; runs after LLVM infers address spaces.
FunctionPass *createClusterAtomicsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_CLUSTERATOMICS_H
