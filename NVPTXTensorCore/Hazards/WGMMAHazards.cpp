//===- WGMMAHazards.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hazards read off the solved dataflow, their culprits found by going back from them, and
// both in words.
//
//===----------------------------------------------------------------------===//

#include "Hazards/WGMMAHazards.h"
#include "Hazards/WGMMADataflow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <array>
#include <deque>

using namespace llvm;
using namespace llvm::tensorcore;

//===----------------------------------------------------------------------===//
// Culprits
//===----------------------------------------------------------------------===//

namespace {
/// Goes back along paths on which a slot is marked as it is at the conflict. Progress before
/// an event follows from that after it, as long as the slot is in flight, so that each node
/// is looked at once.
class CulpritSearch {
public:
  CulpritSearch(const WGMMADataflow &Flow, const WGMMAConflict &Conflict)
      : Flow(Flow), Conflict(Conflict), IsSeen(Flow.getNodes().size()) {}

  std::optional<unsigned> run();

private:
  /// Looks at the events of a node before End. True if the path may come from before it.
  bool goBack(unsigned Node, unsigned End, WGMMAProgress &Progress);
  bool goBackOver(const WGMMAEffect &Effect, WGMMAProgress &Progress) const;

  const WGMMADataflow &Flow;
  const WGMMAConflict &Conflict;
  BitVector IsSeen;
  std::optional<unsigned> Culprit;
};
} // namespace

/// True if the mark may have passed the event.
bool CulpritSearch::goBackOver(const WGMMAEffect &Effect, WGMMAProgress &Progress) const {
  if (!Conflict.isInFlight())
    return Effect.Kind != WGMMAEventKind::Fence;
  if (Effect.Kind == WGMMAEventKind::Wait)
    return Progress <= Effect.PendingGroups;
  if (Effect.Kind == WGMMAEventKind::Commit)
    return Progress-- != WGMMAUncommitted;
  return true;
}

bool CulpritSearch::goBack(unsigned Node, unsigned End, WGMMAProgress &Progress) {
  WGMMASlot Slot = Conflict.Check.Slot;
  for (unsigned Event = End; Event != Flow.getNodes()[Node].Begin;) {
    const WGMMAEffect &Effect = Flow.getEffects().getEffects()[--Event];
    if (is_contained(Conflict.isInFlight() ? Effect.Launched : Effect.Touched, Slot)) {
      if (!Conflict.isInFlight() || Progress == WGMMAUncommitted)
        Culprit = Event;
      return false;
    }
    if (!goBackOver(Effect, Progress))
      return false;
  }
  const WGMMAState &State = Flow.getEntryState(Node);
  return Conflict.isInFlight() ? State.Progress.get(Slot) == Progress : State.IsUnfenced.test(Slot);
}

std::optional<unsigned> CulpritSearch::run() {
  struct Step {
    unsigned Node, End;
    WGMMAProgress Progress;
  };
  std::deque<Step> Steps = {{*Flow.getNode(Conflict.Event), Conflict.Event, Conflict.Progress}};
  while (!Steps.empty() && !Culprit) {
    Step Current = Steps.front();
    Steps.pop_front();
    if (!goBack(Current.Node, Current.End, Current.Progress))
      continue;
    for (unsigned Predecessor : Flow.getNodes()[Current.Node].Predecessors) {
      if (IsSeen.test(Predecessor))
        continue;
      IsSeen.set(Predecessor);
      Steps.push_back({Predecessor, Flow.getNodes()[Predecessor].End, Current.Progress});
    }
  }
  return Culprit;
}

WGMMAHazard tensorcore::explainConflict(const WGMMADataflow &Flow, const WGMMAConflict &Conflict) {
  WGMMAHazard Hazard;
  Hazard.Kind = Conflict.Check.Kind;
  Hazard.Event = Flow.getEffects().getLocation(Conflict.Event);
  Hazard.Register = Conflict.Check.Register;
  if (Hazard.isInFlight()) {
    Hazard.IsUncommitted = Conflict.Progress == WGMMAUncommitted;
    Hazard.YoungerGroups = Hazard.IsUncommitted ? 0 : Conflict.Progress - 1;
  }
  if (Conflict.Check.Slot != WGMMAEffects::Entry)
    if (std::optional<unsigned> Culprit = CulpritSearch(Flow, Conflict).run())
      Hazard.Culprit = Flow.getEffects().getLocation(*Culprit);
  return Hazard;
}

