//===- BulkCopy.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the rows of bulk copies.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/BulkCopy.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Direction = BulkCopyRequest::Direction;

namespace {

class BulkCopy : public AsyncOperation {
public:
  BulkCopy(const Instruction &I, ThreadGroup &G, unsigned Lane, const BulkCopyRequest &Request);
  bool perform(Cluster &C) override;
  const AsyncAuthor *findWriter(const WrittenLocation &At) const override;

private:
  const CopyPlan &getPlan() const { return *Request.Plan; }
  Actor getActor(bool IsWriter) const {
    Actor Who = makeAsyncActor(I, W.getBlock(), IsWriter ? Writer : Reader);
    if (Request.Relaxed && !Request.Reduction) {
      Who.Order = Strength::Relaxed;
      Who.Within = *Request.Relaxed;
    }
    return Who;
  }
  // False after a fault.
  bool load(Cluster &C, const CopyRow &Row);
  void inspect(Cluster &C, uint64_t Address, ArrayRef<uint8_t> Bytes);
  bool read(Cluster &C, const CopyRow &Row, MutableArrayRef<uint8_t> Buffer);
  bool write(Cluster &C, const CopyRow &Row, MutableArrayRef<uint8_t> Buffer);
  bool accessBox(Cluster &C, const CopyRow &Row, MutableArrayRef<uint8_t> Buffer, Access How);
  bool accessChunk(Cluster &C, uint32_t Address, MutableArrayRef<uint8_t> Chunk, Access How);
  bool storeBytes(Cluster &C, uint64_t Address, ArrayRef<uint8_t> Bytes);
  bool storeMasked(Cluster &C, const CopyRow &Row, ArrayRef<uint8_t> Bytes);
  bool reduceAll(uint8_t *To, ArrayRef<uint8_t> Values) const;
  bool performLoad(Cluster &C, size_t Count);
  bool performMove(Cluster &C, size_t Count);
  bool readMap(Cluster &C);
  void endReads(Cluster &C);
  void finish(Cluster &C);

  const Instruction &I;
  Warp &W;
  const unsigned Lane;
  const BulkCopyRequest Request;
  CopyGroups::Copy Group;
  std::shared_ptr<AsyncAuthor> Reader, Writer;
  bool HasFound = false; ///< what it inspects for
  bool IsMapRead = false;
  size_t NumRead = 0, NumWritten = 0; ///< rows
  std::vector<uint8_t> Buffer;        ///< rows that were read and not written yet
};

} // namespace

/// Returns the type of the elements that a tensor copy reads: what is known of the memory, or what
/// the tensor map says.
static StringRef findElementType(const GlobalMemory &Memory, const CopyPlan &Plan) {
  const auto Row = find_if(Plan.Rows, [](const CopyRow &R) { return R.Count != 0; });
  const Allocation *A = Row == Plan.Rows.end() ? nullptr : Memory.find(Row->Global);
  return A && !A->Type.empty() ? StringRef(A->Type)
                               : StringRef(getTensorMapTypeInfo(Plan.Type).PTX);
}

BulkCopy::BulkCopy(const Instruction &I, ThreadGroup &G, unsigned Lane,
                   const BulkCopyRequest &Request)
    : I(I), W(G.getWarp()), Lane(Lane), Request(Request) {
  if (!Request.MBarrier)
    Group = W.BulkCopies.begin(Lane, getPlan().Rows.empty());
  if (!G.getLaunch().Options.HasChecks)
    return;
  // Reads and writes of what is in a group end apart from each other.
  Writer = G.getCluster().Order.issue(G, Lane, I);
  Reader = Request.MBarrier ? Writer : G.getCluster().Order.issue(G, Lane, I);
  if (!Request.MBarrier) {
    for (const auto &Each : {Writer, Reader})
      G.getCluster().Order.findRecord(*Each)->Group = Group.Group;
  } else {
    G.getCluster().MBarriers.expect(*Writer, *Request.MBarrier, getPlan().NumBytes);
    AsyncRecord &Record = *G.getCluster().Order.findRecord(*Writer);
    Record.To = Request.Way == Direction::Load ? Request.Shared : Request.Destination;
    Record.Bytes = getPlan().NumSharedBytes;
    const unsigned Rank = Request.Shared >> Windows::RankShift;
    if (I.Operation == OperationKind_TensorCopy && Rank < G.getCluster().getNumBlocks())
      G.getCluster().getObserver().writeTile(
          G.getCluster().getBlock(Rank), I, Request.Shared & Windows::OffsetMask,
          getPlan().NumSharedBytes, getTensorMapSwizzleInfo(getPlan().Swizzle).SpanBytes,
          findElementType(G.getLaunch().Global, getPlan()));
  }
}

