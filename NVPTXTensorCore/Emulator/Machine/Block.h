//===- Block.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models warps, blocks and clusters while they run. A block has shared memory, barriers and tensor
// memory; a cluster schedules the warps of its blocks and holds what happens asynchronously.
//
// Shared addresses have 32 bits: the rank of the block in its cluster from bit 24 on, and the
// offset in the block's memory. The variables begin after DeviceLimits::ReservedSharedBytes.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_BLOCK_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_BLOCK_H

#include "Emulator/Machine/AsyncOperations.h"
#include "Emulator/Machine/CopyGroups.h"
#include "Emulator/Machine/MBarriers.h"
#include "Emulator/Machine/Observer.h"
#include "Emulator/Machine/Ordering.h"
#include "Emulator/Machine/ThreadGroup.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <random>

namespace llvm::tensorcore::emulator {

struct FencedRegisters;

/// Addresses of generic pointers that are not global memory.
struct Windows {
  static constexpr uint64_t Shared = 0x0100'0000'0000'0000;
  static constexpr uint64_t Local = 0x0200'0000'0000'0000;
  static constexpr uint64_t Param = 0x0300'0000'0000'0000;
  static constexpr uint64_t Mask = 0xFF00'0000'0000'0000;
  static constexpr unsigned RankShift = 24;
  static constexpr uint32_t OffsetMask = (1u << RankShift) - 1; ///< of a location in a block
};

/// A register that an asynchronous instruction reads or writes until it is waited for. Instructions
/// that use it before that are reported.
struct RegisterInFlight {
  const Frame *In;
  Slot Register;
  bool IsWritten;
  uint64_t Group; ///< what is waited for; the family's numbering. Of tcgen05 the warp's time
  const Instruction *By;
};

/// Records that threads of a warp executed an instruction together that has .sync or .aligned.
struct WarpMeeting {
  LaneMask Lanes = 0;
  uint32_t Time = 0; ///< of the warp
};

class Warp {
public:
  Warp(Block &Of, unsigned Number, LaneMask Threads);

  Block &getBlock() const { return Of; }
  unsigned getNumber() const { return Number; }
  /// Returns where lanes are, for a report.
  Location getLocation(const Instruction &I, LaneMask Lanes) const;
  /// Threads that have not ended.
  LaneMask getAlive() const { return Alive; }
  /// Threads that the warp had at its beginning.
  LaneMask getThreads() const { return Threads; }
  bool isDone() const { return Groups.empty(); }
  /// Returns true if a group waits in a loop for what others do.
  bool isSpinning() const {
    return any_of(Groups, [](const auto &G) { return G->IsSpinning; });
  }
  uint8_t *getSpecialRegisters() { return reinterpret_cast<uint8_t *>(Special.data()); }
  /// The local memory of a thread, as far as its frames need it.
  uint8_t *getLocal(unsigned Lane, uint64_t Offset) {
    if (!Local)
      Local.reset(new uint8_t[WarpSize * LocalDistance]());
    return Local.get() + Lane * LocalDistance + Offset;
  }
  bool isLocal(const uint8_t *At) const {
    return Local && At >= Local.get() && At < Local.get() + WarpSize * LocalDistance;
  }
  /// From the local memory of a thread to that of the next.
  uint64_t getLocalDistance() const { return LocalDistance; }
  /// A frame ends there.
  void reserveLocal(uint64_t End) {
    if (End >= LocalDistance)
      growLocal(End);
  }

  std::vector<std::unique_ptr<ThreadGroup>> Groups;
  LaneMask Alive;
  std::vector<RegisterInFlight> InFlight;
  /// The last shuffle that took values of lanes outside of its member mask; null if none did.
  const Instruction *LastUndefinedShuffle = nullptr;
  /// The results of the last instruction, if it is a load from shared memory or a shuffle that took
  /// what nobody wrote.
  SmallVector<UndefinedValue, 0> Undefined;
  /// Counts the values that depend on bits that nobody wrote in a way that is not followed.
  uint64_t NumUndefined = 0;
  FencedRegisters *Fenced = nullptr; ///< of wgmma; null before the first wgmma.fence
  CopyGroups Copies, BulkCopies;
  unsigned Registers = 0; ///< of a thread, as setmaxnreg set them; 0: as at the entry
  /// The last barrier for a number of threads that the warp has waited at, and the warps that came
  /// to it, a bit for each; null: none.
  const Instruction *LastBarrier = nullptr;
  uint32_t WarpsOfLastBarrier = 0;
  /// A clusterlaunchcontrol.query_cancel that has said that there is no more work.
  const Instruction *SawNoWork = nullptr;
  /// Each setmaxnreg that the warp has executed.
  std::vector<const Instruction *> RegisterChanges;
  /// For checks: the first meetings after each of the last waits for mbarriers, until all lanes
  /// have met. They order what threads do, but not their accesses to memory.
  std::vector<WarpMeeting> Meetings;
  uint64_t NumMeetings = 0;
  unsigned MeetingsToNote = 0;
  static constexpr size_t NumMeetingsKept = 256;
  void noteMeeting(LaneMask Lanes);
  /// Returns true if what was seen of the warp comes after what a lane did before a meeting: lanes
  /// that have met it since have done something that was seen.
  bool hasMetSince(uint64_t Meeting, LaneMask Lane, const WarpClock &Seen) const;
  /// Holds what threads that have ended executed without others of the warp.
  SmallVector<std::pair<LaneMask, ApartExecutions>, 0> EndedApart;
  /// The threads that have ended after they went past the barrier that a group is at: they have
  /// executed, without the group, what follows the barrier on all paths.
  LaneMask findPassed(const ThreadGroup &G) const;
  /// Threads that have waited for the cluster: all its blocks have begun.
  LaneMask KnowsCluster = 0;

private:
  void setSpecial(WarpRegister R, unsigned Lane, uint32_t Value);
  void setSpecialRegisters();

