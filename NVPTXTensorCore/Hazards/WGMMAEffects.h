//===- WGMMAEffects.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The events of a program, translated once: which slots each marks, and which slots have to
// be clear for it. Here it is decided which uses of a register conflict. How marks travel
// along paths is decided in WGMMADataflow.
//
// A slot is one way to use one class of registers: read or written by an Access, A fragment,
// or accumulator of one shape. A class is the registers that the same events use in the same
// way, so that the 128 accumulators of an instruction usually need one slot. Registers that
// no Issue uses have none.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_HAZARDS_WGMMAEFFECTS_H
#define NVPTXTENSORCORE_HAZARDS_WGMMAEFFECTS_H

#include "Hazards/WGMMAHazards.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm::tensorcore {

using WGMMASlot = unsigned;

/// A slot that has to be clear before an event, and what is wrong if it is not.
struct WGMMACheck {
  WGMMASlot Slot;
  WGMMAHazardKind Kind;
  std::optional<WGMMARegister> Register;
};

struct WGMMAEffect {
  WGMMAEventKind Kind;
  unsigned PendingGroups;
  /// Issue: put in flight. Access: nothing.
  SmallVector<WGMMASlot, 0> Launched;
  /// Accessed since the last Fence.
  SmallVector<WGMMASlot, 0> Touched;
  /// Slots that must not be in flight, and slots that must have been fenced.
  SmallVector<WGMMACheck, 0> FlightChecks;
  SmallVector<WGMMACheck, 0> FenceChecks;
};

class WGMMAEffects {
public:
  explicit WGMMAEffects(const WGMMAProgram &Program);

  /// Marked by every Issue.
  static constexpr WGMMASlot AnyIssue = 0;
  /// Not fenced at the entry.
  static constexpr WGMMASlot Entry = 1;

  bool hasIssues() const { return NumSlots != 0; }
  /// Events are numbered block after block.
  ArrayRef<WGMMAEffect> getEffects() const { return Effects; }
  unsigned getEvent(WGMMALocation Location) const {
    return FirstEvents[Location.Block] + Location.Index;
  }
  WGMMALocation getLocation(unsigned Event) const;
  /// The lowest register of the class that a slot is for, if it is for A fragments.
  std::optional<WGMMARegister> getFragment(WGMMASlot Slot) const;

private:
  static constexpr unsigned NoClass = ~0u;
  struct RegisterClass {
    WGMMARegister Representative;
    WGMMASlot Read, Written;
    std::optional<WGMMASlot> Fragment;
    /// Shape and slot.
    SmallVector<std::pair<unsigned, WGMMASlot>, 1> Accumulators;
  };

  void numberClasses(const WGMMAProgram &Program);
  void makeClasses(const WGMMAProgram &Program);
  void makeIssueSlots(const WGMMAProgram &Program);
  WGMMAEffect translate(const WGMMAEvent &Event);
  void translateAccess(const WGMMAEvent &Event, WGMMAEffect &Effect);
  void translateIssue(const WGMMAEvent &Event, WGMMAEffect &Effect);
  void translateFragments(const WGMMAEvent &Event, WGMMAEffect &Effect);
  /// Each class of the registers once.
  SmallVector<unsigned, 8> getClasses(ArrayRef<WGMMARegister> Registers);

  unsigned NumSlots = 0;
  std::vector<unsigned> FirstEvents;
  std::vector<WGMMAEffect> Effects;
  /// By register.
  std::vector<unsigned> ClassNumbers;
  std::vector<RegisterClass> Classes;
  /// By slot for A fragments: the lowest register.
  DenseMap<WGMMASlot, WGMMARegister> Fragments;
  /// By class: the last list in which getClasses met it.
  std::vector<unsigned> LastLists;
  unsigned NumLists = 0;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_HAZARDS_WGMMAEFFECTS_H
