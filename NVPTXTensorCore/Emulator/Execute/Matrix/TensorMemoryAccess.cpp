//===- TensorMemoryAccess.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.ld, tcgen05.st and the waits for them. A load writes its registers at a random
// time; a store takes the registers with it, and writes tensor memory then.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/TCGen05.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

namespace {

class TransferOperation : public AsyncOperation {
public:
  TransferOperation(const Instruction &I, ThreadGroup &G, std::shared_ptr<TensorTransfer> Transfer,
                    TensorAddress At)
      : I(I), Details(I.details<TensorAccessDetails>()), Of(G.getBlock()), In(G.shareFrame()),
        Transfer(std::move(Transfer)), At(At) {}

  bool perform(Cluster &C) override;
  const AsyncAuthor *findWriter(const WrittenLocation &Location) const override {
    const bool IsThere =
        !Transfer->IsLoad && Location.isInTensor(Of, At.Column, Details.NumColumns) &&
        Location.Address / WrittenLocation::BytesOfLane - At.Lane < Details.NumRows;
    return IsThere ? Transfer->Author.get() : nullptr;
  }

  /// By register: what a store stores.
  std::vector<std::array<uint32_t, WarpSize>> Values;

private:
  bool findRows(Cluster &C);
  uint32_t &getCell(const TensorAccessDetails::Location &P) {
    return Rows[P.Half * Details.NumRows + P.Row][P.Column];
  }
  void load();
  void compress();
  /// Returns a value that a lane loads, by number.
  using GetLoaded = function_ref<uint32_t(unsigned Number, unsigned Lane)>;
  void reduce(GetLoaded Get, unsigned Count, Slot To);
  void store();

  const Instruction &I;
  const TensorAccessDetails &Details;
  Block &Of;
  std::shared_ptr<Frame> In;
  std::shared_ptr<TensorTransfer> Transfer;
  TensorAddress At;
  std::vector<uint32_t *> Rows;
};

} // namespace

bool TransferOperation::findRows(Cluster &C) {
  Actor Who;
  Who.Through = Proxy::Async;
  Who.Operation = Transfer->Author.get();
  Who.Of = &Of;
  Who.At = &I;
  TensorMemory &T = getMatrixUnits(Of).Tensor;
  for (unsigned Half = 0; Half != Details.NumHalves; ++Half)
    for (unsigned Row = 0; Row != Details.NumRows; ++Row) {
      const unsigned Column = unsigned(At.Column + Half * Details.HalfOffset);
      Rows.push_back(T.access(C, Who, At.Lane + Row, Column, Details.NumColumns,
                              Transfer->IsLoad ? Access::Read : Access::Write));
      if (!Rows.back())
        return false;
    }
  return true;
}

void TransferOperation::load() {
  const TensorAccessDetails::Location *P = Details.Locations.data();
  const bool IsReduced = Details.Reduces != TensorAccessDetails::None;
  for (Slot To : I.Results.drop_back(IsReduced)) {
    uint32_t *Lanes = getRegister(*In, To);
    if (Details.PerRegister == 1) {
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
        Lanes[Lane] = getCell(*P++);
      continue;
    }
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Lanes[Lane] = (getCell(P[Lane]) & 0xFFFF) | getCell(P[WarpSize + Lane]) << 16;
    P += 2 * WarpSize;
  }
  const auto Loaded = I.Results.drop_back();
  if (IsReduced)
    reduce([&](unsigned Number, unsigned Lane) { return getRegister(*In, Loaded[Number])[Lane]; },
           unsigned(Loaded.size()), I.Results.back());
}

