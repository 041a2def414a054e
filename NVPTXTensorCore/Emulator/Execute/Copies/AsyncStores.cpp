//===- AsyncStores.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// st.async, red.async: stores of registers into shared memory of the cluster that an mbarrier
// counts. st.bulk: zeros into a range of shared memory. multimem of asynchronous instructions is
// not known: there is one device.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/AsyncOperands.h"
#include "Emulator/Machine/Reduction.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct AsyncStoreDetails {
  Space In = Space::Generic;
  std::optional<AtomicOperation> Reduction;
  Scope Within = Scope::GPU; ///< of a release
};

/// The store of a lane. PTX performs it through the generic proxy.
class AsyncStore : public AsyncOperation {
public:
  AsyncStore(const Instruction &I, ThreadGroup &G, unsigned Lane)
      : I(I), Of(G.getBlock()), Author(G.getCluster().Order.issue(G, Lane, I)) {
    for (Slot S : I.Operands)
      if (S.Bits == 128)
        Values.append(
            {uint64_t(G.lanes<uint128_t>(S)[Lane]), uint64_t(G.lanes<uint128_t>(S)[Lane] >> 64)});
      else
        Values.push_back(G.get(S, Lane));
  }

protected:
  /// Returns the bytes of a value.
  unsigned getBytes() const { return std::min(I.On.getBytes(), unsigned(sizeof(uint64_t))); }
  unsigned getNumBytes() const { return getBytes() * unsigned(Values.size()); }

  const AsyncStoreDetails &getDetails() const { return I.details<AsyncStoreDetails>(); }
  Access getAccess() const { return getDetails().Reduction ? Access::ReadWrite : Access::Write; }

  /// Stores or adds the values.
  void put(uint8_t *Location) const {
    for (uint64_t Value : Values) {
      if (getDetails().Reduction)
        reduce(Location, Value, *getDetails().Reduction, I.On);
      else
        std::memcpy(Location, &Value, getBytes());
      Location += getBytes();
    }
  }

  const Instruction &I;
  Block &Of;
  const std::shared_ptr<AsyncAuthor> Author;
  SmallVector<uint64_t, 4> Values; ///< of .b128 two
};

/// Into shared memory, with bytes for an mbarrier.
class SharedStore : public AsyncStore {
public:
  SharedStore(const Instruction &I, ThreadGroup &G, unsigned Lane, uint32_t To, uint32_t MBarrier)
      : AsyncStore(I, G, Lane), To(To), MBarrier(MBarrier) {
    if (G.getCluster().Order.findRecord(*Author))
      G.getCluster().MBarriers.expect(*Author, MBarrier, getNumBytes());
  }
  bool perform(Cluster &C) override;

private:
  const uint32_t To, MBarrier;
};

/// Into global memory: a release of what the thread had done and seen.
class ReleasingStore : public AsyncStore {
public:
  ReleasingStore(const Instruction &I, ThreadGroup &G, unsigned Lane, uint64_t To)
      : AsyncStore(I, G, Lane), To(To) {
    G.getCluster().Order.release(G, LaneMask(1) << Lane, Released);
  }
  bool perform(Cluster &C) override;

private:
  const uint64_t To;
  SyncClock Released;
};

} // namespace

bool SharedStore::perform(Cluster &C) {
  const unsigned NumBytes = getNumBytes();
  Actor Who = makeAsyncActor(I, Of, Author, Proxy::Generic);
  if (getDetails().Reduction) {
    Who.Order = Strength::Relaxed;
    Who.Within = Scope::Cluster;
  }
  uint8_t *Location = C.accessShared(Who, To, NumBytes, NumBytes, getAccess());
  if (!Location)
    return true;
  put(Location);
  MBarrierChange Change;
  Change.Transactions = -int64_t(NumBytes);
  C.MBarriers.complete(Who, MBarrier, Change);
  return true;
}

bool ReleasingStore::perform(Cluster &C) {
  Actor Who = makeAsyncActor(I, Of, Author, Proxy::Generic);
  Who.Order = Strength::Release;
  Who.Within = getDetails().Within;
  uint8_t *Location = C.accessGlobal(Who, To, getNumBytes(), getNumBytes(), getAccess());
  if (!Location)
    return true;
  put(Location);
  C.Order.publish(Released, Of, To, Who.Within);
  return true;
}

static Step storeReleasing(const Instruction &I, ThreadGroup &G) {
  Cluster &C = G.getCluster();
  G.forEachLane([&](unsigned Lane) {
    C.Pending.add(C.Pending.makeChain(),
                  std::make_unique<ReleasingStore>(I, G, Lane, G.getAddress(I.Addresses[0], Lane)));
  });
  return Step::Next;
}

