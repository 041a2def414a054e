//===- Plan.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compilation as clang's driver has planned it, and what its CUDA SDK is. The parts of
// this folder that change the plan or find fault with it share this.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_PLAN_H
#define NVPTXTENSORCORE_DRIVER_PLAN_H

#include "CUDAToolkit.h"
#include "OffloadTargets.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Tool.h"

namespace llvm::tensorcore {

using Arguments = opt::ArgStringList;

struct Plan {
  clang::driver::Compilation &C;
  const OffloadTargets &Targets;
  /// The SDK that clang has found, and that of ptxas. They are one unless --ptxas-path says
  /// otherwise.
  std::optional<CUDAToolkit> Toolkit, ToolsToolkit;

  Plan(clang::driver::Compilation &C, const OffloadTargets &Targets);

  /// A string that lives as long as the jobs.
  const char *save(const Twine &Text) const;

  /// To the diagnostics of clang's driver; after an error no job is run.
  void reportError(const Twine &Message) const;
  void reportWarning(const Twine &Message) const;
};

inline bool isFrontEnd(const clang::driver::Command &Job) {
  return !Job.getArguments().empty() && StringRef(Job.getArguments().front()) == "-cc1";
}

/// clang's short name of what runs the job: "ptxas", "fatbinary", "nvlink", ...
inline StringRef getTool(const clang::driver::Command &Job) {
  return Job.getCreator().getShortName();
}

/// The value after an option; empty if the option is not there.
StringRef getValue(ArrayRef<const char *> Args, StringRef Option);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_PLAN_H
