//===- ParameterLoads.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads of a __grid_constant__ parameter stay ld.param. LLVM 19 makes all of them generic if
// the address of the parameter goes anywhere that it cannot follow, such as into a phi. For ptxas,
// the result of a generic load is not uniform.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_PARAMETERLOADS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_PARAMETERLOADS_H

namespace llvm {
class Function;
class FunctionPass;
} // namespace llvm

namespace llvm::tensorcore {

/// Loads from the parameter's own address space what is loaded by way of its generic address, in
/// functions with matrix instructions or tensor maps. True if it changed anything.
bool loadFromParameters(Function &F);

/// The same as a pass, for after NVPTXLowerArgs.
FunctionPass *createParameterLoadsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_PARAMETERLOADS_H
