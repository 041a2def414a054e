//===- WGMMAHazards.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds accesses to registers that wgmma.mma_async is still using, and the weakest waits,
// commits and fences that correct them. A pure function of a WGMMAProgram; a machine pass makes
// that program from its instructions, and inserts or reports what is found here.
//
// The rules, after the PTX ISA (section 9.7.15, Asynchronous Warpgroup Level Matrix
// Multiply-Accumulate Instructions):
//
//  Groups (wgmma.commit_group, wgmma.wait_group).
//   An Issue is uncommitted until the next Commit, which puts all that is uncommitted into
//   one new group; a group may be empty. Groups complete in order. Wait N returns when at
//   most the N most recent groups are pending; it waits for nothing uncommitted. An Issue is
//   in flight until a Wait has waited for its group.
//
//  In flight (wgmma.wait_group: access without waiting "is undefined behavior").
//   Of an Issue in flight,
//    - accumulators may be neither read nor written by an Access, may not be the A fragment
//      of an Issue, and may be accumulators of an Issue of the same shape only;
//    - A fragments may not be written, neither by an Access nor as accumulators of an Issue.
//      The PTX ISA forbids to read them too; reading what is only read is harmless, and is
//      allowed here, by an Access as well as by an Issue.
//   How the registers of one and the same Issue overlap is not judged.
//
//  Fences (wgmma.fence).
//   A Fence has to stand on every path
//    - between the entry and an Issue;
//    - between an Access that writes an A fragment or an accumulator, or reads an
//      accumulator, and the Issue;
//    - between an Issue that uses a register and another that uses it, unless both use it as
//      accumulator with the same shape, or both as A fragment. The PTX ISA exempts only the
//      former; the latter again is harmless. A Wait between them is no substitute.
//   An Issue counts as an access where it stands, not where it completes.
//
//  Exit.
//   Nothing may be in flight.
//
// The protocol stops at divergence: an event is one instruction that all threads of the warpgroup
// execute. wgmma.fence, .commit_group and .wait_group are .aligned, so nothing may be inserted
// where threads diverge. A caller that has divergent blocks represents what they access by an
// Access at the end of the uniform block before them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_HAZARDS_WGMMAHAZARDS_H
#define NVPTXTENSORCORE_HAZARDS_WGMMAHAZARDS_H

#include "Hazards/WGMMAProgram.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace llvm::tensorcore {

class WGMMARules;

enum class WGMMAHazardKind : uint8_t {
  AccumulatorRead,         ///< an Access reads an accumulator in flight
  AccumulatorWritten,      ///< an Access writes an accumulator in flight
  AccumulatorAsFragment,   ///< an Issue takes an accumulator in flight for A
  AccumulatorOfOtherShape, ///< an Issue of another shape accumulates into one in flight
  FragmentWritten,         ///< an Access writes an A fragment in flight
  FragmentAsAccumulator,   ///< an Issue accumulates into an A fragment in flight
  FirstFenceMissing,       ///< an Issue, and no Fence since the entry
  FenceMissing,            ///< an Issue, and no Fence since its register was accessed
  InFlightAtExit,          ///< the function returns, and an Issue is in flight
};
constexpr unsigned NumWGMMAHazardKinds = unsigned(WGMMAHazardKind::InFlightAtExit) + 1;

/// "accumulator is read while in flight", and so on: a clause without the culprit.
StringRef getText(WGMMAHazardKind Kind);

/// Something wrong at an event. There is one for each event and kind: the one that waits for
/// the most, and of several the one of the lowest register.
struct WGMMAHazard {
  WGMMAHazardKind Kind = WGMMAHazardKind::AccumulatorRead;
  /// The event that suffers.
  WGMMALocation Event;
  /// The register; none for FirstFenceMissing and InFlightAtExit.
  std::optional<WGMMARegister> Register;
  /// In flight: whether the culprit is uncommitted; if not, how many groups were committed
  /// after its own. Over all paths it is the youngest that counts.
  bool IsUncommitted = false;
  unsigned YoungerGroups = 0;
  /// In flight: the Issue of that age. FenceMissing: the event that accessed the register.
  /// None for FirstFenceMissing.
  std::optional<WGMMALocation> Culprit;

  bool isInFlight() const {
    return Kind != WGMMAHazardKind::FirstFenceMissing && Kind != WGMMAHazardKind::FenceMissing;
  }
};

/// All that is wrong on some path from the entry, each path taken as possible: exact. In the
/// order of blocks, events and kinds. Costs nothing in a program without an Issue.
std::vector<WGMMAHazard> findHazards(const WGMMAProgram &Program);

/// An event to insert before another.
struct WGMMARepair {
  /// Fence, Commit or Wait.
  WGMMAEventKind Kind = WGMMAEventKind::Fence;
  /// Wait: how many groups it leaves pending.
  unsigned PendingGroups = 0;
  /// Insert before this event of the program as it was given; several before one event in
  /// the order of the list.
  WGMMALocation Before;
  /// Wait: how many groups it may have to wait for, as far as ages tell them apart.
  unsigned GroupsWaitedFor = 0;
  /// A hazard of the program as it was given, which need not be the only one.
  WGMMAHazard Cause;
};

/// Returns what makes the program free of hazards, in the order of blocks, events, and Commit,
/// Wait, Fence before the same event; nothing if it is free of them. Each is necessary: without it,
/// or with a Wait that leaves one group more pending, there is a hazard.
///
/// A Wait stands before the event that suffers, and leaves pending what may be. What is
/// uncommitted there is committed before waits that the program has, if that is enough; if
/// not, right before the wait that is inserted. A Fence stands before the Issue.
std::vector<WGMMARepair> findRepairs(const WGMMAProgram &Program);

/// Returns the program with the repairs inserted.
WGMMAProgram applyRepairs(const WGMMAProgram &Program, ArrayRef<WGMMARepair> Repairs);

/// Lists the fragments that a Wait may find in flight.
struct WGMMAPendingFragments {
  WGMMALocation Wait;
  /// Registers of A fragments, in order; of several that every event uses together, the lowest.
  WGMMARegisterList Registers;
};

/// For each Wait that is reached, the A fragments that are in flight before it on some path.
std::vector<WGMMAPendingFragments> findPendingFragments(const WGMMAProgram &Program);

/// "accumulator is read while wgmma.mma_async at line 12 is in flight". The caller names
/// locations and registers as its reader knows them; an empty register name is left out.
using WGMMALocationNamer = function_ref<std::string(WGMMALocation)>;
std::string describe(const WGMMAHazard &Hazard, WGMMALocationNamer NameLocation,
                     StringRef RegisterName = {});

/// "inserted wgmma.wait_group 0, which waits for 2 groups: accumulator is read while …".
std::string describe(const WGMMARepair &Repair, WGMMALocationNamer NameLocation,
                     StringRef RegisterName = {});

/// For tests of the tests: the same by other rules than the right ones (WGMMADataflow.h).
std::vector<WGMMAHazard> findHazards(const WGMMAProgram &Program, const WGMMARules &Rules);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_HAZARDS_WGMMAHAZARDS_H
