//===- WGMMAInlineAsm.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of INLINEASM, by the numbers that its text has for them.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/WGMMAInlineAsm.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace llvm::tensorcore;

WGMMAInlineAsm::WGMMAInlineAsm(const MachineInstr &Statement)
    : Text(Statement.getOperand(InlineAsm::MIOp_AsmString).getSymbolName()) {
  // A flag says how many machine operands the next operand of the statement has.
  unsigned I = InlineAsm::MIOp_FirstOperand;
  while (I < Statement.getNumOperands() && Statement.getOperand(I).isImm()) {
    unsigned Count = InlineAsm::Flag(Statement.getOperand(I).getImm()).getNumOperandRegisters();
    auto &Group = Groups.emplace_back();
    for (unsigned N = 1; N <= Count && I + N < Statement.getNumOperands(); ++N)
      Group.push_back(&Statement.getOperand(I + N));
    I += 1 + Count;
  }
}

std::optional<int64_t> WGMMAInlineAsm::getImmediate(unsigned Index) const {
  ArrayRef<const MachineOperand *> Group = getOperands(Index);
  if (Group.size() != 1 || !Group.front()->isImm())
    return std::nullopt;
  return Group.front()->getImm();
}
