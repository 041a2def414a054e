//===- MMASelection.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an intrinsic node to a machine node: the variant says the opcode, the MMA
// descriptor takes everything that is not a register. Where upstream tries one
// pattern after the other, this looks up the intrinsic's ID.
//
//===----------------------------------------------------------------------===//

#include "IR/MMACall.h"
#include "MMAInstructions.h"
#include "Model/MMALegality.h"
#include "NVPTXISelDAGToDAG.h"
#include "llvm/IR/DiagnosticInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// The parts of an INTRINSIC_* node that holds a variant.
struct IntrinsicNode {
  const MMAVariant *Variant = nullptr;
  unsigned FirstArgument = 0;

  static IntrinsicNode get(const SDNode *N) {
    unsigned IDOperand;
    switch (N->getOpcode()) {
    case ISD::INTRINSIC_WO_CHAIN:
      IDOperand = 0;
      break;
    case ISD::INTRINSIC_W_CHAIN:
    case ISD::INTRINSIC_VOID:
      IDOperand = 1;
      break;
    default:
      return {};
    }
    return {getMMAVariant(unsigned(N->getConstantOperandVal(IDOperand))), IDOperand + 1};
  }
};

} // namespace

/// What follows an illegal intrinsic: undefined results, so that selection goes on.
static void replaceByUndefined(SelectionDAG &DAG, SDNode *N) {
  SDLoc DL(N);
  SmallVector<SDValue, 8> Values;
  for (EVT VT : N->values())
    Values.push_back(VT == MVT::Other ? N->getOperand(0)
                                      : SDValue(DAG.getMachineNode(TargetOpcode::IMPLICIT_DEF, DL, VT), 0));
  DAG.ReplaceAllUsesWith(N, Values.data());
  DAG.RemoveDeadNode(N);
}

bool NVPTXDAGToDAGISel::tryTensorCore(SDNode *N) {
  auto [Variant, FirstArgument] = IntrinsicNode::get(N);
  if (!Variant)
    return false;

  SDLoc DL(N);
  auto *Memory = dyn_cast<MemSDNode>(N);
  TargetVersion Target = getTargetVersion(Subtarget->getTargetName(),
                                          Subtarget->getFullSmVersion(),
                                          Subtarget->getPTXVersion());
  Error Illegal = checkLegalIn(*MF->getFunction().getParent(), *Variant, Target);
  Expected<MMADescriptor> Descriptor =
      describe(*Variant, Memory ? Memory->getAddressSpace() : 0, Target.PTXVersion);
  if (!Descriptor)
    Illegal = joinErrors(std::move(Illegal), Descriptor.takeError());
  if (Illegal) {
    const Function &F = MF->getFunction();
    F.getContext().diagnose(
        DiagnosticInfoUnsupported(F, toString(std::move(Illegal)), DL.getDebugLoc()));
    replaceByUndefined(*CurDAG, N);
    return true;
  }

  SmallVector<SDValue, 32> Operands;
  unsigned Argument = FirstArgument;
  if (Memory) {
    // base + offset; a bare register or a symbol has the offset 0.
    SDValue Address = N->getOperand(Argument++), Base, Offset;
    bool Folded = Address.getValueType() == MVT::i64 ? SelectADDRri64(N, Address, Base, Offset)
                                                     : SelectADDRri(N, Address, Base, Offset);
    if (!Folded) {
      if (!SelectDirectAddr(Address, Base))
        Base = Address;
      Offset = getI32Imm(0, DL);
    }
    Operands.append({Base, Offset});
  }
  unsigned FirstOperand = Operands.size();
  // A token of convergence control comes as glue behind the arguments; it ends here.
  bool HasToken = N->getOperand(N->getNumOperands() - 1).getValueType() == MVT::Glue;
  Operands.append(N->op_begin() + Argument, N->op_end() - HasToken);
  if (std::optional<unsigned> Selector = getSelectorArgument(*Variant)) {
    SDValue &Operand = Operands[FirstOperand + *Selector];
    auto *Constant = dyn_cast<ConstantSDNode>(Operand);
    Operand = getI32Imm(Constant ? Constant->getZExtValue() : 0, DL);
  }
  Operands.push_back(CurDAG->getTargetConstant(Descriptor->getWord(), DL, MVT::i64));
  if (N->getOpcode() != ISD::INTRINSIC_WO_CHAIN)
    Operands.push_back(N->getOperand(0));

  // The node becomes the machine node where it stands; its users stay what they are.
  SmallVector<MachineMemOperand *, 1> MemRefs;
  if (Memory)
    MemRefs.push_back(Memory->getMemOperand());
  SDNode *Selected = CurDAG->SelectNodeTo(N, lookupMMAInstruction(Variant->Opcode)->Record,
                                          N->getVTList(), Operands);
  CurDAG->setNodeMemRefs(cast<MachineSDNode>(Selected), MemRefs);
  return true;
}
