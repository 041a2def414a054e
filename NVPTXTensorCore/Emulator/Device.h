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
#include <deque>

namespace llvm::tensorcore::emulator {

/// Returns the bytes of static shared memory of a kernel and of what it calls.
uint32_t getStaticSharedBytes(const Program &P, const Function &Kernel);

/// A kernel that has begun. The list of its reports and its output must outlive it.
struct BegunLaunch {
  BegunLaunch(LaunchRequest Request, const RunOptions &Options, GlobalMemory &Memory,
              ReportList &Reports, raw_ostream &Output);
  ~BegunLaunch();
  /// Goes on, to its end unless the threads wait for others (LaunchRequest::HasOthers). Returns
  /// true if it has ended. `IsAlone`: nobody lets it go on, but loops that count may end; longer
  /// than the last time.
  bool proceed(bool IsAlone = false);
  /// Finds out how the threads still wait for others.
  LoopWait findWait() const;
  /// Ends it, since nobody else will change memory.
  void stop();

  const LaunchRequest Request;
  const RunOptions Options;
  Launch L;

private:
  std::deque<std::unique_ptr<Cluster>> Waiting;
  uint64_t Patience = 4; ///< for clusters that spin, in turns of all
};

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
  /// The two halves of the same, around BegunLaunch::proceed.
  Expected<std::unique_ptr<BegunLaunch>> begin(LaunchRequest Request, const RunOptions &Options,
                                               ReportList &Reports, raw_ostream &Output);
  Error end(BegunLaunch &B, RunStatistics *Statistics);

private:
  Error runChildren(Launch &Parent, RunStatistics &Statistics);

  GlobalMemory Memory;
  std::vector<std::unique_ptr<Program>> Programs;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_DEVICE_H
