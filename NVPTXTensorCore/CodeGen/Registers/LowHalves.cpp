//===- LowHalves.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only conversions to 16 bits for operands of inline assembly are changed: the arithmetic
// of CUDA's 16-bit floats is inline assembly.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/LowHalves.h"
#include "CodeGen/Registers/MachinePass.h"
#include "CodeGen/Registers/NarrowAddresses.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "NVPTX.h"
#include "NVPTXSubtarget.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::opt<bool> UsesLowHalves("nvptx-low-halves", cl::Hidden, cl::init(true),
                                   cl::desc("Use the low halves of registers as operands"));

/// The PTX ISA version with `_` in a mov.
static constexpr unsigned SinkVersion = 71;

/// Returns true if inline assembly has a value as an operand, or a copy of it.
static bool isOfAssembly(Register Value, const MachineRegisterInfo &MRI) {
  return any_of(MRI.use_nodbg_instructions(Value), [&](const MachineInstr &User) {
    return User.isInlineAsm() || (User.isFullCopy() && User.getOperand(0).getReg().isVirtual() &&
                                  any_of(MRI.use_nodbg_instructions(User.getOperand(0).getReg()),
                                         [](const MachineInstr &I) { return I.isInlineAsm(); }));
  });
}

/// Replaces a conversion to 16 bits. Returns true if it was one.
static bool takeLowHalf(MachineInstr &I, const NVPTXSubtarget &Subtarget,
                        const MachineRegisterInfo &MRI) {
  if (I.getOpcode() != NVPTX::CVT_u16_u32 || Subtarget.getPTXVersion() < SinkVersion ||
      !isOfAssembly(I.getOperand(0).getReg(), MRI))
    return false;
  BuildMI(*I.getParent(), I, I.getDebugLoc(), Subtarget.getInstrInfo()->get(NVPTX::I32toI16L_Sink),
          I.getOperand(0).getReg())
      .add(I.getOperand(1));
  I.eraseFromParent();
  return true;
}

/// Replaces an extraction of bits that are all in the low half of 64 bits. Returns true if it was
/// one.
static bool extractFromLowHalf(MachineInstr &I, const NVPTXSubtarget &Subtarget,
                               MachineRegisterInfo &MRI) {
  if (I.getOpcode() != NVPTX::BFE_U64rii ||
      I.getOperand(2).getImm() + I.getOperand(3).getImm() > 32)
    return false;
  auto Build = [&](unsigned Opcode, Register Result) {
    return BuildMI(*I.getParent(), I, I.getDebugLoc(), Subtarget.getInstrInfo()->get(Opcode),
                   Result);
  };
  const Register Low = MRI.createVirtualRegister(&NVPTX::B32RegClass);
  const Register Bits = MRI.createVirtualRegister(&NVPTX::B32RegClass);
  Build(NVPTX::CVT_u32_u64, Low).add(I.getOperand(1)).addImm(NVPTX::PTXCvtMode::NONE);
  Build(NVPTX::BFE_U32rii, Bits).addReg(Low).add(I.getOperand(2)).add(I.getOperand(3));
  Build(NVPTX::CVT_u64_u32, I.getOperand(0).getReg()).addReg(Bits).addImm(NVPTX::PTXCvtMode::NONE);
  I.eraseFromParent();
  return true;
}

static bool useLowHalves(MachineFunction &MF) {
  const auto &Subtarget = MF.getSubtarget<NVPTXSubtarget>();
  MachineRegisterInfo &MRI = MF.getRegInfo();
  if (!UsesLowHalves || !MRI.isSSA() || !MF.getFunction().hasFnAttribute(MatrixFunctionAttribute))
    return false;
  bool Changed = false;
  for (MachineBasicBlock &Block : MF)
    for (MachineInstr &I : make_early_inc_range(Block))
      Changed |= takeLowHalf(I, Subtarget, MRI) || extractFromLowHalf(I, Subtarget, MRI);
  Changed |= narrowAddresses(MF);
  return Changed;
}

FunctionPass *tensorcore::createLowHalvesPass() {
  return new MachinePass("NVPTX low halves", useLowHalves);
}
