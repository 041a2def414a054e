//===- MachinePlace.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a diagnostic of a machine instruction points.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MACHINEPLACE_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MACHINEPLACE_H

#include "IR/Analysis/Place.h"

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace llvm::tensorcore {

Place getPlace(const MachineInstr &MI);

/// "line 7", or the block.
std::string namePlace(const MachineInstr &MI);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MACHINEPLACE_H
