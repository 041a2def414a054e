//===- MachineRegisterBudget.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that is no kernel has the budget of its callers: unknown. So is what a
// called function does, if the module has setmaxnreg at all.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/MachineRegisterBudget.h"
#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/WGMMAInlineAsm.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/RegisterBudget/RegisterNeeds.h"
#include "IR/RegisterBudget/SetMaxNReg.h"
#include "Model/Instructions/MMALegality.h"
#include "NVPTXSubtarget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral Increase = "llvm.nvvm.setmaxnreg.inc.sync.aligned.u32";
static constexpr StringLiteral Decrease = "llvm.nvvm.setmaxnreg.dec.sync.aligned.u32";

/// Returns the number of registers to which an instruction sets a thread, or nothing if it sets
/// none. An unknown number counts as all registers.
static std::optional<unsigned> getSetRegisters(const MachineInstr &MI) {
  if (!MI.isInlineAsm()) {
    const bool IsOne = MI.getNumOperands() == 1 && MI.getOperand(0).isImm() &&
                       StringRef(getMnemonic(MI)).starts_with("setmaxnreg.");
    return IsOne ? std::optional<unsigned>(MI.getOperand(0).getImm()) : std::nullopt;
  }
  WGMMAInlineAsm Statement(MI);
  auto Changes = parseSetMaxNRegs(MI.getOperand(0).getSymbolName(),
                                  [&](unsigned Index) { return Statement.getImmediate(Index); });
  if (Changes.empty())
    return std::nullopt;
  return Changes.back().Registers.value_or(MaxRegistersPerThread);
}

/// Returns true if a called function, which the pass does not see, may contain setmaxnreg.
static bool mayCallSetMaxNReg(const MachineFunction &MF) {
  std::string Form = (RegisterFormPrefix + "SETMAXNREG").str();
  bool IsInModule = any_of(*MF.getFunction().getParent(), [&](const Function &F) {
    return (F.getName().starts_with(Form) || F.getName() == Increase || F.getName() == Decrease) &&
           !F.use_empty();
  });
  return IsInModule && any_of(MF, [](const MachineBasicBlock &MBB) {
           return any_of(MBB, [](const MachineInstr &MI) { return MI.isCall(); });
         });
}

MachineRegisterBudget::MachineRegisterBudget(const MachineFunction &MF)
    : SM(MF.getSubtarget<NVPTXSubtarget>().getSmVersion()),
      Bounds(getLaunchBounds(MF.getFunction())), AtEntry(getRegisterBudget(Bounds, SM)),
      IsKnown(isKernel(MF.getFunction()) && !mayCallSetMaxNReg(MF)) {
  const NVPTXSubtarget &Subtarget = MF.getSubtarget<NVPTXSubtarget>();
  TargetVersion Target = getTargetVersion(Subtarget.getTargetName(), Subtarget.getFullSmVersion(),
                                          Subtarget.getPTXVersion());
  for (auto [Index, Form] : enumerate(getCompanionForms()))
    if (Form.Intrinsic == Increase) {
      Error E = checkLegal(CompanionForm(Index), Target);
      HasSetMaxNReg = !E;
      consumeError(std::move(E));
    }
  if (!IsKnown)
    return;
  findChanges(MF);
  propagate(MF);
}

/// Notes what instructions set. ptxas ignores setmaxnreg where it does not know what a thread has
/// at entry.
void MachineRegisterBudget::findChanges(const MachineFunction &MF) {
  if (!AtEntry.MayBeKnownAtEntry)
    return;
  for (const MachineBasicBlock &MBB : MF) {
    std::optional<unsigned> Set;
    for (const MachineInstr &MI : MBB) {
      if (Set)
        Changed[&MI] = *Set;
      if (std::optional<unsigned> New = getSetRegisters(MI))
        Set = std::min(*New, MaxRegistersPerThread);
    }
    if (Set)
      AtEnd[&MBB] = *Set;
  }
}

void MachineRegisterBudget::propagate(const MachineFunction &MF) {
  SetVector<const MachineBasicBlock *> Worklist;
  Before[&MF.front()] = AtEntry.Registers;
  Worklist.insert(&MF.front());
  while (!Worklist.empty()) {
    const MachineBasicBlock *MBB = Worklist.pop_back_val();
    auto Set = AtEnd.find(MBB);
    unsigned After = Set == AtEnd.end() ? Before.lookup(MBB) : Set->second;
    for (const MachineBasicBlock *Next : MBB->successors()) {
      auto [It, IsNew] = Before.try_emplace(Next, After);
      if (IsNew || After > It->second) {
        It->second = std::max(It->second, After);
        Worklist.insert(Next);
      }
    }
  }
}

std::optional<RegisterBudget> MachineRegisterBudget::getAt(const MachineInstr &MI) const {
  if (!IsKnown)
    return std::nullopt;
  unsigned Max = MaxRegistersPerThread;
  if (auto It = Changed.find(&MI); It != Changed.end())
    Max = It->second;
  else if (auto It = Before.find(MI.getParent()); It != Before.end())
    Max = It->second;
  if (Max == AtEntry.Registers)
    return AtEntry;
  return RegisterBudget{Max, true, true, "setmaxnreg"};
}

std::optional<RegisterBudget> MachineRegisterBudget::getAtEntry() const {
  return IsKnown ? std::optional(AtEntry) : std::nullopt;
}

std::string MachineRegisterBudget::printRemedy(unsigned Registers, bool IsAtEntry) const {
  if (Registers > MaxRegistersPerThread)
    return "smaller tiles, or fewer of them at once: no thread has more than " +
           std::to_string(MaxRegistersPerThread) + " registers";
  std::string Remedy = "smaller tiles, fewer of them at once";
  unsigned Threads = getMaxThreadsWith(Registers, SM);
  if (Bounds.Threads && Threads && *Bounds.Threads > Threads)
    Remedy += ", at most " + std::to_string(Threads) + " threads (.maxntid)";
  else if (Bounds.Threads && Bounds.Blocks &&
           getRegistersOfThread(*Bounds.Threads, 1, SM) >= Registers)
    Remedy += ", fewer blocks (.minnctapersm 1)";
  if (AtEntry.Source == ".maxnreg")
    Remedy += ", .maxnreg " + std::to_string(Registers) + " or more";
  if (HasSetMaxNReg && !IsAtEntry)
    Remedy += ", or setmaxnreg.inc to " + std::to_string(alignTo(Registers, RegisterUnit)) +
              " or more, with registers that another warpgroup gives back";
  return Remedy;
}
