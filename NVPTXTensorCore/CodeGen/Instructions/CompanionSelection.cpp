//===- CompanionSelection.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Companions in register form (IR/Helpers/CompanionCalls.h) become machine nodes, operand by operand.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMASelection.h"
#include "IR/Intrinsics/MMACall.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/Errors.h"
#include "NVPTXISelDAGToDAG.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// An immediate as an operand of a machine node; null if it cannot be one.
static SDValue getImmediate(SelectionDAG &DAG, CompanionForm Form, const MMAArgument &Argument,
                            SDValue Operand) {
  auto *Constant = dyn_cast<ConstantSDNode>(Operand);
  if (!Constant || !isChoiceOf(Form, Argument.Name, Constant->getZExtValue()))
    return {};
  return DAG.getTargetConstant(Constant->getZExtValue(), SDLoc(Operand), Constant->getValueType(0));
}

/// Whether an instruction has registers of 64 bits where the operands are addresses of 32: some
/// addresses it has in one size only.
static bool needsWideAddress(const MCInstrDesc &Instruction, ArrayRef<SDValue> Operands) {
  return any_of(enumerate(Operands), [&](const auto &Operand) {
    unsigned Index = Instruction.getNumDefs() + Operand.index();
    return Index < Instruction.getNumOperands() &&
           Instruction.operands()[Index].RegClass == NVPTX::Int64RegsRegClassID &&
           Operand.value().getValueType() == MVT::i32;
  });
}

bool NVPTXDAGToDAGISel::tryCompanion(SDNode *N) {
  bool HasChain = N->getOpcode() != ISD::INTRINSIC_WO_CHAIN;
  std::optional<CompanionForm> Form =
      getCompanionForm(unsigned(N->getConstantOperandVal(HasChain)));
  if (!Form)
    return false;
  TargetVersion Target = getTargetVersion(Subtarget->getTargetName(), Subtarget->getFullSmVersion(),
                                          Subtarget->getPTXVersion());
  if (Error Illegal =
          checkOnTarget(Target, [&](const TargetVersion &T) { return checkLegal(*Form, T); })) {
    reject(*CurDAG, N, std::move(Illegal));
    return true;
  }
  SmallVector<SDValue, 16> Operands;
  for (auto [Argument, Operand] :
       zip(getCompanionFormInfo(*Form).Signature.Arguments, getArguments(N, HasChain + 1))) {
    SDValue Value = Operand;
    if (Argument.Type.Kind == MMATypeKind_RegisterAddress) {
      Operands.append({Value, getI32Imm(0, SDLoc(N))});
      continue;
    }
    if (isAddress(Argument)) {
      // A symbol with an offset, which the matrix instructions leave to a register, as stock
      // LLVM does.
      SDValue Base, Offset;
      bool Folded = Value.getValueType() == MVT::i64 ? SelectADDRsi64(N, Value, Base, Offset)
                                                     : SelectADDRsi(N, Value, Base, Offset);
      if (Folded)
        Operands.append({Base, Offset});
      else
        appendAddress(N, Value, Operands);
      continue;
    }
    if (Argument.IsImmediate && !(Value = getImmediate(*CurDAG, *Form, Argument, Value))) {
      reject(*CurDAG, N,
             makeError(getCompanionFormInfo(*Form).Name + " cannot have this " + Argument.Name));
      return true;
    }
    Operands.push_back(Value);
  }
  const MCInstrDesc &Instruction =
      Subtarget->getInstrInfo()->get(lookupCompanionInstruction(*Form)->Record);
  if (needsWideAddress(Instruction, Operands)) {
    reject(*CurDAG, N,
           makeError(getCompanionFormInfo(*Form).Name +
                     " has an address of 64 bits; it needs a 64-bit target (nvptx64)"));
    return true;
  }
  if (HasChain)
    Operands.push_back(N->getOperand(0));
  CurDAG->SelectNodeTo(N, lookupCompanionInstruction(*Form)->Record, N->getVTList(), Operands);
  return true;
}
