//===- CopyGroups.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of asynchronous copies of the threads of a warp (PTX ISA, "Async-group Mechanism"): those
// of cp.async, and in another object those of bulk copies. A group counts the copies that have not
// ended, and those that still read.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_COPYGROUPS_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_COPYGROUPS_H

#include "Emulator/Machine/Ordering.h"
#include "Emulator/Machine/WaitHistory.h"
#include <array>
#include <deque>

namespace llvm::tensorcore::emulator {

class CopyGroups {
public:
  /// A copy of a lane.
  struct Copy {
    uint64_t Group = 0;
    uint64_t Number = 0; ///< of all that the lane has begun
  };
  /// One that reads nothing need not be waited for.
  Copy begin(unsigned Lane, bool ReadsNothing = false);
  /// Its reads have ended, or all of it. The author is null without checks.
  void endReads(Cluster &C, unsigned Lane, Copy Of, AsyncAuthor *Author);
  void end(Cluster &C, unsigned Lane, Copy Of, AsyncAuthor *Author);

  /// The copies since the last commit are a group.
  void commit(unsigned Lane);
  /// Returns true if all groups but a number of the last ones have ended, or have read all that
  /// they read.
  bool haveEnded(unsigned Lane, uint64_t NumPending, bool OnlyReads) const;
  /// After that, the lane has seen what they did.
  void acquire(ThreadGroup &G, const Instruction &I, unsigned Lane, uint64_t NumPending,
               bool OnlyReads);
  /// For reports: what became of a group, and whether it was committed.
  GroupFate getFate(unsigned Lane, uint64_t Group) const {
    return Lanes ? (*Lanes)[Lane].History.find(Group) : GroupFate();
  }
  bool isCommitted(unsigned Lane, uint64_t Group) const {
    return Lanes && Group < (*Lanes)[Lane].getOpen();
  }
  /// The last wait of a lane for groups, and the warp's time then; null if there was none.
  std::pair<const Instruction *, uint32_t> getLastWait(unsigned Lane) const {
    if (!Lanes)
      return {};
    const WaitHistory &History = (*Lanes)[Lane].History;
    return {History.LastWait, History.LastWaitAt};
  }
  /// Returns true if a copy goes on, of whichever group.
  bool areCopying(unsigned Lane) const { return Lanes && (*Lanes)[Lane].Copies; }
  /// Returns the first group, committed or not, whose reads were not waited for.
  std::optional<uint64_t> findUnwaited(unsigned Lane) const;

  /// For reports: the last copy after which nothing was committed, and no arrival was asked for.
  const Instruction *Unsignalled = nullptr;

  /// When all copies that a lane has begun up to now have ended, an arrival at an mbarrier is made
  /// for it: cp.async.mbarrier.arrive.
  void arriveAfterAll(ThreadGroup &G, const Instruction &I, unsigned Lane, uint32_t Address);

private:
  struct Group {
    uint32_t Copies = 0, Reads = 0; ///< that have not ended
    SyncClock Done, Read;
    bool IsEmpty = true;       ///< no copy was begun in it
    bool WasWaitedFor = false; ///< by a wait for reads
  };
  struct OfLane {
    uint64_t First = 0; ///< the number of the first of Groups
    std::deque<Group> Groups;
    unsigned Copies = 0;   ///< of all groups that have not ended
    uint64_t NumBegun = 0; ///< copies
    WaitHistory History;   ///< with checks
    Group &get(uint64_t Number) { return Groups[Number - First]; }
    uint64_t getOpen() const { return First + Groups.size() - 1; }
  };
  struct Arrival {
    const Instruction *At;
    Block *Of;
    std::shared_ptr<AsyncAuthor> Author;
    unsigned Lane;
    uint32_t Address;
    unsigned CopiesLeft;
    uint64_t EndOfCopies; ///< the number of the first copy that it does not wait for
    SyncClock Done;
  };
  OfLane &get(unsigned Lane);
  void remember(ThreadGroup &G, const Instruction &I, OfLane &L, size_t NumEnded, bool OnlyReads);
  void arrive(Cluster &C, Arrival &A);

  std::unique_ptr<std::array<OfLane, WarpSize>> Lanes;
  std::deque<Arrival> Arrivals;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_COPYGROUPS_H
