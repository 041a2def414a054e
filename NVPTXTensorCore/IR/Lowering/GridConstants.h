//===- GridConstants.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor maps among a kernel's parameters. The copy engine reads a map where it is. It can read the
// parameters of a kernel if they are __grid_constant__; LLVM copies other parameters to local
// memory, which the copy engine cannot read. Kernels that were written for nvcc often lack the
// attribute. So a parameter that is passed by value, is used as a tensor map and is only read gets
// the annotation that the attribute would have made.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_GRIDCONSTANTS_H
#define NVPTXTENSORCORE_IR_LOWERING_GRIDCONSTANTS_H

namespace llvm {
class Argument;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// Marks a parameter as __grid_constant__ does. Returns true if it was not marked before.
bool makeGridConstant(Argument &Parameter);

/// Annotates parameters; reports tensor maps that are in local memory for certain. True if
/// anything changed.
bool markGridConstants(Module &M, unsigned PTXVersion, bool HasTensorMaps);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_GRIDCONSTANTS_H
