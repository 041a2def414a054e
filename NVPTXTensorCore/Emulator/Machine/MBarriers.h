//===- MBarriers.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mbarrier objects of a cluster. Their counts are in 8 bytes of shared memory, in a layout of the
// emulator's own, as PTX says nothing of it. What these bytes cannot hold is next to them, by their
// address: what the arrivals of a phase released, and whether the bytes are an object at all.
//
// Everything that arrives at an mbarrier, threads and asynchronous operations, does it here.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_MBARRIERS_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_MBARRIERS_H

#include "Emulator/Machine/Ordering.h"
#include "Emulator/Machine/Reports.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <optional>

namespace llvm::tensorcore::emulator {

class Warp;

/// The 8 bytes.
struct MBarrierWord {
  static constexpr uint32_t MaxCount = (1u << 20) - 1;

  uint32_t Pending = 0, Expected = 0; ///< arrivals: of this phase, of the next ones
  int32_t Transactions = 0;           ///< bytes that are expected and not there yet
  bool Parity = false;                ///< of the phase that goes on
  bool HasReports = false;            ///< .layout::v1

  uint32_t getMaxCount() const { return HasReports ? (1u << 9) - 1 : MaxCount; }
  uint64_t encode() const;
  /// None if it is not an mbarrier's.
  static std::optional<MBarrierWord> decode(uint64_t Bits);
};

/// Describes what an instruction or operation does to an mbarrier.
struct MBarrierChange {
  uint32_t Arrivals = 0;
  int64_t Transactions = 0;  ///< more that are expected; fewer, if it is negative
  bool Drops = false;        ///< those that arrive do not arrive in later phases
  bool AddsArrivals = false; ///< expects more in this phase, and does not arrive
  bool MayComplete = true;   ///< .noComplete must not end the phase
  /// True if a copy that inspects its bytes has found the pattern; none for other copies.
  std::optional<bool> Report;
  /// The strength of a thread's arrival: with Release, the end of the phase comes after what it
  /// did.
  Strength Releases = Strength::Weak;
};

/// Returns true if an mbarrier is in the shared memory of another block than a thread's.
bool isOfOtherBlock(const Actor &Who, uint32_t Address);

/// The bytes of a phase, for reports.
struct PhaseBytes {
  uint64_t Announced = 0; ///< by expect_tx
  uint64_t Copied = 0;    ///< by copies that were issued in it
  uint64_t Came = 0;
  const Instruction *AnnouncedBy = nullptr; ///< the last one
};

/// A wait of a warp for a phase.
struct PhaseWait {
  const Instruction *At = nullptr;
  uint64_t Phase = 0; ///< that it waited for
  LaneMask Lanes = 0;
  LaneMask Again = 0;                               ///< the lanes that had waited for it before
  std::array<uint32_t, WarpSize> Times = {};        ///< of the warp, when a lane had waited
  std::array<uint64_t, WarpSize> NextMeetings = {}; ///< of the warp, that come after that
  uint32_t getTime() const { return *llvm::max_element(Times); }
};

struct MBarrier {
  uint64_t Word = 0;  ///< as it was left: if the bytes differ, somebody wrote over them
  uint64_t Phase = 0; ///< counts all phases
  SyncClock Arriving; ///< of the phase that goes on
  SyncClock Done;     ///< of the one before it
  Location Init;      ///< its mbarrier.init
  // The primary phase is the one that the counts are of. The conditional phase ends with it, unless
  // a copy has reported what it found.
  bool Reports = false;           ///< a copy has, in the phase that goes on
  bool Reported = false;          ///< and in the one before it
  bool ConditionalParity = false; ///< of the conditional phase that goes on
  SyncClock ConditionalDone;      ///< of the one before it
  /// Something relaxed has arrived in the phase that goes on, whose order is not known.
  bool HasRelaxed = false;
  /// For reports: a cp.async.mbarrier.arrive without .noinc, which raises the arrivals of a phase.
  const Instruction *RaisedBy = nullptr;
  /// For reports: the last multicast with this mbarrier of other blocks of the cluster, and not of
  /// this one.
  const Instruction *LeftOutBy = nullptr;
  uint64_t MaskOfOthers = 0;
  bool HasRemote = false; ///< arrivals or bytes of other blocks came in the phase that goes on
  bool HadRemote = false; ///< and in the one before it
  /// For a check: the threads that have waited for the phase before, and arrived in this one, by
  /// lanes of warps.
  MapVector<const Warp *, std::pair<LaneMask, LaneMask>> WaitedAndArrived;
  /// For reports: the threads that arrived in the phase before, the instruction that ended it, and
  /// whether a thread has arrived in this phase after it had waited for that one.
  DenseMap<const Warp *, LaneMask> ArrivedBefore;
  const Instruction *EndedBy = nullptr;
  const Instruction *LastArrival = nullptr; ///< of a thread
  /// A tcgen05.commit of a thread that had issued nothing since its last one, and the phase.
  struct {
    const Instruction *At = nullptr;
    uint64_t Phase = 0;
    unsigned ClusterWarp = 0, Lane = 0;
  } EmptyCommit;
  std::string TooMany; ///< says that lanes of one instruction have ended several phases
  bool HasArrivalAfterWait = false;
  /// The bytes of the last phases, by their numbers.
  static constexpr unsigned NumKept = 8;
  std::array<PhaseBytes, NumKept> Bytes;
  MapVector<const Warp *, PhaseWait> LastWaits; ///< that ended
  /// The thread that has announced bytes last: its copies bring them, also those that it issues
  /// after the phase, if it was not to announce them later.
  struct {
    unsigned ClusterWarp = 0, Lane = 0;
    uint64_t Phase = 0;
    bool IsKnown = false, IsAfterCopies = false;
  } Announcer;
  PhaseBytes &getBytes(uint64_t OfPhase) { return Bytes[OfPhase % NumKept]; }
  const PhaseBytes &getBytes(uint64_t OfPhase) const { return Bytes[OfPhase % NumKept]; }
  bool hasBytes(uint64_t OfPhase) const { return OfPhase + NumKept > Phase; }
};

class MBarriers {
public:
  explicit MBarriers(Cluster &Of) : Of(Of) {}

