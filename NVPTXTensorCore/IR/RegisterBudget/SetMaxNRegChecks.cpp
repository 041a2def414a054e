//===- SetMaxNRegChecks.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/register-budget.md says what ptxas 13.0 does in each case.
//
//===----------------------------------------------------------------------===//

#include "IR/RegisterBudget/SetMaxNRegChecks.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/FunctionCopies.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/RegisterBudget/RegisterNeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns the range of a thread's registers before any setmaxnreg.
static RegisterRange getRangeAtEntry(const RegisterBudget &Budget, bool IsKernel) {
  bool IsLimited = IsKernel && Budget.Registers < MaxRegistersPerThread;
  // 256 is what setmaxnreg calls all.
  return {MinRegistersPerThread, IsLimited ? Budget.Registers : MaxRegistersPerThread + 1, true};
}

SetMaxNRegChecks::SetMaxNRegChecks(Function &Copy, const Function &F, unsigned SM,
                                   FunctionCopies &Copies)
    : Copy(Copy), F(F), SM(SM), Copies(Copies), Bounds(getLaunchBounds(F)),
      Budget(getRegisterBudget(Bounds, SM)), Paths(Copy, isLineOfThreads(Copy, F)),
      Selection(Paths, F) {
  for (const Instruction &I : instructions(Copy))
    for (const SetMaxNReg &Change : getSetMaxNRegs(I))
      Sites.push_back({&I, Change, Selection.getThreadsAt(I)});
}

/// Why ptxas does not know how many registers a thread has at entry.
static std::string explainMissingBudget(const LaunchBounds &Bounds, unsigned SM) {
  if (!Bounds.Threads && Bounds.Blocks)
    return "which has .minnctapersm, but neither .maxntid nor .reqntid";
  if (!Bounds.Threads)
    return "which has no launch bounds";
  std::string Text = "which has " + Bounds.getThreadsDirective().str() + ", but no .minnctapersm";
  if (Bounds.Blocks.value_or(0) && !areBlocksPossible(*Bounds.Threads, *Bounds.Blocks, SM))
    Text += " that a multiprocessor of sm_" + std::to_string(SM) +
            " could satisfy: " + std::to_string(*Bounds.Blocks) + " times " +
            std::to_string(*Bounds.Threads) + " threads are too many";
  return Text;
}

void SetMaxNRegChecks::checkBudget() const {
  if (Budget.MayBeKnownAtEntry || Sites.empty())
    return;
  unsigned Threads = Bounds.Threads.value_or(3 * WarpgroupThreads);
  Copies.report(
      Check::RegisterBudget, *Sites.front().Location,
      Sites.front().Change.print() + " in kernel " + printName(F) + ", " +
          explainMissingBudget(Bounds, SM) +
          ": ptxas cannot tell how many registers a thread has at entry, and ignores every "
          "setmaxnreg of the kernel (C7508); expected a register budget: .maxntid or .reqntid "
          "with .minnctapersm, which is " +
          (Bounds.Threads ? "" : "for example ") + "__launch_bounds__(" + Twine(Threads) +
          ", 1) or \"nvvm.maxntid\"=\"" + Twine(Threads) + "\" \"nvvm.minctasm\"=\"1\" and gives " +
          Twine(getRegistersOfThread(Threads, 1, SM)) +
          " registers; or .maxnreg (\"nvvm.maxnreg\"); or ptxas -maxrregcount");
}

/// The warpgroup that a setmaxnreg is executed by a part of; nothing if that is not certain.
static const WarpgroupShare *findSplit(ArrayRef<WarpgroupShare> Shares,
                                       const SelectedThreads &Threads) {
  auto IsPart = [](const WarpgroupShare &Share) { return Share.Coming && !Share.isWhole(); };
  auto IsWhole = [](const WarpgroupShare &Share) { return Share.isWhole(); };
  auto *Some = find_if(Shares, [](const WarpgroupShare &Share) { return Share.Coming; });
  if (Some == Shares.end())
    return nullptr; // nobody comes
  if (Threads.AreElected)
    return Some;
  if (!Threads.AreAll && any_of(Shares, IsWhole))
    return nullptr;
  auto *Split = find_if(Shares, IsPart);
  return Split == Shares.end() ? nullptr : Split;
}

