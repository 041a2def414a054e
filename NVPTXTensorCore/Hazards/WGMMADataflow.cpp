//===- WGMMADataflow.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nodes, and their states.
//
//===----------------------------------------------------------------------===//

#include "Hazards/WGMMADataflow.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

/// Events of a node at most.
static constexpr unsigned NodeSize = 32;
static constexpr unsigned NoNode = ~0u;

WGMMADataflow::WGMMADataflow(const WGMMAProgram &Program, const WGMMAEffects &Effects,
                             const WGMMARules &Rules)
    : Effects(Effects), Rules(Rules), NodeNumbers(Effects.getEffects().size(), NoNode),
      Insertions(Effects.getEffects().size()) {
  makeNodes(Program);
  orderNodes();
  for (auto [Number, Piece] : enumerate(Nodes)) {
    for (unsigned Event = Piece.Begin; Event != Piece.End; ++Event)
      NodeNumbers[Event] = Number;
    for (unsigned Successor : Piece.Successors)
      Nodes[Successor].Predecessors.push_back(Number);
  }
  findFencedAhead();
}

std::optional<unsigned> WGMMADataflow::getNode(unsigned Event) const {
  unsigned Number = NodeNumbers[Event];
  return Number == NoNode ? std::nullopt : std::optional<unsigned>(Number);
}

/// The pieces of all blocks, in their order.
void WGMMADataflow::makeNodes(const WGMMAProgram &Program) {
  std::vector<unsigned> FirstNodes, LastNodes;
  for (auto [Number, Block] : enumerate(Program.Blocks)) {
    auto Exit = find_if(Block.Events,
                        [](const WGMMAEvent &Event) { return Event.Kind == WGMMAEventKind::Exit; });
    unsigned Begin = Effects.getEvent({unsigned(Number), 0});
    unsigned End = Begin + (Exit - Block.Events.begin()) + (Exit != Block.Events.end());
    FirstNodes.push_back(Nodes.size());
    do {
      Nodes.emplace_back();
      Nodes.back().Begin = Begin;
      Nodes.back().End = Begin = std::min(Begin + NodeSize, End);
      if (Begin != End)
        Nodes.back().Successors.push_back(Nodes.size());
    } while (Begin != End);
    LastNodes.push_back(Exit == Block.Events.end() ? Nodes.size() - 1 : NoNode);
  }
  for (auto [Block, Last] : zip_equal(Program.Blocks, LastNodes))
    if (Last != NoNode)
      for (unsigned Successor : Block.Successors)
        Nodes[Last].Successors.push_back(FirstNodes[Successor]);
}

/// Puts the nodes into reverse postorder and drops those that are not reached.
void WGMMADataflow::orderNodes() {
  std::vector<unsigned> Postorder, Numbers(Nodes.size(), NoNode);
  /// A node, and how many of its successors have been looked at.
  std::vector<std::pair<unsigned, unsigned>> Stack = {{0, 0}};
  BitVector IsSeen(Nodes.size());
  IsSeen.set(0);
  while (!Stack.empty()) {
    auto &[Current, Next] = Stack.back();
    if (Next == Nodes[Current].Successors.size()) {
      Postorder.push_back(Current);
      Stack.pop_back();
      continue;
    }
    unsigned Successor = Nodes[Current].Successors[Next++];
    if (!IsSeen.test(Successor)) {
      IsSeen.set(Successor);
      Stack.emplace_back(Successor, 0);
    }
  }
  std::vector<Node> Ordered;
  for (unsigned Old : reverse(Postorder)) {
    Numbers[Old] = Ordered.size();
    Ordered.push_back(std::move(Nodes[Old]));
  }
  for (Node &Piece : Ordered)
    for (unsigned &Successor : Piece.Successors)
      Successor = Numbers[Successor];
  Nodes = std::move(Ordered);
}

/// At the beginning of a node, from what there is at its successors'.
WGMMASlotSet WGMMADataflow::getFencedAhead(unsigned Node) const {
  WGMMASlotSet Slots;
  for (unsigned Successor : Nodes[Node].Successors)
    Slots |= FencedAhead[Successor];
  for (unsigned Event = Nodes[Node].End; Event != Nodes[Node].Begin;) {
    const WGMMAEffect &Effect = Effects.getEffects()[--Event];
    if (Effect.Kind == WGMMAEventKind::Fence)
      Slots.clear();
    for (WGMMASlot Slot : Effect.Touched)
      Slots.reset(Slot);
    for (const WGMMACheck &Check : Effect.FenceChecks)
      Slots.set(Check.Slot);
  }
  return Slots;
}

