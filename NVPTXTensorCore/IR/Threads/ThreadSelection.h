//===- ThreadSelection.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes which threads of a block come to a location, and which parts of warps and warpgroups
// they are. The checks of instructions that a warp, a warpgroup or one thread has to execute ask
// this.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_THREADS_THREADSELECTION_H
#define NVPTXTENSORCORE_IR_THREADS_THREADSELECTION_H

#include "IR/Analysis/ControlFacts.h"
#include "IR/Analysis/Kernels.h"
#include "Model/RegisterBudget.h"
#include <bitset>
#include <string>

namespace llvm::tensorcore {

using ThreadBits = std::bitset<MaxBlockThreads>;

/// Holds the threads that may come to a location; no others come.
struct SelectedThreads {
  ThreadBits ByTid = ThreadBits().set();  ///< by tid.x
  ThreadBits ByLane = ThreadBits().set(); ///< by the index in the block, as far as lanes select
  ThreadBits Max = ThreadBits().set();    ///< by the index in the block
  bool AreAllOfWarps = true;              ///< nothing else selects threads of a warp
  bool AreOfSomeWarps = false;            ///< something selects warps that are not known
  bool AreAll = true;                     ///< all of `Max`, if any comes at all
  bool AreCertain = true;                 ///< and they do come
  bool AreElected = false;                ///< of each warp one thread, or all but one
  const Instruction *Branch = nullptr;    ///< of the innermost condition that selects
};

/// Holds the least and the largest number of threads that are selected in each warp with any.
struct ThreadCounts {
  unsigned Min = 0, Max = 0;

  ThreadCounts(const ThreadBits &Selected, unsigned BlockSize);
};

/// Holds the number of threads of a warpgroup, and of those that come at most.
struct WarpgroupShare {
  unsigned Index, Threads, Coming;

  bool isWhole() const { return Coming == Threads; }
};

class ThreadSelection {
public:
  /// `Paths` is of `F`, or of a copy of it.
  ThreadSelection(const FunctionPaths &Paths, const Function &F);

  /// Returns the threads for which the conditions of `Facts` hold.
  SelectedThreads get(const ControlFacts &Facts) const;

  /// Returns the threads that come to an instruction, by all conditions that are known there.
  SelectedThreads getThreadsAt(const Instruction &I) const;

  /// Returns the shares of the threads in each warpgroup of the largest block.
  SmallVector<WarpgroupShare, 8> getShares(const SelectedThreads &Threads) const;

  /// Explains why an instruction of a whole warp is wrong if no whole warp is among the threads;
  /// returns an empty string otherwise.
  std::string explainPartOfWarp(const SelectedThreads &Threads, StringRef Name,
                                StringRef Source) const;

  /// The same of a warpgroup.
  std::string explainPartOfWarpgroup(const SelectedThreads &Threads, StringRef Name,
                                     StringRef Source) const;

  /// Returns the number of threads of a block, in x if that is known.
  unsigned getExtent() const { return Shape.X.value_or(Shape.MaxThreads); }

  BlockShape Shape; ///< of a function that is no kernel, the largest

private:
  void add(const ControlFact &Fact, SelectedThreads &Threads) const;
  std::optional<ThreadBits> getIndices(const ThreadSet &Set, const ThreadBits &Selected) const;

  const FunctionPaths &Paths;
  bool IsKernel;
  bool IsLine; ///< a block is a line of threads, or does the same for all threads with one tid.x
};

/// Returns true if FunctionPaths may read a block of unknown shape as a line of threads, because
/// its kernel never asks for an index in y or z.
bool isLineOfThreads(const Function &Copy, const Function &F);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_THREADS_THREADSELECTION_H
