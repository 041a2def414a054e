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

static Error makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

/// Whether the word, the opcode and the target go together.
static Error check(const MachineInstr &MI, const MMAInstruction &Instruction,
                   const NVPTXSubtarget &Subtarget) {
  StringRef OpcodeName = getMMAOpcodeInfo(Instruction.Opcode).Name;
  const MachineOperand &Operand = MI.getOperand(MI.getNumExplicitOperands() - 1);
  if (!Operand.isImm())
    return makeError(OpcodeName + ": the last operand is not an MMA descriptor");
  Expected<MMADescriptor> Descriptor = MMADescriptor::decode(Operand.getImm());
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
  if (Error Illegal = checkLegalIn(*MI.getMF()->getFunction().getParent(), *Variant, Target))
    return Illegal;
  Expected<MMADescriptor> Plain = describe(*Variant, 0, Target.PTXVersion);
  if (!Plain)
    return Plain.takeError();
  if (Descriptor->get(MMAField_Aligned) != Plain->get(MMAField_Aligned))
    return makeError(OpcodeName + ": .aligned " +
                     (Plain->get(MMAField_Aligned) ? "is required from" : "exists only from") +
                     " PTX ISA 6.3 on; the MMA descriptor says otherwise");
  return Error::success();
}

void tensorcore::verifyMachineFunction(MachineFunction &MF) {
  const auto &Subtarget = MF.getSubtarget<NVPTXSubtarget>();
  // An unrolled main loop repeats a handful of words: each is checked once.
  DenseSet<std::pair<unsigned, int64_t>> Fine;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      const MMAInstruction *Instruction = lookupMMAInstructionByRecord(MI.getOpcode());
      if (!Instruction)
        continue;
      const MachineOperand &Word = MI.getOperand(MI.getNumExplicitOperands() - 1);
      if (Word.isImm() && Fine.contains({MI.getOpcode(), Word.getImm()}))
        continue;
      if (Error E = check(MI, *Instruction, Subtarget)) {
        const Function &F = MF.getFunction();
        F.getContext().diagnose(
            DiagnosticInfoUnsupported(F, toString(std::move(E)), MI.getDebugLoc()));
        MI.eraseFromParent();
      } else {
        Fine.insert({MI.getOpcode(), Word.getImm()});
      }
    }
}
