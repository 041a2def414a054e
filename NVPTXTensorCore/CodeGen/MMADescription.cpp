//===- MMADescription.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operand is what, and which are constants. The words for them are the model's.
//
//===----------------------------------------------------------------------===//

#include "MMADescription.h"
#include "MCTargetDesc/NVPTXMCTargetDesc.h"
#include "MMAInstructions.h"
#include "Model/DescriptorText.h"
#include "Model/MMACatalogue.h"
#include "Model/MMATables.h"
#include "Model/MMAWork.h"
#include "Model/TCGen05Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isMove(unsigned Opcode) {
  return is_contained({unsigned(NVPTX::IMOV32ri), unsigned(NVPTX::IMOV64ri),
                       unsigned(NVPTX::IMOVB32ri), unsigned(NVPTX::IMOVB64ri)},
                      Opcode);
}

static bool isCopy(unsigned Opcode) {
  return is_contained({unsigned(TargetOpcode::COPY), unsigned(NVPTX::IMOV32rr),
                       unsigned(NVPTX::IMOV64rr), unsigned(NVPTX::IMOVB32rr),
                       unsigned(NVPTX::IMOVB64rr)},
                      Opcode);
}

/// The number that a register has wherever it is used: where its one definition, or that of
/// what it is a copy of, moves an immediate.
static std::optional<uint64_t> getConstant(const MachineOperand &Operand) {
  const MachineRegisterInfo &MRI = Operand.getParent()->getMF()->getRegInfo();
  SmallPtrSet<const MachineInstr *, 4> Seen; // outside of SSA copies may go in a circle
  Register Reg = Operand.getReg();
  while (Reg.isVirtual()) {
    const MachineInstr *Definition = MRI.getUniqueVRegDef(Reg);
    if (!Definition || !Seen.insert(Definition).second)
      return std::nullopt;
    if (isMove(Definition->getOpcode()) && Definition->getOperand(1).isImm())
      return Definition->getOperand(1).getImm();
    if (!isCopy(Definition->getOpcode()))
      return std::nullopt;
    Reg = Definition->getOperand(1).getReg();
  }
  return std::nullopt;
}

/// Says of an operand what matrix descriptor it is, if it is a constant.
static void addMatrixDescriptor(MMADescription &Description, StringLiteral Key, StringRef Role,
                                const MachineOperand &Operand, MatrixDescriptorFormat Format) {
  if (std::optional<uint64_t> Word = getConstant(Operand))
    Description.Operands.push_back(
        {Key, (Role + ": " + explainMatrixDescriptor(*Word, Format)).str()});
}

/// D and C stand before A, which is one register if it is a matrix descriptor.
static void addWGMMAOperands(MMADescription &Description, const MachineInstr &MI) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(Description.Opcode);
  unsigned A = Opcode.DCount + Opcode.CCount, B = A + Opcode.ACount;
  bool IsAInRegisters = Opcode.ACount > 1;
  if (!IsAInRegisters)
    addMatrixDescriptor(Description, "DescriptorA", "a", MI.getOperand(A),
                        MatrixDescriptorFormat_WGMMA);
  addMatrixDescriptor(Description, "DescriptorB", "b", MI.getOperand(B),
                      MatrixDescriptorFormat_WGMMA);
}

/// The instruction descriptor, and by it the shape.
static void addInstructionDescriptor(MMADescription &Description, const MachineOperand &Operand) {
  std::optional<uint64_t> Word = getConstant(Operand);
  if (!Word)
    return;
  InstructionDescriptorKind Kind =
      *getInstructionDescriptorKind(getKindWord(Description.Descriptor));
  Description.Operands.push_back(
      {"InstructionDescriptor", explainInstructionDescriptor(*Word, Kind)});
  Expected<InstructionDescriptor> Decoded = InstructionDescriptor::decode(*Word, Kind);
  if (!Decoded)
    return consumeError(Decoded.takeError());
  Description.MultiplyAdds = getMultiplyAdds(*Decoded);
  Description.Shape =
      ("m" + Twine(Decoded->get(InstructionDescriptorField_M)) + "n" +
       Twine(Decoded->get(InstructionDescriptorField_N)) + "k" + Twine(getDepth(*Decoded)))
          .str();
}

/// The operands that the opcode's row names: instruction and matrix descriptors of tcgen05.
static void addTCGen05Operands(MMADescription &Description, const MachineInstr &MI) {
  unsigned Position = 0;
  for (const MMAOperandGroup &Group :
       getMMAOpcodeInfo(lookupMMAInstructionByRecord(MI.getOpcode())->Opcode).Operands) {
    const MachineOperand &Operand = MI.getOperand(Position);
    bool IsInSharedMemory = Group.Form == MMAOperandForm_Register && Group.Bits == 64;
    if (Group.Role == "idesc")
      addInstructionDescriptor(Description, Operand);
    else if (Group.Role == "a" && IsInSharedMemory)
      addMatrixDescriptor(Description, "DescriptorA", Group.Role, Operand,
                          MatrixDescriptorFormat_TCGen05);
    else if (Group.Role == "b")
      addMatrixDescriptor(Description, "DescriptorB", Group.Role, Operand,
                          MatrixDescriptorFormat_TCGen05);
    else if (Group.Role == "source")
      addMatrixDescriptor(Description, "DescriptorSource", Group.Role, Operand,
                          MatrixDescriptorFormat_TCGen05);
    Position += Group.Count;
  }
}

/// A tcgen05.mma: its MMA descriptor is in its last two operands.
static MMADescription describeTCGen05MMA(const MachineInstr &MI, MMAOpcode Opcode) {
  unsigned Last = MI.getNumExplicitOperands() - 1;
  uint32_t KindWord = MI.getOperand(Last - 1).getImm(),
           CollectorWord = MI.getOperand(Last).getImm();
  MMADescription Result = {Opcode, cantFail(decodeTCGen05Words(KindWord, CollectorWord))};
  Result.IsMultiplication = true;
  Result.Operands.push_back({"KindWord", explainKindWord(KindWord, CollectorWord)});
  Result.Operands.push_back({"CollectorWord", explainCollectorWord(KindWord, CollectorWord)});
  addTCGen05Operands(Result, MI);
  return Result;
}

std::string MMADescription::spellDescriptor() const {
  return "0x" + utohexstr(Descriptor.getWord());
}

std::optional<MMADescription> tensorcore::describe(const MachineInstr &MI) {
  const MMAInstruction *Instruction = lookupMMAInstructionByRecord(MI.getOpcode());
  MMAFamily Family = Instruction ? getMMAOpcodeInfo(Instruction->Opcode).Family : MMAFamily_Hold;
  if (Family == MMAFamily_Hold)
    return std::nullopt;
  if (Family == MMAFamily_TCGen05MMA)
    return describeTCGen05MMA(MI, Instruction->Opcode);
  uint64_t Word = MI.getOperand(MI.getNumExplicitOperands() - 1).getImm();
  MMADescription Result = {Instruction->Opcode, cantFail(MMADescriptor::decode(Word))};
  const MMAVariant &Variant = *lookupMMAVariant(Result.Descriptor);
  Result.MultiplyAdds = getMultiplyAdds(Variant);
  Result.IsMultiplication = Result.MultiplyAdds.has_value();
  Result.Shape = lookupMMAShape(Variant.getShape())->Spelling.str();
  if (Family == MMAFamily_WGMMA)
    addWGMMAOperands(Result, MI);
  if (Family == MMAFamily_TCGen05Copy)
    addTCGen05Operands(Result, MI);
  return Result;
}