/// Keeps two columns of each group of four, and their positions in it.
void TransferOperation::compress() {
  constexpr unsigned IndexBits = 2, PerRegister = 32 / IndexBits;
  const auto Get = [&](unsigned Column, unsigned Lane) { return Rows[Lane][Column]; };
  const auto Metadata = I.Results.take_front(Details.NumMetadata);
  const auto Kept = I.Results.slice(Details.NumMetadata, Details.NumColumns / 2);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    for (Slot To : Metadata)
      getRegister(*In, To)[Lane] = 0;
    for (unsigned Number = 0; Number != Kept.size(); Number += SparseKept) {
      const unsigned First = Number / SparseKept * SparseGroup;
      std::array<double, SparseGroup> Group;
      for (unsigned Location = 0; Location != SparseGroup; ++Location)
        Group[Location] = llvm::bit_cast<float>(Get(First + Location, Lane));
      for (const auto &[Which, Location] : enumerate(selectSparse(Group, Details.Keeps))) {
        const auto To = unsigned(Number + Which);
        getRegister(*In, Kept[To])[Lane] = Get(First + Location, Lane);
        getRegister(*In, Metadata[To / PerRegister])[Lane] |= uint32_t(Location)
                                                              << (To % PerRegister * IndexBits);
      }
    }
  }
  if (Details.Reduces != TensorAccessDetails::None)
    reduce(Get, Details.NumColumns, I.Results.back());
}

static float reduceFloats(const TensorAccessDetails &Of, float A, float B) {
  if (std::isnan(A) || std::isnan(B))
    return Of.PropagatesNaN ? NAN : std::isnan(A) ? B : A;
  return Of.Reduces == TensorAccessDetails::Min ? std::fmin(A, B) : std::fmax(A, B);
}

void TransferOperation::reduce(GetLoaded Get, unsigned Count, Slot To) {
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    uint32_t Best = 0;
    for (unsigned Number = 0; Number != Count; ++Number) {
      uint32_t Word = Get(Number, Lane);
      if (Details.IsFloat && Details.IsAbsolute)
        Word &= 0x7FFFFFFF;
      if (Details.IsFloat) {
        const float F = llvm::bit_cast<float>(Word);
        Best = llvm::bit_cast<uint32_t>(
            Number ? reduceFloats(Details, llvm::bit_cast<float>(Best), F) : F);
        continue;
      }
      const bool IsLess = Details.IsSigned ? int32_t(Word) < int32_t(Best) : Word < Best;
      if (!Number || IsLess == (Details.Reduces == TensorAccessDetails::Min))
        Best = Word;
    }
    getRegister(*In, To)[Lane] = Best;
  }
}

void TransferOperation::store() {
  const TensorAccessDetails::Location *P = Details.Locations.data();
  for (const std::array<uint32_t, WarpSize> &Lanes : Values) {
    for (unsigned Element = 0; Element != Details.PerRegister; ++Element)
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
        uint32_t &To = getCell(*P++);
        To = Details.PerRegister == 1 ? Lanes[Lane] : Lanes[Lane] >> (16 * Element) & 0xFFFF;
      }
  }
}

