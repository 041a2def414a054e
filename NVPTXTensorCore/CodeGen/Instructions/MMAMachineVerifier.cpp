//===- MMAMachineVerifier.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check of matrix instructions before they are printed, whichever way they came
// into being: from selection, or from a .mir file.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Instructions/MachineLocation.h"
#include "CodeGen/Target/Hooks.h"
#include "IR/Analysis/Checks.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "NVPTXSubtarget.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns the target of the function of an instruction.
static TargetVersion getTarget(const MachineInstr &MI) {
  const NVPTXSubtarget &Subtarget = MI.getMF()->getSubtarget<NVPTXSubtarget>();
  return getTargetVersion(Subtarget.getTargetName(), Subtarget.getFullSmVersion(),
                          Subtarget.getPTXVersion());
}

/// Returns true if the opcode's row lists the kinds of all operands.
static bool isListed(const MMAInstruction &Instruction) {
  return hasRegisterForm(Instruction.Opcode) &&
         !getMMAOpcodeInfo(Instruction.Opcode).Operands.empty();
}

/// Checks that the instruction has its operands: a .mir file may say anything.
static Error checkOperands(const MachineInstr &MI, const MMAInstruction &Instruction) {
  StringRef OpcodeName = getMMAOpcodeInfo(Instruction.Opcode).Name;
  if (MI.getNumExplicitOperands() != MI.getDesc().getNumOperands())
    return makeError(OpcodeName + " has " + Twine(MI.getNumExplicitOperands()) +
                     " operands; it needs " + Twine(MI.getDesc().getNumOperands()));
  for (auto [Operand, Info] : zip(MI.explicit_operands(), MI.getDesc().operands())) {
    const bool IsRegister = Operand.isReg();
    if (IsRegister && !Operand.getReg() &&
        &Operand != findOperand(MI, NVPTX::OpName::scale_d)) // of a wgmma
      return makeError(OpcodeName + " has no register where it needs one");
    if (IsRegister != (Info.RegClass >= 0) && isListed(Instruction))
      return makeError(OpcodeName + ": operand " + Twine(Operand.getOperandNo()) + " must be " +
                       (IsRegister ? "an immediate" : "a register"));
  }
  if (!findOperand(MI, NVPTX::OpName::desc)->isImm())
    return makeError(OpcodeName + ": the last operand is not an MMA descriptor");
  return Error::success();
}

/// Checks that the word, the opcode and the target go together.
static Error checkDescriptor(uint64_t Word, const MMAInstruction &Instruction,
                             const MachineInstr &MI) {
  StringRef OpcodeName = getMMAOpcodeInfo(Instruction.Opcode).Name;
  TargetVersion Target = getTarget(MI);
  if (getMMAOpcodeInfo(Instruction.Opcode).Family == MMAFamily_TCGen05MMA)
    return checkOnTarget(Target, [&](const TargetVersion &T) {
      return checkTCGen05MMA(Instruction.Opcode, Word, T);
    });
  Expected<const MMAVariant *> Found = lookupMMAVariant(Word, Instruction.Opcode);
  if (!Found)
    return Found.takeError();
  const MMAVariant *Variant = *Found;
  MMADescriptor Descriptor = cantFail(MMADescriptor::decode(Word));
  const Module &M = *MI.getMF()->getFunction().getParent();
  if (Error Illegal = checkOnTarget(
          Target, [&](const TargetVersion &T) { return checkLegalIn(M, *Variant, T); }))
    return Illegal;
  Expected<MMADescriptor> Plain = describe(*Variant, 0, Target.PTXVersion);
  if (!Plain)
    return Plain.takeError();
  if (Descriptor.get(MMAField_Aligned) != Plain->get(MMAField_Aligned))
    return makeError(OpcodeName + ": .aligned " +
                     (Plain->get(MMAField_Aligned) ? "is required from" : "exists only from") +
                     " PTX ISA 6.3 on; the MMA descriptor says otherwise");
  if (Error Unreachable = checkStateSpace(*Variant, Descriptor))
    return makeError(OpcodeName + ": " + toString(std::move(Unreachable)));
  return Error::success();
}

/// Checks that the sparsity selector is one that the instruction has.
static Error checkSparsitySelector(const MachineInstr &MI, MMADescriptor Descriptor,
                                   StringRef OpcodeName) {
  const MachineOperand *Selector = findOperand(MI, NVPTX::OpName::selector);
  if (!Selector)
    return Error::success();
  const MMAVariant &Variant = *lookupMMAVariant(Descriptor);
  MMASelectorRange Range = getSparsitySelectorRange(Variant);
  if (Selector->isImm() && Range.contains(Selector->getImm()))
    return Error::success();
  return makeError(OpcodeName + ": the sparsity selector of " + Variant.Name + " must be " +
                   Range.print());
}

