//===- Rejection.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports an error for a node that cannot be selected, so that selection goes on.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_REJECTION_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_REJECTION_H

#include "llvm/Support/Error.h"

namespace llvm {
class SDNode;
class SelectionDAG;
} // namespace llvm

namespace llvm::tensorcore {

/// Reports what is wrong with a node, and puts undefined results in its place.
void reject(SelectionDAG &DAG, SDNode *N, Error Illegal);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_REJECTION_H
