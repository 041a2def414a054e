//===- Deadlock.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The report of a deadlock: who waits for what, and what the barriers still expect.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// What would end the phase of an mbarrier.
static std::string spellExpected(MBarriers &All, uint32_t Address) {
  const MBarrier *Object = All.find(Address);
  const std::optional<MBarrierWord> W = Object ? MBarrierWord::decode(Object->Word) : std::nullopt;
  if (!W)
    return "";
  std::string Text = "the mbarrier at shared address 0x" + utohexstr(Address, true) + " expects " +
                     utostr(W->Pending) + " more arrivals (mbarrier.arrive, tcgen05.commit)";
  if (W->Transactions > 0)
    Text += " and " + itostr(W->Transactions) + " bytes of copies";
  if (W->Transactions < 0)
    Text += ", and " + itostr(-W->Transactions) +
            " bytes came that nobody expected (mbarrier.expect_tx)";
  return Text;
}

/// The same of a conditional phase, which may go on after its primary phase.
static std::string spellConditional(MBarriers &All, uint32_t Address) {
  const MBarrier *Object = All.find(Address);
  if (!Object || !Object->Reported)
    return spellExpected(All, Address);
  return "the last phase of the mbarrier at shared address 0x" + utohexstr(Address, true) +
         " ended with a report of a copy, after which its conditional phase goes on";
}

/// What would end a wait for a barrier with a number.
static std::string spellExpected(const Block &B, uint64_t Number) {
  const NamedBarrier &N = B.Barriers[Number];
  const uint32_t Expected = N.Expected ? N.Expected : B.getNumAlive();
  return "barrier " + utostr(Number) + " of the block expects " + utostr(Expected - N.Arrived) +
         " more threads (bar.sync, bar.arrive)";
}

static std::string spellExpected(MBarriers &All, const Block &B, const WaitReason &Why) {
  if (Why.What == WaitReason::ForPhase)
    return spellExpected(All, uint32_t(Why.Address));
  if (Why.What == WaitReason::ForConditionalPhase)
    return spellConditional(All, uint32_t(Why.Address));
  return Why.What == WaitReason::ForBarrier ? spellExpected(B, Why.Address) : "";
}

/// Threads that wait for others of their warp are the cause where those wait for them, too.
static bool isDiverged(const Warp &W) {
  return !W.Groups.empty() && all_of(W.Groups, [](const auto &G) {
    return G->Reason.What == WaitReason::ForOthersOfWarp;
  });
}

void Cluster::reportDeadlock() {
  Report R;
  R.Kind = Check::Deadlock;
  R.Level = Severity::Error;
  R.Sentence = "deadlock: every thread waits";
  std::vector<std::string> Missing;
  for (const auto &B : Blocks)
    for (const auto &W : B->Warps)
      for (const auto &G : W->Groups) {
        const Instruction &I = G->getFunction().Code[G->PC];
        const WaitReason &Why = G->Reason;
        R.Others.push_back({std::string("waits for ") + (Why.What ? Why.What : "something"),
                            G->getPlace(I, G->Threads)});
        const std::string Expected = spellExpected(MBarriers, *B, Why);
        if (!Expected.empty() && !is_contained(Missing, Expected))
          Missing.push_back(Expected);
        if (!isDiverged(*W))
          continue;
        R.Kind = Check::Divergence;
        R.At = G->getPlace(I, G->Threads);
        R.Sentence = "'" + I.Source->getMnemonic() +
                     "' waits for threads of the warp that do not come to it";
      }
  if (!R.At.Instruction && !R.Others.empty())
    R.At = R.Others.front().second;
  R.Missing = join(Missing, "; ");
  Of.Reports.add(std::move(R));
  Of.IsStopped = true;
}
