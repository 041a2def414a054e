//===- FatalErrors.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM ends the process where its selection of instructions fails, with a text that names neither
// the line nor the instruction of the source. These functions remember what is being selected, so
// that the handlers of fatal errors report it as any other error.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_TARGET_FATALERRORS_H
#define NVPTXTENSORCORE_CODEGEN_TARGET_FATALERRORS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class MachineBasicBlock;
class SDNode;
class SelectionDAG;
} // namespace llvm

namespace llvm::tensorcore {

/// Remembers the function whose code is selected in this thread; null ends that.
void setSelectedFunction(const Function *F);

/// Remembers the node that is selected in this thread, and its block.
void setSelectedNode(const SelectionDAG &DAG, const SDNode &N, const MachineBasicBlock &Block);

/// Reports a fatal error with the function that is being selected, and with the instruction if the
/// error is about a node. Returns false, and reports nothing, if this thread is selecting nothing.
bool reportFatalError(StringRef Reason);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_TARGET_FATALERRORS_H
