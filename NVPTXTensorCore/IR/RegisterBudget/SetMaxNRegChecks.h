//===- SetMaxNRegChecks.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks of one function, on its copy for reading: the budget at entry, the threads that
// execute a setmaxnreg, what it changes, and whether all that the warpgroups ask for is there.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGCHECKS_H
#define NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGCHECKS_H

#include "IR/RegisterBudget/SetMaxNReg.h"
#include "IR/RegisterBudget/SetMaxNRegFlow.h"
#include "IR/Threads/ThreadSelection.h"

namespace llvm::tensorcore {

class FunctionCopies;

class SetMaxNRegChecks {
public:
  SetMaxNRegChecks(Function &Copy, const Function &F, unsigned SM, FunctionCopies &Copies);

  void run();

private:
  /// A setmaxnreg of the copy, with the threads that come to it.
  struct Site {
    const Instruction *Location;
    SetMaxNReg Change;
    SelectedThreads Threads;
  };

  void checkBudget() const;
  bool isForEachWarp(const WarpgroupShare &Group, const Site &Of, bool ToTheSame) const;
  bool checkThreads(const Site &Each) const;
  void checkChange(const Instruction &I, const SetMaxNReg &Change, RegisterRange Range) const;
  void checkSum() const;
  unsigned getMin(const WarpgroupShare &Group, unsigned AtEntry) const;

  Function &Copy;
  const Function &F;
  unsigned SM;
  FunctionCopies &Copies;
  LaunchBounds Bounds;
  RegisterBudget Budget;
  FunctionPaths Paths;
  ThreadSelection Selection;
  SmallVector<Site, 4> Sites;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGCHECKS_H