/// Returns true if each warp of a warpgroup may execute a setmaxnreg in the same direction, and if
/// it is asked for, to as many registers. Kernels with a role for each warp are written so; some of
/// the roles depend on the cluster or on parameters, too.
bool SetMaxNRegChecks::isForEachWarp(const WarpgroupShare &Group, const Site &Of,
                                     bool ToTheSame) const {
  const SelectedThreads &Threads = Of.Threads;
  unsigned First = Group.Index * WarpgroupThreads, Last = First + Group.Threads;
  std::bitset<MaxBlockThreads> Together;
  for (const Site &Each : Sites)
    if (Each.Change.IsIncrease == Of.Change.IsIncrease && !Each.Threads.AreElected &&
        (!ToTheSame || Each.Change.Registers == Of.Change.Registers))
      Together |= Each.Threads.Max;
  for (unsigned I = First; I < Last; ++I) {
    bool IsAsItsWarp = Threads.Max[I] == Threads.Max[I / WarpThreads * WarpThreads];
    if (!Together[I] || !IsAsItsWarp)
      return false;
  }
  return !Threads.AreElected;
}

/// True if nothing is wrong.
bool SetMaxNRegChecks::checkThreads(const Site &Each) const {
  SmallVector<WarpgroupShare, 8> Shares = Selection.getShares(Each.Threads);
  const WarpgroupShare *Split = findSplit(Shares, Each.Threads);
  if (!Split)
    return true;
  std::string Who =
      Each.Threads.AreElected
          ? "the thread that elect.sync selects of each warp, or only the others"
          : ((Each.Threads.AreAll ? "" : "at most ") + Twine(Split->Coming) + " of the " +
             Twine(Split->Threads) + " threads of warpgroup " + Twine(Split->Index))
                .str();
  if (isForEachWarp(*Split, Each, /*ToTheSame=*/true))
    return true;
  if (isForEachWarp(*Split, Each, /*ToTheSame=*/false)) {
    Copies.report(
        Check::RegisterBudget, *Each.Location,
        Each.Change.print() + " is executed by " + Who +
            ", and another setmaxnreg by the others; all of a warpgroup must execute the same one "
            "(PTX ISA, setmaxnreg); expected one before the roles of its warps part");
    return true;
  }
  Copies.report(
      Check::SetMaxNReg, *Each.Location,
      Each.Change.print() + " must be executed by all threads of a warpgroup alike, here only by " +
          Who + ", which the condition of the branch" + printLine(*Each.Threads.Branch) +
          " selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a "
          "condition that is the same for all " +
          Twine(WarpgroupThreads) +
          " threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync "
          "has broadcast, divided by 4");
  return false;
}

void SetMaxNRegChecks::checkChange(const Instruction &I, const SetMaxNReg &Change,
                                   RegisterRange Range) const {
  if (!Change.Registers)
    return;
  auto Has = [&](unsigned Registers) {
    return (Range.IsAtEntry
                ? "a thread has " + Twine(Registers) + " registers at entry (" + Budget.Source + ")"
            : Range.Min == Range.Max
                ? "setmaxnreg has given a thread " + Twine(Registers) + " registers before"
                : "setmaxnreg has given a thread " + Twine(Range.Min) + " to " + Twine(Range.Max) +
                      " registers before")
        .str();
  };
  if (!Change.IsIncrease && *Change.Registers > Range.Max)
    Copies.report(Check::SetMaxNReg, I,
                  Change.print() + ": " + Has(Range.Max) +
                      ", and .dec to more is undefined (PTX ISA, setmaxnreg; C7406 of ptxas); "
                      "expected .dec to " +
                      Twine(alignDown(Range.Max, RegisterUnit)) + " or less, or .inc");
  else if (Change.IsIncrease && *Change.Registers < Range.Min)
    Copies.report(Check::SetMaxNReg, I,
                  Change.print() + ": " + Has(Range.Min) +
                      ", and .inc to less is undefined (PTX ISA, setmaxnreg); expected .inc to " +
                      Twine(alignTo(Range.Min, RegisterUnit)) + " or more, or .dec");
  else if (Change.IsIncrease && Range.IsAtEntry && Budget.IsKnownAtEntry &&
           *Change.Registers < Range.Max && Range.Max <= MaxRegistersPerThread)
    Copies.report(
        Check::RegisterBudget, I,
        Change.print() + ": " + Has(Range.Max) +
            ", and .inc to less is undefined (PTX ISA, setmaxnreg); ptxas compiles the whole "
            "kernel for the " +
            Twine(*Change.Registers) + " then; expected .inc to " +
            Twine(alignTo(Range.Max, RegisterUnit)) + " or more, or .dec");
}

