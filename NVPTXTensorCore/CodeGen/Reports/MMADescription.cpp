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

#include "CodeGen/Reports/MMADescription.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "MCTargetDesc/NVPTXMCTargetDesc.h"
#include "Model/Instructions/DescriptorText.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAWork.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/MMATables.h"
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
                                const MachineInstr &MI, unsigned Name,
                                MatrixDescriptorFormat Format) {
  const MachineOperand *Operand = findOperand(MI, Name);
  if (std::optional<uint64_t> Word = Operand ? getConstant(*Operand) : std::nullopt)
    Description.Operands.push_back(
        {Key, (Role + ": " + explainMatrixDescriptor(*Word, Format)).str()});
}

static void addWGMMAOperands(MMADescription &Description, const MachineInstr &MI) {
  constexpr MatrixDescriptorFormat Format = MatrixDescriptorFormat_WGMMA;
  bool IsAInRegisters = getMMAOpcodeInfo(Description.Opcode).ACount > 1;
  if (!IsAInRegisters)
    addMatrixDescriptor(Description, "DescriptorA", "a", MI, NVPTX::OpName::a0, Format);
  addMatrixDescriptor(Description, "DescriptorB", "b", MI, NVPTX::OpName::b, Format);
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

/// The instruction and matrix descriptors of tcgen05.
static void addTCGen05Operands(MMADescription &Description, const MachineInstr &MI) {
  constexpr MatrixDescriptorFormat Format = MatrixDescriptorFormat_TCGen05;
  if (!isAInTensorMemory(Description.Opcode))
    addMatrixDescriptor(Description, "DescriptorA", "a", MI, NVPTX::OpName::a, Format);
  addMatrixDescriptor(Description, "DescriptorB", "b", MI, NVPTX::OpName::b, Format);
  if (const MachineOperand *Operand = findOperand(MI, NVPTX::OpName::idesc))
    addInstructionDescriptor(Description, *Operand);
  addMatrixDescriptor(Description, "DescriptorSource", "source", MI, NVPTX::OpName::source, Format);
}

static MMADescription describeTCGen05MMA(const MachineInstr &MI, MMAOpcode Opcode,
                                         MMADescriptor Descriptor) {
  MMADescription Result = {Opcode, Descriptor};
  uint32_t KindWord = getKindWord(Descriptor), CollectorWord = getCollectorWord(Descriptor);
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
  MMADescriptor Descriptor = cantFail(MMADescriptor::decode(getMMADescriptorWord(MI)));
  if (Family == MMAFamily_TCGen05MMA)
    return describeTCGen05MMA(MI, Instruction->Opcode, Descriptor);
  MMADescription Result = {Instruction->Opcode, Descriptor};
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
