//===- WGMMAEffects.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes of registers, slots, and which uses conflict.
//
//===----------------------------------------------------------------------===//

#include "Hazards/WGMMAEffects.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

static bool hasIssue(const WGMMAProgram &Program) {
  return any_of(Program.Blocks, [](const WGMMABlock &Block) {
    return any_of(Block.Events,
                  [](const WGMMAEvent &Event) { return Event.Kind == WGMMAEventKind::Issue; });
  });
}

/// Calls F with each list of registers of each event that has any.
template <typename Function> static void forEachList(const WGMMAProgram &Program, Function F) {
  for (const WGMMABlock &Block : Program.Blocks)
    for (const WGMMAEvent &Event : Block.Events)
      for (const WGMMARegisterList *List :
           {&Event.Accumulators, &Event.Fragments, &Event.Reads, &Event.Writes})
        if (!List->empty())
          F(Event, *List);
}

WGMMAEffects::WGMMAEffects(const WGMMAProgram &Program) {
  if (!hasIssue(Program))
    return;
  NumSlots = 2; // AnyIssue and Entry
  numberClasses(Program);
  makeClasses(Program);
  makeIssueSlots(Program);
  for (const WGMMABlock &Block : Program.Blocks) {
    FirstEvents.push_back(Effects.size());
    for (const WGMMAEvent &Event : Block.Events)
      Effects.push_back(translate(Event));
  }
}

WGMMALocation WGMMAEffects::getLocation(unsigned Event) const {
  // The last of the blocks that begin here is the one that is not empty.
  unsigned Block = upper_bound(FirstEvents, Event) - FirstEvents.begin() - 1;
  return {Block, Event - FirstEvents[Block]};
}

std::optional<WGMMARegister> WGMMAEffects::getFragment(WGMMASlot Slot) const {
  auto It = Fragments.find(Slot);
  return It == Fragments.end() ? std::nullopt : std::optional(It->second);
}

/// Splits the registers that some Issue uses until two are in the same class only if no list
/// has one of them without the other.
void WGMMAEffects::numberClasses(const WGMMAProgram &Program) {
  unsigned NumRegisters = 0;
  forEachList(Program, [&](const WGMMAEvent &, const WGMMARegisterList &List) {
    NumRegisters = std::max(NumRegisters, *max_element(List) + 1);
  });
  ClassNumbers.assign(NumRegisters, NoClass);
  forEachList(Program, [&](const WGMMAEvent &Event, const WGMMARegisterList &List) {
    if (Event.Kind == WGMMAEventKind::Issue)
      for (WGMMARegister Register : List)
        ClassNumbers[Register] = 0;
  });
  unsigned NumClasses = 1, ThisList = 0;
  std::vector<unsigned> SeenIn(NumRegisters, 0);
  forEachList(Program, [&](const WGMMAEvent &, const WGMMARegisterList &List) {
    ++ThisList;
    SmallDenseMap<unsigned, unsigned, 8> Split;
    for (WGMMARegister Register : List) {
      unsigned &Number = ClassNumbers[Register];
      if (Number == NoClass || SeenIn[Register] == ThisList)
        continue;
      SeenIn[Register] = ThisList;
      auto [New, IsNew] = Split.try_emplace(Number, NumClasses);
      NumClasses += IsNew;
      Number = New->second;
    }
  });
}

/// Numbers the classes that are left without gaps, by their lowest register.
void WGMMAEffects::makeClasses(const WGMMAProgram &Program) {
  DenseMap<unsigned, unsigned> Numbers;
  for (auto [Register, Number] : enumerate(ClassNumbers)) {
    if (Number == NoClass)
      continue;
    auto [Found, IsNew] = Numbers.try_emplace(Number, Classes.size());
    if (IsNew) {
      Classes.push_back({WGMMARegister(Register), NumSlots, NumSlots + 1, std::nullopt, {}});
      NumSlots += 2;
    }
    Number = Found->second;
  }
  LastLists.assign(Classes.size(), 0);
}

void WGMMAEffects::makeIssueSlots(const WGMMAProgram &Program) {
  for (const WGMMABlock &Block : Program.Blocks)
    for (const WGMMAEvent &Event : Block.Events) {
      for (unsigned Class : getClasses(Event.Fragments))
        if (!Classes[Class].Fragment) {
          Fragments[NumSlots] = Classes[Class].Representative;
          Classes[Class].Fragment = NumSlots++;
        }
      for (unsigned Class : getClasses(Event.Accumulators)) {
        auto &Slots = Classes[Class].Accumulators;
        if (none_of(Slots, [&](const auto &Slot) { return Slot.first == Event.Shape; }))
          Slots.emplace_back(Event.Shape, NumSlots++);
      }
    }
}

