//===- AddressSpaces.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's numbers for the address spaces of NVPTX; that of tensor memory is LLVM 22's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_ADDRESSSPACES_H
#define NVPTXTENSORCORE_IR_ANALYSIS_ADDRESSSPACES_H

namespace llvm::tensorcore {

enum : unsigned { SharedSpace = 3, ConstantSpace = 4, LocalSpace = 5, TensorMemorySpace = 6 };

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_ADDRESSSPACES_H
