//===- AccessChecks.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of accesses to a word. Of accesses that are ordered before a newer one, only the newer
// one is remembered.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/AccessChecks.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

AccessChecks::Observer &AccessChecks::observe(const Actor &Who, bool IsTensor) {
  Observer &O = Last;
  const bool IsStrong = Who.Order != Strength::Weak;
  const unsigned Warp = Who.Operation ? 0 : Of.Order.getClusterWarp(*Who.Group);
  const bool IsSame = O.Group == Who.Group && O.Operation == Who.Operation &&
                      O.Record.At == Who.At && O.Through == Who.Through &&
                      O.Record.IsStrong == IsStrong && O.IsTensor == IsTensor;
  if (IsSame && Who.Operation)
    return O;
  if (IsSame && O.Record.Time == Of.Order.getTime(Warp) &&
      O.Seen == Of.Order.getSeen(Warp, Who.Lane)) {
    O.Record.Lanes = LaneMask(1) << Who.Lane;
    return O;
  }
  O = Observer();
  O.Group = Who.Group;
  O.Operation = Who.Operation;
  O.Through = Who.Through;
  O.IsTensor = IsTensor;
  O.Record.At = Who.At;
  O.Record.Cluster = uint32_t(Of.getNumber());
  O.Record.IsStrong = IsStrong;
  if (const AsyncAuthor *Author = Who.Operation) {
    O.Seen = Author->Seen.get();
    O.Record.IsAsync = true;
    O.Record.Warp = uint16_t(Author->ClusterWarp);
    O.Record.Time = uint32_t(Author->Number);
    O.Record.Lanes = LaneMask(1) << Author->Lane;
    O.Pipeline = Of.Order.getRecord(Author->ClusterWarp, Author->Number).Pipeline;
    return O;
  }
  O.Seen = Of.Order.getSeen(Warp, Who.Lane);
  O.Record.Warp = uint16_t(Warp);
  O.Record.Time = Of.Order.getTime(Warp);
  O.TogetherTime = Of.Order.getTogetherTime(Warp);
  O.Record.Lanes = LaneMask(1) << Who.Lane;
  return O;
}

/// After an asynchronous operation.
AccessChecks::Relation AccessChecks::relateOperation(const AccessRecord &Before,
                                                     const Observer &O) const {
  const AccessRecord &Now = O.Record;
  const bool IsSameWarp = Before.Warp == Now.Warp && Before.Cluster == Now.Cluster;
  if (IsSameWarp && Now.IsAsync && Before.Time == Now.Time)
    return Relation::Ordered;
  if (O.Pipeline && Before.Cluster == Now.Cluster &&
      Of.Order.getRecord(Before.Warp, Before.Time).Pipeline == O.Pipeline)
    return Relation::Ordered;
  const WarpClock *Seen = O.Seen ? O.Seen->find(Before.Cluster, Before.Warp) : nullptr;
  if (!Seen || !Seen->Async.contains(Before.Time))
    return Relation::Unordered;
  if (!O.IsTensor || IsSameWarp)
    return Relation::Ordered;
  if (!Seen->Fenced.contains(Before.Time))
    return Relation::NoFenceBefore;
  const VectorClock *AtFence = O.Operation->SeenAtFence.get();
  const WarpClock *Then = AtFence ? AtFence->find(Before.Cluster, Before.Warp) : nullptr;
  return Then && Then->Async.contains(Before.Time) ? Relation::Ordered : Relation::NoFenceAfter;
}

