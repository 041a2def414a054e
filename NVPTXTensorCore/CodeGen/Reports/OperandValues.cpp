//===- OperandValues.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a register to its one definition: moves of numbers, copies, and the instructions that
// make a matrix descriptor of an address.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Reports/OperandValues.h"
#include "NVPTXInstrInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/GlobalValue.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Bounds how many copies are followed: outside of SSA they may form a circle.
static constexpr unsigned MaxDepth = 16;

static bool isOneOf(const MachineInstr &MI, std::initializer_list<unsigned> Opcodes) {
  return is_contained(Opcodes, MI.getOpcode());
}

static bool isCopy(const MachineInstr &MI) {
  return MI.isCopy() ||
         is_contained<unsigned>({NVPTX::MOV_B32_r, NVPTX::MOV_B64_r}, MI.getOpcode());
}

static bool isConversion(const MachineInstr &MI) {
  return isOneOf(MI, {NVPTX::CVT_u32_u64, NVPTX::CVT_u64_u32});
}

static const MachineInstr *getDefinition(const MachineOperand &Operand) {
  if (!Operand.isReg() || !Operand.getReg().isVirtual())
    return nullptr;
  return Operand.getParent()->getMF()->getRegInfo().getUniqueVRegDef(Operand.getReg());
}

/// Prints the origin of an address of any width.
static std::string printAddress(const MachineOperand &Operand, unsigned Depth) {
  const MachineInstr *Definition = getDefinition(Operand);
  if (!Definition || Depth > MaxDepth)
    return "in a register";
  if (isOneOf(*Definition, {NVPTX::MOV_B32_sym, NVPTX::MOV_B64_sym}) &&
      Definition->getOperand(1).isGlobal())
    return Definition->getOperand(1).getGlobal()->getName().str();
  if (isCopy(*Definition) || isConversion(*Definition))
    return printAddress(Definition->getOperand(1), Depth + 1);
  return "in a register";
}

/// Returns true if an instruction takes bits 17:4 of an address, as the encoders of descriptors do.
static bool isStartOfMatrix(const MachineInstr &MI) {
  return isOneOf(MI, {NVPTX::BFE_U32rii, NVPTX::BFE_U64rii}) && MI.getOperand(2).getImm() == 4 &&
         MI.getOperand(3).getImm() == 14;
}

static std::optional<OperandValue> getValue(const MachineOperand &Operand, unsigned Depth) {
  if (Operand.isImm())
    return OperandValue{uint64_t(Operand.getImm()), ""};
  const MachineInstr *Definition = getDefinition(Operand);
  if (!Definition || Depth > MaxDepth)
    return std::nullopt;
  auto Next = [&](unsigned Location) {
    return getValue(Definition->getOperand(Location), Depth + 1);
  };
  if (is_contained<unsigned>({NVPTX::MOV_B32_i, NVPTX::MOV_B64_i}, Definition->getOpcode()) ||
      isCopy(*Definition))
    return Next(1);
  if (isStartOfMatrix(*Definition))
    return OperandValue{0, printAddress(Definition->getOperand(1), Depth + 1)};
  // Fields do not overlap, so that a sum is an or. What is not made of an address is arithmetic.
  bool IsSum = isOneOf(*Definition, {NVPTX::OR_b64ri, NVPTX::ADD64ri});
  std::optional<OperandValue> Value = IsSum || isConversion(*Definition) ? Next(1) : std::nullopt;
  if (!Value || Value->Start.empty())
    return std::nullopt;
  if (IsSum && !Definition->getOperand(2).isImm())
    return std::nullopt;
  Value->Number += IsSum ? Definition->getOperand(2).getImm() : 0;
  return Value;
}

std::optional<OperandValue> tensorcore::getOperandValue(const MachineOperand &Operand) {
  return getValue(Operand, /*Depth=*/0);
}
