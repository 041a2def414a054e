//===- References.h ------------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the globals and functions of its module that a function uses.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_PARALLEL_REFERENCES_H
#define NVPTXTENSORCORE_CODEGEN_PARALLEL_REFERENCES_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class GlobalValue;
} // namespace llvm

namespace llvm::tensorcore {

/// Holds the globals of its module that a function uses and on which the PTX of something else
/// depends, each with whether the function calls it. Functions have declarations if they are used
/// before they are defined. A variable of shared memory that one function uses is printed in that
/// function, and a private one that no function uses is not printed.
using References = DenseSet<std::pair<const GlobalValue *, unsigned>>;
References getReferences(const Function &F);

/// Returns true if a function has what depends on more than the function: calls with a variable
/// number of arguments, for which LLVM changes the module, or inline assembly that has a number of
/// its own.
bool dependsOnOthers(const Function &F);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_PARALLEL_REFERENCES_H
