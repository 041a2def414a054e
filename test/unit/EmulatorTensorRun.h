//===- EmulatorTensorRun.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tcgen05.mma, for tests: runs it in the emulator with matrices of small numbers, and expects the
// exact result.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORRUN_H
#define NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORRUN_H

#include "Conformance/TensorOperands.h"

namespace llvm::tensorcore::emulator {

void runTensorCase(const TensorCase &Case, unsigned Seed);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORRUN_H
