//===- WarpgroupSelection.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which threads of a block of threads come to a place in a kernel, by their index in the
// block, and what that is in warpgroups: for what a warpgroup has to execute as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_REGISTERBUDGET_WARPGROUPSELECTION_H
#define NVPTXTENSORCORE_IR_REGISTERBUDGET_WARPGROUPSELECTION_H

#include "IR/Analysis/ControlFacts.h"
#include "Model/RegisterBudget.h"
#include <bitset>

namespace llvm::tensorcore {

/// The threads that come to a place.
struct ComingThreads {
  std::bitset<BlockThreads> Max;       ///< none but these
  bool AreAll = false;                 ///< and all of these, if any comes at all
  bool AreCertain = false;             ///< and they do come
  bool AreElected = false;             ///< of each warp one thread, or all but one
  const Instruction *Branch = nullptr; ///< of the innermost condition that selects
};

/// How many threads there are of a warpgroup, and how many of them come at most.
struct WarpgroupShare {
  unsigned Index, Threads, Coming;

  bool isWhole() const { return Coming == Threads; }
};

class WarpgroupSelection {
public:
  /// `Copy` is one of `F`, for reading.
  WarpgroupSelection(Function &Copy, const Function &F);

  ComingThreads getThreadsAt(const Instruction &I) const;

  /// The warpgroups of the largest block.
  SmallVector<WarpgroupShare, 8> getShares(const ComingThreads &Threads) const;

private:
  void add(const ControlFact &Fact, ComingThreads &Threads) const;
  std::optional<std::bitset<BlockThreads>> getThreadsOf(const ControlFact &Fact) const;

  bool IsKernel;
  bool IsOneDimensional;
  std::optional<unsigned> ExtentX;
  unsigned MaxThreads;
  FunctionPaths Paths;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_REGISTERBUDGET_WARPGROUPSELECTION_H
