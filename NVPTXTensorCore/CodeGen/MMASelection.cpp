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

#include "MMASelection.h"
#include "IR/MMACall.h"
#include "IR/NVVMVerifier.h"
#include "MMAInstructions.h"
#include "Model/Errors.h"
#include "Model/MMACatalogue.h"
#include "Model/MMALegality.h"
#include "Model/MMATables.h"
#include "Model/TCGen05Legality.h"
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

/// What a wgmma in register form has at its end becomes operands of the instruction:
/// the sparsity selector, scale-d, the MMA descriptor.
static Error settleImmediates(SelectionDAG &DAG, MMAOpcode Opcode, const Module &M,
                              const TargetVersion &Target, SmallVectorImpl<SDValue> &Operands) {
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Opcode);
  auto *Constant = dyn_cast<ConstantSDNode>(Operands.back());
  if (!Constant)
    return makeError("the MMA descriptor of " + Info.Name + " is no constant");
  uint64_t Word = Constant->getZExtValue();
  Expected<const MMAVariant *> Variant = lookupMMAVariant(Word, Opcode);
  if (!Variant)
    return Variant.takeError();
  if (Error Illegal = checkOnTarget(
          Target, [&](const TargetVersion &T) { return checkLegalIn(M, **Variant, T); }))
    return Illegal;
  SDLoc DL(Operands.back());
  Operands.back() = DAG.getTargetConstant(Word, DL, MVT::i64);
  if (!cantFail(MMADescriptor::decode(Word)).get(MMAField_Predicate))
    Operands[Operands.size() - 2] = DAG.getRegister(Register(), MVT::i1);
  if (Info.HasMetadata) {
    SDValue &Selector = Operands[Operands.size() - 3];
    auto *Value = dyn_cast<ConstantSDNode>(Selector);
    Selector = DAG.getTargetConstant(Value ? Value->getZExtValue() : 0, DL, MVT::i32);
  }
  return Error::success();
}

/// Whether the words of an instruction of tcgen05 are right; it has them at its end.
static Error checkWords(MMAOpcode Opcode, ArrayRef<uint64_t> Words, const TargetVersion &Target) {
  if (Words.size() == 2)
    return checkTCGen05Words(Opcode, Words[0], Words[1], Target);
  Expected<const MMAVariant *> Variant = lookupMMAVariant(Words[0], Opcode);
  return Variant ? checkLegal(**Variant, Target) : Variant.takeError();
}

/// The same for tcgen05: what its opcode lists as immediates, and the words.
static Error settleListedImmediates(SelectionDAG &DAG, MMAOpcode Opcode,
                                    const TargetVersion &Target,
                                    SmallVectorImpl<SDValue> &Operands) {
  SmallVector<unsigned, 4> Positions;
  unsigned Position = 0;
  for (const MMAOperandGroup &Group : getMMAOpcodeInfo(Opcode).Operands) {
    if (Group.Form == MMAOperandForm_Immediate)
      Positions.push_back(Position);
    Position += Group.Count;
  }
  for (; Position < Operands.size(); ++Position)
    Positions.push_back(Position);
  SmallVector<uint64_t, 2> Words;
  for (unsigned P : Positions) {
    auto *Constant = dyn_cast<ConstantSDNode>(Operands[P]);
    if (!Constant)
      return makeError("operand " + Twine(P) + " of " + getMMAOpcodeInfo(Opcode).Name +
                       " must be a constant");
    uint64_t Value = Constant->getZExtValue();
    Operands[P] = DAG.getTargetConstant(Value, SDLoc(Operands[P]), Constant->getValueType(0));
    Words.push_back(Value);
  }
  bool IsMMA = getMMAOpcodeInfo(Opcode).Family == MMAFamily_TCGen05MMA;
  return checkOnTarget(Target, [&](const TargetVersion &T) {
    return checkWords(Opcode, ArrayRef(Words).take_back(IsMMA ? 2 : 1), T);
  });
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
  MMAFamily Family = getMMAOpcodeInfo(*Opcode).Family;
  if (Family != MMAFamily_Hold) {
    const Module &M = *DAG.getMachineFunction().getFunction().getParent();
    Error Illegal = Family == MMAFamily_WGMMA
                        ? settleImmediates(DAG, *Opcode, M, Target, Operands)
                        : settleListedImmediates(DAG, *Opcode, Target, Operands);
    if (Illegal) {
      reject(DAG, N, std::move(Illegal));
      return true;
    }
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
