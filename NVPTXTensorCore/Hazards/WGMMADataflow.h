//===- WGMMADataflow.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Propagates marks on slots along the paths of a program: a forward dataflow, and changes to it
// when a fence, commit or wait is inserted or removed. WGMMAHazards.h, its only user, reads the
// hazards off the result.
//
// A slot's progress is that of the youngest Issue that launched it:
//
//   uncommitted < group committed < one younger group < two … < retired
//
// which is all that matters of a path: an older Issue is retired no later. Commit and Wait
// are monotone on this chain, so that the minimum over the paths that meet, propagated, is
// the minimum over all paths: the result is exact. Fence marks are sets, with the union; a mark
// goes only where an Issue ahead looks at it.
//
// Everything inserted only raises progress and only clears marks. So a hazard that is gone
// stays gone when more is inserted, and what cannot be taken away now cannot be taken away
// after something else was: one pass over what is inserted leaves the necessary only.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_HAZARDS_WGMMADATAFLOW_H
#define NVPTXTENSORCORE_HAZARDS_WGMMADATAFLOW_H

#include "Hazards/WGMMAEffects.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SparseBitVector.h"
#include <map>
#include <set>

namespace llvm::tensorcore {

/// Progress of a slot: uncommitted, or 1 + the number of groups committed after its own.
using WGMMAProgress = uint32_t;
constexpr WGMMAProgress WGMMAUncommitted = 0;
constexpr WGMMAProgress WGMMARetired = ~0u;

/// The progress of slots. Only what is in flight takes up space: that is little at a time, and
/// slots are many.
class WGMMAProgressMap {
  using Map = SmallDenseMap<WGMMASlot, WGMMAProgress, 4>;

public:
  WGMMAProgress get(WGMMASlot Slot) const;
  void set(WGMMASlot Slot, WGMMAProgress Progress);

  /// Gives each slot in flight the progress that a function makes of its own.
  void transform(function_ref<WGMMAProgress(WGMMAProgress)> Change);

  /// Takes the lesser progress of each slot. True if something changes.
  bool takeMinimum(const WGMMAProgressMap &Other);

  /// Slots in flight with their progress, in no order.
  Map::const_iterator begin() const { return Entries.begin(); }
  Map::const_iterator end() const { return Entries.end(); }

  bool operator==(const WGMMAProgressMap &Other) const { return Entries == Other.Entries; }

private:
  Map Entries;
};

using WGMMASlotSet = SparseBitVector<>;

/// Holds what is known at a point of the program.
struct WGMMAState {
  /// True if any path leads here. If not, the rest is empty.
  bool IsReached = false;
  WGMMAProgressMap Progress;
  /// Slots that have been accessed since the last Fence on some path. At the beginning of a
  /// node, those of them that matter there.
  WGMMASlotSet IsUnfenced;

  bool operator==(const WGMMAState &Other) const {
    return IsReached == Other.IsReached && Progress == Other.Progress &&
           IsUnfenced == Other.IsUnfenced;
  }
};

/// Defines what events do to a state. The functions are virtual for the model checker, which has to
/// show that it would notice if one of them were wrong.
class WGMMARules {
public:
  virtual ~WGMMARules();
  virtual void enter(WGMMAState &State) const;
  /// Joins two reached states. Returns true if the first changes.
  virtual bool join(WGMMAState &Into, const WGMMAState &From) const;
  /// Applies an Issue or an Access.
  virtual void touch(WGMMAState &State, const WGMMAEffect &Effect) const;
  virtual void fence(WGMMAState &State) const;
  virtual void commit(WGMMAState &State) const;
  virtual void wait(WGMMAState &State, unsigned PendingGroups) const;
};

/// Lists what is inserted before an event, in this order.
struct WGMMAInsertion {
  static constexpr unsigned NoWait = ~0u;

  bool HasCommit = false;
  unsigned PendingGroups = NoWait;
  bool HasFence = false;

  bool hasWait() const { return PendingGroups != NoWait; }
};

/// A point of the program, a slot that is marked there, and what the mark forbids.
struct WGMMAConflict {
  unsigned Event;
  WGMMACheck Check;
  /// Retired if it is a fence that is missing.
  WGMMAProgress Progress;

