//===- EarlyIncreases.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instruction moves across what neither has effects nor reads memory that is written, so that
// nothing but registers can tell. It stays behind instructions that threads execute together.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/EarlyIncreases.h"
#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Registers/MachinePass.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if an instruction increases the number of registers, and has no register itself.
static bool isIncrease(const MachineInstr &MI) {
  constexpr StringLiteral Mnemonic = "setmaxnreg.inc";
  if (any_of(MI.operands(), [](const MachineOperand &O) { return O.isReg(); }))
    return false;
  if (!MI.isInlineAsm())
    return MI.getNumOperands() == 1 && MI.getOperand(0).isImm() &&
           StringRef(getMnemonic(MI)).starts_with(Mnemonic);
  return StringRef(MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName()).contains(Mnemonic);
}

/// Returns true if an instruction reads nothing but registers and memory that is never written.
static bool isComputation(const MachineInstr &MI) {
  const bool IsInvariant =
      !MI.memoperands_empty() &&
      all_of(MI.memoperands(), [](const MachineMemOperand *M) { return M->isInvariant(); });
  bool SawStore = !IsInvariant;
  if (MI.isDebugInstr() || (!MI.isConvergent() && MI.isSafeToMove(SawStore)))
    return true;
  // LLVM does not say that these have no effects.
  return !MI.isInlineAsm() && StringRef(getMnemonic(MI)).starts_with("cvta.");
}

static bool moveIncreases(MachineFunction &MF) {
  if (!MF.getFunction().hasFnAttribute(FixedRegistersAttribute))
    return false;
  bool Changed = false;
  for (MachineBasicBlock &Block : MF)
    for (MachineInstr &MI : make_early_inc_range(Block)) {
      if (!isIncrease(MI))
        continue;
      MachineBasicBlock::iterator Location = MI.getIterator();
      while (Location != Block.begin() && isComputation(*std::prev(Location)))
        --Location;
      Changed |= Location != MI.getIterator();
      Block.splice(Location, &Block, MI.getIterator());
    }
  return Changed;
}

FunctionPass *tensorcore::createEarlyIncreasesPass() {
  return new MachinePass("NVPTX early increases", moveIncreases);
}
