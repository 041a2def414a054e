//===- NvccSources.h - What nvcc accepts and clang does not -----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources that are written for nvcc lack words that clang requires: `template` and `typename`
// before dependent names, a second `%` in assembly, a comma between its operands. Where clang's
// errors say exactly what is missing and where, the front end runs again on copies of the files
// with these words in them, and each is a warning. Files stay as they are, and a source that clang
// accepts is compiled once.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_NVCCSOURCES_H
#define NVPTXTENSORCORE_DRIVER_NVCCSOURCES_H

#include <memory>

namespace clang::driver {
class Command;
} // namespace clang::driver

namespace llvm::tensorcore {

/// Returns a job of clang's front end that inserts what is missing.
std::unique_ptr<clang::driver::Command> acceptNvccSources(const clang::driver::Command &Job);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_NVCCSOURCES_H
