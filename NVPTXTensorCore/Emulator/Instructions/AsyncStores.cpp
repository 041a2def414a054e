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

#include "Emulator/Instructions/AsyncOperands.h"
#include "Emulator/Machine/Reduction.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct AsyncStoreDetails {
  Space In = Space::Generic;
  std::optional<ReductionOperation> Reduction;
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
  /// Of a value.
  unsigned getBytes() const { return std::min(I.On.getBytes(), unsigned(sizeof(uint64_t))); }
  unsigned getNumBytes() const { return getBytes() * unsigned(Values.size()); }

  const Instruction &I;
  Block &Of;
  const std::shared_ptr<AsyncAuthor> Author;
  SmallVector<uint64_t, 4> Values; ///< of .b128 two
};

/// Into shared memory, with bytes for an mbarrier.
class SharedStore : public AsyncStore {
public:
  SharedStore(const Instruction &I, ThreadGroup &G, unsigned Lane, uint32_t To, uint32_t MBarrier)
      : AsyncStore(I, G, Lane), To(To), MBarrier(MBarrier) {}
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
  const auto &Details = I.details<AsyncStoreDetails>();
  const unsigned Bytes = getBytes(), NumBytes = getNumBytes();
  Actor Who = makeAsyncActor(I, Of, Author, Proxy::Generic);
  if (Details.Reduction) {
    Who.Order = Strength::Relaxed;
    Who.Within = Scope::Cluster;
  }
  uint8_t *Place = C.accessShared(Who, To, NumBytes, NumBytes,
                                  Details.Reduction ? Access::ReadWrite : Access::Write);
  if (!Place)
    return true;
  for (uint64_t Value : Values) {
    if (Details.Reduction)
      reduce(Place, Value, *Details.Reduction, I.On);
    else
      std::memcpy(Place, &Value, Bytes);
    Place += Bytes;
  }
  MBarrierChange Change;
  Change.Transactions = -int64_t(NumBytes);
  C.MBarriers.complete(Who, MBarrier, Change);
  return true;
}

bool ReleasingStore::perform(Cluster &C) {
  Actor Who = makeAsyncActor(I, Of, Author, Proxy::Generic);
  Who.Order = Strength::Release;
  Who.Within = I.details<AsyncStoreDetails>().Within;
  uint8_t *Place = C.accessGlobal(Who, To, getNumBytes(), getNumBytes(), Access::Write);
  if (!Place)
    return true;
  for (auto [Number, Value] : enumerate(Values))
    std::memcpy(Place + Number * getBytes(), &Value, getBytes());
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
// Reading
//===----------------------------------------------------------------------===//

/// A value or a vector.
static Error readValues(InstructionReader &R, size_t NumValues, Type T) {
  SmallVector<Slot, 4> Values;
  if (Error E = R.readAll(R.operand(1), T, Values))
    return E;
  if (Values.size() != NumValues)
    return R.fail("expected " + Twine(NumValues) + " values, not " + Twine(Values.size()));
  R.setOperands(Values);
  return Error::success();
}

/// [address], value or vector, [mbarrier]
static Error readStoreOperands(InstructionReader &R, AsyncStoreDetails Of, size_t NumValues,
                               Type T) {
  if (Error E = R.expectOperands(3))
    return E;
  if (Error E = readValues(R, NumValues, T))
    return E;
  Expected<Address> To = R.readAddress(R.operand(0));
  if (!To)
    return To.takeError();
  Expected<Address> MBarrier = R.readAddress(R.operand(2));
  if (!MBarrier)
    return MBarrier.takeError();
  R.setAddresses({*To, *MBarrier});
  R.setDetails(Of);
  R.Result.On = T;
  R.Result.Execute = storeAsync;
  return Error::success();
}

/// Takes the space and how the end is made known.
static Error takeSharedDestination(InstructionReader &R, AsyncStoreDetails &Of) {
  if (R.take(".shared::cluster"))
    Of.In = Space::SharedCluster;
  if (!R.take(".mbarrier::complete_tx::bytes"))
    return R.fail("expected '.mbarrier::complete_tx::bytes'");
  return Error::success();
}

static size_t takeVector(InstructionReader &R) { return R.take(".v2") ? 2 : R.take(".v4") ? 4 : 1; }

/// [address], value or vector
static Error readReleasingStore(InstructionReader &R, bool IsMMIO) {
  AsyncStoreDetails Of;
  if (R.take(".sys"))
    Of.Within = Scope::System;
  else if (IsMMIO || !R.take(".gpu"))
    return R.fail(IsMMIO ? "expected '.sys'" : "expected '.gpu' or '.sys'");
  R.take(".global");
  const size_t NumValues = takeVector(R);
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (NumValues > 1 && (T->getBits() < 32 || NumValues * T->getBytes() > 16))
    return R.fail("expected a vector of 32 or 64 bits an element, and at most 128 bits");
  if (T->getBits() > 64)
    return R.fail("expected values of 8 to 64 bits");
  if (Error E = R.expectOperands(2))
    return E;
  if (Error E = readValues(R, NumValues, *T))
    return E;
  R.setDetails(Of);
  R.Result.On = *T;
  R.Result.Execute = storeReleasing;
  return readAddresses(R, 0, 1);
}

static Error readStoreAsync(InstructionReader &R) {
  AsyncStoreDetails Of;
  const bool IsMMIO = R.take(".mmio");
  if (R.take(".release"))
    return readReleasingStore(R, IsMMIO);
  if (IsMMIO)
    return R.fail("expected '.release' after '.mmio'");
  R.take(".weak");
  if (Error E = takeSharedDestination(R, Of))
    return E;
  const size_t NumValues = takeVector(R);
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (T->getBits() < 32 || NumValues * T->getBytes() > 16)
    return R.fail("expected values of 32, 64 or 128 bits, and at most 128 bits");
  return readStoreOperands(R, Of, NumValues, *T);
}

static Error readReductionAsync(InstructionReader &R) {
  AsyncStoreDetails Of;
  if (!R.take(".relaxed") || !R.take(".cluster"))
    return R.fail("expected '.relaxed.cluster'");
  if (Error E = takeSharedDestination(R, Of))
    return E;
  const StringRef Operation = R.peek();
  Of.Reduction = parseReduction(Operation);
  if (!Of.Reduction)
    return R.fail("expected an operation, not '" + Operation + "'");
  R.take(Operation);
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (!canReduce(*Of.Reduction, *T) || !T->isInteger())
    return R.fail("there is no reduction '" + Operation + "' of type '." + T->Name + "'");
  return readStoreOperands(R, Of, 1, *T);
}

static Error readStoreBulk(InstructionReader &R) {
  R.take(".weak");
  R.Result.In = R.take(".shared::cta") ? Space::SharedCTA : Space::Generic;
  if (Error E = R.expectOperands(3))
    return E;
  SmallVector<Slot, 2> Slots;
  for (size_t Number : {1, 2})
    if (Error E = readValue(R, Number, 64, Slots))
      return E;
  R.setOperands(Slots);
  R.Result.Execute = storeZeros;
  return readAddresses(R, 0, 1);
}

static Error readMultimem(InstructionReader &R) {
  return R.fail("the emulator has one device, and does not know multimem addresses");
}

ArrayRef<InstructionFamily> emulator::getAsyncStoreInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"st.async", readStoreAsync},        {"red.async", readReductionAsync},
      {"st.bulk", readStoreBulk},          {"multimem.cp", readMultimem},
      {"multimem.st.async", readMultimem}, {"multimem.red.async", readMultimem},
  };
  return Families;
}
