//===- KernelRun.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel of a PTX file: its launch, its arguments, and what becomes of it in a number of
// schedules.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_KERNELRUN_H
#define NVPTXTENSORCORE_TOOLS_RUN_KERNELRUN_H

#include "Emulator/Interface/Settings.h"
#include "Model/Layouts/TensorMap.h"
#include "Run/Expectation.h"

namespace llvm::tensorcore::run {

/// Describes what ptx-run says with its exit code.
enum ExitCode { Right = 0, Wrong = 1, CannotRun = 2 };

struct KernelCommand {
  std::string File, Entry;
  emulator::Dim3 Grid, Block, Cluster;
  bool HasBlock = false, HasCluster = false;
  unsigned SharedBytes = 0;
  std::vector<std::string> Arguments, Memories, Expectations, Outputs, Printed;
  std::optional<double> Tolerance;
  uint64_t InputSeed = 1;
  ScheduleRange Schedules;
  Settings With;
};

/// Runs it and prints what there is to say.
ExitCode runKernel(const KernelCommand &Command);

/// The bytes of a kernel's parameters. `Addresses` are where the memory of the arguments is.
Expected<std::vector<uint8_t>> packParameters(const emulator::Function &Kernel,
                                              ArrayRef<Argument> Arguments,
                                              ArrayRef<uint64_t> Addresses);

/// Sets swizzle, interleave and fill of a tensor map by their names.
Error setTensorMapNames(const TensorMapArgument &A, TensorMap &Map);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_TOOLS_RUN_KERNELRUN_H