  // Addresses are shared addresses of the cluster. These return false or nothing after a fault,
  // which they report.

  bool init(const Actor &Who, uint32_t Address, uint64_t Count, bool HasReports);
  bool invalidate(const Actor &Who, uint32_t Address);
  /// The word as it was before.
  std::optional<uint64_t> change(const Actor &Who, uint32_t Address, const MBarrierChange &Change);
  /// Returns what an operation does at its end: it releases what it did, and arrives or counts
  /// bytes.
  bool complete(const Actor &Who, uint32_t Address, const MBarrierChange &Change);
  /// The object at an address; null after a fault.
  const MBarrier *access(const Actor &Who, uint32_t Address);

  /// When the cluster has ended: phases that some have arrived in, and others have not.
  void checkAtEnd();

  /// For reports: a copy is issued that will bring bytes.
  void expect(const AsyncAuthor &Copy, uint32_t Address, uint64_t Bytes);
  /// For reports: the end of an operation will arrive.
  void announce(AsyncRecord &Operation, uint32_t Address);

  /// For reports: says that the last phase which a warp has waited for ended after the bytes that
  /// were announced; empty if none were.
  std::string printAnnounced(const Warp &W) const;

  /// The object at an address without an access; null if there is none.
  MBarrier *find(uint32_t Address);
  /// All objects, by their addresses.
  const DenseMap<uint32_t, MBarrier> &getObjects() const { return Objects; }
  /// Returns an object that a warp has waited for and that a predicate is true of, with its
  /// address; null if there is none.
  std::pair<uint32_t, const MBarrier *>
  findWaitedFor(const Warp &W,
                function_ref<bool(const MBarrier &Object, const PhaseWait &Wait)> Is) const;

  /// Returns true if a wait that cannot end gives up, as time-limited waits may. It does so at
  /// random, or if nothing else can go on; but not for ever. Tests give up at once, unless there
  /// were many: a thread that polls in vain waits, too, in the end.
  bool givesUp(const Warp &W, bool IsTest);
  /// A wait of a warp has ended with success.
  void hasSucceeded(const Warp &W) { Patience.erase(&W); }
  /// Set by the scheduler while nothing else can go on.
  bool IsStuck = false;

private:
  struct GivenUp {
    unsigned ByChance = 0, WhenStuck = 0, Tests = 0;
  };
  uint8_t *find(const Actor &Who, uint32_t Address, Access How, MBarrier *&Object);
  bool fail(const Actor &Who, uint32_t Address, const Twine &Sentence, const Twine &Missing = "");
  void announceBytes(const Actor &Who, MBarrier &Object, uint64_t Number);
  /// Reports an mbarrier whose bytes are not those that its last use has left.
  void checkOverwritten(uint32_t Address, const MBarrier &Object);
  std::string getMissingThread(const Actor &Who, uint32_t Expected) const;
  std::string getMissingWait(const Actor &Who, const MBarrier &Object, const MBarrierWord &W);
  bool apply(const Actor &Who, uint32_t Address, const MBarrierChange &Change, MBarrierWord &W);
  bool report(const Actor &Who, uint32_t Address, bool Found, MBarrier &Object);
  /// Reports threads that have waited for the phase before the one that ends now, and that nothing
  /// keeps from waiting only after it: then the parity is again what it was, and they wait on.
  void checkPassed(const Actor &Who, uint32_t Address, const MBarrier &Object, uint32_t Expected);
  std::string getMissingCount(const Actor &Who, const MBarrier &Object, uint32_t Expected) const;
  LaneMask findLate(const Warp &W, const PhaseWait &Wait, const MBarrier &Object) const;

  Cluster &Of;
  DenseMap<uint32_t, MBarrier> Objects;
  DenseMap<const Warp *, GivenUp> Patience;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_MBARRIERS_H
