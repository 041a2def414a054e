//===- AccessChecks.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at every access to memory: whether something orders it after the accesses before it, and
// whether what it reads was written.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_ACCESSCHECKS_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_ACCESSCHECKS_H

#include "Emulator/Machine/Launch.h"
#include "Emulator/Machine/Observer.h"
#include "Emulator/Machine/Reports.h"
#include "Emulator/Machine/ShadowMemory.h"
#include "Emulator/Machine/VectorClock.h"

namespace llvm::tensorcore::emulator {

class Block;
class Cluster;
struct Allocation;
struct AsyncAuthor;
struct WaitCause;

class AccessChecks {
public:
  explicit AccessChecks(Cluster &Of) : Of(Of) {}

  /// Weak accesses of all active lanes, each aligned to its size and where memory is: in an
  /// allocation, or, if that is null, in shared memory of the lanes' block.
  void checkLanes(ThreadGroup &G, const Instruction &I, const Allocation *Global,
                  const uint64_t (&Addresses)[WarpSize], unsigned Bytes, Access How);
  /// Offset is that in the block's shared memory.
  void checkShared(const Actor &Who, Block &B, uint32_t Offset, unsigned Bytes, Access How);
  void checkGlobal(const Actor &Who, const Allocation &A, uint64_t Address, unsigned Bytes,
                   Access How);
  /// Returns once the lanes in which a load took elements that nobody wrote all of, which is not
  /// reported: their values may not be used.
  LaneMask takeUnwrittenReads() { return std::exchange(UnwrittenReads, 0); }
  /// Reports a load of an element of shared memory that nobody wrote, by what depends on it.
  void reportUnwritten(ThreadGroup &G, const Instruction &Load, LaneMask Lanes, uint32_t Address,
                       std::pair<std::string, Location> Use);
  /// A column of a lane of tensor memory: Offset is its number in the block, times 4.
  void checkTensor(const Actor &Who, Block &B, ShadowMemory &Shadow, uint32_t Offset,
                   unsigned Bytes, Access How);
  /// Columns of a lane of tensor memory whose use ends. False if operations may go on in them,
  /// which is reported.
  bool checkTensorEnd(const TensorEnd &End, const Block &B, ShadowMemory &Shadow, uint32_t Offset,
                      unsigned Bytes);

private:
  enum class Memory : uint8_t { Shared, Global, Tensor };
  enum class Relation {
    Ordered,
    NoProxyFence,
    NoFenceOfReads, ///< no proxy fence between a read and an asynchronous write
    NoFenceBefore,
    NoFenceAfter,
    NoMapRelease,
    NoMapAcquire,
    NoWarpgroupOrder, ///< of a wgmma, after what not all of its warps have seen
    EqualWrites,      ///< unordered, of one value
    NotTogether,      ///< volatile accesses of lanes that rely on being executed together
    NotCoherent,      ///< a read through a cache that need not see the write, which is ordered
    NotPipelined,     ///< of one thread's tcgen05, which hardware keeps in order, and PTX does not
    Unordered
  };
  /// Describes the author of an access, as far as the order needs it. The lanes of an instruction,
  /// and the pieces of an operation, follow each other; what was found out for one holds for the
  /// next.
  struct Observer {
    const ThreadGroup *Group = nullptr;
    const AsyncAuthor *Operation = nullptr;
    Proxy Through = Proxy::Generic;
    const VectorClock *Seen = nullptr;      ///< null: nothing
    const VectorClock *SeenOfMap = nullptr; ///< of a tensor map, when it was acquired
    AccessRecord Record;                    ///< except for its lanes
    LaneMask Lanes = 0;
    uint64_t Pipeline = 0;
    uint32_t TogetherTime = 0; ///< the lanes of the warp have seen each other's accesses up to it
    Memory In = Memory::Shared;
    /// Accesses of the cluster's other warps up to the first time are ordered before this one;
    /// reads after the second time are not. It is computed when it is first needed.
    mutable std::optional<std::pair<uint32_t, uint32_t>> SeenOfOthers;
    mutable AccessRecord Ordered; ///< the last one that is ordered before this, whatever its lanes

