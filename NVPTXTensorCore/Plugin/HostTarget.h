//===- HostTarget.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llc compiles a module that has no target triple for the machine that it runs on.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PLUGIN_HOSTTARGET_H
#define NVPTXTENSORCORE_PLUGIN_HOSTTARGET_H

namespace llvm::tensorcore {

/// An error with a sentence where a GPU is asked of the machine's own target; LLVM's code generator
/// aborts. Only in programs with -mcpu.
void refuseGPUsOnHostTarget();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_PLUGIN_HOSTTARGET_H
