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

/// A kernel that has begun.
struct BegunKernel {
  BegunKernel(LoadedFunction &F, Stream On, const emulator::Severities &Levels)
      : F(F), On(On), Reports(Levels) {}

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
  std::function<Result()> Do;          ///< of what has not begun
  std::unique_ptr<BegunKernel> Kernel; ///< that waits

  bool isIn(const StreamClock &Clock) const { return Clock.hasSeen(Stream, Number); }
};

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_PENDINGWORK_H
