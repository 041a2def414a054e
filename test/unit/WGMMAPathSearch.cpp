//===- WGMMAPathSearch.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breadth-first search.
//
//===----------------------------------------------------------------------===//

#include "WGMMAPathSearch.h"
#include "WGMMAInterpreter.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr unsigned MaxIssues = 16, MaxTouchers = 48, MaxAge = 14, NotInFlight = 15;
static constexpr unsigned NoEntry = ~0u;

static unsigned getBits(uint64_t Progress, unsigned Shift) { return Progress >> Shift & 15; }

static uint64_t setBits(uint64_t Progress, unsigned Shift, uint64_t Bits) {
  return (Progress & ~(uint64_t(15) << Shift)) | Bits << Shift;
}

WGMMAPathSearch::WGMMAPathSearch(const WGMMAProgram &Program) : Program(Program) {
  collectEvents(Program);
  IsPossible = Issues.size() <= MaxIssues && Touchers.size() <= MaxTouchers && AgeLimit < MaxAge;
  if (!IsPossible)
    return;
  for (auto [Number, Block] : enumerate(Program.Blocks)) {
    Steps.emplace_back();
    for (auto [Index, Event] : enumerate(Block.Events))
      makeStep(Event, {unsigned(Number), unsigned(Index)});
  }
}

void WGMMAPathSearch::collectEvents(const WGMMAProgram &Program) {
  for (auto [Number, Block] : enumerate(Program.Blocks))
    for (auto [Index, Event] : enumerate(Block.Events)) {
      WGMMALocation Location{unsigned(Number), unsigned(Index)};
      if (Event.Kind == WGMMAEventKind::Issue)
        Issues.emplace_back(&Event, Location);
      if (Event.Kind == WGMMAEventKind::Issue || Event.Kind == WGMMAEventKind::Access)
        Touchers.emplace_back(&Event, Location);
      AgeLimit = std::max(AgeLimit, Event.PendingGroups);
    }
  // Accesses after which no Issue needs a fence would only make more states.
  llvm::erase_if(Touchers, [&](const auto &Toucher) {
    return none_of(
        Issues, [&](const auto &Issue) { return needsFenceAfter(*Issue.first, *Toucher.first); });
  });
  AgeLimit += 1;
}

void WGMMAPathSearch::makeStep(const WGMMAEvent &Event, WGMMALocation Location) {
  Step &New = Steps.back().emplace_back();
  New.Event = &Event;
  New.Location = Location;
  for (auto [Number, Issue] : enumerate(Issues)) {
    if (Issue.first == &Event)
      New.Shift = 4 * Number;
    for (WGMMAHazardKind Kind : judgeInFlight(Event, *Issue.first))
      New.Conflicts.emplace_back(4 * Number, Kind);
  }
  for (auto [Number, Toucher] : enumerate(Touchers)) {
    if (Toucher.first == &Event)
      New.Touches = uint64_t(1) << Number;
    if (needsFenceAfter(Event, *Toucher.first))
      New.FenceAfter |= uint64_t(1) << Number;
  }
}

void WGMMAPathSearch::note(const Step &Step, WGMMAHazardKind Kind, int YoungerGroups,
                           unsigned Entry) {
  auto Key = std::make_pair(Step.Location, Kind);
  auto [Found, IsNew] = Findings.try_emplace(Key);
  if (!IsNew && Found->second.YoungerGroups <= YoungerGroups)
    return;
  Found->second.YoungerGroups = YoungerGroups;
  FoundIn[Key] = Entry;
}

void WGMMAPathSearch::judge(const Step &Step, const State &Now, unsigned Entry) {
  for (auto [Shift, Kind] : Step.Conflicts)
    if (unsigned Bits = getBits(Now.Progress, Shift); Bits != NotInFlight)
      note(Step, Kind, int(Bits) - 1, Entry);
  if (Step.Event->Kind == WGMMAEventKind::Issue && !Now.HasFence)
    note(Step, WGMMAHazardKind::FirstFenceMissing, 0, Entry);
  if (Now.SinceFence & Step.FenceAfter)
    note(Step, WGMMAHazardKind::FenceMissing, 0, Entry);
}

