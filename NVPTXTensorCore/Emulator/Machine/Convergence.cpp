//===- Convergence.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that the threads come together which an instruction with .aligned or .sync needs.
// Threads that have ended count as arrived at a barrier, as CUDA lets threads return early. So a
// thread that ends has to be told from one that goes past a barrier and ends later: the second
// one has executed something that the threads at the barrier have still before them.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

bool Cluster::isTogether(Warp &W, ThreadGroup &G, const Instruction &I) {
  if (I.Needs == Convergence::Warp)
    return (W.getAlive() & ~G.Threads) == 0;
  LaneMask Members = 0;
  const uint32_t *Masks = G.lanes<uint32_t>(I.MemberMask);
  G.forEachLane([&](unsigned Lane) { Members |= Masks[Lane]; });
  return (Members & W.getAlive() & ~G.Threads) == 0;
}

/// Returns true if each path from one instruction of a function to its end executes another one.
static bool isOnAllPaths(const Function &F, unsigned From, unsigned Through) {
  BitVector Seen(unsigned(F.Code.size()));
  SmallVector<unsigned, 16> Left = {From};
  const auto Visit = [&](unsigned PC) {
    if (PC == Through || Seen.test(PC))
      return;
    Seen.set(PC);
    Left.push_back(PC);
  };
  while (!Left.empty()) {
    const unsigned PC = Left.pop_back_val();
    const Instruction &I = F.Code[PC];
    switch (I.Operation) {
    case OperationKind_Return:
    case OperationKind_Exit:
    case OperationKind_IndexedBranch: // where it goes is not asked
      return false;
    case OperationKind_Branch:
      Visit(I.Target);
      if (I.Guard)
        Visit(PC + 1);
      break;
    default:
      Visit(PC + 1);
    }
  }
  return true;
}

/// The instruction of the kernel that a group is at, which may be a call.
static unsigned getPCInKernel(const ThreadGroup &G) {
  const Frame *F = &G.getFrame();
  if (!F->Caller)
    return G.PC;
  while (F->Caller->Caller)
    F = F->Caller.get();
  return unsigned(F->CallSite - F->Caller->Callee.Code.data());
}

LaneMask Warp::findPassed(const ThreadGroup &G) const {
  const Function &Kernel = *G.getLaunch().Request.Kernel;
  const unsigned At = getPCInKernel(G);
  LaneMask Passed = 0;
  for (const auto &[Lanes, Executed] : EndedApart)
    for (const ApartExecution &E : {Executed.First, Executed.Last})
      if (E.Lanes && !(E.Lanes & G.getThreads()) && E.PC != At && isOnAllPaths(Kernel, At, E.PC))
        Passed |= Lanes;
  return Passed;
}

/// "lanes 16-31 (threads 48-63 of the block)"
static std::string printThreads(const Warp &W, LaneMask Lanes) {
  const unsigned First = W.getNumber() * WarpSize;
  return printLanes(Lanes) + " (" + (llvm::popcount(Lanes) == 1 ? "thread " : "threads ") +
         printNumbers(Lanes, First) + " of the block)";
}

/// Reports threads of a member mask that have ended after they went past the instruction: CUDA
/// leaves what it does undefined, and here it depends on the schedule.
static bool checkMembers(Warp &W, ThreadGroup &G, const Instruction &I) {
  LaneMask Members = 0;
  const uint32_t *Masks = G.lanes<uint32_t>(I.MemberMask);
  G.forEachLane([&](unsigned Lane) { Members |= Masks[Lane]; });
  const LaneMask Ended = Members & W.getThreads() & ~W.getAlive();
  const LaneMask Passed = Ended ? Ended & W.findPassed(G) : 0;
  if (!Passed)
    return true;
  G.fault(I, Check::Divergence, G.getActive(),
          "'" + I.Source->getMnemonic() + "' names " + printThreads(W, Passed) +
              " in its member mask, but these went past it without executing it",
          "a member mask of the threads that execute it, or a branch that all of them take");
  return false;
}

/// Reports a warp of which some threads do not take part in what is `.aligned`.
bool Cluster::checkConvergence(Warp &W, ThreadGroup &G, const Instruction &I) {
  if (I.Needs == Convergence::Members && !W.EndedApart.empty())
    return checkMembers(W, G, I);
  if (I.Needs != Convergence::Warp || G.Active == W.getThreads())
    return true;
  const LaneMask Passed = isBarrier(I.Operation) ? W.findPassed(G) : 0;
  const LaneMask Needed = isBarrier(I.Operation) ? W.getAlive() | Passed : W.getThreads();
  if (G.Active == Needed)
    return true;
  const LaneMask Missing = Needed & ~G.Active, Ended = Missing & ~W.getAlive();
  const std::string Mnemonic = I.Source->getMnemonic();
  const std::string Sentence = "'" + Mnemonic + "' wants all threads of the warp, but ";
  if (Passed)
    G.fault(I, Check::Divergence, G.Active,
            Sentence + printThreads(W, Passed) + " went past it without executing it",
            "a branch to '" + Mnemonic + "' that all threads of the warp take or do not take" +
                (I.Operation == OperationKind_Barrier || I.Operation == OperationKind_BarrierArrive
                     ? ", or the instruction without .aligned"
                     : ""));
  else if (Ended)
    G.fault(I, Check::Divergence, G.Active, Sentence + printThreads(W, Ended) + " have ended");
  else
    G.fault(I, Check::Divergence, G.Active,
            Sentence + "its guard does not hold for " + printThreads(W, Missing));
  return false;
}