bool TransferOperation::perform(Cluster &C) {
  if (!findRows(C))
    return true;
  if (Details.NumMetadata)
    compress();
  else if (Transfer->IsLoad)
    load();
  else
    store();
  C.Order.complete(*Transfer->Author, Transfer->Done, /*IsFenced=*/false);
  Transfer->IsDone = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The address, which all threads of the warp must have, and which must be in the warp's lanes.
static TensorAddress getWarpAddress(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<TensorAccessDetails>();
  const unsigned First = G.getFirstActive(), Warp = G.getWarp().getNumber();
  const uint32_t Word = uint32_t(G.getAddress(I.Addresses[0], First));
  G.forEachLane([&](unsigned Lane) {
    if (uint32_t(G.getAddress(I.Addresses[0], Lane)) != Word)
      G.report(I, Check::TensorMemory, LaneMask(1) << Lane,
               "the address in tensor memory is not that of lane " + Twine(First) +
                   "; expected the same in the whole warp");
  });
  const TensorAddress At(Word);
  const unsigned Begin = Warp % 4 * WarpSize;
  if (At.Lane < Begin || At.Lane + Of.NumRows > Begin + WarpSize)
    G.report(I, Check::TensorMemory, G.getActive(),
             "lanes " + Twine(At.Lane) + " to " + Twine(At.Lane + Of.NumRows - 1) +
                 " of tensor memory; warp " + Twine(Warp) + " can access lanes " + Twine(Begin) +
                 " to " + Twine(Begin + WarpSize - 1) + " alone" +
                 getMatrixUnits(G.getBlock()).Tensor.getCause());
  return At;
}

static std::unique_ptr<TransferOperation> makeOperation(const Instruction &I, ThreadGroup &G,
                                                        bool IsLoad) {
  auto Transfer = std::make_shared<TensorTransfer>();
  Transfer->IsLoad = IsLoad;
  Transfer->Author = G.getCluster().Order.issue(G, G.getFirstActive(), I);
  getMatrixUnits(G.getBlock()).Tensor.Transfers[G.getWarp().getNumber()].push_back(Transfer);
  return std::make_unique<TransferOperation>(I, G, std::move(Transfer), getWarpAddress(I, G));
}

static void addPending(ThreadGroup &G, std::unique_ptr<AsyncOperation> Operation) {
  AsyncOperations &Pending = G.getCluster().Pending;
  Pending.add(Pending.makeChain(), std::move(Operation));
}

Step emulator::executeTensorLoad(const Instruction &I, ThreadGroup &G) {
  addPending(G, makeOperation(I, G, /*IsLoad=*/true));
  Ordering &Order = G.getCluster().Order;
  const uint64_t Time = Order.getTime(Order.getClusterWarp(G));
  for (Slot S : I.Results)
    G.getWarp().InFlight.push_back({&G.getFrame(), S, /*IsWritten=*/true, Time, &I});
  return Step::Next;
}

Step emulator::executeTensorStore(const Instruction &I, ThreadGroup &G) {
  std::unique_ptr<TransferOperation> Operation = makeOperation(I, G, /*IsLoad=*/false);
  Operation->Values.resize(I.Operands.size());
  for (const auto &[Number, S] : enumerate(I.Operands))
    std::copy_n(G.lanes<uint32_t>(S), WarpSize, Operation->Values[Number].begin());
  addPending(G, std::move(Operation));
  return Step::Next;
}

static Step executeWait(const Instruction &I, ThreadGroup &G, bool IsLoad, const char *What) {
  TensorMemory &Tensor = getMatrixUnits(G.getBlock()).Tensor;
  auto &Transfers = Tensor.Transfers[G.getWarp().getNumber()];
  const auto IsWaitedFor = [&](const std::shared_ptr<TensorTransfer> &T) {
    return T->IsLoad == IsLoad;
  };
  for (const auto &T : Transfers)
    if (IsWaitedFor(T) && !T->IsDone)
      return G.wait(What);
  for (const auto &T : Transfers)
    if (IsWaitedFor(T))
      G.getCluster().Order.acquire(G, G.getActive(), T->Done);
  erase_if(Transfers, IsWaitedFor);
  if (G.getLaunch().Options.HasChecks) {
    TransferWaits &Waits = Tensor.Waits[G.getWarp().getNumber()];
    Ordering &Order = G.getCluster().Order;
    TransferWaits::Wait &Last = IsLoad ? Waits.OfLoads : Waits.OfStores;
    Last = {&I, Order.getTime(Order.getClusterWarp(G))};
  }
  if (IsLoad)
    erase_if(G.getWarp().InFlight,
             [](const RegisterInFlight &R) { return R.By->Execute == executeTensorLoad; });
  return Step::Next;
}

Step emulator::executeTensorWaitLoad(const Instruction &I, ThreadGroup &G) {
  return executeWait(I, G, /*IsLoad=*/true, "tcgen05.wait::ld");
}

Step emulator::executeTensorWaitStore(const Instruction &I, ThreadGroup &G) {
  return executeWait(I, G, /*IsLoad=*/false, "tcgen05.wait::st");
}
