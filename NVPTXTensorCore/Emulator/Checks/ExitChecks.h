//===- ExitChecks.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks what a thread leaves behind when it ends.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_EXITCHECKS_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_EXITCHECKS_H

#include "Emulator/Machine/Actor.h"

namespace llvm::tensorcore::emulator {

/// Before the active threads of a group end at an instruction.
void checkExit(const Instruction &I, ThreadGroup &G);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_EXITCHECKS_H
