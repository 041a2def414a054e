//===- Builtins.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that a module only declares and that the device has: vprintf, malloc, free,
// __assertfail.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_CONTROL_BUILTINS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_CONTROL_BUILTINS_H

#include "Emulator/Machine/ThreadGroup.h"

namespace llvm::tensorcore::emulator {

/// Called for a lane: the arguments' values; returns the result's. It may report a fault.
using Builtin = uint64_t (*)(const Instruction &I, ThreadGroup &G, unsigned Lane,
                             ArrayRef<uint64_t> Arguments);

struct BuiltinFunction {
  StringLiteral Name;
  unsigned NumArguments;
  bool HasResult;
  Builtin Call;
};

/// Null if the device has no such function.
const BuiltinFunction *findBuiltin(StringRef Name);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_CONTROL_BUILTINS_H
