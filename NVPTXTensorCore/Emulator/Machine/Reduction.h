//===- Reduction.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reductions of copies do to an element in memory: cp.reduce.async.bulk, red.async. Each is
// atomic, also among the threads of the host.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_REDUCTION_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_REDUCTION_H

#include "Emulator/Program/Types.h"
#include "TensorCoreModel/Words.h"

namespace llvm::tensorcore::emulator {

using ReductionOperation = words::Reduction;

/// Whether elements of a type can be reduced so.
bool canReduce(ReductionOperation Operation, Type T);

/// Memory = Memory op Value, of elements for which canReduce holds.
void reduce(uint8_t *Memory, uint64_t Value, ReductionOperation Operation, Type T);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_REDUCTION_H
