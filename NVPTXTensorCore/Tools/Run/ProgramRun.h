//===- ProgramRun.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs built against CUDA's libraries: they run with replacement libraries.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_PROGRAMRUN_H
#define NVPTXTENSORCORE_TOOLS_RUN_PROGRAMRUN_H

#include "Run/KernelRun.h"

namespace llvm::tensorcore::run {

struct ProgramCommand {
  std::vector<std::string> Words; ///< the program and its arguments
  std::string Libraries;          ///< the folder of the replacements
  ScheduleRange Schedules;
  Settings With;
};

/// The exit code is the program's own if that is not 0; else 1 if there are errors among the
/// reports.
int runProgram(const ProgramCommand &Command);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_TOOLS_RUN_PROGRAMRUN_H
