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

#include "CodeGen/Instructions/MMASelection.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "IR/Intrinsics/MMACall.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
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
    Values.push_back(VT == MVT::Other
                         ? N->getOperand(0)
                         : SDValue(DAG.getMachineNode(TargetOpcode::IMPLICIT_DEF, DL, VT), 0));
  DAG.ReplaceAllUsesWith(N, Values.data());
  DAG.RemoveDeadNode(N);
}

ArrayRef<SDUse> tensorcore::getArguments(const SDNode *N, unsigned First) {
  bool HasToken = N->getOperand(N->getNumOperands() - 1).getValueType() == MVT::Glue;
  return N->ops().drop_front(First).drop_back(HasToken);
}

void tensorcore::reject(SelectionDAG &DAG, SDNode *N, Error Illegal) {
  const Function &F = DAG.getMachineFunction().getFunction();
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, toString(std::move(Illegal)), N->getDebugLoc()));
  replaceByUndefined(DAG, N);
}

/// Whether the word of an instruction is one that it can have.
static Error checkWord(MMAOpcode Opcode, uint64_t Word, const Module &M,
                       const TargetVersion &Target) {
  if (getMMAOpcodeInfo(Opcode).Family == MMAFamily_TCGen05MMA)
    return checkTCGen05MMA(Opcode, Word, Target);
  Expected<const MMAVariant *> Variant = lookupMMAVariant(Word, Opcode);
  return Variant ? checkLegalIn(M, **Variant, Target) : Variant.takeError();
}

/// Makes immediates of what the instruction has as such, and nothing of the scale-d of a wgmma
/// that its MMA descriptor has.
static Error settleImmediates(SelectionDAG &DAG, MMAOpcode Opcode, const TargetVersion &Target,
                              SmallVectorImpl<SDValue> &Operands) {
  unsigned Record = lookupMMAInstruction(Opcode)->Record;
  const MCInstrDesc &Desc = DAG.getSubtarget().getInstrInfo()->get(Record);
  uint64_t Word = 0; // the last immediate
  for (auto [Position, Operand] : enumerate(Operands)) {
    if (Desc.operands()[Desc.getNumDefs() + Position].RegClass >= 0)
      continue;
    auto *Constant = dyn_cast<ConstantSDNode>(Operand);
    if (!Constant)
      return makeError("operand " + Twine(Position) + " of " + getMMAOpcodeInfo(Opcode).Name +
                       " must be a constant");
    Word = Constant->getZExtValue();
    Operand = DAG.getTargetConstant(Word, SDLoc(Operand), Constant->getValueType(0));
  }
  const Module &M = *DAG.getMachineFunction().getFunction().getParent();
  if (Error Illegal = checkOnTarget(
          Target, [&](const TargetVersion &T) { return checkWord(Opcode, Word, M, T); }))
    return Illegal;
  int ScaleD = NVPTX::getNamedOperandIdx(Record, NVPTX::OpName::scale_d);
  if (ScaleD >= 0 && !cantFail(MMADescriptor::decode(Word)).get(MMAField_Predicate))
    Operands[ScaleD - Desc.getNumDefs()] = DAG.getRegister(Register(), MVT::i1);
  return Error::success();
}

/// Selects an intrinsic in register form: its operands are those of the instruction.
static bool trySelectRegisterForm(SelectionDAG &DAG, SDNode *N, const TargetVersion &Target) {
  std::optional<MMAOpcode> Opcode;
  if (N->getOpcode() != ISD::INTRINSIC_WO_CHAIN)
    Opcode = getRegisterFormOpcode(N->getConstantOperandVal(1));
  if (!Opcode)
    return false;
  SmallVector<SDValue, 0> Operands;
  append_range(Operands, getArguments(N, /*First=*/2));
  if (getMMAOpcodeInfo(*Opcode).Family != MMAFamily_Hold)
    if (Error Illegal = settleImmediates(DAG, *Opcode, Target, Operands)) {
      reject(DAG, N, std::move(Illegal));
      return true;
    }
  Operands.push_back(N->getOperand(0));
  DAG.SelectNodeTo(N, lookupMMAInstruction(*Opcode)->Record, N->getVTList(), Operands);
  return true;
}

/// Base and offset; a bare register or a symbol has the offset 0.
void NVPTXDAGToDAGISel::appendAddress(SDNode *N, SDValue Address,
                                      SmallVectorImpl<SDValue> &Operands) {
  SDValue Base, Offset;
  bool Folded = Address.getValueType() == MVT::i64 ? SelectADDRri64(N, Address, Base, Offset)
                                                   : SelectADDRri(N, Address, Base, Offset);
  if (!Folded) {
    if (!SelectDirectAddr(Address, Base))
      Base = Address;
    Offset = getI32Imm(0, SDLoc(N));
  }
  Operands.append({Base, Offset});
}

bool NVPTXDAGToDAGISel::tryTensorCore(SDNode *N) {
  auto [Variant, FirstArgument] = IntrinsicNode::get(N);
  if (!Variant && !FirstArgument)
    return false;
  TargetVersion Target = getTargetVersion(Subtarget->getTargetName(), Subtarget->getFullSmVersion(),
                                          Subtarget->getPTXVersion());
  if (!Variant)
    return tryCompanion(N) || trySelectRegisterForm(*CurDAG, N, Target);

  SDLoc DL(N);
  auto *Memory = dyn_cast<MemSDNode>(N);
  const MMAVariant *Asked = Variant;
  Error Illegal = checkOnTarget(Target, [&](const TargetVersion &T) {
    return checkLegalIn(*MF->getFunction().getParent(), *Asked, T);
  });
  Expected<MMADescriptor> Descriptor =
      describe(*Variant, Memory ? Memory->getAddressSpace() : 0, Target.PTXVersion);
  if (!Descriptor)
    Illegal = joinErrors(std::move(Illegal), Descriptor.takeError());
  if (Illegal) {
    reject(*CurDAG, N, std::move(Illegal));
    return true;
  }

  SmallVector<SDValue, 32> Operands;
  unsigned Argument = FirstArgument;
  if (Memory)
    appendAddress(N, N->getOperand(Argument++), Operands);
  unsigned FirstOperand = Operands.size();
  append_range(Operands, getArguments(N, Argument));
  if (std::optional<unsigned> Selector = Variant->Signature.find("selector")) {
    SDValue &Operand = Operands[FirstOperand + *Selector];
    auto *Constant = dyn_cast<ConstantSDNode>(Operand);
    Operand = getI32Imm(Constant ? Constant->getZExtValue() : 0, DL);
  }
  if (getMMAOpcodeInfo(Variant->Opcode).HasCount)
    Operands.back() = CurDAG->getTargetConstant(
        cast<ConstantSDNode>(Operands.back())->getZExtValue(), DL, MVT::i64);
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
