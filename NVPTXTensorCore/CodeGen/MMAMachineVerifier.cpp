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

#include "IR/MMACall.h"
#include "MMAInstructions.h"
#include "Model/Errors.h"
#include "Model/MMACatalogue.h"
#include "Model/MMALegality.h"
#include "NVPTXSubtarget.h"
#include "TensorCoreHooks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether the instruction has its operands: a .mir file may say anything.
static Error checkOperands(const MachineInstr &MI, const MMAInstruction &Instruction) {
  StringRef OpcodeName = getMMAOpcodeInfo(Instruction.Opcode).Name;
  if (MI.getNumExplicitOperands() != MI.getDesc().getNumOperands())
    return makeError(OpcodeName + " has " + Twine(MI.getNumExplicitOperands()) +
                     " operands; it needs " + Twine(MI.getDesc().getNumOperands()));
  if (any_of(MI.explicit_operands(),
             [](const MachineOperand &Operand) { return Operand.isReg() && !Operand.getReg(); }))
    return makeError(OpcodeName + " has no register where it needs one");
  if (!MI.getOperand(MI.getNumExplicitOperands() - 1).isImm())
    return makeError(OpcodeName + ": the last operand is not an MMA descriptor");
  return Error::success();
}

/// Whether the word, the opcode and the target go together.
static Error checkDescriptor(uint64_t Word, const MMAInstruction &Instruction, const Module &M,
                             const NVPTXSubtarget &Subtarget) {
  StringRef OpcodeName = getMMAOpcodeInfo(Instruction.Opcode).Name;
  Expected<MMADescriptor> Descriptor = MMADescriptor::decode(Word);
  if (!Descriptor)
    return makeError(OpcodeName + ": " + toString(Descriptor.takeError()));
  const MMAVariant *Variant = lookupMMAVariant(*Descriptor);
  if (!Variant)
    return makeError(OpcodeName + ": no instruction has the MMA descriptor 0x" +
                     utohexstr(Descriptor->getWord()));
  if (Variant->Opcode != Instruction.Opcode)
    return makeError(OpcodeName + ": the MMA descriptor is that of " + Variant->Name +
                     ", whose opcode is " + getMMAOpcodeInfo(Variant->Opcode).Name);
  TargetVersion Target =
      getTargetVersion(Subtarget.getTargetName(), Subtarget.getFullSmVersion(), Subtarget.getPTXVersion());
  if (Error Illegal = checkLegalIn(M, *Variant, Target))
    return Illegal;
  Expected<MMADescriptor> Plain = describe(*Variant, 0, Target.PTXVersion);
  if (!Plain)
    return Plain.takeError();
  if (Descriptor->get(MMAField_Aligned) != Plain->get(MMAField_Aligned))
    return makeError(OpcodeName + ": .aligned " +
                     (Plain->get(MMAField_Aligned) ? "is required from" : "exists only from") +
                     " PTX ISA 6.3 on; the MMA descriptor says otherwise");
  if (Error Unreachable = checkStateSpace(*Variant, *Descriptor))
    return makeError(OpcodeName + ": " + toString(std::move(Unreachable)));
  return Error::success();
}

/// Whether the sparsity selector, which stands behind D, A, B, C and the metadata, is one
/// that the instruction has. The word is that of an instruction.
static Error checkSparsitySelector(const MachineInstr &MI, uint64_t Word,
                                   const MMAInstruction &Instruction) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(Instruction.Opcode);
  if (!Opcode.HasMetadata)
    return Error::success();
  const MMAVariant &Variant = *lookupMMAVariant(cantFail(MMADescriptor::decode(Word)));
  const MachineOperand &Selector =
      MI.getOperand(Opcode.DCount + Opcode.ACount + Opcode.BCount + Opcode.CCount + 1);
  MMASelectorRange Range = getSparsitySelectorRange(Variant);
  if (Selector.isImm() && Range.contains(Selector.getImm()))
    return Error::success();
  return makeError(Opcode.Name + ": the sparsity selector of " + Variant.Name + " must be " +
                   Range.spell());
}

/// `Fine` are the words that were checked before: an unrolled main loop repeats a
/// handful of them.
static Error checkInstruction(const MachineInstr &MI, const MMAInstruction &Instruction,
                              DenseSet<std::pair<unsigned, int64_t>> &Fine) {
  if (Error E = checkOperands(MI, Instruction))
    return E;
  const MachineFunction &MF = *MI.getMF();
  int64_t Word = MI.getOperand(MI.getNumExplicitOperands() - 1).getImm();
  if (!Fine.contains({MI.getOpcode(), Word})) {
    if (Error E = checkDescriptor(Word, Instruction, *MF.getFunction().getParent(),
                                  MF.getSubtarget<NVPTXSubtarget>()))
      return E;
    Fine.insert({MI.getOpcode(), Word});
  }
  return checkSparsitySelector(MI, Word, Instruction);
}

void tensorcore::verifyMachineFunction(MachineFunction &MF) {
  const Function &F = MF.getFunction();
  DenseSet<std::pair<unsigned, int64_t>> Fine;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB.instrs())) {
      const MMAInstruction *Instruction = lookupMMAInstructionByRecord(MI.getOpcode());
      if (!Instruction)
        continue;
      if (Error E = checkInstruction(MI, *Instruction, Fine)) {
        F.getContext().diagnose(
            DiagnosticInfoUnsupported(F, toString(std::move(E)), MI.getDebugLoc()));
        MI.eraseFromBundle();
      }
    }
}
