//===- Manual.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manual page of ptx-run and what shells complete, of what is registered with the command-line
// library.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_MANUAL_H
#define NVPTXTENSORCORE_TOOLS_RUN_MANUAL_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm::tensorcore::run {

/// In mdoc, with the options of these categories.
void printManual(raw_ostream &OS, ArrayRef<const cl::OptionCategory *> Categories);
/// A script for a shell: bash, zsh or fish.
Error printCompletion(raw_ostream &OS, StringRef Shell,
                      ArrayRef<const cl::OptionCategory *> Categories);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_TOOLS_RUN_MANUAL_H
