//===- Selection.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects what the tables have: matrix instructions as users write them, and all instructions in
// register form. Arguments become operands in their order: the instruction says which are
// immediates, the signature which are addresses, of base and offset. A matrix instruction's last
// operand is its MMA descriptor; in register form the call has it.
//
// Legality is asked once more, for programs that build a pass pipeline without the verifier of IR.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Instructions/Rejection.h"
#include "CodeGen/Target/FatalErrors.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/SelectedIntrinsic.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "NVPTXISelDAGToDAG.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/CodeGen/FunctionLoweringInfo.h"
#include "llvm/IR/DiagnosticInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Replaces an illegal node by undefined results, so that selection continues.
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

void tensorcore::reject(SelectionDAG &DAG, SDNode *N, Error Illegal) {
  const Fault Wrong(ErrorKind::Instruction, std::move(Illegal));
  report(Wrong, std::nullopt, Location(DAG.getMachineFunction().getFunction(), N->getDebugLoc()),
         Wrong.Message);
  replaceByUndefined(DAG, N);
}

/// The arguments of an intrinsic. A token of convergence control comes as glue after them.
static ArrayRef<SDUse> getArguments(const SDNode *N, bool HasChain) {
  bool HasToken = N->getOperand(N->getNumOperands() - 1).getValueType() == MVT::Glue;
  return N->ops().drop_front(HasChain + 1).drop_back(HasToken);
}

/// Checks that the word of an instruction is one that it can have.
static Error checkWord(MMAOpcode Opcode, uint64_t Word, const Module &M,
                       const TargetVersion &Target) {
  if (getMMAOpcodeInfo(Opcode).Family == MMAFamily_TCGen05MMA)
    return checkTCGen05MMA(Opcode, Word, Target);
  Expected<const MMAVariant *> Variant = lookupMMAVariant(Word, Opcode);
  if (!Variant)
    return Variant.takeError();
  if (Error E = checkLegalIn(M, **Variant, Target))
    return E;
  return checkTCGen05Modifiers((*Variant)->Name, cantFail(MMADescriptor::decode(Word)),
                               /*IsAInTensorMemory=*/false, Target);
}

/// The machine opcode.
static unsigned getRecord(const SelectedIntrinsic &Asked) {
  return lookupMMAInstruction(Asked.Variant ? Asked.Variant->Opcode : *Asked.Opcode)->Record;
}

/// The form of a companion, which the word says that is the call's last argument; 0 of others,
/// which have none.
static Expected<CompanionForm> getForm(const SelectedIntrinsic &Asked, SDNode *N, bool HasChain) {
  if (!Asked.isCompanion())
    return CompanionForm(0);
  auto *Last = dyn_cast<ConstantSDNode>(getArguments(N, HasChain).back());
  if (!Last)
    return makeError("the last operand of " + Asked.getName() + " must be a constant");
  Expected<CompanionWord> Word = CompanionWord::decode(Last->getZExtValue());
  if (!Word)
    return Word.takeError();
  if (getCompanionOpcode(Word->Form) != *Asked.Opcode)
    return makeError(getCompanionFormInfo(Word->Form).Name + " is not an instruction of " +
                     Asked.getName());
  return Word->Form;
}

/// The arguments that the tables name; none of a matrix instruction in register form.
static SmallVector<MMAArgument, 16> getKnownArguments(const SelectedIntrinsic &Asked,
                                                      CompanionForm Form) {
  SmallVector<MMAArgument, 16> Known;
  if (Asked.Variant)
    append_range(Known, Asked.Variant->Signature.Arguments);
  if (Asked.isCompanion())
    copy_if(getCompanionFormInfo(Form).Signature.Arguments, std::back_inserter(Known),
            [](const MMAArgument &Argument) { return Argument.Words.empty(); });
  return Known;
}

/// An argument as an immediate.
static Expected<SDValue> makeImmediate(SelectionDAG &DAG, const SelectedIntrinsic &Asked,
                                       CompanionForm Form, const MMAArgument *Known, unsigned Index,
                                       SDValue Argument) {
  auto *Constant = dyn_cast<ConstantSDNode>(Argument);
  if (!Constant)
    return makeError("operand " + Twine(Index) + " of " + Asked.getName() + " must be a constant");
  uint64_t Value = Constant->getZExtValue();
  if (Asked.isCompanion() && Known && !isChoiceOf(Form, Known->Name, Value))
    return makeError(getCompanionFormInfo(Form).Name + " cannot have this " + Known->Name);
  return DAG.getTargetConstant(Value, SDLoc(Argument), Constant->getValueType(0));
}

