//===- Version.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text by which the tools identify themselves, for --version and for crashes.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_VERSION_H
#define NVPTXTENSORCORE_MODEL_VERSION_H

#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns the project's version, as the top CMakeLists.txt states it, e.g. "0.1".
const char *getVersion();

/// Returns the version with the commit, if it is known, and the versions of LLVM and the PTX ISA:
/// "0.1 (0123456789ab), LLVM 22.1.8, PTX ISA up to 9.4".
const std::string &getVersionText();

/// Prints a line with the project's name and getVersionText(). It is a cl::VersionPrinterTy.
void printVersion(raw_ostream &OS);

/// Returns the text for setBugReportMsg(), which LLVM prints before the stack of a crash. The text
/// lives as long as the process.
const char *getBugReportMessage();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_VERSION_H
