//===- LLVMInstructions.h - what LLVM's own intrinsics become ---*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX instructions that LLVM has intrinsics for itself: mbarrier.init, cp.async.wait_group,
// barrier.cluster.arrive. The model has no rows for them; their names and mnemonics are read off
// the target's selection patterns.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_LLVMINSTRUCTIONS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_LLVMINSTRUCTIONS_H

#include "Explain/Facts/Facts.h"

namespace llvm::tensorcore::explain {

/// Those that a name means: of an intrinsic ("llvm.nvvm." may be left out), or a whole mnemonic.
std::vector<InstructionFacts> findLLVMInstructions(StringRef Name);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_LLVMINSTRUCTIONS_H
