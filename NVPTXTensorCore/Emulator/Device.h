//===- Device.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device that programs are loaded into and launched on: what ptx-run, the replacements for
// CUDA's libraries and the conformance tests use of the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_DEVICE_H
#define NVPTXTENSORCORE_EMULATOR_DEVICE_H

#include "Emulator/Machine/Launch.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore::emulator {

/// Returns the bytes of static shared memory of a kernel and of what it calls.
uint32_t getStaticSharedBytes(const Program &P, const Function &Kernel);

class Device {
public:
  GlobalMemory &getMemory() { return Memory; }
  const GlobalMemory &getMemory() const { return Memory; }

  /// Fails, with sentences and lines, if the text is not PTX or has what the emulator does not
  /// know.
  Expected<const Program *> load(StringRef PTX, unsigned MaxRegisters = 0);
  void unload(const Program *P);

  /// Runs a kernel to its end. Fails, with a sentence, if it cannot be launched so; what happens
  /// in it is in the reports.
  Error run(LaunchRequest Request, const RunOptions &Options, ReportList &Reports,
            raw_ostream &Output, RunStatistics *Statistics = nullptr);

private:
  Error runChildren(Launch &Parent, RunStatistics &Statistics);

  GlobalMemory Memory;
  std::vector<std::unique_ptr<Program>> Programs;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_DEVICE_H
