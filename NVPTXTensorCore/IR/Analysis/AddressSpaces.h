//===- AddressSpaces.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's numbers for the address spaces of NVPTX; those of tensor memory and of the shared memory
// of a cluster are LLVM 22's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_ADDRESSSPACES_H
#define NVPTXTENSORCORE_IR_ANALYSIS_ADDRESSSPACES_H

namespace llvm::tensorcore {

enum : unsigned {
  GenericSpace = 0,
  GlobalSpace = 1,
  SharedSpace = 3,
  ConstantSpace = 4,
  LocalSpace = 5,
  TensorMemorySpace = 6,
  ClusterSharedSpace = 7,
  ParameterSpace = 101
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_ADDRESSSPACES_H