  Block &Of;
  unsigned Number;
  LaneMask Threads;
  std::array<std::array<uint32_t, WarpSize>, NumWarpRegisters> Special = {};
  void growLocal(uint64_t End);
  std::unique_ptr<uint8_t[]> Local;
  uint64_t LocalDistance = 0;
};

/// Warps of a warpgroup.
inline constexpr unsigned WarpsOfGroup = 4;

/// A barrier with a number: bar, barrier.cta. Warps arrive: each when all of its threads that have
/// not ended have come to the barrier.
struct NamedBarrier {
  uint32_t Expected = 0; ///< threads; 0 of all threads of the block
  uint32_t Arrived = 0;  ///< threads, as warps
  bool IsInUse = false;  ///< somebody has come in this phase
  uint64_t Phase = 0;
  SmallVector<LaneMask, 32> Present; ///< of each warp the threads that have come, until all have
  SyncClock Arriving;
  uint32_t Warps = 0;                       ///< that have come in this phase, a bit for each
  const Instruction *LastArrival = nullptr; ///< in this phase, for reports
  /// Describes what bar.red computes: predicates that hold, and whether all or any do.
  struct Reduction {
    uint32_t Count = 0;
    bool All = true, Any = false;
  } Sum;
  /// Holds the results of the last phases, for those that still wait for them.
  struct Result {
    SyncClock Released;
    Reduction Sum;
    uint32_t Warps = 0; ///< those that came, for reports
  };
  static constexpr unsigned NumKept = 4;
  std::array<Result, NumKept> Results;
};

/// barrier.cluster. Its phase ends when all threads of the cluster have arrived or ended.
struct ClusterBarrier {
  uint64_t Phase = 0;
  std::vector<LaneMask> Arrived, Waits; ///< of each warp of the cluster
  SyncClock Arriving, Done;
};

class MatrixUnits;

class Block {
public:
  Block(Cluster &Of, unsigned Rank, Dim3 Position);

  Cluster &getCluster() const { return Of; }
  Launch &getLaunch() const;
  unsigned getRank() const { return Rank; }
  Dim3 getPosition() const { return Position; }
  uint32_t getSharedBase() const { return Rank << Windows::RankShift; }
  unsigned getNumThreads() const { return NumThreads; }
  /// Threads that have not ended.
  unsigned getNumAlive() const;
  bool hasEnded() const { return getNumAlive() == 0; }
  /// The warps of a warp's warpgroup, of which the last one of a block may have fewer than four.
  ArrayRef<std::unique_ptr<Warp>> getWarpgroup(const Warp &W) const {
    return ArrayRef(Warps)
        .drop_front(W.getNumber() / WarpsOfGroup * WarpsOfGroup)
        .take_front(WarpsOfGroup);
  }

  std::vector<uint8_t> Shared;
  std::unique_ptr<ShadowMemory> Shadow; ///< of shared memory; null without checks
  std::vector<std::unique_ptr<Warp>> Warps;
  std::array<NamedBarrier, 16> Barriers;
  std::shared_ptr<MatrixUnits> Matrices; ///< of wgmma and tcgen05; null before the first
  bool HasLetDependentsBegin = false;    ///< griddepcontrol.launch_dependents
  uint8_t *getSharedSymbols() { return SharedSymbols.data(); }

private:
  Cluster &Of;
  unsigned Rank;
  Dim3 Position;
  unsigned NumThreads;
  std::vector<uint8_t> SharedSymbols; ///< the bank OfBlock
};

struct Participant;

class Cluster {
public:
  Cluster(Launch &Of, uint64_t Number, uint64_t Seed);
  ~Cluster();

