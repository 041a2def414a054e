//===- WGMMARepair.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The weakest insertions: found along paths until no conflict is left, then weakened one by
// one as far as that goes. That one pass is enough, WGMMADataflow.h says why.
//
//===----------------------------------------------------------------------===//

#include "Hazards/WGMMADataflow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Says what has been tried against an uncommitted Issue at an event. Existing waits come first:
/// the author of the source meant those to be enough.
enum class CommitAttempt : uint8_t { NearestWaits, AllWaits, AtEvent };

class RepairSearch {
public:
  RepairSearch(const WGMMAProgram &Program, const WGMMAEffects &Effects, const WGMMARules &Rules)
      : Flow(Program, Effects, Rules) {}

  std::vector<WGMMARepair> run();

private:
  struct Causes {
    std::optional<WGMMAConflict> Commit, Wait, Fence;
  };

  // Insertion.
  void insertAlongPaths(bool WithBackEdges);
  void insertInNode(unsigned Node, WGMMAState &State);
  void repairFlight(const WGMMAConflict &Conflict, WGMMAState &State);
  // Commits before waits of the program.
  void tryCommits();
  std::vector<unsigned> findWaits(const WGMMAConflict &Conflict, bool OnlyNearest) const;
  bool scanForWaits(unsigned Node, unsigned End, WGMMASlot Slot,
                    SmallVectorImpl<unsigned> &Waits) const;
  std::optional<WGMMAConflict> findFlightConflict(unsigned Event) const;
  // Minimisation.
  void weakenAll();
  void weakenWait(unsigned Event);
  // Result.
  std::vector<WGMMARepair> collect();
  unsigned countGroups(unsigned Event) const;

