//===- TypedPointers.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR as text of LLVM 15 and older, whose pointers have types: what libNVVM takes for targets before
// sm_100, and what numba writes. LLVM 22 reads such bitcode, but no such text.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_TYPEDPOINTERS_H
#define NVPTXTENSORCORE_LIBRARY_TYPEDPOINTERS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace llvm::tensorcore {

/// Returns the text with `ptr` in place of typed pointers, on the same lines, or nothing if it
/// has no typed pointers.
std::optional<std::string> replaceTypedPointers(StringRef Text);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_TYPEDPOINTERS_H