  Launch &getLaunch() const { return Of; }
  ClusterObserver &getObserver() { return *Observer; }
  Dim3 getPosition() const { return Position; }
  /// Among the clusters of all kernels that may run at the same time.
  uint64_t getNumber() const { return Number; }
  Block &getBlock(unsigned Rank) { return *Blocks[Rank]; }
  unsigned getNumBlocks() const { return unsigned(Blocks.size()); }

  /// Runs until all threads have ended, a fault stops the launch, the limit of instructions of
  /// warps is reached, or its warps wait and spin, so that other clusters have to go on. Returns
  /// true if there is more to do.
  bool run(uint64_t NumSteps);
  /// Returns true if its last run ended because its warps wait and spin.
  bool isSpinning() const { return OnlySpins; }
  /// Finds out how threads wait, of which none can do anything but wait until other clusters change
  /// memory, or goes round in a loop that leaves memory as it is. Such loops are then waits.
  LoopWait findWait();
  /// Returns true if a thread then waits for a change of global memory.
  bool waitsForGlobalMemory() const;

  /// Returns a random number below a bound.
  uint64_t choose(uint64_t Bound) { return Bound < 2 ? 0 : Random() % Bound; }
  /// Returns what perturbs numbers; null if nothing does.
  std::mt19937_64 *getPerturbation() { return Of.Options.PerturbsNumbers ? &Random : nullptr; }
  /// Returns true if something with a probability of 1 in N happens.
  bool happens(unsigned N) { return choose(N) == 0; }

  /// Returns host memory for an access to shared memory of the cluster, by a shared address.
  /// Returns null after a fault, which is reported.
  uint8_t *accessShared(const Actor &Who, uint32_t Address, unsigned Bytes, unsigned Alignment,
                        Access How);
  uint8_t *accessGlobal(const Actor &Who, uint64_t Address, unsigned Bytes, unsigned Alignment,
                        Access How);
  void fault(const Actor &Who, Check Kind, const Twine &Sentence, const Twine &Missing = "",
             std::optional<unsigned> SharedOf = std::nullopt);
  /// Calls GlobalMemory::find, which mostly finds what it found the last time.
  const Allocation *findAllocation(uint64_t Address) {
    if (KnownSince == Of.Global.getGeneration())
      for (const Allocation *A : Known)
        if (A && Address >= A->Address && Address < A->End())
          return A;
    return lookUpAllocation(Address);
  }

  /// Returns true if a block is known to have begun: the thread has waited for the cluster, or has
  /// seen what the block did.
  bool knowsBegun(const ThreadGroup &G, unsigned Lane, const Block &B);

  AsyncOperations Pending;
  Ordering Order;
  emulator::MBarriers MBarriers;
  ClusterBarrier Barrier;
  RunStatistics Statistics;
  /// Counts what may let others go on: each instruction but one that only waits.
  uint64_t Progress = 0;
  /// Counts the atomic operations that have changed memory.
  uint64_t NumChanges = 0;
  std::vector<std::unique_ptr<Block>> Blocks;

private:
  void runGroup(Warp &W, ThreadGroup &G, unsigned NumSteps);
  /// Executes one instruction. Returns false if the group cannot go on now.
  bool execute(Warp &W, ThreadGroup &G, const Instruction &I);
  /// Adds to the timeline what a group did until now: that it waited, or that it lived.
  void noteTime(const ThreadGroup &G, const ptx::Statement *WaitsAt, uint64_t Begin);
  bool tryAll(ArrayRef<Warp *> Running);
  LoopWait findWait(Warp &W, ThreadGroup &G);
  /// Returns true if all threads that an instruction needs together are in the group.
  bool isTogether(Warp &W, ThreadGroup &G, const Instruction &I);
  bool checkConvergence(Warp &W, ThreadGroup &G, const Instruction &I);
  void joinGroups(Warp &W, ThreadGroup &G);
  /// Executes an instruction with a member mask if all members are at one like it.
  bool meet(Warp &W, ThreadGroup &G, const Instruction &I);
  void executeTogether(ArrayRef<Participant> All);
  ThreadGroup *chooseGroup(Warp &W);
  /// All threads have ended.
  void end();
  const Allocation *lookUpAllocation(uint64_t Address);
  void checkBegun(const Actor &Who, const Block &B, uint32_t Offset, unsigned Bytes, Access How);

  Launch &Of;
  std::array<const Allocation *, 4> Known = {}; ///< the allocations accessed last
  uint64_t KnownSince = 0;                      ///< the generation of the memory
  unsigned NextKnown = 0;
  uint64_t Number;
  Dim3 Position; ///< in units of clusters
  bool OnlySpins = false;
  std::mt19937_64 Random;
  std::unique_ptr<ClusterObserver> Observer;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_BLOCK_H