void WGMMADataflow::findFencedAhead() {
  FencedAhead.resize(Nodes.size());
  std::set<unsigned, std::greater<>> Worklist;
  for (unsigned Number = 0; Number != Nodes.size(); ++Number)
    Worklist.insert(Worklist.end(), Number);
  while (!Worklist.empty()) {
    unsigned Number = *Worklist.begin();
    Worklist.erase(Worklist.begin());
    WGMMASlotSet Slots = getFencedAhead(Number);
    if (Slots == FencedAhead[Number])
      continue;
    FencedAhead[Number] = std::move(Slots);
    Worklist.insert(Nodes[Number].Predecessors.begin(), Nodes[Number].Predecessors.end());
  }
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

void WGMMADataflow::applyInsertion(WGMMAState &State, const WGMMAInsertion &Insertion) const {
  if (Insertion.HasCommit)
    Rules.commit(State);
  if (Insertion.hasWait())
    Rules.wait(State, Insertion.PendingGroups);
  if (Insertion.HasFence)
    Rules.fence(State);
}

void WGMMADataflow::applyEvent(WGMMAState &State, unsigned Event) const {
  const WGMMAEffect &Effect = Effects.getEffects()[Event];
  switch (Effect.Kind) {
  case WGMMAEventKind::Issue:
  case WGMMAEventKind::Access:
    Rules.touch(State, Effect);
    break;
  case WGMMAEventKind::Fence:
    Rules.fence(State);
    break;
  case WGMMAEventKind::Commit:
    Rules.commit(State);
    break;
  case WGMMAEventKind::Wait:
    Rules.wait(State, Effect.PendingGroups);
    break;
  case WGMMAEventKind::Exit:
    break;
  }
}

std::optional<WGMMAConflict> WGMMADataflow::findFlightConflict(const WGMMAState &State,
                                                               unsigned Event) const {
  std::optional<WGMMAConflict> Youngest;
  for (const WGMMACheck &Check : Effects.getEffects()[Event].FlightChecks) {
    WGMMAProgress Progress = State.Progress.get(Check.Slot);
    if (Progress < (Youngest ? Youngest->Progress : WGMMARetired))
      Youngest = {Event, Check, Progress};
  }
  return Youngest;
}

std::optional<WGMMAConflict> WGMMADataflow::findFenceConflict(const WGMMAState &State,
                                                              unsigned Event) const {
  for (const WGMMACheck &Check : Effects.getEffects()[Event].FenceChecks)
    if (State.IsUnfenced.test(Check.Slot))
      return WGMMAConflict{Event, Check, WGMMARetired};
  return std::nullopt;
}

std::optional<WGMMAConflict> WGMMADataflow::findConflict(const WGMMAState &State,
                                                         unsigned Event) const {
  auto Conflict = findFlightConflict(State, Event);
  return Conflict ? Conflict : findFenceConflict(State, Event);
}

std::optional<WGMMAConflict> WGMMADataflow::runNode(unsigned Node, WGMMAState &State,
                                                    bool UntilConflict) const {
  for (unsigned Event = Nodes[Node].Begin; Event != Nodes[Node].End; ++Event) {
    applyInsertion(State, Insertions[Event]);
    if (UntilConflict)
      if (auto Conflict = findConflict(State, Event))
        return Conflict;
    applyEvent(State, Event);
  }
  return std::nullopt;
}

bool WGMMADataflow::arrive(unsigned Node, WGMMAState &At, WGMMAState From) const {
  From.IsUnfenced &= FencedAhead[Node];
  if (At.IsReached)
    return Rules.join(At, From);
  At = std::move(From);
  return true;
}

WGMMAState WGMMADataflow::makeEntryState() const {
  WGMMAState State;
  Rules.enter(State);
  return State;
}

std::optional<WGMMAConflict> WGMMADataflow::propagate(std::set<unsigned> Worklist,
                                                      bool UntilConflict) {
  WGMMAState State;
  while (!Worklist.empty()) {
    unsigned Number = *Worklist.begin();
    Worklist.erase(Worklist.begin());
    State = EntryStates[Number];
    if (auto Conflict = runNode(Number, State, UntilConflict))
      return Conflict;
    for (unsigned Successor : Nodes[Number].Successors) {
      WGMMAState &At = EntryStates[Successor];
      if (!IsTrying) {
        if (arrive(Successor, At, State))
          Worklist.insert(Successor);
        continue;
      }
      WGMMAState Joined = At;
      if (!arrive(Successor, Joined, State))
        continue;
      Changed.try_emplace(Successor, std::move(At));
      At = std::move(Joined);
      Worklist.insert(Successor);
    }
  }
  return std::nullopt;
}

void WGMMADataflow::solve() {
  EntryStates.assign(Nodes.size(), WGMMAState());
  EntryStates[0] = makeEntryState();
  propagate({0}, false);
}

std::optional<WGMMAConflict> WGMMADataflow::findConflict() const {
  for (unsigned Number = 0; Number != Nodes.size(); ++Number) {
    WGMMAState State = EntryStates[Number];
    if (auto Conflict = runNode(Number, State, true))
      return Conflict;
  }
  return std::nullopt;
}

std::optional<WGMMAConflict> WGMMADataflow::tryWeaken(unsigned Event, WGMMAInsertion Weaker) {
  // The states only fall, and falling from the old ones they arrive at the new ones: the
  // greatest solution under the old.
  std::swap(Insertions[Event], Weaker);
  IsTrying = true;
  std::optional<WGMMAConflict> Conflict = propagate({NodeNumbers[Event]}, true);
  IsTrying = false;
  if (Conflict) {
    std::swap(Insertions[Event], Weaker);
    for (auto &[Number, State] : Changed)
      EntryStates[Number] = std::move(State);
  }
  Changed.clear();
  return Conflict;
}

WGMMAState WGMMADataflow::getStateBeforeInsertion(unsigned Event) const {
  unsigned Number = NodeNumbers[Event];
  WGMMAState State = EntryStates[Number];
  for (unsigned Before = Nodes[Number].Begin; Before != Event; ++Before) {
    applyInsertion(State, Insertions[Before]);
    applyEvent(State, Before);
  }
  return State;
}

WGMMAState WGMMADataflow::getStateBefore(unsigned Event) const {
  WGMMAState State = getStateBeforeInsertion(Event);
  applyInsertion(State, Insertions[Event]);
  return State;
}

WGMMAState WGMMADataflow::getExitState(unsigned Node) const {
  WGMMAState State = EntryStates[Node];
  runNode(Node, State, false);
  return State;
}