/// Rows that are swizzled change places within a span.
const AsyncAuthor *BulkCopy::findWriter(const WrittenLocation &At) const {
  if (At.IsTensor || At.IsGlobal != (Request.Way == Direction::Store))
    return nullptr;
  if (At.IsGlobal)
    return any_of(ArrayRef(getPlan().Rows).drop_front(NumWritten),
                  [&](const CopyRow &Row) {
                    return At.overlaps(Row.Global, getPlan().getGlobalBytes(Row.Count));
                  })
               ? Writer.get()
               : nullptr;
  const bool IsLoad = Request.Way == Direction::Load;
  const uint32_t Begin = IsLoad ? Request.Shared : Request.Destination;
  const uint32_t Span = std::max(getTensorMapSwizzleInfo(getPlan().Swizzle).SpanBytes, 1u);
  for (const CopyRow &Row : ArrayRef(getPlan().Rows).drop_front(IsLoad ? NumRead : NumWritten)) {
    const uint64_t First = alignDown(Begin + Row.Shared, Span);
    const uint64_t Bytes = alignTo(getPlan().getSharedBytes(Row.Elements), Span);
    if (At.overlaps(First, Bytes))
      return Writer.get();
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Bytes that are in one piece.
bool BulkCopy::accessChunk(Cluster &C, uint32_t Address, MutableArrayRef<uint8_t> Chunk,
                           Access How) {
  uint8_t *Bytes =
      C.accessShared(getActor(How == Access::Write), Address, unsigned(Chunk.size()), 1, How);
  if (!Bytes)
    return false;
  if (How == Access::Read)
    std::memcpy(Chunk.data(), Bytes, Chunk.size());
  else
    std::memcpy(Bytes, Chunk.data(), Chunk.size());
  return true;
}

/// A row of the box in shared memory, whose chunks change places.
bool BulkCopy::accessBox(Cluster &C, const CopyRow &Row, MutableArrayRef<uint8_t> Buffer,
                         Access How) {
  const CopyPlan &Plan = getPlan();
  const uint32_t Begin = Request.Shared + Row.Shared;
  const TensorMapSwizzleInfo &Swizzle = getTensorMapSwizzleInfo(Plan.Swizzle);
  const bool IsPadded = Plan.Bits != Plan.SharedBits;
  if (!Swizzle.SpanBytes && !IsPadded)
    return accessChunk(C, Begin, Buffer, How);
  const unsigned Unit = Swizzle.FlipsHalves ? 8 : 16;
  if (!IsPadded && Buffer.size() == Swizzle.SpanBytes) {
    uint8_t *Bytes =
        C.accessShared(getActor(How == Access::Write), Begin, unsigned(Buffer.size()), 1, How);
    for (uint32_t At = 0; Bytes && At < Buffer.size(); At += Unit) {
      uint8_t *Chunk = Bytes + (Swizzle.apply(Begin + At) - Begin);
      if (How == Access::Read)
        std::memcpy(Buffer.data() + At, Chunk, Unit);
      else
        std::memcpy(Chunk, Buffer.data() + At, Unit);
    }
    return Bytes;
  }
  // Nobody writes the padding; of .b6p2x16, which is stored, all bytes are read.
  const bool LeavesPadding = IsPadded && How == Access::Write;
  const unsigned Used = LeavesPadding ? 16 * Plan.Bits / 8 : Unit;
  for (uint32_t At = 0; At < Buffer.size(); At += Unit)
    if (!accessChunk(C, Swizzle.apply(Begin + At), Buffer.slice(At, Used), How))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void BulkCopy::inspect(Cluster &C, uint64_t Address, ArrayRef<uint8_t> Bytes) {
  const bool IsAdversary = C.getLaunch().Options.IsAdversary;
  const auto Choose = [&](uint64_t Bound) { return IsAdversary ? C.choose(Bound) : 0; };
  HasFound |= Request.Inspects && Request.Inspects->isIn(Address, Bytes, Choose);
}

bool BulkCopy::load(Cluster &C, const CopyRow &Row) {
  const CopyPlan &Plan = getPlan();
  SmallVector<uint8_t, 256> Bytes(Plan.getSharedBytes(Row.Elements));
  ArrayRef<uint8_t> Global;
  if (Row.Count) {
    const uint32_t Size = Plan.getGlobalBytes(Row.Count);
    const uint8_t *From = C.accessGlobal(getActor(false), Row.Global, Size, 1, Access::Read);
    C.Statistics.BulkBytes += Size;
    if (!From)
      return false;
    Global = ArrayRef<uint8_t>(From, Size);
    inspect(C, Row.Global, Global);
  }
  expandRow(Plan, Row, Global, Bytes);
  return accessBox(C, Row, Bytes, Access::Write);
}

/// A row of the source in shared memory, as the destination has it.
bool BulkCopy::read(Cluster &C, const CopyRow &Row, MutableArrayRef<uint8_t> Result) {
  const CopyPlan &Plan = getPlan();
  SmallVector<uint8_t, 256> Bytes(Plan.getSharedBytes(Row.Elements));
  if (!Row.Count)
    return true;
  if (!accessBox(C, Row, Bytes, Access::Read))
    return false;
  packRow(Plan, Row, Bytes, Result);
  return true;
}

bool BulkCopy::reduceAll(uint8_t *To, ArrayRef<uint8_t> Values) const {
  const unsigned Bytes = Request.ReducedType.getBytes();
  for (size_t At = 0; At + Bytes <= Values.size(); At += Bytes) {
    uint64_t Value = 0;
    std::memcpy(&Value, Values.data() + At, Bytes);
    reduce(To + At, Value, *Request.Reduction, Request.ReducedType);
  }
  return true;
}

bool BulkCopy::storeBytes(Cluster &C, uint64_t Address, ArrayRef<uint8_t> Bytes) {
  Actor Who = getActor(true);
  const bool Reduces = Request.Reduction.has_value();
  if (Reduces) {
    Who.Order = Strength::Relaxed;
    Who.Within = Request.Relaxed.value_or(Scope::GPU);
  }
  const Access How = Reduces ? Access::ReadWrite : Access::Write;
  C.Statistics.BulkBytes += Bytes.size();
  uint8_t *To = Request.Way == Direction::Store
                    ? C.accessGlobal(Who, Address, unsigned(Bytes.size()), 1, How)
                    : C.accessShared(Who, uint32_t(Address), unsigned(Bytes.size()), 1, How);
  if (!To)
    return false;
  if (Reduces)
    return reduceAll(To, Bytes);
  std::memcpy(To, Bytes.data(), Bytes.size());
  return true;
}

/// The bytes of each 16 of which a bit is set.
bool BulkCopy::storeMasked(Cluster &C, const CopyRow &Row, ArrayRef<uint8_t> Bytes) {
  const auto IsCopied = [&](size_t At) { return getPlan().ByteMask >> (At % 16) & 1; };
  for (size_t At = 0; At != Bytes.size();) {
    size_t End = At;
    while (End != Bytes.size() && IsCopied(End))
      ++End;
    if (End == At)
      ++At;
    else if (!storeBytes(C, Row.Global + At, Bytes.slice(At, End - At)))
      return false;
    else
      At = End;
  }
  return true;
}

bool BulkCopy::write(Cluster &C, const CopyRow &Row, MutableArrayRef<uint8_t> Bytes) {
  if (!Row.Count)
    return true;
  if (Request.Way == Direction::WithinCluster)
    return storeBytes(C, Request.Destination + Row.Shared, Bytes);
  return getPlan().HasMask ? storeMasked(C, Row, Bytes) : storeBytes(C, Row.Global, Bytes);
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

void BulkCopy::endReads(Cluster &C) {
  if (!Request.MBarrier)
    W.BulkCopies.endReads(C, Lane, Group, Reader.get());
}

void BulkCopy::finish(Cluster &C) {
  ++C.Progress;
  if (!Request.MBarrier)
    return W.BulkCopies.end(C, Lane, Group, Writer.get());
  const Actor Who = getActor(true);
  MBarrierChange Change;
  Change.Transactions = -int64_t(getPlan().NumBytes);
  if (Request.Inspects)
    Change.Report = HasFound;
  C.MBarriers.complete(Who, *Request.MBarrier, Change);
}

/// Loads write each row as they read it.
bool BulkCopy::performLoad(Cluster &C, size_t Count) {
  const std::vector<CopyRow> &Rows = getPlan().Rows;
  for (; Count && NumRead != Rows.size(); --Count)
    if (!load(C, Rows[NumRead++]))
      return true;
  if (NumRead != Rows.size())
    return false;
  finish(C);
  return true;
}

/// Others read all rows first, and may then be waited for by a wait for reads.
bool BulkCopy::performMove(Cluster &C, size_t Count) {
  const std::vector<CopyRow> &Rows = getPlan().Rows;
  const uint32_t RowBytes = getPlan().getSharedBytes(Rows[0].Elements);
  Buffer.resize(RowBytes * Rows.size());
  const auto GetBytes = [&](size_t Row) {
    return MutableArrayRef<uint8_t>(Buffer).slice(Row * RowBytes,
                                                  getPlan().getGlobalBytes(Rows[Row].Count));
  };
  if (NumRead != Rows.size()) {
    for (; Count && NumRead != Rows.size(); --Count, ++NumRead)
      if (!read(C, Rows[NumRead], GetBytes(NumRead)))
        return true;
    if (NumRead == Rows.size())
      endReads(C);
    return false;
  }
  for (; Count && NumWritten != Rows.size(); --Count, ++NumWritten)
    if (!write(C, Rows[NumWritten], GetBytes(NumWritten)))
      return true;
  if (NumWritten != Rows.size())
    return false;
  finish(C);
  return true;
}

/// Reads the map: a thread that changes it has to wait for the copy.
bool BulkCopy::readMap(Cluster &C) {
  Actor Who = getActor(/*IsWriter=*/false);
  Who.Through = Proxy::Generic; // the map's proxy was looked at when the copy was issued
  IsMapRead = true;
  return C.accessGlobal(Who, Request.Map, TensorMap::NumBytes, 1, Access::Read);
}

bool BulkCopy::perform(Cluster &C) {
  if (Request.Map && Reader && !IsMapRead && !readMap(C))
    return true;
  size_t Count = getPlan().Rows.size();
  if (!Count) {
    endReads(C);
    finish(C);
    return true;
  }
  if (C.getLaunch().Options.IsAdversary && C.happens(2))
    Count = 1 + C.choose(Count);
  return Request.Way == Direction::Load ? performLoad(C, Count) : performMove(C, Count);
}

void emulator::issueBulkCopy(const Instruction &I, ThreadGroup &G, unsigned Lane,
                             const BulkCopyRequest &Request) {
  Cluster &C = G.getCluster();
  C.Pending.add(C.Pending.makeChain(), std::make_unique<BulkCopy>(I, G, Lane, Request));
}
