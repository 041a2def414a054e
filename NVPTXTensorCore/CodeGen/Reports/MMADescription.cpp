//===- MMADescription.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells the roles of the operands apart, and finds those that are constants. The model has the
// words for them.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Reports/MMADescription.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Reports/OperandValues.h"
#include "Model/Instructions/DescriptorText.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAWork.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Says of an operand what matrix descriptor it is, if it is a constant except for the address.
static void addMatrixDescriptor(MMADescription &Description, StringLiteral Key, StringRef Role,
                                const MachineInstr &MI, NVPTX::OpName Name,
                                MatrixDescriptorFormat Format) {
  const MachineOperand *Operand = findOperand(MI, Name);
  if (std::optional<OperandValue> Value = Operand ? getOperandValue(*Operand) : std::nullopt)
    Description.Operands.push_back(
        {Key, (Role + ": " + explainMatrixDescriptor(Value->Number, Format, Value->Start)).str()});
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
  std::optional<OperandValue> Value = getOperandValue(Operand);
  if (!Value || !Value->Start.empty())
    return;
  uint64_t Word = Value->Number;
  InstructionDescriptorKind Kind =
      *getInstructionDescriptorKind(getKindWord(Description.Descriptor));
  Description.Operands.push_back(
      {"InstructionDescriptor", explainInstructionDescriptor(Word, Kind)});
  Expected<InstructionDescriptor> Decoded = InstructionDescriptor::decode(Word, Kind);
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

std::string MMADescription::printDescriptor() const {
  return "0x" + utohexstr(Descriptor.getWord());
}

std::optional<MMADescription> tensorcore::describe(const MachineInstr &MI) {
  const MMAInstruction *Instruction = lookupMMAInstructionByRecord(MI.getOpcode());
  MMAFamily Family = Instruction ? getMMAOpcodeInfo(Instruction->Opcode).Family : MMAFamily_Hold;
  if (Family == MMAFamily_Hold || Family == MMAFamily_Companion)
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
