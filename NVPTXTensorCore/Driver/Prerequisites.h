//===- Prerequisites.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what a planned compilation needs and does not have: tools, an SDK that is new enough, a
// device link. It changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_PREREQUISITES_H
#define NVPTXTENSORCORE_DRIVER_PREREQUISITES_H

#include "Plan.h"

namespace llvm::tensorcore {

/// Reports what is missing, as errors of clang's driver. After rewriteJobs.
void checkPrerequisites(const Plan &P);

/// Says where clang looked in vain for an SDK.
std::string describeSearchForSDK();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_PREREQUISITES_H
