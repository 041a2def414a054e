//===- TensorMaps.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads tensor maps for instructions.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_TENSORMAPS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_TENSORMAPS_H

#include "Emulator/Execute/Copies/AsyncOperands.h"
#include "Model/Layouts/TensorMap.h"

namespace llvm::tensorcore::emulator {

/// The map at the first address of an instruction, a generic one, read through its proxy. Nothing
/// after a fault.
std::optional<TensorMap> readTensorMap(const Instruction &I, ThreadGroup &G, unsigned Lane);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_TENSORMAPS_H