void WGMMAPathSearch::execute(const Step &Step, State &Now) const {
  auto ForEachIssue = [&](auto Change) {
    for (unsigned Shift = 0; Shift != 4 * Issues.size(); Shift += 4)
      if (unsigned Bits = getBits(Now.Progress, Shift); Bits != NotInFlight)
        Now.Progress = setBits(Now.Progress, Shift, Change(Bits));
  };
  Now.SinceFence |= Step.Touches;
  switch (Step.Event->Kind) {
  case WGMMAEventKind::Issue:
    Now.Progress = setBits(Now.Progress, Step.Shift, 0);
    break;
  case WGMMAEventKind::Fence:
    Now.SinceFence = 0;
    Now.HasFence = true;
    break;
  case WGMMAEventKind::Commit:
    ForEachIssue([&](unsigned Bits) { return std::min(Bits + 1, AgeLimit + 1); });
    break;
  case WGMMAEventKind::Wait:
    ForEachIssue(
        [&](unsigned Bits) { return Bits > Step.Event->PendingGroups ? NotInFlight : Bits; });
    break;
  case WGMMAEventKind::Access:
  case WGMMAEventKind::Exit:
    break;
  }
}

void WGMMAPathSearch::visit(unsigned Block, const State &Before, unsigned Previous) {
  uint64_t Rest = Before.SinceFence | uint64_t(Before.HasFence) << MaxTouchers |
                  uint64_t(Block) << (MaxTouchers + 1);
  if (Seen.insert({Before.Progress, Rest}).second)
    Entries.push_back({Block, Before, Previous});
}

void WGMMAPathSearch::run(bool UntilFirst) {
  Entries.clear();
  Seen.clear();
  Findings.clear();
  FoundIn.clear();
  visit(0, State(), NoEntry);
  for (unsigned Current = 0; Current != Entries.size(); ++Current) {
    unsigned Block = Entries[Current].Block;
    State Now = Entries[Current].Before;
    bool HasExit = false;
    for (const Step &Step : Steps[Block]) {
      judge(Step, Now, Current);
      HasExit = Step.Event->Kind == WGMMAEventKind::Exit;
      if (HasExit || (UntilFirst && !Findings.empty()))
        break;
      execute(Step, Now);
    }
    if (UntilFirst && !Findings.empty())
      return;
    if (!HasExit)
      for (unsigned Successor : Program.Blocks[Block].Successors)
        visit(Successor, Now, Current);
  }
  explain();
}

static void addOnce(std::vector<WGMMALocation> &Locations, WGMMALocation Location) {
  if (!is_contained(Locations, Location))
    Locations.push_back(Location);
}

/// Adds paths and culprits to the findings.
void WGMMAPathSearch::explain() {
  for (auto &[Key, Finding] : Findings) {
    for (unsigned Entry = FoundIn[Key]; Entry != NoEntry; Entry = Entries[Entry].Previous)
      Finding.Path.push_back(Entries[Entry].Block);
    std::reverse(Finding.Path.begin(), Finding.Path.end());
  }
  for (const Entry &Entry : Entries) {
    State Now = Entry.Before;
    for (const Step &Step : Steps[Entry.Block]) {
      for (auto [Shift, Kind] : Step.Conflicts)
        if (getBits(Now.Progress, Shift) != NotInFlight)
          if (WGMMAFinding &Finding = Findings[{Step.Location, Kind}];
              Finding.YoungerGroups == int(getBits(Now.Progress, Shift)) - 1)
            addOnce(Finding.Culprits, Issues[Shift / 4].second);
      for (auto [Number, Toucher] : enumerate(Touchers))
        if (Now.SinceFence & Step.FenceAfter & uint64_t(1) << Number)
          addOnce(Findings[{Step.Location, WGMMAHazardKind::FenceMissing}].Culprits,
                  Toucher.second);
      if (Step.Event->Kind == WGMMAEventKind::Exit)
        break;
      execute(Step, Now);
    }
  }
}