AccessChecks::Relation AccessChecks::relate(const AccessRecord &Before, const Observer &O) const {
  const AccessRecord &Now = O.Record, &Known = O.Ordered;
  const bool IsKnown = Known.At && Before.Time == Known.Time && Before.Warp == Known.Warp &&
                       Before.Cluster == Known.Cluster && Before.IsAsync == Known.IsAsync &&
                       (Known.IsWrite || !Before.IsWrite);
  if (IsKnown)
    return Relation::Ordered;
  if (Before.IsAsync) {
    const Relation Found = relateOperation(Before, O);
    if (Found == Relation::Ordered)
      O.Ordered = Before;
    return Found;
  }
  const bool IsSameWarp = Before.Warp == Now.Warp && Before.Cluster == Now.Cluster;
  if (IsSameWarp && !Now.IsAsync && (!(Before.Lanes & ~Now.Lanes) || Before.Time <= O.TogetherTime))
    return Relation::Ordered;
  const WarpClock *Seen = O.Seen ? O.Seen->find(Before.Cluster, Before.Warp) : nullptr;
  const bool NeedsProxy = Now.IsAsync && Before.IsWrite && O.Through == Proxy::Async;
  LaneMask Unseen = AllLanes, Unproxied = NeedsProxy ? AllLanes : 0;
  for (unsigned Lane = 0; Seen && Lane != WarpSize; ++Lane) {
    Unseen &= ~(LaneMask(Seen->Generic[Lane] >= Before.Time) << Lane);
    Unproxied &= ~(LaneMask(Seen->Proxied[Lane] >= Before.Time) << Lane);
  }
  if (!Unseen && !Unproxied)
    O.Ordered = Before;
  if (IsSameWarp && !Now.IsAsync)
    Unseen &= ~Now.Lanes;
  if (Unseen & Before.Lanes)
    return Relation::Unordered;
  return Unproxied & Before.Lanes ? Relation::NoProxyFence : Relation::Ordered;
}

/// Whether nothing is wrong with the two.
bool AccessChecks::checkRecord(const AccessRecord &Before, const Observer &O, const Target &T) {
  const AccessRecord &Now = O.Record;
  const bool Conflicts = Before.At && (Before.Bytes & Now.Bytes) && (Before.IsWrite || Now.IsWrite);
  if (!Conflicts || (Before.IsStrong && Now.IsStrong))
    return true;
  const Relation Found = relate(Before, O);
  if (Found == Relation::Ordered)
    return true;
  report(Before, O, T, Found);
  return false;
}

/// Remembers an access, and forgets those that it makes superfluous.
void AccessChecks::keep(ShadowMemory &Shadow, ShadowWord &Word, const Observer &O) {
  const AccessRecord &Now = O.Record;
  const auto Covers = [&](const AccessRecord &R) {
    return !R.At || ((R.Bytes & ~Now.Bytes) == 0 && (Now.IsWrite || !R.IsWrite) &&
                     relate(R, O) == Relation::Ordered);
  };
  AccessRecord &Same = Now.IsWrite ? Word.Write : Word.Read;
  const bool IsOfWarp = Same.At == Now.At && Same.Time == Now.Time && Same.Warp == Now.Warp &&
                        Same.Cluster == Now.Cluster && Same.IsAsync == Now.IsAsync &&
                        Same.IsStrong == Now.IsStrong;
  if (!Now.IsWrite && IsOfWarp) {
    Same.Lanes |= Now.Lanes;
    Same.Bytes |= Now.Bytes;
    return;
  }
  if (Now.IsWrite && Word.Read.At && Covers(Word.Read))
    Word.Read = AccessRecord();
  if (Word.More)
    erase_if(Shadow.getOthers(Word), Covers);
  if (Same.At && !Covers(Same))
    Shadow.getOthers(Word).push_back(Same);
  Same = Now;
}

/// Most accesses are to what the thread had itself, or to what was just found to be ordered: two
/// comparisons say it. False if more has to be asked.
bool AccessChecks::keepQuickly(ShadowWord &Word, const Observer &O) {
  const AccessRecord &Now = O.Record, &Known = O.Ordered;
  constexpr uint8_t AllBytes = 0xF;
  const auto IsOrdered = [&](const AccessRecord &R) {
    if (!R.At)
      return true;
    if (R.Cluster != Now.Cluster || R.IsAsync)
      return false;
    return (R.Warp == Now.Warp && !Now.IsAsync &&
            (!(R.Lanes & ~Now.Lanes) || R.Time <= O.TogetherTime)) ||
           (Known.At && R.Warp == Known.Warp && R.Time == Known.Time && !Known.IsAsync &&
            Known.Cluster == R.Cluster && (Known.IsWrite || !R.IsWrite));
  };
  if (Word.More || Now.Bytes != AllBytes || !IsOrdered(Word.Write) || !IsOrdered(Word.Read))
    return false;
  if (Now.IsWrite) {
    Word.Write = Now;
    Word.Read.At = nullptr;
    return true;
  }
  AccessRecord &R = Word.Read;
  const bool IsOfWarp = R.At == Now.At && R.Time == Now.Time && R.Warp == Now.Warp &&
                        R.IsAsync == Now.IsAsync && R.IsStrong == Now.IsStrong;
  const LaneMask Others = IsOfWarp ? R.Lanes : 0;
  R = Now;
  R.Lanes |= Others;
  return true;
}

