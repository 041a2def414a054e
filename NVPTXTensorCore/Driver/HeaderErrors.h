//===- HeaderErrors.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang reports a failed static_assert at its own line, and the line that is wrong in the last of
// several notes. Those of this project's headers are reported at the user's line.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_HEADERERRORS_H
#define NVPTXTENSORCORE_DRIVER_HEADERERRORS_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace llvm::tensorcore {

/// Lets the front end report what fails in this project's headers at the line that asks for it, if
/// it prints text.
void reportAtUses(clang::CompilerInstance &Clang);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_HEADERERRORS_H