/// Checks that a wgmma has scale-d in one operand: a predicate, or the MMA descriptor.
static Error checkScaleD(const MachineInstr &MI, MMADescriptor Descriptor, StringRef OpcodeName) {
  const MachineOperand *ScaleD = findOperand(MI, NVPTX::OpName::scale_d);
  bool HasRegister = ScaleD && ScaleD->getReg();
  if (HasRegister != Descriptor.get(MMAField_Predicate) ||
      (HasRegister && Descriptor.get(MMAField_ScaleD)))
    return makeError(OpcodeName + ": scale-d must be a predicate register or the MMA descriptor's "
                                  "'scaleD', and 'predicated' must say which");
  return Error::success();
}

/// Checks that immediates other than the MMA descriptor have values that PTX knows.
static Error checkImmediates(const MachineInstr &MI, StringRef OpcodeName) {
  const MachineOperand *Count = findOperand(MI, NVPTX::OpName::count);
  if (Count && !(Count->isImm() && Count->getImm() >= 0))
    return makeError(OpcodeName + ": the number of groups that stay in flight must be 0 or higher");
  const MachineOperand *Scale = findOperand(MI, NVPTX::OpName::scale_input_d);
  if (Scale && uint64_t(Scale->getImm()) > MaxScaleInput)
    return makeError(OpcodeName + ": scale-input-d must be from 0 to " + Twine(MaxScaleInput));
  return Error::success();
}

/// Returns true if the instruction has operands that the MMA descriptor or its variant decides on.
static bool hasOperandsToCheck(const MachineInstr &MI, MMADescriptor Descriptor) {
  return Descriptor.get(MMAField_Predicate) || findOperand(MI, NVPTX::OpName::scale_d) ||
         findOperand(MI, NVPTX::OpName::count) || findOperand(MI, NVPTX::OpName::selector) ||
         findOperand(MI, NVPTX::OpName::scale_input_d);
}

namespace {

struct CheckedWord {
  MMADescriptor Descriptor;
  bool HasOperandsToCheck;
};

/// The words of opcodes that were checked before: an unrolled main loop repeats a handful of them.
using CheckedWords = DenseMap<std::pair<unsigned, uint64_t>, CheckedWord>;

} // namespace

static Error checkInstruction(const MachineInstr &MI, const MMAInstruction &Instruction,
                              CheckedWords &Checked) {
  if (Error E = checkOperands(MI, Instruction))
    return E;
  uint64_t Word = getMMADescriptorWord(MI);
  auto It = Checked.find({MI.getOpcode(), Word});
  if (It == Checked.end()) {
    if (Error E = checkDescriptor(Word, Instruction, MI))
      return E;
    const MMADescriptor Descriptor = cantFail(MMADescriptor::decode(Word));
    CheckedWord Known = {Descriptor, hasOperandsToCheck(MI, Descriptor)};
    It = Checked.insert({{MI.getOpcode(), Word}, Known}).first;
  }
  const auto [Descriptor, HasOperandsToCheck] = It->second;
  if (!HasOperandsToCheck)
    return Error::success();
  StringRef OpcodeName = getMMAOpcodeInfo(Instruction.Opcode).Name;
  if (Error E = checkScaleD(MI, Descriptor, OpcodeName))
    return E;
  if (Error E = checkImmediates(MI, OpcodeName))
    return E;
  return checkSparsitySelector(MI, Descriptor, OpcodeName);
}

/// Checks a matrix instruction or a companion.
static Error check(const MachineInstr &MI, const MMAInstruction *Instruction,
                   CheckedWords &Checked) {
  if (!Instruction || getMMAOpcodeInfo(Instruction->Opcode).Family == MMAFamily_Hold)
    return Error::success();
  if (!isCompanion(Instruction->Opcode))
    return checkInstruction(MI, *Instruction, Checked);
  return checkOnTarget(getTarget(MI), [&](const TargetVersion &T) {
    return checkCompanion(MI, Instruction->Opcode, T);
  });
}

void tensorcore::verifyMachineFunction(MachineFunction &MF) {
  CheckedWords Checked;
  DenseMap<unsigned, const MMAInstruction *> Instructions;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB.instrs())) {
      auto [It, IsNew] = Instructions.try_emplace(MI.getOpcode());
      if (IsNew)
        It->second = lookupMMAInstructionByRecord(MI.getOpcode());
      if (Error E = check(MI, It->second, Checked)) {
        const Fault Wrong(ErrorKind::Instruction, std::move(E));
        report(Wrong, std::nullopt, getLocation(MI), Wrong.Message);
        MI.eraseFromBundle();
      }
    }
}