void AccessChecks::checkWord(ShadowMemory &Shadow, ShadowWord &Word, Observer &O, const Target &T) {
  if (keepQuickly(Word, O))
    return;
  bool IsRight = checkRecord(Word.Write, O, T);
  if (O.Record.IsWrite)
    IsRight = IsRight && checkRecord(Word.Read, O, T);
  if (Word.More)
    for (const AccessRecord &R : Shadow.getOthers(Word))
      IsRight = IsRight && checkRecord(R, O, T);
  keep(Shadow, Word, O);
}

void AccessChecks::check(ShadowMemory &Shadow, uint64_t Offset, unsigned Bytes, Access How,
                         Observer &O, const Target &T) {
  for (uint64_t At = Offset, End = Offset + Bytes; At != End;) {
    const uint64_t WordEnd = std::min(alignDown(At, 4) + 4, End);
    O.Record.Bytes = uint8_t(maskTrailingOnes<uint8_t>(WordEnd - At) << (At % 4));
    O.Record.IsWrite = How != Access::Read;
    checkWord(Shadow, Shadow.getWord(At), O, T);
    At = WordEnd;
  }
}

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

void AccessChecks::checkShared(const Actor &Who, Block &B, uint32_t Offset, unsigned Bytes,
                               Access How) {
  if (!B.Shadow)
    B.Shadow = std::make_unique<ShadowMemory>(B.Shared.size());
  Observer &O = observe(Who, false);
  const Target T{"shared", B.getSharedBase() + Offset, Bytes};
  if (How != Access::Write && B.Shadow->findUndefined(Offset, Bytes) != ~uint64_t(0))
    reportUndefined(T);
  if (How != Access::Read)
    B.Shadow->define(Offset, Bytes);
  check(*B.Shadow, Offset, Bytes, How, O, T);
}

void AccessChecks::checkTensor(const Actor &Who, Block &B, ShadowMemory &Shadow, uint32_t Offset,
                               unsigned Bytes, Access How) {
  Observer &O = observe(Who, true);
  const Target T{"tensor", Offset / 4, Bytes};
  if (How != Access::Write && Shadow.findUndefined(Offset, Bytes) != ~uint64_t(0))
    reportUndefined(T);
  if (How != Access::Read)
    Shadow.define(Offset, Bytes);
  check(Shadow, Offset, Bytes, How, O, T);
}

