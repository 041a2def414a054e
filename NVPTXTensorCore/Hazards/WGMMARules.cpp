//===- WGMMARules.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies each event to the operations that are in flight.
//
//===----------------------------------------------------------------------===//

#include "Hazards/WGMMADataflow.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

WGMMAProgress WGMMAProgressMap::get(WGMMASlot Slot) const {
  auto It = Entries.find(Slot);
  return It == Entries.end() ? WGMMARetired : It->second;
}

void WGMMAProgressMap::set(WGMMASlot Slot, WGMMAProgress Progress) {
  if (Progress == WGMMARetired)
    Entries.erase(Slot);
  else
    Entries[Slot] = Progress;
}

void WGMMAProgressMap::transform(function_ref<WGMMAProgress(WGMMAProgress)> Change) {
  Map Left; // not the old one with holes, which would stay as large as it ever was
  for (auto &[Slot, Progress] : Entries)
    if (WGMMAProgress New = Change(Progress); New != WGMMARetired)
      Left.try_emplace(Slot, New);
  Entries = std::move(Left);
}

bool WGMMAProgressMap::takeMinimum(const WGMMAProgressMap &Other) {
  bool IsChanged = false;
  for (auto &[Slot, Progress] : Other) {
    auto [It, IsNew] = Entries.try_emplace(Slot, Progress);
    IsChanged |= IsNew || Progress < It->second;
    It->second = std::min(It->second, Progress);
  }
  return IsChanged;
}

WGMMARules::~WGMMARules() = default;

void WGMMARules::enter(WGMMAState &State) const {
  State.IsReached = true;
  State.IsUnfenced.set(WGMMAEffects::Entry);
}

bool WGMMARules::join(WGMMAState &Into, const WGMMAState &From) const {
  bool IsChanged = Into.IsUnfenced |= From.IsUnfenced;
  return Into.Progress.takeMinimum(From.Progress) || IsChanged;
}

void WGMMARules::touch(WGMMAState &State, const WGMMAEffect &Effect) const {
  for (WGMMASlot Slot : Effect.Launched)
    State.Progress.set(Slot, WGMMAUncommitted);
  for (WGMMASlot Slot : Effect.Touched)
    State.IsUnfenced.set(Slot);
}

void WGMMARules::fence(WGMMAState &State) const { State.IsUnfenced.clear(); }

void WGMMARules::commit(WGMMAState &State) const {
  State.Progress.transform([](WGMMAProgress Progress) { return Progress + 1; });
}

void WGMMARules::wait(WGMMAState &State, unsigned PendingGroups) const {
  State.Progress.transform(
      [=](WGMMAProgress Progress) { return Progress > PendingGroups ? WGMMARetired : Progress; });
}
