//===- PtxasCrash.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas 13.0 crashes on some PTX that it accepts with a lower level of optimisation.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_PTXASCRASH_H
#define NVPTXTENSORCORE_DRIVER_PTXASCRASH_H

#include <memory>

namespace clang::driver {
class Command;
} // namespace clang::driver

namespace llvm::tensorcore {

/// Returns a job of ptxas that, if it crashes, runs again with lower levels of optimisation. A
/// warning names the kernel, the level and a copy of the PTX; if all levels crash, an error does.
std::unique_ptr<clang::driver::Command> surviveCrashesOfPtxas(const clang::driver::Command &Job);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_PTXASCRASH_H
