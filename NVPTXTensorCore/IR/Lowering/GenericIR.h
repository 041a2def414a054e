//===- GenericIR.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR of no target that LLVM 19 cannot select for NVPTX, or sends through local memory, as other IR:
// llvm.exp2, llvm.canonicalize, llvm.stacksave, and casts between two bytes and a value of 16 bits.
// LLVM 22 has instructions for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_GENERICIR_H
#define NVPTXTENSORCORE_IR_LOWERING_GENERICIR_H

#include "Model/Legality/Legality.h"

namespace llvm {
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// True if it changed anything.
bool lowerGenericIR(Module &M, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_GENERICIR_H