  bool isInFlight() const { return Progress != WGMMARetired; }
};

class WGMMADataflow {
public:
  /// Is a piece of a block, short, so that little has to be done again when something in it
  /// changes. Nodes are numbered in reverse postorder; the entry is 0.
  /// Unreachable blocks have none.
  struct Node {
    unsigned Begin = 0, End = 0; ///< events
    SmallVector<unsigned, 2> Successors, Predecessors;
  };

  WGMMADataflow(const WGMMAProgram &Program, const WGMMAEffects &Effects, const WGMMARules &Rules);

  const WGMMAEffects &getEffects() const { return Effects; }
  const WGMMARules &getRules() const { return Rules; }
  ArrayRef<Node> getNodes() const { return Nodes; }
  /// None for an event that is never reached.
  std::optional<unsigned> getNode(unsigned Event) const;
  ArrayRef<WGMMAInsertion> getInsertions() const { return Insertions; }
  WGMMAInsertion &getInsertion(unsigned Event) { return Insertions[Event]; }
  void clearInsertions() { Insertions.assign(Insertions.size(), WGMMAInsertion()); }

  /// Computes the states at the beginning of all nodes, from nothing.
  void solve();
  const WGMMAState &getEntryState(unsigned Node) const { return EntryStates[Node]; }
  /// The first conflict in the order of nodes. Needs solve().
  std::optional<WGMMAConflict> findConflict() const;

  /// Weakens what is inserted before an event, and makes the states what solve() would, unless
  /// there is a conflict then: if so, undoes it and returns one. Needs states without any.
  std::optional<WGMMAConflict> tryWeaken(unsigned Event, WGMMAInsertion Weaker);

  void applyInsertion(WGMMAState &State, const WGMMAInsertion &Insertion) const;
  void applyEvent(WGMMAState &State, unsigned Event) const;
  /// The state before an event, after what is inserted there.
  WGMMAState getStateBefore(unsigned Event) const;
  /// The same, before what is inserted there.
  WGMMAState getStateBeforeInsertion(unsigned Event) const;
  WGMMAState getExitState(unsigned Node) const;
  /// The youngest that is in flight at an event, or else the first that is not fenced.
  std::optional<WGMMAConflict> findConflict(const WGMMAState &State, unsigned Event) const;
  std::optional<WGMMAConflict> findFlightConflict(const WGMMAState &State, unsigned Event) const;
  std::optional<WGMMAConflict> findFenceConflict(const WGMMAState &State, unsigned Event) const;
  /// Joins a state that arrives at a node with what arrived there. True if that changes.
  bool arrive(unsigned Node, WGMMAState &At, WGMMAState From) const;
  WGMMAState makeEntryState() const;

private:
  void makeNodes(const WGMMAProgram &Program);
  void orderNodes();
  void findFencedAhead();
  WGMMASlotSet getFencedAhead(unsigned Node) const;
  /// Until nothing changes; or, if asked for, until there is a conflict.
  std::optional<WGMMAConflict> propagate(std::set<unsigned> Worklist, bool UntilConflict);
  std::optional<WGMMAConflict> runNode(unsigned Node, WGMMAState &State, bool UntilConflict) const;

  const WGMMAEffects &Effects;
  const WGMMARules &Rules;
  std::vector<Node> Nodes;
  /// By event.
  std::vector<unsigned> NodeNumbers;
  std::vector<WGMMAInsertion> Insertions;
  /// By node: the slots that an Issue ahead wants fenced, as far as nothing before it fences or
  /// accesses them. Elsewhere marks do not matter, and would pile up along long programs.
  std::vector<WGMMASlotSet> FencedAhead;
  /// By node.
  std::vector<WGMMAState> EntryStates;
  /// While trying: the states before, of those that changed.
  std::map<unsigned, WGMMAState> Changed;
  bool IsTrying = false;
};

/// A conflict, with its culprit, in a program that is solved and has nothing inserted.
WGMMAHazard explainConflict(const WGMMADataflow &Flow, const WGMMAConflict &Conflict);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_HAZARDS_WGMMADATAFLOW_H
