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

/// Handles of streams that a thread need not make.
struct DeviceStreams {
  static constexpr uint64_t Default = 0; ///< of each block its own
  static constexpr uint64_t Tail = 3, FireAndForget = 4;
  /// Those that threads make, and those of blocks.
  static constexpr uint64_t FirstMade = uint64_t(1) << 16, FirstOfBlocks = uint64_t(1) << 32;
};

struct BuiltinFunction {
  StringLiteral Name;
  unsigned NumArguments; ///< in PTX; a structure is as many values as it has words of 8 bytes
  bool HasResult;
  Builtin Call;
};

/// Null if the device has no such function.
const BuiltinFunction *findBuiltin(StringRef Name);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_CONTROL_BUILTINS_H
