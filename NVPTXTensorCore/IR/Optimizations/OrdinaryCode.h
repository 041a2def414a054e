//===- OrdinaryCode.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that improve code without matrix instructions, too.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_ORDINARYCODE_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_ORDINARYCODE_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallInst;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns false if code without matrix instructions is to be compiled as LLVM does it.
bool optimizesOrdinaryCode();

/// Makes accesses of volatile variables ordinary ones if no one else can access the variable, so
/// that it is in registers, as with nvcc. No optimization of floats or loops follows that
/// `volatile` forbids. Returns true if there was any.
bool promoteVolatiles(Module &M);

/// Marks inline assembly that has no effect as returning, as the conversions of CUDA's headers are.
/// LLVM takes such a statement for one that may never end, and knows of no value behind it that it
/// is used. Returns true if there was any.
bool markReturningAssembly(ArrayRef<CallInst *> Assembly);

/// Says that the arguments of a printf are alive until it has printed them. A variable holds them,
/// which clang declares without: each printf would have its own. Returns true if there was any.
bool markPrintedArguments(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_ORDINARYCODE_H