    // The host reads records in larger units than these are written in, and waits if they were
    // written just before: what changes from lane to lane is not in the record.
    void setBytes(uint8_t Bytes) {
      if (Record.Bytes != Bytes)
        Record.Bytes = Bytes;
    }
    void setWrite(bool IsWrite) {
      if (Record.IsWrite != IsWrite)
        Record.IsWrite = IsWrite;
    }
    void copyRecord(AccessRecord &To) const {
      To = Record;
      To.Lanes = Lanes;
    }
  };
  /// Describes what is accessed, for messages.
  struct Target {
    Memory In;
    uint64_t Address;
    unsigned Bytes;
    const uint8_t *There;      ///< what is there before the access; null if that is not in bytes
    const Block *Of = nullptr; ///< of tensor memory
    bool ReadsAccumulators = false; ///< of a multiplication
    unsigned ElementBytes = 1;      ///< nobody may have written a part of an element (padding)
  };

  Observer &observe(const Actor &Who, Memory In);
  std::pair<uint32_t, uint32_t> getSeenOfOthers(const Observer &O) const {
    if (!O.SeenOfOthers)
      O.SeenOfOthers = findSeenOfOthers(O);
    return *O.SeenOfOthers;
  }
  std::pair<uint32_t, uint32_t> findSeenOfOthers(const Observer &O) const;
  /// Answers from the bounds of clocks alone, as it mostly can; none if more has to be asked.
  std::optional<Relation> relateQuickly(const AccessRecord &Before, const Observer &O) const;
  Relation relate(const AccessRecord &Before, const Observer &O) const;
  Relation relateMemory(const AccessRecord &Before, const Observer &O) const;
  bool isOfEarlierGrid(const AccessRecord &R) const;
  /// Returns true for a read through the cache of ld.global.nc of what the same kernel has written.
  bool isBehindCache(const AccessRecord &Write, const Observer &O) const;
  /// Returns true if a record of an earlier kernel is of one that has ended for the observer.
  bool isOfSeenGrid(const AccessRecord &Before, const Observer &O) const;
  /// Returns true if all warps that issue an operation have seen an access, or those that need it.
  bool haveWarpsSeen(const AccessRecord &Before, const Observer &O) const;
  Relation relateMap(const AccessRecord &Before, const Observer &O) const;
  bool isIssuedBefore(const AccessRecord &Before, const Observer &O) const;
  Relation relateOperation(const AccessRecord &Before, const Observer &O) const;
  /// Relates two writes that nothing orders.
  Relation relateWrites(const AccessRecord &Before, const Observer &O, const Target &T) const;
  /// Reports elements that are read and that nobody wrote, or marks those that are written.
  void checkWritten(WrittenBytes &Written, uint64_t Offset, Access How, const Target &T,
                    Check Kind);
  void checkInBlock(ShadowMemory &Shadow, uint32_t Offset, Access How, Observer &O,
                    const Target &T);
  /// Lanes read the same words together. False if each lane has to be looked at.
  bool readTogether(ShadowMemory &Shadow, uint64_t Offset, unsigned Bytes, Observer &O);
  void checkInPages(GlobalShadow &Shadow, const Allocation &A, uint64_t Address, unsigned Bytes,
                    unsigned ElementBytes, Access How, Observer &O);
  void check(ShadowMemory &Shadow, uint64_t Offset, unsigned Bytes, Access How, Observer &O,
             const Target &T);
  void checkParts(ShadowMemory &Shadow, uint64_t Offset, unsigned Bytes, Observer &O,
                  const Target &T);
  bool isObserved(const AccessRecord &Before, const ShadowWord &Word, const OtherRecords &Others,
                  const Observer &O) const;
  void checkWord(ShadowMemory &Shadow, ShadowWord &Word, Observer &O, const Target &T);
  bool checkRecord(const AccessRecord &Before, const Observer &O, const Target &T);
  /// Reports volatile accesses of lanes of a warp that rely on being executed together.
  void checkVolatile(const AccessRecord &Before, const Observer &O, const Target &T);
  bool keepQuickly(ShadowMemory &Shadow, ShadowWord &Word, const Observer &O);
  void keep(ShadowMemory &Shadow, ShadowWord &Word, const Observer &O);
  bool replaceOwn(OtherRecords &Others, const Observer &O) const;
  bool mayHaveSeen(const OtherRecords &Others, const Observer &O) const;
  void keepRead(ShadowMemory &Shadow, ShadowWord &Word, const Observer &O);
  /// Reports a read of the last observer. IsStored: a store has passed on a register that nobody
  /// wrote.
  void reportUndefined(const Target &T, Check Kind, bool IsStored = false);
  /// Names the write that would define the bytes that are read in shared memory.
  std::string getMissingWrite() const;
  void report(const AccessRecord &Before, const Observer &O, const Target &T, Relation Found,
              bool IsLater = false);
  /// Says why a read or write may not see the one before it, which is named behind that.
  static std::string printRelation(Relation Found, const char *Fence, const AccessRecord &Before,
                                   const AccessRecord &Now);
  bool isAccessOfLater(const AccessRecord &Access, const Observer &O) const;
  void reportLater(const AccessRecord &Access, const Observer &O, const Target &T);
  /// An access after one of the same word for which there is a report.
  void widen(const AccessRecord &Before, const Observer &O);
  bool reportInFlight(const Target &T);
  std::string findMissedWait(const AccessRecord &Before, const Observer &O) const;
  std::string findOtherRemedy(const AccessRecord &Before, const Observer &O,
                              unsigned Between) const;
  WaitCause findCause(const AccessRecord &Before, const Observer &O, const Target &T) const;
  /// Finds an instruction that seems to order two accesses of threads, and says why it does not.
  WaitCause findOrderCause(const AccessRecord &Before, const Observer &O) const;
  /// Finds a barrier for a number of threads that one of two warps has waited at without the other.
  WaitCause findBarrierCause(const AccessRecord &Before, const AccessRecord &Now) const;
  WaitCause findRelaxedWait(const AccessRecord &Before, const AccessRecord &Now) const;
  WaitCause findFlagCause(const AccessRecord &Before, const AccessRecord &Now) const;
  WaitCause findClusterCause(const AccessRecord &Before, const AccessRecord &Now) const;
  WaitCause findReleaseCause(const AccessRecord &Before, const WarpClock &Seen) const;
  std::string print(const Target &T) const;
  bool isOrderedByRelaxed(const AccessRecord &Before, const AccessRecord &Now) const;
  bool isWaitedFor(const AccessRecord &Before) const;
  Location getLocation(const AccessRecord &R) const;
  /// The kernel of a record that is of an earlier one.
  const GridHistory::Grid &getEarlierGrid(const AccessRecord &R) const;