//===----------------------------------------------------------------------===//
// Hazards
//===----------------------------------------------------------------------===//

using ConflictsByKind = std::array<std::optional<WGMMAConflict>, NumWGMMAHazardKinds>;

/// Keeps the conflict that waits for the most, and of several the one of the lowest register.
static void keepWorst(ConflictsByKind &Worst, const WGMMAConflict &Conflict) {
  auto &Kept = Worst[unsigned(Conflict.Check.Kind)];
  if (!Kept || std::tie(Conflict.Progress, Conflict.Check.Register) <
                   std::tie(Kept->Progress, Kept->Check.Register))
    Kept = Conflict;
}

static ConflictsByKind findConflicts(const WGMMAState &State, unsigned Event,
                                     const WGMMAEffect &Effect) {
  ConflictsByKind Worst;
  for (const WGMMACheck &Check : Effect.FlightChecks)
    if (WGMMAProgress Progress = State.Progress.get(Check.Slot); Progress != WGMMARetired)
      keepWorst(Worst, {Event, Check, Progress});
  for (const WGMMACheck &Check : Effect.FenceChecks)
    if (State.IsUnfenced.test(Check.Slot))
      keepWorst(Worst, {Event, Check, WGMMARetired});
  return Worst;
}

std::vector<WGMMAHazard> tensorcore::findHazards(const WGMMAProgram &Program,
                                                 const WGMMARules &Rules) {
  std::vector<WGMMAHazard> Hazards;
  WGMMAEffects Effects(Program);
  if (!Effects.hasIssues())
    return Hazards;
  WGMMADataflow Flow(Program, Effects, Rules);
  Flow.solve();
  for (auto [Number, Node] : enumerate(Flow.getNodes())) {
    WGMMAState State = Flow.getEntryState(Number);
    for (unsigned Event = Node.Begin; Event != Node.End; ++Event) {
      for (const auto &Conflict : findConflicts(State, Event, Effects.getEffects()[Event]))
        if (Conflict)
          Hazards.push_back(explainConflict(Flow, *Conflict));
      Flow.applyEvent(State, Event);
    }
  }
  llvm::stable_sort(Hazards,
                    [](const WGMMAHazard &L, const WGMMAHazard &R) { return L.Event < R.Event; });
  return Hazards;
}

