//===- MMASelection.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the selection of matrix instructions and of their companions share.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MMASELECTION_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MMASELECTION_H

#include "llvm/CodeGen/SelectionDAG.h"

namespace llvm::tensorcore {

/// The arguments of an intrinsic from one on. A token of convergence control comes as glue
/// behind them; it ends here.
ArrayRef<SDUse> getArguments(const SDNode *N, unsigned First);

/// Reports what is wrong with an intrinsic, and puts undefined results in its place.
void reject(SelectionDAG &DAG, SDNode *N, Error Illegal);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MMASELECTION_H
