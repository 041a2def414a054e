//===- WGMMAInterpreter.h -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of WGMMAHazards.h carried out literally, on one path at a time: groups are lists
// of Issues, a wait removes groups, registers are compared with registers. No ages, no
// classes, nothing that joins. What the analysis says is judged by this, and by WGMMAPathSearch,
// which carries out all paths.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_WGMMAINTERPRETER_H
#define NVPTXTENSORCORE_TEST_UNIT_WGMMAINTERPRETER_H

#include "Hazards/WGMMAHazards.h"
#include <deque>

namespace llvm::tensorcore {

/// What is wrong with an event while an Issue is in flight.
SmallVector<WGMMAHazardKind, 2> judgeInFlight(const WGMMAEvent &Event, const WGMMAEvent &InFlight);

/// Whether a Fence has to stand between an Access or Issue and this one.
bool needsFenceAfter(const WGMMAEvent &Event, const WGMMAEvent &Earlier);

/// What went wrong at an event. Groups is the number of groups that a wait right before it
/// may leave pending; none if that of the culprit does not exist yet, or if it is about a
/// fence.
struct WGMMAObservation {
  WGMMAHazardKind Kind;
  std::optional<unsigned> Groups;

  bool operator<(const WGMMAObservation &Other) const {
    return std::tie(Kind, Groups) < std::tie(Other.Kind, Other.Groups);
  }
};

class WGMMAInterpreter {
public:
  /// Executes one event, and says what is wrong: for each kind, only the youngest.
  std::vector<WGMMAObservation> execute(const WGMMAEvent &Event);

private:
  using Group = std::vector<const WGMMAEvent *>;

  std::vector<WGMMAObservation> judge(const WGMMAEvent &Event) const;

  Group Uncommitted;
  /// Pending groups, the oldest first.
  std::deque<Group> Groups;
  bool HasFence = false;
  std::vector<const WGMMAEvent *> SinceFence;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TEST_UNIT_WGMMAINTERPRETER_H