static Step storeAsync(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<AsyncStoreDetails>();
  Cluster &C = G.getCluster();
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const std::optional<uint32_t> To = getSharedAddress(I, G, Lane, 0, Of.In);
    const std::optional<uint32_t> MBarrier =
        To ? getSharedAddress(I, G, Lane, 1, Of.In) : std::nullopt;
    if (!MBarrier)
      break;
    if (*To >> Windows::RankShift != *MBarrier >> Windows::RankShift)
      return G.fault(I, Check::Barriers, LaneMask(1) << Lane,
                     "the destination and the mbarrier are in different blocks of the cluster; "
                     "expected both in one");
    C.Pending.add(C.Pending.makeChain(), std::make_unique<SharedStore>(I, G, Lane, *To, *MBarrier));
  }
  return Step::Next;
}

static Step storeZeros(const Instruction &I, ThreadGroup &G) {
  constexpr unsigned Unit = 8;
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const uint64_t Size = G.get(I.Operands[0], Lane), Value = G.get(I.Operands[1], Lane);
    const std::optional<uint32_t> To = getSharedAddress(I, G, Lane, 0, I.In);
    if (!To)
      break;
    if (Size % Unit || Value || !isUInt<32>(Size))
      return G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
                     "a store of " + Twine(Size) + " bytes of " + Twine(Value) +
                         "; expected a multiple of 8 bytes of 0");
    if (!Size)
      continue;
    uint8_t *Bytes = G.access(I, Lane, Space::SharedCTA, *To, unsigned(Size), Unit, Access::Write);
    if (!Bytes)
      break;
    std::memset(Bytes, 0, Size);
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

template <Handler Execute, bool Reduces = false> static Error readStore(InstructionReader &R) {
  AsyncStoreDetails Of{getSharedSpace(R), std::nullopt,
                       getMemoryOrder(R, Strength::Weak, Scope::GPU).Within};
  if (Reduces)
    Of.Reduction = R.get<words::AtomicOperation>();
  R.setDetails(Of);
  R.Result.On = R.type();
  return readAs<Execute>(R);
}

static Error readStoreBulk(InstructionReader &R) {
  R.Result.In = getSharedSpace(R);
  return readAs<storeZeros>(R);
}

static Error readMultimem(InstructionReader &R) {
  return R.fail("the emulator has one device, and does not know multimem addresses");
}

ArrayRef<RowReader> emulator::getAsyncStoreRows() {
  static constexpr RowReader Rows[] = {
      {PTX_ST_ASYNC_32, readStore<storeAsync>},
      {PTX_ST_ASYNC_64, readStore<storeAsync>},
      {PTX_ST_ASYNC_128, readStore<storeAsync>},
      {PTX_ST_ASYNC_RELEASE, readStore<storeReleasing>},
      {PTX_RED_ASYNC_ADD, readStore<storeAsync, true>},
      {PTX_RED_ASYNC_EXTREMUM, readStore<storeAsync, true>},
      {PTX_RED_ASYNC_COUNT, readStore<storeAsync, true>},
      {PTX_RED_ASYNC_LOGIC, readStore<storeAsync, true>},
      {PTX_RED_ASYNC_RELEASE_ADD, readStore<storeReleasing, true>},
      {PTX_RED_ASYNC_RELEASE_EXTREMUM, readStore<storeReleasing, true>},
      {PTX_RED_ASYNC_RELEASE_COUNT, readStore<storeReleasing, true>},
      {PTX_RED_ASYNC_RELEASE_LOGIC, readStore<storeReleasing, true>},
      {PTX_ST_BULK, readStoreBulk},
      {PTX_MULTIMEM_ST_ASYNC, readMultimem},
      {PTX_MULTIMEM_RED_ASYNC, readMultimem},
      {PTX_MULTIMEM_CP_ASYNC_BULK, readMultimem},
      {PTX_MULTIMEM_CP_REDUCE_BULK_ADD, readMultimem},
      {PTX_MULTIMEM_CP_REDUCE_BULK_ADD_NOFTZ, readMultimem},
      {PTX_MULTIMEM_CP_REDUCE_BULK_EXTREMUM, readMultimem},
      {PTX_MULTIMEM_CP_REDUCE_BULK_COUNT, readMultimem},
      {PTX_MULTIMEM_CP_REDUCE_BULK_LOGIC, readMultimem},
  };
  return Rows;
}
