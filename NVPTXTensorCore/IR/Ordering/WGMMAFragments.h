//===- WGMMAFragments.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wgmma reads fragments of A in registers until a wait has waited for it. So that nothing
// else gets these registers before, they are held behind each wait that may find it in flight.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ORDERING_WGMMAFRAGMENTS_H
#define NVPTXTENSORCORE_IR_ORDERING_WGMMAFRAGMENTS_H

namespace llvm {
class DominatorTree;
class Function;
} // namespace llvm

namespace llvm::tensorcore {

/// Keeps fragments of A alive until the waits that wait for them.
void keepWGMMAFragments(Function &F, const DominatorTree &DT);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ORDERING_WGMMAFRAGMENTS_H