  WGMMADataflow Flow;
  DenseMap<unsigned, Causes> CausesByEvent;
  DenseMap<unsigned, CommitAttempt> Attempts;
  /// Conflicts with something uncommitted that no commit has been tried against in this round.
  std::vector<WGMMAConflict> Pending;
  bool IsChanged = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Insertion
//===----------------------------------------------------------------------===//

/// Adds what is missing at the event, to the program and to the state.
void RepairSearch::repairFlight(const WGMMAConflict &Conflict, WGMMAState &State) {
  unsigned Event = Conflict.Event;
  WGMMAInsertion &Insertion = Flow.getInsertion(Event);
  bool IsUncommitted = Conflict.Progress == WGMMAUncommitted;
  if (IsUncommitted && Attempts[Event] != CommitAttempt::AtEvent) {
    Pending.push_back(Conflict);
    return;
  }
  if (IsUncommitted && !std::exchange(Insertion.HasCommit, true)) {
    CausesByEvent[Event].Commit = Conflict;
    Flow.getRules().commit(State);
    IsChanged = true;
  }
  unsigned PendingGroups = IsUncommitted ? 0 : Conflict.Progress - 1;
  if (std::exchange(Insertion.PendingGroups, PendingGroups) != PendingGroups) {
    CausesByEvent[Event].Wait = Conflict;
    IsChanged = true;
  }
  Flow.getRules().wait(State, PendingGroups);
}

/// Goes through a node with the state at its beginning, which becomes that at its end.
void RepairSearch::insertInNode(unsigned Node, WGMMAState &State) {
  for (unsigned Event = Flow.getNodes()[Node].Begin; Event != Flow.getNodes()[Node].End; ++Event) {
    Flow.applyInsertion(State, Flow.getInsertions()[Event]);
    if (auto Conflict = Flow.findFlightConflict(State, Event))
      repairFlight(*Conflict, State);
    if (auto Conflict = Flow.findFenceConflict(State, Event)) {
      Flow.getInsertion(Event).HasFence = IsChanged = true;
      CausesByEvent[Event].Fence = Conflict;
      Flow.getRules().fence(State);
    }
    Flow.applyEvent(State, Event);
  }
}

/// Goes through the nodes once. What comes along back edges is, if anything, what the solved
/// dataflow has.
void RepairSearch::insertAlongPaths(bool WithBackEdges) {
  ArrayRef<WGMMADataflow::Node> Nodes = Flow.getNodes();
  std::vector<WGMMAState> States(Nodes.size());
  States[0] = Flow.makeEntryState();
  if (WithBackEdges)
    for (unsigned Node = 0; Node != Nodes.size(); ++Node)
      for (unsigned Successor : Nodes[Node].Successors)
        if (Successor <= Node)
          Flow.arrive(Successor, States[Successor], Flow.getExitState(Node));
  for (unsigned Node = 0; Node != Nodes.size(); ++Node) {
    insertInNode(Node, States[Node]);
    for (unsigned Successor : Nodes[Node].Successors)
      if (Successor > Node)
        Flow.arrive(Successor, States[Successor], States[Node]);
    States[Node] = WGMMAState();
  }
}

//===----------------------------------------------------------------------===//
// Commits before waits of the program
//===----------------------------------------------------------------------===//

/// The waits between the Issue that leaves a slot uncommitted and the end of a piece of a
/// node, last one first. True if the Issue may be before the node.
bool RepairSearch::scanForWaits(unsigned Node, unsigned End, WGMMASlot Slot,
                                SmallVectorImpl<unsigned> &Waits) const {
  for (unsigned Event = End; Event != Flow.getNodes()[Node].Begin;) {
    const WGMMAEffect &Effect = Flow.getEffects().getEffects()[--Event];
    if (is_contained(Effect.Launched, Slot))
      return false;
    if (Effect.Kind == WGMMAEventKind::Wait)
      Waits.push_back(Event);
    if (Effect.Kind == WGMMAEventKind::Commit || Flow.getInsertions()[Event].HasCommit) {
      Waits.clear();
      return false;
    }
  }
  if (Flow.getEntryState(Node).Progress.get(Slot) == WGMMAUncommitted)
    return true;
  Waits.clear();
  return false;
}

/// Waits that an uncommitted Issue passed on its way to the event: the last on each way, or
/// all.
std::vector<unsigned> RepairSearch::findWaits(const WGMMAConflict &Conflict,
                                              bool OnlyNearest) const {
  std::set<unsigned> Found;
  BitVector IsSeen(Flow.getNodes().size());
  std::vector<std::pair<unsigned, unsigned>> Steps = {
      {*Flow.getNode(Conflict.Event), Conflict.Event}};
  while (!Steps.empty()) {
    auto [Node, End] = Steps.back();
    Steps.pop_back();
    SmallVector<unsigned, 4> Waits;
    bool GoesOn = scanForWaits(Node, End, Conflict.Check.Slot, Waits);
    if (OnlyNearest && !Waits.empty()) {
      Found.insert(Waits.front());
      continue;
    }
    Found.insert(Waits.begin(), Waits.end());
    if (!GoesOn)
      continue;
    for (unsigned Predecessor : Flow.getNodes()[Node].Predecessors)
      if (!IsSeen.test(Predecessor)) {
        IsSeen.set(Predecessor);
        Steps.emplace_back(Predecessor, Flow.getNodes()[Predecessor].End);
      }
  }
  return std::vector<unsigned>(Found.begin(), Found.end());
}

std::optional<WGMMAConflict> RepairSearch::findFlightConflict(unsigned Event) const {
  return Flow.findFlightConflict(Flow.getStateBefore(Event), Event);
}

/// Commits before waits for all that is pending at once; those that were not enough are taken
/// back. Each event gets here once for each kind of attempt, so that this comes to an end.
void RepairSearch::tryCommits() {
  Flow.solve();
  /// The conflicts that a commit was inserted for, by where it was.
  std::map<unsigned, SmallVector<WGMMAConflict, 1>> Tried;
  for (const WGMMAConflict &Former : Pending) {
    auto Conflict = findFlightConflict(Former.Event);
    if (!Conflict || Conflict->Progress != WGMMAUncommitted)
      continue;
    CommitAttempt &Attempt = Attempts[Former.Event];
    bool OnlyNearest = Attempt == CommitAttempt::NearestWaits;
    std::vector<unsigned> Waits = findWaits(*Conflict, OnlyNearest);
    Attempt = OnlyNearest && !Waits.empty() ? CommitAttempt::AllWaits : CommitAttempt::AtEvent;
    for (unsigned Wait : Waits)
      Tried[Wait].push_back(*Conflict);
  }
  Pending.clear();
  if (Tried.empty())
    return;
  for (auto &[Wait, Conflicts] : Tried) {
    Flow.getInsertion(Wait).HasCommit = true;
    CausesByEvent[Wait].Commit = Conflicts.front();
  }
  Flow.solve();
  for (auto &[Wait, Conflicts] : Tried) {
    auto Solved = find_if(Conflicts, [&](const WGMMAConflict &Conflict) {
      return !findFlightConflict(Conflict.Event);
    });
    Flow.getInsertion(Wait).HasCommit = Solved != Conflicts.end();
  }
}

//===----------------------------------------------------------------------===//
// Minimisation
//===----------------------------------------------------------------------===//

/// Weakens a wait as far as there is no hazard. The hazard that it then prevents is a better reason
/// for keeping it than the one for which it was inserted.
void RepairSearch::weakenWait(unsigned Event) {
  WGMMAInsertion Weaker = Flow.getInsertions()[Event];
  Weaker.PendingGroups = WGMMAInsertion::NoWait;
  std::optional<WGMMAConflict> Conflict = Flow.tryWeaken(Event, Weaker);
  if (!Conflict)
    return;
  CausesByEvent[Event].Wait = Conflict;
  do {
    Weaker.PendingGroups = Flow.getInsertions()[Event].PendingGroups + 1;
  } while (!Flow.tryWeaken(Event, Weaker));
}

/// Waits first, so that a commit that is enough is all that is left.
void RepairSearch::weakenAll() {
  for (unsigned Event = 0; Event != Flow.getInsertions().size(); ++Event)
    if (Flow.getInsertions()[Event].hasWait())
      weakenWait(Event);
  for (unsigned Event = 0; Event != Flow.getInsertions().size(); ++Event) {
    WGMMAInsertion Weaker = Flow.getInsertions()[Event];
    if (!std::exchange(Weaker.HasCommit, false))
      continue;
    if (auto Conflict = Flow.tryWeaken(Event, Weaker))
      CausesByEvent[Event].Commit = Conflict;
  }
  for (unsigned Event = 0; Event != Flow.getInsertions().size(); ++Event) {
    WGMMAInsertion Weaker = Flow.getInsertions()[Event];
    if (!std::exchange(Weaker.HasFence, false))
      continue;
    if (auto Conflict = Flow.tryWeaken(Event, Weaker))
      CausesByEvent[Event].Fence = Conflict;
  }
}

//===----------------------------------------------------------------------===//
// Result
//===----------------------------------------------------------------------===//

/// Groups that a wait may find pending and does not leave so, told apart by their ages.
unsigned RepairSearch::countGroups(unsigned Event) const {
  WGMMAInsertion Insertion = Flow.getInsertions()[Event];
  WGMMAState State = Flow.getStateBeforeInsertion(Event);
  if (Insertion.HasCommit)
    Flow.getRules().commit(State);
  std::set<WGMMAProgress> Ages;
  for (auto [Slot, Progress] : State.Progress)
    if (Progress > Insertion.PendingGroups)
      Ages.insert(Progress);
  return Ages.size();
}

std::vector<WGMMARepair> RepairSearch::collect() {
  std::vector<WGMMARepair> Repairs;
  std::vector<WGMMAConflict> Reasons;
  for (auto [Event, Insertion] : enumerate(Flow.getInsertions())) {
    WGMMALocation Location = Flow.getEffects().getLocation(Event);
    auto Add = [&](WGMMAEventKind Kind, const std::optional<WGMMAConflict> &Reason) {
      Repairs.push_back({Kind, 0, Location, 0, {}});
      Reasons.push_back(*Reason);
    };
    if (Insertion.HasCommit)
      Add(WGMMAEventKind::Commit, CausesByEvent[Event].Commit);
    if (Insertion.hasWait()) {
      Add(WGMMAEventKind::Wait, CausesByEvent[Event].Wait);
      Repairs.back().PendingGroups = Insertion.PendingGroups;
      Repairs.back().GroupsWaitedFor = countGroups(Event);
    }
    if (Insertion.HasFence)
      Add(WGMMAEventKind::Fence, CausesByEvent[Event].Fence);
  }
  // A conflict that is left without one of them was there without all of them, too.
  Flow.clearInsertions();
  Flow.solve();
  for (auto [Repair, Reason] : zip_equal(Repairs, Reasons)) {
    if (Reason.isInFlight())
      Reason.Progress = Flow.getStateBefore(Reason.Event).Progress.get(Reason.Check.Slot);
    Repair.Cause = explainConflict(Flow, Reason);
  }
  return Repairs;
}

std::vector<WGMMARepair> RepairSearch::run() {
  Flow.solve();
  if (!Flow.findConflict())
    return {};
  // Repairs that are needed without back edges are inserted first: they may be enough for back
  // edges as well.
  insertAlongPaths(false);
  do {
    if (!Pending.empty())
      tryCommits();
    Flow.solve();
    IsChanged = false;
    insertAlongPaths(true);
  } while (IsChanged || !Pending.empty());
  Flow.solve();
  weakenAll();
  return collect();
}

std::vector<WGMMARepair> tensorcore::findRepairs(const WGMMAProgram &Program) {
  WGMMAEffects Effects(Program);
  if (!Effects.hasIssues())
    return {};
  return RepairSearch(Program, Effects, WGMMARules()).run();
}