std::vector<WGMMAHazard> tensorcore::findHazards(const WGMMAProgram &Program) {
  return findHazards(Program, WGMMARules());
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

std::vector<WGMMAPendingFragments> tensorcore::findPendingFragments(const WGMMAProgram &Program) {
  std::vector<WGMMAPendingFragments> Pending;
  WGMMAEffects Effects(Program);
  if (!Effects.hasIssues())
    return Pending;
  WGMMARules Rules;
  WGMMADataflow Flow(Program, Effects, Rules);
  Flow.solve();
  for (auto [Number, Node] : enumerate(Flow.getNodes())) {
    WGMMAState State = Flow.getEntryState(Number);
    for (unsigned Event = Node.Begin; Event != Node.End; ++Event) {
      if (Effects.getEffects()[Event].Kind == WGMMAEventKind::Wait) {
        Pending.push_back({Effects.getLocation(Event), {}});
        for (auto [Slot, Progress] : State.Progress)
          if (std::optional<WGMMARegister> Fragment = Effects.getFragment(Slot))
            Pending.back().Registers.push_back(*Fragment);
        llvm::sort(Pending.back().Registers);
      }
      Flow.applyEvent(State, Event);
    }
  }
  return Pending;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

StringRef tensorcore::getText(WGMMAHazardKind Kind) {
  switch (Kind) {
  case WGMMAHazardKind::AccumulatorRead:
    return "accumulator is read while in flight";
  case WGMMAHazardKind::AccumulatorWritten:
    return "accumulator is written while in flight";
  case WGMMAHazardKind::AccumulatorAsFragment:
    return "accumulator is used as A fragment while in flight";
  case WGMMAHazardKind::AccumulatorOfOtherShape:
    return "accumulator is used with another shape while in flight";
  case WGMMAHazardKind::FragmentWritten:
    return "A fragment is written while in flight";
  case WGMMAHazardKind::FragmentAsAccumulator:
    return "A fragment is used as accumulator while in flight";
  case WGMMAHazardKind::FirstFenceMissing:
    return "no wgmma.fence before the first wgmma.mma_async";
  case WGMMAHazardKind::FenceMissing:
    return "no wgmma.fence between an access to a register and wgmma.mma_async";
  case WGMMAHazardKind::InFlightAtExit:
    return "function returns while wgmma.mma_async is in flight";
  }
  llvm_unreachable("a kind of hazard");
}

/// Puts the culprit, and the register, into the clause of a hazard.
std::string tensorcore::describe(const WGMMAHazard &Hazard, WGMMALocationNamer NameLocation,
                                 StringRef RegisterName) {
  StringRef Text = getText(Hazard.Kind);
  std::string Culprit = Hazard.Culprit ? NameLocation(*Hazard.Culprit) : std::string();
  std::string Register = RegisterName.empty() ? std::string() : (" " + RegisterName).str();
  std::string State = Hazard.isInFlight() && Hazard.IsUncommitted ? ", in no wgmma-group yet" : "";
  switch (Hazard.Kind) {
  case WGMMAHazardKind::FirstFenceMissing:
    return Text.str();
  case WGMMAHazardKind::FenceMissing:
    return "no wgmma.fence between the access to register" + Register + " at " + Culprit +
           " and wgmma.mma_async";
  case WGMMAHazardKind::InFlightAtExit:
    return "function returns while wgmma.mma_async at " + Culprit + " is in flight" + State;
  default:
    break;
  }
  // "accumulator is read while in flight" is of two parts, with names in between.
  auto [Noun, Rest] = Text.split(" is ");
  auto [Verb, End] = Rest.split(" while ");
  return (Noun + Register + " is " + Verb + " while wgmma.mma_async at " + Culprit + " is " + End +
          State)
      .str();
}

std::string tensorcore::describe(const WGMMARepair &Repair, WGMMALocationNamer NameLocation,
                                 StringRef RegisterName) {
  std::string What;
  switch (Repair.Kind) {
  case WGMMAEventKind::Fence:
    What = "wgmma.fence";
    break;
  case WGMMAEventKind::Commit:
    What = "wgmma.commit_group";
    break;
  case WGMMAEventKind::Wait:
    What = "wgmma.wait_group " + utostr(Repair.PendingGroups) + ", which waits for " +
           utostr(Repair.GroupsWaitedFor) + (Repair.GroupsWaitedFor == 1 ? " group" : " groups");
    break;
  default:
    llvm_unreachable("an event that is never inserted");
  }
  return "inserted " + What + ": " + describe(Repair.Cause, NameLocation, RegisterName);
}

/// The event that a repair inserts.
static WGMMAEvent makeEvent(const WGMMARepair &Repair) {
  switch (Repair.Kind) {
  case WGMMAEventKind::Fence:
    return WGMMAEvent::fence();
  case WGMMAEventKind::Commit:
    return WGMMAEvent::commit();
  case WGMMAEventKind::Wait:
    return WGMMAEvent::wait(Repair.PendingGroups);
  default:
    llvm_unreachable("an event that is never inserted");
  }
}

WGMMAProgram tensorcore::applyRepairs(const WGMMAProgram &Program, ArrayRef<WGMMARepair> Repairs) {
  WGMMAProgram Result;
  for (auto [Number, Block] : enumerate(Program.Blocks)) {
    WGMMABlock &New = Result.Blocks.emplace_back();
    New.Successors = Block.Successors;
    for (auto [Index, Event] : enumerate(Block.Events)) {
      WGMMALocation Location{unsigned(Number), unsigned(Index)};
      for (; !Repairs.empty() && Repairs.front().Before == Location; Repairs = Repairs.drop_front())
        New.Events.push_back(makeEvent(Repairs.front()));
      New.Events.push_back(Event);
    }
  }
  return Result;
}
