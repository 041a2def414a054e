//===- ReportList.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports that wait until all is known: of equal ones, and of those with one cause, the first is
// reported, and says how many more there are.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_REPORTLIST_H
#define NVPTXTENSORCORE_IR_ANALYSIS_REPORTLIST_H

#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Location.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace llvm::tensorcore {

class ReportList {
public:
  /// `RestIn` is the check whose remarks list the rest of a cause.
  explicit ReportList(Check RestIn) : RestIn(RestIn) {}

  /// A finding of a check. Equal ones at one line are one.
  void add(Check Of, const Instruction &At, const Twine &Message);

  /// A fault, as a finding of a check or as an error that nothing turns off. Findings with the same
  /// cause are one, too.
  void add(std::optional<Check> Of, const Instruction &At, Fault What, StringRef Cause);

  /// Reports all.
  void report() const;

private:
  struct Finding {
    std::optional<Check> Of;
    Location At;
    std::optional<Fault> What;
    std::string Message, Cause;
    std::vector<std::pair<Location, std::string>>
        More; ///< the texts only if somebody wants remarks

    bool isLike(const Finding &Other) const;
  };

  void add(Finding New, const Instruction &At);
  std::string print(const Finding &F) const;

  Check RestIn;
  std::vector<Finding> Findings;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_REPORTLIST_H