  Cluster &Of;
  Observer Last;
  LaneMask UnwrittenReads = 0;
  /// The lanes that have executed a volatile access to shared memory together the last time, by its
  /// warp.
  DenseMap<std::pair<const Instruction *, unsigned>, LaneMask> VolatileAccesses;
};

/// Returns true for ld.volatile and st.volatile.
bool isVolatile(const Instruction &I);

/// An mbarrier is no memory for other instructions until mbarrier.inval, whatever their strength.
inline bool isStoreOverMBarrier(const AccessRecord &Store, const AccessRecord &Other) {
  const OperationKind Is = Store.At->Operation;
  return !Store.IsAsync && isMBarrier(Other.At->Operation) &&
         (Is == OperationKind_Store || Is == OperationKind_BulkStore ||
          Is == OperationKind_Atomic || Is == OperationKind_Reduction);
}

/// Accesses of threads through the generic proxy are mostly ordered by a barrier, which all lanes
/// have seen, or are reads that nothing orders.
inline std::optional<AccessChecks::Relation> AccessChecks::relateQuickly(const AccessRecord &Before,
                                                                         const Observer &O) const {
  const AccessRecord &Now = O.Record;
  if (Before.IsAsync || Now.IsAsync || O.Through == Proxy::TensorMap || Before.hasAuthorOf(Now))
    return std::nullopt;
  if (Before.Cluster == Now.Cluster) {
    const auto [First, Last] = getSeenOfOthers(O);
    if (Before.Time <= First)
      return Relation::Ordered;
    if (!Before.IsWrite && Before.Time > Last)
      return Relation::Unordered;
  }
  const WarpClock *Seen = O.Seen ? O.Seen->find(Before.Cluster, Before.Warp) : nullptr;
  if (Seen && Before.Time <= Seen->FirstGeneric)
    return Relation::Ordered;
  if (!Before.IsWrite && !isOfEarlierGrid(Before) && (!Seen || Before.Time > Seen->LastGeneric))
    return Relation::Unordered;
  return std::nullopt;
}

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_ACCESSCHECKS_H