/// The fewest registers that a thread of a warpgroup may end up with.
unsigned SetMaxNRegChecks::getMin(const WarpgroupShare &Group, unsigned AtEntry) const {
  unsigned Min = MaxRegistersPerThread + 1;
  bool IsCertain = false;
  for (const Site &Each : Sites) {
    WarpgroupShare Share = Selection.getShares(Each.Threads)[Group.Index];
    if (!Share.Coming)
      continue;
    Min = std::min(Min, Each.Change.Registers.value_or(MinRegistersPerThread));
    IsCertain |= Each.Threads.AreAll && Each.Threads.AreCertain && Share.isWhole();
  }
  return IsCertain ? Min : std::min(Min, AtEntry);
}

/// Compares the registers that the warpgroups of a block have when each has executed its setmaxnreg
/// with those that the block began with. Registers are counted by threads of a warp.
void SetMaxNRegChecks::checkSum() const {
  const Site *Increase = nullptr;
  unsigned AtEntry = 0;
  for (const Site &Each : Sites)
    if (Each.Change.IsIncrease && Each.Change.Registers) {
      Increase = Increase ? Increase : &Each;
      AtEntry = std::max(AtEntry, *Each.Change.Registers);
    }
  if (!Increase || !Bounds.Threads || !Budget.IsKnownAtEntry)
    return;
  // ptxas compiles for no more than any thread has later.
  AtEntry = alignTo(std::min(AtEntry, Budget.Registers), RegisterUnit);
  unsigned Has = 0, Wants = 0, Others = 0, Increased = 0;
  std::string Terms;
  for (const WarpgroupShare &Group : Selection.getShares(Increase->Threads)) {
    unsigned Warps = divideCeil(Group.Threads, WarpThreads), Min = getMin(Group, AtEntry);
    Has += AtEntry * Warps;
    Wants += Min * Warps;
    (Min > AtEntry ? Increased : Others) += Min > AtEntry ? Warps : Min * Warps;
    Terms += (Terms.empty() ? "" : " + ") + std::to_string(Min);
  }
  if (Wants <= Has)
    return;
  unsigned Fits = Has > Others ? alignDown((Has - Others) / Increased, RegisterUnit) : 0;
  Copies.report(
      Check::RegisterBudget, *Increase->Location,
      Increase->Change.print() + ": the warpgroups of a block of kernel " + printName(F) +
          " end up with " + Terms + " registers a thread, but began with " + Twine(AtEntry) +
          " each (" + Budget.Source +
          "): setmaxnreg.inc waits for registers that only a warpgroup which exits can give back, "
          "forever if that one waits too; expected " +
          (Fits > AtEntry ? ".inc to " + std::to_string(Fits) + " or less, or " : std::string()) +
          "a setmaxnreg.dec to less in another warpgroup");
}

void SetMaxNRegChecks::run() {
  bool IsKernel = isKernel(F);
  if (IsKernel)
    checkBudget();
  bool AreWhole = true;
  for (const Site &Each : Sites)
    AreWhole &= checkThreads(Each);
  SetMaxNRegFlow(Copy, getRangeAtEntry(Budget, IsKernel))
      .visit([this](const Instruction &I, const SetMaxNReg &Change, RegisterRange Range) {
        checkChange(I, Change, Range);
      });
  if (IsKernel && AreWhole)
    checkSum();
}
