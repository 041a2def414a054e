//===- WGMMAWarnings.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each cause. The numbers are those of ptxas 13.0 (docs/wgmma.md).
//
//===----------------------------------------------------------------------===//

#include "CodeGen/WGMMA/WGMMAWarnings.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Instructions/MachineLocation.h"
#include "CodeGen/Registers/MachineRegisterBudget.h"
#include "CodeGen/WGMMA/WGMMAMachineProgram.h"
#include "Hazards/WGMMAHazards.h"
#include "IR/Analysis/Checks.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// ptxas needs at least this many registers in addition to the accumulators of wgmma.
static constexpr unsigned OtherRegisters = 26;

/// Calls that ptxas cannot inline. It inlines all others into a function with wgmma, however large
/// they are.
static void warnOfCalls(const MachineFunction &MF) {
  auto Warn = [](const MachineInstr &Call, const Twine &Message) {
    report(Check::WGMMASerialization, getLocation(Call), Message);
  };
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      const MachineOperand *Called = MI.isCall() ? &MI.getOperand(0) : nullptr;
      auto *Callee =
          Called && Called->isGlobal() ? dyn_cast<Function>(Called->getGlobal()) : nullptr;
      if (Called && Called->isReg())
        Warn(MI, "call through a pointer in a function with wgmma: ptxas serialises every wgmma of "
                 "the function (C7510); call the function by its name");
      else if (Callee && Callee->isDeclaration() && !Callee->isIntrinsic())
        Warn(MI, "call of " + printName(*Callee) +
                     ", which is defined elsewhere, in a function with wgmma: ptxas serialises "
                     "every wgmma of the function (C7509); inline it");
    }
}

static void warnOfDebugInformation(const MachineFunction &MF) {
  const Module &M = *MF.getFunction().getParent();
  bool IsForDebugger = any_of(M.debug_compile_units(), [](const DICompileUnit *Unit) {
    return Unit->getEmissionKind() == DICompileUnit::FullDebug ||
           Unit->getEmissionKind() == DICompileUnit::LineTablesOnly;
  });
  if (IsForDebugger)
    report(Check::WGMMASerialization, MF.getFunction(),
           "function with wgmma has debug information, for which the module is marked "
           "'.target debug': ptxas serialises every wgmma (C7511); line directives alone "
           "(-gline-directives-only) do no harm");
}

/// The wgmma with most accumulators, and how many that are.
static std::pair<unsigned, const MachineInstr *> findLargest(const MachineFunction &MF) {
  std::pair<unsigned, const MachineInstr *> Largest = {0, nullptr};
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (unsigned Count = getTiedRegisterCount(MI); Count > Largest.first && !isHold(MI))
        Largest = {Count, &MI};
  return Largest;
}

/// Warns if a thread has fewer registers when the kernel begins than one wgmma needs. Returns true
/// if it has enough.
static bool warnOfLargest(const MachineFunction &MF, const MachineRegisterBudget &Budgets) {
  auto [Count, Where] = findLargest(MF);
  std::optional<RegisterBudget> Budget = Budgets.getAtEntry();
  if (!Budget || !Where || Count + OtherRegisters <= Budget->Registers)
    return true;
  report(Check::RegisterBudget, getLocation(*Where),
         "wgmma has " + Twine(Count) + " accumulator registers, and ptxas needs " +
             Twine(OtherRegisters) + " more at the least; a thread has " +
             Twine(Budget->Registers) + " at entry (" + Budget->Source +
             "): ptxas gives up (C7602), whatever setmaxnreg has given; what fits is " +
             Budgets.printRemedy(Count + OtherRegisters, /*IsAtEntry=*/true));
  return false;
}

static void warnOfPressure(const MachineFunction &MF, const WGMMAMachineProgram &Program) {
  if (isOff(Check::RegisterBudget))
    return;
  MachineRegisterBudget Budgets(MF);
  auto [Count, Where] = Program.findLargestNeed();
  if (!warnOfLargest(MF, Budgets) || !Where)
    return;
  std::optional<RegisterBudget> Budget = Budgets.getAt(*Where);
  if (!Budget || Count + OtherRegisters <= Budget->Registers)
    return;
  report(Check::RegisterBudget, getLocation(*Where),
         "wgmma has " + Twine(Count) + " registers alive at once, and ptxas needs " +
             Twine(OtherRegisters) + " more at the least; a thread has " +
             Twine(Budget->Registers) + " (" + Budget->Source +
             "): ptxas serialises every wgmma of the function (C7511, C7512); what fits is " +
             Budgets.printRemedy(Count + OtherRegisters, /*IsAtEntry=*/false));
}

static void warnOfReordering(const MachineFunction &MF, const WGMMAMachineProgram &Program) {
  for (const MachineInstr *Issue : Program.findReordered())
    report(Check::WGMMASerialization, getLocation(*Issue),
           "wgmma.mma_async has accumulators that are in flight, but not in the order, or not "
           "together, as the wgmma.mma_async before had them: ptxas moves them, and serialises "
           "every wgmma of the function (C7511); keep them in one order");
}

static const WGMMAEvent *findEvent(const WGMMABlock &Block, WGMMAEventKind Kind) {
  auto It = find_if(Block.Events, [Kind](const WGMMAEvent &E) { return E.Kind == Kind; });
  return It == Block.Events.end() ? nullptr : &*It;
}

/// Loops that issue what was fenced before them.
static void warnOfDistantFences(MachineFunction &MF, const WGMMAMachineProgram &Program) {
  const std::vector<WGMMABlock> &Blocks = Program.get().Blocks;
  auto HasFence = [&](unsigned Block) { return findEvent(Blocks[Block], WGMMAEventKind::Fence); };
  SmallVector<std::pair<unsigned, unsigned>> Issues; // blocks and indices
  for (auto [Number, Block] : enumerate(Blocks))
    if (const WGMMAEvent *Issue = findEvent(Block, WGMMAEventKind::Issue);
        Issue && !HasFence(Number))
      Issues.push_back({Number, Issue - Block.Events.data()});
  if (Issues.empty())
    return;
  MachineDominatorTree Dominators(MF);
  MachineLoopInfo Loops(Dominators);
  SmallPtrSet<const MachineLoop *, 4> Seen;
  for (auto [Number, Index] : Issues) {
    const MachineInstr &Issue = Program.getInstruction({Number, Index});
    const MachineLoop *Loop = Loops.getLoopFor(Issue.getParent());
    if (Loop && Seen.insert(Loop).second &&
        none_of(Loop->blocks(), [&](const auto *Block) { return HasFence(Block->getNumber()); }))
      report(Check::WGMMASerialization, getLocation(Issue),
             "wgmma.mma_async is issued in a loop, and its wgmma.fence is outside of the loop: "
             "ptxas inserts another one for each trip (C7519); expected a wgmma.fence in the loop, "
             "or a loop that is unrolled");
  }
}

void tensorcore::warnOfSerialization(MachineFunction &MF, const WGMMAMachineProgram &Program) {
  warnOfPressure(MF, Program);
  // Nobody expects speed of what is not optimised: ptxas -O0 serialises every wgmma anyway (C7511).
  if (isOff(Check::WGMMASerialization) || MF.getTarget().getOptLevel() == CodeGenOptLevel::None)
    return;
  warnOfCalls(MF);
  warnOfReordering(MF, Program);
  warnOfDistantFences(MF, Program);
  warnOfDebugInformation(MF);
}
