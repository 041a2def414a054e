//===- IntegratedFrontEnd.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's front end in the driver's own process, as stock clang has it for compilations of one job:
// a process of its own would load clang's and LLVM's libraries a second time.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_INTEGRATEDFRONTEND_H
#define NVPTXTENSORCORE_DRIVER_INTEGRATEDFRONTEND_H

#include "clang/Driver/Driver.h"

namespace llvm::tensorcore {

/// Lets jobs run here that are planned from now on: clang's driver does so if there is only one.
void integrateFrontEnd(clang::driver::Driver &Driver);

/// Except for what only the stock program does, or where options want another process.
void separateFrontEnd(clang::driver::Compilation &C);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_INTEGRATEDFRONTEND_H
