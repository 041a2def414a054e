//===- Jobs.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The jobs that clang's driver has made for placeholders become jobs for the targets
// that were asked for. What jobs there are, in what order, and what becomes of their
// files stays clang's affair.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_JOBS_H
#define NVPTXTENSORCORE_DRIVER_JOBS_H

#include "Plan.h"

namespace llvm::tensorcore {

/// Rewrites all jobs. `Includes` is the folder of our headers.
void rewriteJobs(Plan &P, StringRef Includes);

/// A job of clang's front end, with the targets' own names already.
void rewriteFrontEndJob(const Plan &P, StringRef Includes, Arguments &Args);

/// Replaces each job by what `Replace` returns, and leaves a job for which it returns
/// null.
void replaceJobs(
    clang::driver::Compilation &C,
    function_ref<std::unique_ptr<clang::driver::Command>(const clang::driver::Command &)> Replace);

/// A job of the front end, in its own type: it runs in this process.
std::unique_ptr<clang::driver::Command> copyFrontEndJob(const clang::driver::Command &Job);

/// A job of one of NVIDIA's tools, likewise.
void rewriteToolJob(const Plan &P, Arguments &Args);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_JOBS_H