void AccessChecks::checkGlobal(const Actor &Who, uint64_t Address, unsigned Bytes, Access How) {
  GlobalShadow &Shadow = Of.getLaunch().Shadow;
  Observer &O = observe(Who, false);
  const Target T{"global", Address, Bytes};
  std::lock_guard<std::mutex> Guard(Shadow.Lock);
  for (uint64_t At = Address, End = Address + Bytes; At != End;) {
    const uint64_t InPage = At % GlobalShadow::PageBytes;
    const unsigned Part = unsigned(std::min(End - At, GlobalShadow::PageBytes - InPage));
    check(Shadow.getPage(At), InPage, Part, How, O, T);
    At += Part;
  }
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

Place AccessChecks::getPlace(const AccessRecord &R) const {
  Place At;
  At.Instruction = R.At->Source;
  At.SourceLine = R.At->SourceLine;
  At.Kernel = Of.getLaunch().Request.Kernel->Name;
  At.Lanes = R.Lanes;
  if (R.Cluster != Of.getNumber()) {
    At.Warp = R.Warp;
    return At;
  }
  const size_t WarpsOfBlock = Of.Blocks.front()->Warps.size();
  const Dim3 Position = Of.Blocks[R.Warp / WarpsOfBlock]->getPosition();
  At.Block = {Position.X, Position.Y, Position.Z};
  At.Warp = unsigned(R.Warp % WarpsOfBlock);
  return At;
}

bool AccessChecks::isWaitedFor(const AccessRecord &Before) const {
  if (!Before.IsAsync || Before.Cluster != Of.getNumber())
    return false;
  const VectorClock *Seen =
      Of.Order.getSeen(Before.Warp, Of.Order.getRecord(Before.Warp, Before.Time).Lane);
  const WarpClock *Own = Seen ? Seen->find(Before.Cluster, Before.Warp) : nullptr;
  return Own && Own->Async.contains(Before.Time);
}

static std::string describe(const AccessRecord &R) {
  return std::string(R.IsAsync ? "asynchronous " : "") + (R.IsWrite ? "write" : "read");
}

/// What would order an access after an earlier one. `IsWaitedFor`: whoever issued the earlier one
/// has waited for it.
static std::string getMissing(const AccessRecord &Before, const AccessRecord &Now,
                              size_t WarpsOfBlock, bool IsWaitedFor) {
  if (Before.IsAsync && !IsWaitedFor) {
    const StringRef Name = Before.At->Source->Name;
    const std::string Mnemonic = Before.At->Source->getMnemonic();
    if (Name == "wgmma")
      return "wgmma.wait_group";
    if (StringRef(Mnemonic).starts_with("tcgen05.ld"))
      return "tcgen05.wait::ld";
    if (StringRef(Mnemonic).starts_with("tcgen05.st"))
      return "tcgen05.wait::st";
    if (Name == "tcgen05")
      return "tcgen05.commit, and a wait on its mbarrier";
    if (StringRef(Mnemonic).contains(".bulk") && StringRef(Mnemonic).contains("bulk_group"))
      return "cp.async.bulk.wait_group";
    if (StringRef(Mnemonic).contains(".bulk"))
      return "a wait on the mbarrier of the copy (mbarrier.try_wait)";
    if (StringRef(Mnemonic).starts_with("cp.async"))
      return "cp.async.wait_group, and a barrier for other threads";
    return "a wait for the operation";
  }
  if (Before.Cluster != Now.Cluster)
    return "a release and an acquire at gpu scope";
  if (Before.Warp == Now.Warp)
    return "bar.warp.sync";
  return Before.Warp / WarpsOfBlock == Now.Warp / WarpsOfBlock
             ? "a barrier of the block (bar.sync), or an mbarrier"
             : "barrier.cluster, or an mbarrier";
}

void AccessChecks::report(const AccessRecord &Before, const Observer &O, const Target &T,
                          Relation Found) {
  Report R;
  Launch &L = Of.getLaunch();
  const char *Fence = nullptr;
  switch (Found) {
  case Relation::NoProxyFence:
    R.Kind = Check::ProxyFence;
    Fence = "fence.proxy.async";
    break;
  case Relation::NoFenceBefore:
    R.Kind = Check::TensorFence;
    Fence = "tcgen05.fence::before_thread_sync";
    break;
  case Relation::NoFenceAfter:
    R.Kind = Check::TensorFence;
    Fence = "tcgen05.fence::after_thread_sync";
    break;
  default:
    R.Kind = Check::Race;
  }
  R.Level = L.Reports.getSeverity(R.Kind);
  R.At = getPlace(O.Record);
  R.Sentence = describe(O.Record) + " of " + utostr(T.Bytes) + " bytes at " + T.Memory +
               " address 0x" + utohexstr(T.Address, true) +
               (Fence ? std::string(": no ") + Fence + " is between it and the "
                      : std::string(": nothing orders it after the ")) +
               describe(Before) + " before it";
  R.Missing = Fence ? Fence : getMissing(Before, O.Record, Of.Blocks.front()->Warps.size(),
                                          isWaitedFor(Before));
  R.Others.push_back({"the " + describe(Before) + " before it", getPlace(Before)});
  L.Reports.add(std::move(R));
}

void AccessChecks::reportUndefined(const Target &T) {
  Launch &L = Of.getLaunch();
  if (!L.Reports.isOn(Check::Uninitialized))
    return;
  Report R;
  R.Kind = Check::Uninitialized;
  R.Level = L.Reports.getSeverity(R.Kind);
  R.At = getPlace(Last.Record);
  R.Sentence = "read of " + utostr(T.Bytes) + " bytes at " + T.Memory + " address 0x" +
               utohexstr(T.Address, true) + ", some of which nobody wrote";
  L.Reports.add(std::move(R));
}
