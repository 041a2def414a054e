//===- PendingWork.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes work that is not done when the call that submits it returns: a kernel that waits for a
// change of memory by the host, by a copy or by another kernel, and what comes after it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_PENDINGWORK_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_PENDINGWORK_H

#include "Emulator/CUDA/Driver.h"
#include <cstdio>

namespace llvm::tensorcore::cuda {

/// The program's own standard output, so that what a kernel prints is in order with what the
/// program prints.
class ProgramOutput : public raw_ostream {
public:
  ProgramOutput() : raw_ostream(/*unbuffered=*/true) {}
  ~ProgramOutput() override { std::fflush(stdout); }

private:
  void write_impl(const char *Text, size_t Size) override {
    Position += std::fwrite(Text, 1, Size, stdout);
  }
  uint64_t current_pos() const override { return Position; }
  uint64_t Position = 0;
};

/// Describes work that has begun, and waits for a change of memory.
struct BegunWork {
  virtual ~BegunWork() = default;
  virtual emulator::LoopWait findWait() = 0;
  /// Goes on. Returns true if it has ended, with what became of it. `IsAlone`: see BegunLaunch.
  virtual bool proceed(Driver &D, bool IsAlone, Result &R) = 0;
  /// Reports that nobody changes the memory.
  virtual void stop(Driver &D) = 0;

  std::function<Result()> Then; ///< what comes next in a graph; may be null
};

/// A kernel that has begun.
struct BegunKernel : BegunWork {
  BegunKernel(LoadedFunction &F, Stream On, const emulator::Severities &Levels)
      : F(F), On(On), Reports(Levels) {}
  emulator::LoopWait findWait() override { return Launch->findWait(); }
  bool proceed(Driver &D, bool IsAlone, Result &R) override;
  void stop(Driver &) override { Launch->stop(); }

  LoadedFunction &F;
  Stream On;
  emulator::ReportList Reports;
  ProgramOutput Output;
  std::unique_ptr<emulator::BegunLaunch> Launch;
};

struct PendingWork {
  unsigned Stream; ///< its number
  uint64_t Number;
  StreamClock Seen;
  std::function<Result()> Do;                      ///< of what has not begun
  std::vector<std::unique_ptr<BegunWork>> Waiting; ///< parts that have begun

  bool isIn(const StreamClock &Clock) const { return Clock.hasSeen(Stream, Number); }
};

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_PENDINGWORK_H
