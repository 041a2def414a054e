//===- ThreadConditions.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes which threads of a block a condition selects, by evaluating it for each thread's
// index. A condition that depends on anything else stays unknown. LLVM's UniformityInfo calls
// divergent whatever comes from tid.x, also tid.x / 32, by which a kernel tells its warps apart.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_THREADCONDITIONS_H
#define NVPTXTENSORCORE_IR_ANALYSIS_THREADCONDITIONS_H

#include "Model/RegisterBudget.h"
#include "llvm/ADT/DenseSet.h"
#include <bitset>
#include <optional>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class LoopInfo;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// A set of threads by tid.x or by laneid, of which a condition can depend on either.
struct ThreadSet {
  std::bitset<MaxBlockThreads> Threads; ///< by the index that the condition is about
  bool ByTid = false, ByLane = false;
};

/// The threads for which a condition holds. One that depends on both indices is known
/// only in blocks of one dimension, where they say the same.
std::optional<ThreadSet> getThreadsOf(const Value &Condition, bool IsOneDimensional);

/// Returns true if a value is the same for all threads of a block, if the arguments of its
/// function are (those of a kernel): made of arguments, constants, the block's index.
bool isUniform(const Value &V);

/// Returns true if a value is the same for all threads of a warp: uniform, or broadcast by shfl.
bool isUniformInWarp(const Value &V);

/// Returns true if a value is made of thread indices and constants alone, known or not.
bool isOfThreadOnly(const Value &V);

/// Returns true if an instruction is what conditions that select threads are made of: an index of
/// the thread, or an election.
bool tellsThreadsApart(const Instruction &I);

/// The values that may differ between threads.
DenseSet<const Value *> findThreadDependentValues(const Function &F, const LoopInfo &Loops);

/// Returns true if a condition is the predicate of an elect.sync, which is true of one thread of a
/// warp, or that negated: it divides the warp either way.
bool isElection(const Value &Condition);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_THREADCONDITIONS_H
