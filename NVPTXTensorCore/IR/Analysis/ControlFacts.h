//===- ControlFacts.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes which paths of a function are feasible under known branch conditions, for checks that
// must not report an impossible path.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_CONTROLFACTS_H
#define NVPTXTENSORCORE_IR_ANALYSIS_CONTROLFACTS_H

#include "IR/Analysis/ThreadConditions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace llvm::tensorcore {

/// A condition that is so. `Branch` is where control depends on it.
struct ControlFact {
  const Value *Condition;
  bool IsTrue;
  const Instruction *Branch;
};

using ControlFacts = SmallVector<ControlFact, 8>;

/// One way out of a conditional branch; or, without `To`, a part of its condition that is
/// true or false.
struct BranchEdge {
  const BasicBlock *From;
  const BasicBlock *To;
  ControlFact Fact;
};

/// Tells a walk along the paths of a function how to continue behind an instruction.
enum class WalkStep { GoOn, TurnBack, Found };

class FunctionPaths {
public:
  FunctionPaths(Function &F, bool IsOneDimensional);

  Function &F;
  DominatorTree Dominators;
  PostDominatorTree PostDominators;
  LoopInfo Loops;

  /// True if nothing can be said of paths, because there are loops with many entries.
  bool HasIrreducibleCFG;

  /// Facts that hold whenever control is in a block. Walks want only conditions that do
  /// not change while the function runs.
  ControlFacts getFacts(const BasicBlock &Block, bool OnlyStable = true) const;

  /// All that it depends on whether control comes to a block; nothing if that is not a
  /// chain of conditions all of which must be so.
  std::optional<ControlFacts> getControls(const BasicBlock &Block) const;

  /// The edges of all conditional branches on conditions that do not change.
  ArrayRef<BranchEdge> getEdges() const { return Edges; }

  /// The facts that hold behind an edge.
  ControlFacts getFacts(const BranchEdge &Edge) const;

  /// Returns the value of a condition if the facts decide it.
  std::optional<bool> decide(const ControlFacts &Facts, const Value &Condition) const;

  /// getThreadsOf, remembered.
  const std::optional<ThreadSet> &getThreads(const Value &Condition) const;

  /// Walks from behind `Start`, or from the function's beginning, along all paths that the
  /// facts leave open. True once a step says Found.
  bool walk(const Instruction *Start, const ControlFacts &Facts,
            function_ref<WalkStep(const Instruction &)> Step) const;

  /// Returns true if `Target` can be reached, without coming by `Avoided` if there is one.
  bool reaches(const Instruction *Start, const Instruction &Target, const ControlFacts &Facts,
               const Instruction *Avoided = nullptr) const;

  /// Returns true if all paths from behind `Start`, or from the function's beginning, come by
  /// `Target` if the function returns.
  bool isInevitable(const Instruction *Start, const Instruction &Target,
                    const ControlFacts &Facts) const;

  /// Returns true if each thread that executes `Later` has executed `Earlier` before.
  bool isAlwaysBefore(const Instruction &Earlier, const Instruction &Later) const;

  /// Returns true if each thread that executes `Earlier` executes `Later` before the function
  /// returns.
  bool isAlwaysAfter(const Instruction &Later, const Instruction &Earlier) const;

  /// Returns true if the facts say nothing against an instruction: all that it depends on is known,
  /// and may be so. Costs no walk.
  bool isLeftOpen(const Instruction &I, const ControlFacts &Facts) const;

  /// Returns true if walks have not cost too much yet. A caller with a question for each of many
  /// locations gives up when they have.
  bool mayGoOn() const { return VisitsLeft != 0; }

  /// Returns true if a value may differ between threads.
  bool mayDependOnThread(const Value &V) const;

  bool isInLoop(const Instruction &I) const { return Loops.getLoopFor(I.getParent()); }

private:
  /// Returns true if a condition never changes while the function runs.
  bool isStable(const Value &Condition) const;
  bool computeStable(const Value &V, unsigned Depth) const;
  void linkFacts();
  void findControlEdges() const;
  SmallVector<const BasicBlock *, 2> getWays(const Instruction &Terminator,
                                             const ControlFacts &Facts) const;
  bool addControls(const BasicBlock &Block, ControlFacts &Controls,
                   SmallSetVector<const BasicBlock *, 8> &Worklist) const;
  void addParts(const BasicBlock &Block, const Value &Condition);
  void addFact(ControlFacts &Facts, const Value &Condition, bool IsTrue,
               const Instruction &Branch) const;

  std::optional<bool> decideByThreads(const ControlFacts &Facts, const Value &Condition) const;

  bool IsOneDimensional;
  SmallVector<BranchEdge, 0> Edges;
  /// For each block, the nearest one above it, or itself, to which a condition leads.
  DenseMap<const BasicBlock *, const DomTreeNode *> Decided;
  using Edge = std::pair<const BasicBlock *, const BasicBlock *>;
  mutable std::optional<DenseMap<const BasicBlock *, SmallVector<Edge, 2>>> ControlEdges;
  mutable DenseMap<const Value *, std::optional<ThreadSet>> Threads;
  mutable DenseMap<const Value *, bool> Stable;
  mutable std::optional<DenseSet<const Value *>> DependsOnThread;
  mutable size_t VisitsLeft; ///< of blocks, on all walks
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_CONTROLFACTS_H
