//===- Questions.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers questions about an intrinsic, for callers that compile nothing.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_QUESTIONS_H
#define NVPTXTENSORCORE_LIBRARY_QUESTIONS_H

#include "Model/Legality/Legality.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace llvm::tensorcore {

/// The target of a name and features, "+ptx80"; fails if there is none.
Expected<TargetVersion> findTarget(StringRef Name, StringRef Features);

/// The facts of nvptxtc_intrinsic as JSON; fails if the name means nothing.
Expected<std::string> describeIntrinsic(StringRef Name, const std::optional<TargetVersion> &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_QUESTIONS_H
