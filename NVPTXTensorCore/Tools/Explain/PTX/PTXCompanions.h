//===- PTXCompanions.h - companions of a PTX file ---------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of a PTX file that kernels need in addition to those of matrices: companions of
// the model, and what LLVM has itself of their families (mbarrier.init). Other instructions are
// reported only if the target does not have them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXCOMPANIONS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXCOMPANIONS_H

#include "Explain/PTX/PTXReport.h"
#include "PTX/Syntax.h"
#include "llvm/ADT/StringMap.h"

namespace llvm::tensorcore::explain {

/// Reads statements, and judges them for a target; null for none.
class CompanionReader {
public:
  explicit CompanionReader(const TargetVersion *Target) : Target(Target) {}

  /// Returns companions, and of other instructions those that the target does not have.
  std::optional<ReportedInstruction> read(const ptx::Statement &Statement);

private:
  const TargetVersion *Target;
  StringMap<std::optional<std::string>> Verdicts;
};

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXCOMPANIONS_H
