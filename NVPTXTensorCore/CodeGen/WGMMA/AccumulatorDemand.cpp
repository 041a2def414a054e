//===- AccumulatorDemand.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One warning a function, for the instruction that lacks most. The numbers are those of
// ptxas 13.0 (docs/register-budget.md).
//
//===----------------------------------------------------------------------===//

#include "CodeGen/WGMMA/AccumulatorDemand.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Instructions/MachineLocation.h"
#include "CodeGen/Registers/AccumulatorLiveness.h"
#include "CodeGen/Registers/MachineRegisterBudget.h"
#include "CodeGen/WGMMA/AccumulatorCopies.h"
#include "IR/Analysis/Checks.h"
#include "Model/Instructions/MMACatalogue.h"
#include "llvm/CodeGen/MachineFunctionPass.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The stack pointer, which ptxas gives no one else.
static constexpr unsigned ReservedRegisters = 1;

/// ptxas may compute values in another order that are not carried around a loop. It begins to do so
/// where about this many registers are alive at once, and then needs far fewer.
static constexpr unsigned MaxInOrder = 200;

namespace {

class AccumulatorDemand : public MachineFunctionPass {
public:
  static char ID;
  AccumulatorDemand() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX accumulator demand"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override;
};

char AccumulatorDemand::ID = 0;

/// An instruction that lacks registers.
struct Shortage {
  AccumulatorNeed Need;
  unsigned Accumulators; ///< of it, those that have to be there
  RegisterBudget Budget;
  bool IsOfOne; ///< the results of one instruction do not fit

  unsigned getRegisters() const { return Accumulators + Need.Operands + ReservedRegisters; }
  unsigned getLacking() const { return getRegisters() - Budget.Registers; }
};

} // namespace

/// Returns the name of an instruction in IR.
static std::string getName(const MachineInstr &MI) {
  const MMAInstruction &Instruction = *lookupMMAInstructionByRecord(MI.getOpcode());
  if (const MachineOperand *Word = findOperand(MI, NVPTX::OpName::desc); Word && Word->isImm()) {
    Expected<const MMAVariant *> Variant = lookupMMAVariant(Word->getImm(), Instruction.Opcode);
    if (Variant && *Variant)
      return (*Variant)->Name.str();
    consumeError(Variant.takeError());
  }
  return getMMAOpcodeInfo(Instruction.Opcode).Name.str();
}

/// Returns true if ptxas may find an order of its own in which fewer are alive.
static bool mayReorder(ArrayRef<AccumulatorNeed> Needs) {
  return any_of(Needs, [](const AccumulatorNeed &Need) {
    return Need.Accumulators != Need.Fixed && Need.Accumulators > MaxInOrder;
  });
}

static std::optional<Shortage> findShortage(const AccumulatorNeed &Need, bool MayReorder,
                                            const MachineRegisterBudget &Budgets) {
  std::optional<RegisterBudget> Budget = Budgets.getAt(*Need.MI);
  if (!Budget)
    return std::nullopt;
  Shortage OfOne = {Need, Need.Results, *Budgets.getAtEntry(), true};
  if (OfOne.getRegisters() > OfOne.Budget.Registers)
    return OfOne;
  Shortage Found = {Need, MayReorder ? Need.Fixed : Need.Accumulators, *Budget, false};
  return Found.getRegisters() > Budget->Registers ? std::optional(Found) : std::nullopt;
}

static void warn(const Shortage &Lacking, const MachineRegisterBudget &Budgets) {
  unsigned Registers = Lacking.getRegisters();
  std::string Name = getName(*Lacking.Need.MI);
  StringRef What = StringRef(Name).contains("tcgen05.ld") ? "what tcgen05.ld has loaded takes up "
                                                          : "accumulators take up ";
  report(Check::RegisterBudget, getLocation(*Lacking.Need.MI),
         What + Twine(Lacking.Accumulators) + " registers of a thread at " + Name +
             ", which needs " + Twine(Registers) + " with its other operands; a thread has " +
             Twine(Lacking.Budget.Registers) + " (" + Lacking.Budget.Source + "): ptxas " +
             (Lacking.IsOfOne ? "gives up (C7602), whatever setmaxnreg has given"
                              : "spills them to memory") +
             "; what fits is " + Budgets.printRemedy(Registers, Lacking.IsOfOne));
}

bool AccumulatorDemand::runOnMachineFunction(MachineFunction &MF) {
  if (isOff(Check::RegisterBudget) || hasAccumulators(MF))
    return false;
  AccumulatorLiveness Liveness(MF);
  SmallVector<AccumulatorNeed, 0> Needs = Liveness.getNeeds();
  if (Needs.empty())
    return false;
  MachineRegisterBudget Budgets(MF);
  bool MayReorder = mayReorder(Needs);
  std::optional<Shortage> Worst;
  // From the end on: of equal ones the first.
  for (const AccumulatorNeed &Need : Needs)
    if (std::optional<Shortage> Found = findShortage(Need, MayReorder, Budgets))
      if (!Worst || Found->getLacking() >= Worst->getLacking())
        Worst = Found;
  if (Worst)
    warn(*Worst, Budgets);
  return false;
}

FunctionPass *tensorcore::createAccumulatorDemandPass() { return new AccumulatorDemand(); }
