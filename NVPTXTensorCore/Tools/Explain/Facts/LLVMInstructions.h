//===- LLVMInstructions.h - intrinsics without rows --------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX instructions that LLVM has intrinsics for itself: mbarrier.init, cp.async.wait_group,
// barrier.cluster.arrive. The model has no rows for them; their names and mnemonics are read off
// the target's selection patterns. The project's own intrinsics that the compiler replaces by
// ordinary instructions have no rows either: tcgen05.idesc.encode.f16.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_LLVMINSTRUCTIONS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_LLVMINSTRUCTIONS_H

#include "Explain/Facts/Facts.h"

namespace llvm::tensorcore::explain {

/// Returns those that a name means: that of an intrinsic ("llvm.nvvm." may be left out), or a whole
/// mnemonic.
std::vector<InstructionFacts> findLLVMInstructions(StringRef Name);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_LLVMINSTRUCTIONS_H
