//===- AssemblyTexts.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc's constraint "C": the operand of an `asm` is a constant array of characters, which become
// text of the statement. clang has no such constraint. The driver replaces it by "iX"
// (Driver/NvccSources.cpp), which nobody else writes. Numbers that are part of a mnemonic, as in
// "cta_group::%3", are text as well, so that all that reads a statement knows the instruction.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_ASSEMBLYTEXTS_H
#define NVPTXTENSORCORE_IR_LOWERING_ASSEMBLYTEXTS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallInst;
} // namespace llvm

namespace llvm::tensorcore {

/// Puts the text of such operands into the statements, and reports an operand whose characters are
/// not known. Returns true if anything changed.
bool insertAssemblyTexts(ArrayRef<CallInst *> Assembly);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_ASSEMBLYTEXTS_H
