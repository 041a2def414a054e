//===- AccessReports.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of two accesses that nothing orders: both places, and what is missing.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/AccessChecks.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

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

/// What would order an access after an earlier one. `IsWaitedFor`: the thread that issued the
/// earlier one has waited for it.
static std::string getMissing(const AccessRecord &Before, const AccessRecord &Now,
                              size_t WarpsOfBlock, bool IsWaitedFor) {
  const bool IsOfOther = Before.Warp != Now.Warp || Before.Cluster != Now.Cluster;
  const std::string ForOthers =
      IsOfOther ? ", and a barrier (bar.sync) or an mbarrier (mbarrier.arrive, mbarrier.try_wait)"
                : "";
  if (Before.IsAsync && !IsWaitedFor) {
    const StringRef Name = Before.At->Source->Name;
    const std::string Mnemonic = Before.At->Source->getMnemonic();
    if (Name == "wgmma")
      return "wgmma.commit_group, and wgmma.wait_group" + ForOthers;
    if (StringRef(Mnemonic).starts_with("tcgen05.ld"))
      return "tcgen05.wait::ld" + ForOthers;
    if (StringRef(Mnemonic).starts_with("tcgen05.st"))
      return "tcgen05.wait::st" + ForOthers;
    if (Name == "tcgen05")
      return "tcgen05.commit, and a wait on its mbarrier (mbarrier.try_wait)";
    if (StringRef(Mnemonic).contains(".bulk") && StringRef(Mnemonic).contains("bulk_group"))
      return "cp.async.bulk.commit_group, and cp.async.bulk.wait_group";
    if (StringRef(Mnemonic).contains(".bulk"))
      return "a wait on the mbarrier of the copy (mbarrier.try_wait)";
    if (StringRef(Mnemonic).starts_with("cp.async"))
      return "cp.async.wait_group, and a barrier (bar.sync) for other threads; or "
             "cp.async.mbarrier.arrive, and a wait on its mbarrier";
    if (StringRef(Mnemonic).starts_with("st.async") && StringRef(Mnemonic).contains(".release"))
      return "a load that acquires what it writes (ld.acquire)";
    return "a wait for the operation";
  }
  if (Before.At->Source->Name == "mbarrier" && Before.At->Source->hasModifier(".init"))
    return "fence.mbarrier_init, and a barrier (bar.sync; barrier.cluster for other blocks)";
  if (Before.Cluster != Now.Cluster)
    return "a release and an acquire at gpu scope (fence.acq_rel.gpu), and bar.sync for the other "
           "threads of a block";
  if (Before.Warp == Now.Warp)
    return "bar.warp.sync, or a barrier of the block (bar.sync)";
  return Before.Warp / WarpsOfBlock == Now.Warp / WarpsOfBlock
             ? "a barrier of the block (bar.sync), or an mbarrier (mbarrier.arrive, "
               "mbarrier.try_wait)"
             : "barrier.cluster, or an mbarrier (mbarrier.arrive, mbarrier.try_wait)";
}

void AccessChecks::report(const AccessRecord &Before, const Observer &O, const Target &T,
                          Relation Found) {
  Report R;
  Launch &L = Of.getLaunch();
  const char *Fence = nullptr;
  switch (Found) {
  case Relation::NoProxyFence:
    R.Kind = Before.IsAsync ? Check::CopyProxyFence : Check::ProxyFence;
    Fence = "fence.proxy.async";
    break;
  case Relation::NoMapRelease:
    R.Kind = Check::ProxyFence;
    Fence = "fence.proxy.tensormap::generic.release";
    break;
  case Relation::NoMapAcquire:
    R.Kind = Check::ProxyFence;
    Fence = "fence.proxy.tensormap::generic.acquire";
    break;
  case Relation::NoFenceBefore:
    R.Kind = Check::TensorFence;
    Fence = "tcgen05.fence::before_thread_sync";
    break;
  case Relation::NoFenceAfter:
    R.Kind = Check::TensorFence;
    Fence = "tcgen05.fence::after_thread_sync";
    break;
  case Relation::EqualWrites:
    R.Kind = Check::EqualWrites;
    break;
  case Relation::NotPipelined:
    R.Kind = Check::TensorPipeline;
    break;
  default:
    R.Kind = Check::Race;
  }
  R.Level = L.Reports.getSeverity(R.Kind);
  R.At = getPlace(O.Record);
  R.At.Lanes = O.Lanes;
  if (L.Reports.repeat(R.Kind, R.At))
    return;
  R.Sentence = describe(O.Record) + " of " + utostr(T.Bytes) + " bytes at " + T.Memory +
               " address 0x" + utohexstr(T.Address, true) +
               (Fence ? std::string(": no ") + Fence + " is between it and the "
                      : std::string(": nothing orders it after the ")) +
               describe(Before) + " before it" +
               (R.Kind == Check::EqualWrites ? ", which writes the same value" : "");
  R.Missing =
      Fence ? Fence
            : getMissing(Before, O.Record, Of.Blocks.front()->Warps.size(), isWaitedFor(Before));
  if (Found == Relation::NoProxyFence && !Before.IsAsync && Before.Lanes != O.Record.Lanes)
    R.Missing +=
        ", and what orders other threads after it (bar.warp.sync, bar.sync, mbarrier.arrive)";
  R.Others.push_back({"the " + describe(Before) + " before it", getPlace(Before)});
  L.Reports.add(std::move(R));
}

void AccessChecks::reportUndefined(const Target &T, Check Kind) {
  Launch &L = Of.getLaunch();
  Report R;
  R.Kind = Kind;
  R.Level = L.Reports.getSeverity(R.Kind);
  R.At = getPlace(Last.Record);
  R.At.Lanes = Last.Lanes;
  if (L.Reports.repeat(Kind, R.At))
    return;
  R.Sentence = "read of " + utostr(T.Bytes) + " bytes at " + T.Memory + " address 0x" +
               utohexstr(T.Address, true) + ", some of which nobody wrote";
  if (Last.In == Memory::Tensor)
    R.Missing = "a write before it, and a wait for it (mbarrier.try_wait after tcgen05.commit, "
                "tcgen05.wait::st)";
  else if (Last.In == Memory::Shared)
    R.Missing = Of.Pending.isEmpty()
                    ? "a write before it, or what orders it: a barrier (bar.sync, "
                      "barrier.cluster), or an mbarrier (mbarrier.arrive, mbarrier.try_wait)"
                    : "a write before it, or a wait for copies (cp.async.wait_group, "
                      "mbarrier.try_wait), and a barrier (bar.sync, barrier.cluster)";
  L.Reports.add(std::move(R));
}
