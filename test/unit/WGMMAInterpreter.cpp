//===- WGMMAInterpreter.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules, one event at a time.
//
//===----------------------------------------------------------------------===//

#include "WGMMAInterpreter.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace llvm::tensorcore;

static bool haveCommon(const WGMMARegisterList &L, const WGMMARegisterList &R) {
  return any_of(L, [&](WGMMARegister Register) { return is_contained(R, Register); });
}

SmallVector<WGMMAHazardKind, 2> tensorcore::judgeInFlight(const WGMMAEvent &Event,
                                                          const WGMMAEvent &InFlight) {
  SmallVector<WGMMAHazardKind, 2> Wrong;
  if (Event.Kind == WGMMAEventKind::Access) {
    if (haveCommon(Event.Reads, InFlight.Accumulators))
      Wrong.push_back(WGMMAHazardKind::AccumulatorRead);
    if (haveCommon(Event.Writes, InFlight.Accumulators))
      Wrong.push_back(WGMMAHazardKind::AccumulatorWritten);
    if (haveCommon(Event.Writes, InFlight.Fragments))
      Wrong.push_back(WGMMAHazardKind::FragmentWritten);
  } else if (Event.Kind == WGMMAEventKind::Issue) {
    if (haveCommon(Event.Fragments, InFlight.Accumulators))
      Wrong.push_back(WGMMAHazardKind::AccumulatorAsFragment);
    if (haveCommon(Event.Accumulators, InFlight.Accumulators) && Event.Shape != InFlight.Shape)
      Wrong.push_back(WGMMAHazardKind::AccumulatorOfOtherShape);
    if (haveCommon(Event.Accumulators, InFlight.Fragments))
      Wrong.push_back(WGMMAHazardKind::FragmentAsAccumulator);
  } else if (Event.Kind == WGMMAEventKind::Exit) {
    Wrong.push_back(WGMMAHazardKind::InFlightAtExit);
  }
  return Wrong;
}

bool tensorcore::needsFenceAfter(const WGMMAEvent &Event, const WGMMAEvent &Earlier) {
  if (Event.Kind != WGMMAEventKind::Issue)
    return false;
  if (Earlier.Kind == WGMMAEventKind::Access)
    return haveCommon(Event.Accumulators, Earlier.Reads) ||
           haveCommon(Event.Accumulators, Earlier.Writes) ||
           haveCommon(Event.Fragments, Earlier.Writes);
  // Uses of the same register in two ways by two Issues.
  return haveCommon(Event.Accumulators, Earlier.Fragments) ||
         haveCommon(Event.Fragments, Earlier.Accumulators) ||
         (Event.Shape != Earlier.Shape && haveCommon(Event.Accumulators, Earlier.Accumulators));
}

std::vector<WGMMAObservation> WGMMAInterpreter::judge(const WGMMAEvent &Event) const {
  /// By kind: how many groups may be left pending; -1 for what is in none.
  std::map<WGMMAHazardKind, int> Youngest;
  auto JudgeGroup = [&](const Group &Issues, int Younger) {
    for (const WGMMAEvent *InFlight : Issues)
      for (WGMMAHazardKind Kind : judgeInFlight(Event, *InFlight))
        Youngest.try_emplace(Kind, Younger);
  };
  JudgeGroup(Uncommitted, -1);
  for (unsigned Younger = 0; Younger != Groups.size(); ++Younger)
    JudgeGroup(Groups[Groups.size() - 1 - Younger], int(Younger));
  std::vector<WGMMAObservation> Wrong;
  for (auto [Kind, Younger] : Youngest)
    Wrong.push_back({Kind, Younger < 0 ? std::nullopt : std::optional<unsigned>(Younger)});
  if (Event.Kind == WGMMAEventKind::Issue && !HasFence)
    Wrong.push_back({WGMMAHazardKind::FirstFenceMissing, std::nullopt});
  if (any_of(SinceFence,
             [&](const WGMMAEvent *Earlier) { return needsFenceAfter(Event, *Earlier); }))
    Wrong.push_back({WGMMAHazardKind::FenceMissing, std::nullopt});
  return Wrong;
}

std::vector<WGMMAObservation> WGMMAInterpreter::execute(const WGMMAEvent &Event) {
  std::vector<WGMMAObservation> Wrong = judge(Event);
  switch (Event.Kind) {
  case WGMMAEventKind::Issue:
    Uncommitted.push_back(&Event);
    SinceFence.push_back(&Event);
    break;
  case WGMMAEventKind::Access:
    SinceFence.push_back(&Event);
    break;
  case WGMMAEventKind::Fence:
    HasFence = true;
    SinceFence.clear();
    break;
  case WGMMAEventKind::Commit:
    Groups.push_back(std::exchange(Uncommitted, {}));
    break;
  case WGMMAEventKind::Wait:
    while (Groups.size() > Event.PendingGroups)
      Groups.pop_front();
    break;
  case WGMMAEventKind::Exit:
    break;
  }
  return Wrong;
}
