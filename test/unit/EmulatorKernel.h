//===- EmulatorKernel.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs statements of PTX in the emulator, for tests: 32 threads, each with operands of its own and
// with results.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_EMULATORKERNEL_H
#define NVPTXTENSORCORE_TEST_UNIT_EMULATORKERNEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace llvm::tensorcore::emulator {

struct KernelResult {
  std::string Wrong;  ///< why the text was not loaded, or what was reported
  std::string Output; ///< of vprintf
  /// Of each thread what %rd5 to %rd8 held at the end.
  std::vector<std::array<uint64_t, 4>> Values;
};

/// A thread's %rd1 to %rd4 at the beginning.
using KernelOperands = std::vector<std::array<uint64_t, 4>>;

/// The statements may use %p, %b, %rs, %r, %f, %rd, %fd and %q with numbers from 10 to 49.
/// Before is text outside of the kernel. There are as many threads as operands.
KernelResult runStatements(StringRef Statements, const KernelOperands &Operands,
                           StringRef Before = "", unsigned NumHostThreads = 1);

/// 32 times the same operands.
KernelOperands repeat(std::array<uint64_t, 4> Operands, unsigned Count = 32);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_TEST_UNIT_EMULATORKERNEL_H
