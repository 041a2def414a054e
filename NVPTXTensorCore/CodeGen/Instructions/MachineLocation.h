//===- MachineLocation.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the source location that a diagnostic of a machine instruction points to.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MACHINELOCATION_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MACHINELOCATION_H

#include "IR/Analysis/Location.h"

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace llvm::tensorcore {

Location getLocation(const MachineInstr &MI);

/// Returns "line 7", or the block, with the call of a wgmma.
std::string nameLocation(const MachineInstr &MI);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MACHINELOCATION_H