/// The field of the MMA descriptor that an argument of a variant is, if it is no operand.
static std::optional<MMAField> getField(const SelectedIntrinsic &Asked, unsigned Index) {
  if (!Asked.Variant)
    return std::nullopt;
  ArrayRef<MMAArgument> Arguments = Asked.Variant->Signature.Arguments;
  if (Index >= Arguments.size() || !Arguments[Index].IsImmediate)
    return std::nullopt;
  const TCGen05Immediate *Immediate = lookupTCGen05Immediate(Arguments[Index].Name);
  return Immediate ? Immediate->Field : std::nullopt;
}

/// The MMA descriptor of a variant, with the state space that it addresses and the fields that are
/// arguments.
static Error appendDescriptor(SelectionDAG &DAG, SDNode *N, const SelectedIntrinsic &Asked,
                              const TargetVersion &Target, SmallVectorImpl<SDValue> &Operands) {
  auto *Memory = dyn_cast<MemSDNode>(N);
  Expected<MMADescriptor> Descriptor =
      describe(*Asked.Variant, Memory ? Memory->getAddressSpace() : 0, Target.PTXVersion);
  if (!Descriptor)
    return Descriptor.takeError();
  const bool HasChain = N->getOpcode() != ISD::INTRINSIC_WO_CHAIN;
  for (auto [Index, Argument] : enumerate(getArguments(N, HasChain)))
    if (std::optional<MMAField> Field = getField(Asked, Index))
      *Descriptor =
          cantFail(Descriptor->with(*Field, cast<ConstantSDNode>(Argument)->getZExtValue()));
  Operands.push_back(DAG.getTargetConstant(Descriptor->getWord(), SDLoc(N), MVT::i64));
  return Error::success();
}

/// Base and offset; a bare register or a symbol has the offset 0.
void NVPTXDAGToDAGISel::appendAddress(SDValue Address, SmallVectorImpl<SDValue> &Operands) {
  SDValue Base, Offset;
  SelectADDR(Address, Base, Offset);
  Operands.append({Base, Offset});
}

/// The operands of an instruction, except for the descriptor that a variant's has.
static Error appendOperands(SelectionDAG &DAG, SDNode *N, const SelectedIntrinsic &Asked,
                            CompanionForm Form, const MCInstrDesc &Desc,
                            SmallVectorImpl<SDValue> &Operands,
                            function_ref<void(const MMAArgument &, SDValue)> AppendAddress) {
  const SmallVector<MMAArgument, 16> Arguments = getKnownArguments(Asked, Form);
  bool HasChain = N->getOpcode() != ISD::INTRINSIC_WO_CHAIN;
  for (auto [Index, Argument] : enumerate(getArguments(N, HasChain))) {
    if (getField(Asked, Index))
      continue;
    const MMAArgument *Known = Index < Arguments.size() ? &Arguments[Index] : nullptr;
    const MCOperandInfo &Operand = Desc.operands()[Desc.getNumDefs() + Operands.size()];
    if (Known && isAddress(*Known)) {
      AppendAddress(*Known, Argument);
    } else if (Operand.RegClass >= 0) {
      Operands.push_back(Argument);
    } else {
      Expected<SDValue> Immediate = makeImmediate(DAG, Asked, Form, Known, Index, Argument);
      if (!Immediate)
        return Immediate.takeError();
      Operands.push_back(*Immediate);
    }
  }
  return Error::success();
}

/// Checks that the target has the instruction with its operands, the last of which may be a word.
static Error checkLegal(const SelectedIntrinsic &Asked, CompanionForm Form,
                        ArrayRef<SDValue> Operands, const Module &M, const TargetVersion &Target) {
  if (Asked.Variant)
    return checkLegalIn(M, *Asked.Variant, Target);
  if (Asked.isCompanion())
    return checkLegal(Form, Target);
  if (getMMAOpcodeInfo(*Asked.Opcode).Family == MMAFamily_Hold)
    return Error::success();
  return checkWord(*Asked.Opcode, cast<ConstantSDNode>(Operands.back())->getZExtValue(), M, Target);
}

