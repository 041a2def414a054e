//===- RegisterBudget.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// setmaxnreg: warps give registers back to their block, and wait for others. Registers are counted,
// not given out: what a warp does with too few of them is the same.
//
//===----------------------------------------------------------------------===//

#include "Model/RegisterBudget.h"
#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct RegisterBudgetDetails {
  bool Increases;
  unsigned Count;
};
} // namespace

static unsigned getRegisters(const Warp &W, unsigned AtEntry) {
  return W.Registers ? W.Registers : AtEntry;
}

/// Returns what the block had at its entry, less what its warps have. Those that have ended have
/// none.
static unsigned getFree(const Block &B, unsigned AtEntry) {
  unsigned Free = unsigned(B.Warps.size()) * AtEntry;
  for (const auto &W : B.Warps)
    Free -= W->isDone() ? 0 : getRegisters(*W, AtEntry);
  return Free;
}

static std::string printCount(const Instruction &I) {
  return "'" + I.Source->getMnemonic() + " " +
         std::to_string(I.details<RegisterBudgetDetails>().Count) + "'";
}

/// Returns false after a fault: another warp of the warpgroup has executed another setmaxnreg where
/// this one executes its own.
static bool checkWarpgroup(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<RegisterBudgetDetails>();
  Warp &W = G.getWarp();
  const size_t Number = W.RegisterChanges.size() - 1;
  for (const auto &Other : G.getBlock().getWarpgroup(W)) {
    if (Other->RegisterChanges.size() <= Number)
      continue;
    const Instruction &Theirs = *Other->RegisterChanges[Number];
    const auto &OfTheirs = Theirs.details<RegisterBudgetDetails>();
    if (OfTheirs.Increases == Of.Increases && OfTheirs.Count == Of.Count)
      continue;
    G.fault(I, Check::Divergence, G.getActive(),
            printCount(I) + ": warp " + Twine(Other->getNumber()) +
                " of the warpgroup has executed " + printCount(Theirs) + " on line " +
                Twine(Theirs.Source->At.Line) + " in its place",
            "the same setmaxnreg in all four warps of a warpgroup");
    return false;
  }
  return true;
}

static Step setRegisters(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<RegisterBudgetDetails>();
  if (!G.NumWaits) {
    G.getWarp().RegisterChanges.push_back(&I);
    if (!checkWarpgroup(I, G))
      return Step::Next;
  }
  const unsigned AtEntry = G.getLaunch().Request.Kernel->RegistersAtEntry;
  if (!AtEntry)
    return Step::Next;
  Warp &W = G.getWarp();
  const unsigned Own = getRegisters(W, AtEntry);
  if (Of.Increases ? Of.Count < Own && W.Registers : Of.Count > Own)
    return G.fault(I, Check::IllegalInstruction, G.getActive(),
                   "'" + I.Source->getMnemonic() + " " + Twine(Of.Count) + "': the warp has " +
                       Twine(Own) + " registers a thread; expected " +
                       (Of.Increases ? "as many or more" : "as many or fewer"));
  if (Of.Count > Own && Of.Count - Own > getFree(G.getBlock(), AtEntry))
    return G.wait(WaitReason::ForRegisters, 0, Of.Count);
  W.Registers = std::max(Of.Count, Of.Increases ? Own : 0);
  return Step::Next;
}

template <bool Increases> static Error readSetRegisters(InstructionReader &R) {
  Expected<int64_t> Count = R.readInteger(R.operand(0));
  if (!Count)
    return Count.takeError();
  if (*Count < 24 || *Count > 256 || *Count % 8)
    return R.fail("expected a multiple of 8 from 24 to 256, not " + Twine(*Count));
  R.Result.Needs = Convergence::Warp;
  R.setDetails(RegisterBudgetDetails{Increases, unsigned(*Count)});
  R.Result.Execute = setRegisters;
  return Error::success();
}

ArrayRef<RowReader> emulator::getRegisterBudgetRows() {
  static constexpr RowReader Rows[] = {
      {PTX_SETMAXNREG_INC, readSetRegisters<true>},
      {PTX_SETMAXNREG_DEC, readSetRegisters<false>},
  };
  return Rows;
}