SmallVector<unsigned, 8> WGMMAEffects::getClasses(ArrayRef<WGMMARegister> Registers) {
  SmallVector<unsigned, 8> Result;
  ++NumLists;
  for (WGMMARegister Register : Registers) {
    unsigned Class = ClassNumbers[Register];
    if (Class == NoClass || LastLists[Class] == NumLists)
      continue;
    LastLists[Class] = NumLists;
    Result.push_back(Class);
  }
  return Result;
}

WGMMAEffect WGMMAEffects::translate(const WGMMAEvent &Event) {
  WGMMAEffect Effect{Event.Kind, Event.PendingGroups, {}, {}, {}, {}};
  switch (Event.Kind) {
  case WGMMAEventKind::Access:
    translateAccess(Event, Effect);
    break;
  case WGMMAEventKind::Issue:
    translateIssue(Event, Effect);
    translateFragments(Event, Effect);
    break;
  case WGMMAEventKind::Exit:
    Effect.FlightChecks.push_back({AnyIssue, WGMMAHazardKind::InFlightAtExit, std::nullopt});
    break;
  case WGMMAEventKind::Fence:
  case WGMMAEventKind::Commit:
  case WGMMAEventKind::Wait:
    break;
  }
  return Effect;
}

void WGMMAEffects::translateAccess(const WGMMAEvent &Event, WGMMAEffect &Effect) {
  auto &Checks = Effect.FlightChecks;
  for (unsigned Number : getClasses(Event.Reads)) {
    const RegisterClass &Class = Classes[Number];
    Effect.Touched.push_back(Class.Read);
    for (auto [Shape, Slot] : Class.Accumulators)
      Checks.push_back({Slot, WGMMAHazardKind::AccumulatorRead, Class.Representative});
  }
  for (unsigned Number : getClasses(Event.Writes)) {
    const RegisterClass &Class = Classes[Number];
    Effect.Touched.push_back(Class.Written);
    for (auto [Shape, Slot] : Class.Accumulators)
      Checks.push_back({Slot, WGMMAHazardKind::AccumulatorWritten, Class.Representative});
    if (Class.Fragment)
      Checks.push_back({*Class.Fragment, WGMMAHazardKind::FragmentWritten, Class.Representative});
  }
}

void WGMMAEffects::translateIssue(const WGMMAEvent &Event, WGMMAEffect &Effect) {
  Effect.Launched.push_back(AnyIssue);
  Effect.FenceChecks.push_back({Entry, WGMMAHazardKind::FirstFenceMissing, std::nullopt});
  for (unsigned Number : getClasses(Event.Accumulators)) {
    const RegisterClass &Class = Classes[Number];
    WGMMARegister Register = Class.Representative;
    auto Conflict = [&](WGMMASlot Slot, WGMMAHazardKind Kind) {
      Effect.FlightChecks.push_back({Slot, Kind, Register});
      Effect.FenceChecks.push_back({Slot, WGMMAHazardKind::FenceMissing, Register});
    };
    for (auto [Shape, Slot] : Class.Accumulators)
      if (Shape == Event.Shape)
        Effect.Launched.push_back(Slot);
      else
        Conflict(Slot, WGMMAHazardKind::AccumulatorOfOtherShape);
    if (Class.Fragment)
      Conflict(*Class.Fragment, WGMMAHazardKind::FragmentAsAccumulator);
    Effect.FenceChecks.push_back({Class.Read, WGMMAHazardKind::FenceMissing, Register});
    Effect.FenceChecks.push_back({Class.Written, WGMMAHazardKind::FenceMissing, Register});
  }
}

void WGMMAEffects::translateFragments(const WGMMAEvent &Event, WGMMAEffect &Effect) {
  for (unsigned Number : getClasses(Event.Fragments)) {
    const RegisterClass &Class = Classes[Number];
    WGMMARegister Register = Class.Representative;
    Effect.Launched.push_back(*Class.Fragment);
    Effect.FenceChecks.push_back({Class.Written, WGMMAHazardKind::FenceMissing, Register});
    for (auto [Shape, Slot] : Class.Accumulators) {
      Effect.FlightChecks.push_back({Slot, WGMMAHazardKind::AccumulatorAsFragment, Register});
      Effect.FenceChecks.push_back({Slot, WGMMAHazardKind::FenceMissing, Register});
    }
  }
  Effect.Touched = Effect.Launched;
}
