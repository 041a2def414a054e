//===- Severities.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The severities of nvptxtc.h as LLVM's, and as JSON's words. The library includes it with LLVM,
// the plug-in for LLVM 22 with that.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_SEVERITIES_H
#define NVPTXTENSORCORE_LIBRARY_SEVERITIES_H

#include "Library/nvptxtc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DiagnosticInfo.h"

namespace llvm::tensorcore {

struct Severity {
  nvptxtc_severity Ours;
  DiagnosticSeverity LLVMs;
  StringLiteral Name;
};

inline constexpr Severity Severities[] = {
    {NVPTXTC_SEVERITY_ERROR, DS_Error, "error"},
    {NVPTXTC_SEVERITY_WARNING, DS_Warning, "warning"},
    {NVPTXTC_SEVERITY_REMARK, DS_Remark, "remark"},
    {NVPTXTC_SEVERITY_NOTE, DS_Note, "note"},
};

/// An error if a later library has one more.
template <typename T> const Severity &getSeverity(T Value, T Severity::*Column) {
  const Severity *Found =
      find_if(Severities, [&](const Severity &S) { return S.*Column == Value; });
  return Found == std::end(Severities) ? Severities[0] : *Found;
}

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_SEVERITIES_H
