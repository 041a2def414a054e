//===- SARIFLog.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -fdiagnostics-format=sarif makes a log whose rules are numbers of clang, and all diagnostics of a
// back end have one of four. The log gets this project's codes in their place.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_SARIFLOG_H
#define NVPTXTENSORCORE_DRIVER_SARIFLOG_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace llvm::tensorcore {

/// Gives the diagnostics of this project their code and their fields in the SARIF log of a front
/// end, if it writes one.
void logCodes(clang::CompilerInstance &Clang);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_SARIFLOG_H
