//===- Report.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of a run: one for each kernel, sums for each kind of instruction, as text for
// people and as JSON for scripts/conformance, which makes docs/gpu-conformance.md of the results
// of several GPUs.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_REPORT_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_REPORT_H

#include "KernelTests.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace llvm::tensorcore {

/// Describes what came of one kernel.
struct KernelResult {
  std::string Kernel;
  const MMAVariant *Variant;
  bool IsRight = true;
  unsigned Cases = 0;
  unsigned NotJudged = 0; ///< elements
  std::string Message;    ///< about the first thing that is wrong
};

/// A row of the table: what instruction, what shape, what types.
struct ResultGroup {
  std::string Instruction, Shape, Types;

  explicit ResultGroup(const MMAVariant &Variant);
  bool operator<(const ResultGroup &Other) const {
    return std::tie(Instruction, Shape, Types) <
           std::tie(Other.Instruction, Other.Shape, Other.Types);
  }
};

struct GroupCounts {
  unsigned Passed = 0, Failed = 0; ///< kernels
  unsigned NotSupported = 0;       ///< variants that no kernel was made for
};

/// Describes the device that the results are from.
struct ReportHeader {
  std::string Device, Target;
  unsigned ComputeCapability = 0;
  uint64_t Seed = 0;
};

class ConformanceReport {
public:
  explicit ConformanceReport(ReportHeader Header) : Header(std::move(Header)) {}

  void add(KernelResult Result) { Results.push_back(std::move(Result)); }

  unsigned getNumFailed() const;
  std::map<ResultGroup, GroupCounts> getGroups() const;
  const std::vector<KernelResult> &getResults() const { return Results; }

  void print(raw_ostream &OS, unsigned MaximumFailures) const;
  json::Value toJSON() const;

private:
  ReportHeader Header;
  std::vector<KernelResult> Results;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_REPORT_H
