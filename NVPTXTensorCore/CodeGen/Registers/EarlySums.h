//===- EarlySums.h - Sums as soon as their addends are there ----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler for few registers (Target/Hooks.h) computes the sum of a tile's row where the sum
// is used. The elements of the row stay in registers until then, if something else used them
// before.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYSUMS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYSUMS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Creates a pass that moves a sum up in its block, in functions that are scheduled for few
/// registers: to where the addends are used otherwise, if nothing needs both of them later.
FunctionPass *createEarlySumsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYSUMS_H
