//===- Placeholders.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles for targets that clang's front end does not know: it is given a similar target that it
// knows, the placeholder, and the macros of the right one.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_PLACEHOLDERS_H
#define NVPTXTENSORCORE_DRIVER_PLACEHOLDERS_H

#include "Model/Tables/MMATables.h"
#include <string>
#include <vector>

namespace llvm::tensorcore {

/// 100 of sm_100a; 0 where there is no such number.
unsigned getTargetNumber(StringRef Name);

/// The GPU of clang's nearest below, with the suffix "a" only if the target has one.
StringRef getPlaceholder(const GPUTarget &Target);

/// The options by which the front end defines what nvcc defines for the target. Where
/// clang knows it, only what clang leaves out.
std::vector<std::string> getTargetMacros(const GPUTarget &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_PLACEHOLDERS_H