/// Returns true if an instruction has registers of 64 bits where the operands are addresses of 32:
/// some addresses it has in one size only.
static bool needsWideAddress(const MCInstrDesc &Desc, ArrayRef<SDValue> Operands) {
  return any_of(enumerate(Operands), [&](const auto &Operand) {
    return Desc.operands()[Desc.getNumDefs() + Operand.index()].RegClass ==
               int(NVPTX::B64RegClass.getID()) &&
           Operand.value().getValueType() == MVT::i32;
  });
}

/// Checks that an instruction can have its operands on the target.
static Error check(const SelectedIntrinsic &Asked, CompanionForm Form, const MCInstrDesc &Desc,
                   ArrayRef<SDValue> Operands, SelectionDAG &DAG, const TargetVersion &Target) {
  const Module &M = *DAG.getMachineFunction().getFunction().getParent();
  if (Error Illegal = checkOnTarget(
          Target, [&](const TargetVersion &T) { return checkLegal(Asked, Form, Operands, M, T); }))
    return Illegal;
  if (needsWideAddress(Desc, Operands))
    return makeError(
        (Asked.isCompanion() ? StringRef(getCompanionFormInfo(Form).Name) : Asked.getName()) +
        " has an address of 64 bits; it needs a 64-bit target (nvptx64)");
  return Error::success();
}

/// Makes nothing of the scale-d of a wgmma that its MMA descriptor has.
static void dropConstantScaleD(SelectionDAG &DAG, unsigned Record,
                               MutableArrayRef<SDValue> Operands) {
  int ScaleD = NVPTX::getNamedOperandIdx(Record, NVPTX::OpName::scale_d);
  if (ScaleD < 0)
    return;
  uint64_t Word = cast<ConstantSDNode>(Operands.back())->getZExtValue();
  unsigned Defs = DAG.getSubtarget().getInstrInfo()->get(Record).getNumDefs();
  if (!cantFail(MMADescriptor::decode(Word)).get(MMAField_Predicate))
    Operands[ScaleD - Defs] = DAG.getRegister(Register(), MVT::i1);
}

bool NVPTXDAGToDAGISel::tryTensorCore(SDNode *N) {
  setSelectedNode(*CurDAG, *N, *FuncInfo->MBB);
  bool HasChain = N->getOpcode() == ISD::INTRINSIC_W_CHAIN || N->getOpcode() == ISD::INTRINSIC_VOID;
  if (!HasChain && N->getOpcode() != ISD::INTRINSIC_WO_CHAIN)
    return false;
  auto Asked = SelectedIntrinsic::get(unsigned(N->getConstantOperandVal(HasChain)));
  if (!Asked)
    return false;
  TargetVersion Target = getTargetVersion(Subtarget->getTargetName(), Subtarget->getFullSmVersion(),
                                          Subtarget->getPTXVersion());
  SmallVector<SDValue, 16> Operands;
  auto AppendAddress = [&](const MMAArgument &Argument, SDValue Address) {
    if (Argument.Type.Kind == MMATypeKind_RegisterAddress)
      Operands.append({Address, getI32Imm(0, SDLoc(N))});
    else
      appendAddress(Address, Operands);
  };
  unsigned Record = getRecord(Asked);
  const MCInstrDesc &Desc = Subtarget->getInstrInfo()->get(Record);
  Expected<CompanionForm> Form = getForm(Asked, N, HasChain);
  Error Illegal = Form ? appendOperands(*CurDAG, N, Asked, *Form, Desc, Operands, AppendAddress)
                       : Form.takeError();
  if (Asked.Variant && !Illegal)
    Illegal = appendDescriptor(*CurDAG, N, Asked, Target, Operands);
  if (!Illegal)
    Illegal = check(Asked, *Form, Desc, Operands, *CurDAG, Target);
  if (Illegal) {
    reject(*CurDAG, N, std::move(Illegal));
    return true;
  }
  dropConstantScaleD(*CurDAG, Record, Operands);
  if (HasChain)
    Operands.push_back(N->getOperand(0));
  // The node becomes the machine node where it stands; its users stay what they are.
  SmallVector<MachineMemOperand *, 1> MemRefs;
  if (auto *Memory = dyn_cast<MemSDNode>(N))
    MemRefs.push_back(Memory->getMemOperand());
  SDNode *Selected = CurDAG->SelectNodeTo(N, Record, N->getVTList(), Operands);
  CurDAG->setNodeMemRefs(cast<MachineSDNode>(Selected), MemRefs);
  return true;
}
