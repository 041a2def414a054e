//===- MachineLocation.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names blocks and calls as the IR does; blocks that are not of the IR by number.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/MachineLocation.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "IR/Lowering/RegisterLowering.h"
#include "Model/Instructions/MMAPTXText.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isWGMMA(const MachineInstr &MI) {
  const MMAInstruction *Instruction = lookupMMAInstructionByRecord(MI.getOpcode());
  return Instruction && getMMAOpcodeInfo(Instruction->Opcode).Family == MMAFamily_WGMMA;
}

/// The most wgmma of a block that are counted for a message.
static constexpr size_t MaxCalls = 256;

/// Returns the call that a wgmma was: selection makes as many in a block as the IR has. Returns an
/// empty string if later passes have copied or removed some, or if there are many.
static std::string findCall(const MachineInstr &MI, const BasicBlock &Block) {
  std::optional<size_t> Index;
  size_t NumInstructions = 0;
  for (const MachineBasicBlock &Part : *MI.getMF())
    if (Part.getBasicBlock() == &Block)
      for (const MachineInstr &Other : Part)
        if (isWGMMA(Other)) {
          Index = &Other == &MI ? NumInstructions : Index;
          if (++NumInstructions > MaxCalls)
            return "";
        }
  SmallVector<const MDNode *> Calls;
  for (const Instruction &I : Block)
    if (const MDNode *Mark = I.getMetadata(CallMark))
      Calls.push_back(Mark);
  if (!Index || Calls.size() != NumInstructions)
    return "";
  return "'" + cast<MDString>(Calls[*Index]->getOperand(0))->getString().str() + "'";
}

std::string tensorcore::nameLocation(const MachineInstr &MI) {
  if (const DebugLoc &Loc = MI.getDebugLoc())
    return "line " + std::to_string(Loc.getLine());
  const MachineBasicBlock &Block = *MI.getParent();
  const std::string Call = Block.getBasicBlock() ? findCall(MI, *Block.getBasicBlock()) : "";
  if (Block.getName().empty())
    return Call.empty() ? "block " + std::to_string(Block.getNumber()) : Call;
  return "block '" + Block.getName().str() + "'" + (Call.empty() ? "" : ", " + Call);
}

Location tensorcore::getLocation(const MachineInstr &MI) {
  Location At(MI.getMF()->getFunction(), MI.getDebugLoc(), nameLocation(MI));
  // The checks of machine code are about these.
  if (!isWGMMA(MI))
    return At;
  if (Expected<MMADescriptor> Word = MMADescriptor::decode(getMMADescriptorWord(MI)))
    At.Subject = printMnemonic(lookupMMAInstructionByRecord(MI.getOpcode())->Opcode, *Word);
  else // of MIR that was written by hand
    consumeError(Word.takeError());
  return At;
}
