//===- Targets.h - targets by name ------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets --target and --ptx. It knows no instruction.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_TARGETS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_TARGETS_H

#include "Model/Legality/Legality.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace llvm::tensorcore::explain {

/// The target with a PTX version: "8.8", "88" or "ptx88"; empty for the newest one. Fails on
/// names and versions that there are not, and on versions before the target's first.
Expected<TargetVersion> parseTarget(StringRef Name, StringRef PTXVersion);

/// The target with the newest PTX version.
TargetVersion getNewestVersion(const GPUTarget &GPU);

/// The names of a set of targets.
std::vector<std::string> getTargetNames(uint64_t Targets);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_TARGETS_H
