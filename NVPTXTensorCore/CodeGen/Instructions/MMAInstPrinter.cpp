//===- MMAInstPrinter.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints instructions by their rows: "${desc:instruction}" is a matrix instruction, and
// "${desc:companion}" a companion, whose last operand says which one it is.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "MCTargetDesc/NVPTXInstPrinter.h"
#include "Model/Instructions/MMAPTXText.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Says where an operand of a companion is, and whether it is an address of base and offset.
static std::optional<std::pair<unsigned, bool>> findOperand(CompanionForm Form, StringRef Name) {
  const CompanionFormInfo &Info = getCompanionFormInfo(Form);
  if (const auto *Result = find(Info.ResultNames, Name); Result != Info.ResultNames.end())
    return {{Result - Info.ResultNames.begin(), false}};
  unsigned Position = Info.ResultNames.size();
  for (const MMAArgument &Argument : Info.Signature.Arguments) {
    if (Argument.Name == Name)
      return {{Position, isAddress(Argument)}};
    Position += getOperandCount(Argument);
  }
  return std::nullopt;
}

void NVPTXInstPrinter::printCompanion(const MCInst &MI, raw_ostream &O) {
  Expected<CompanionWord> Word = getCompanionWord(MI);
  if (!Word)
    O << "<" << toString(Word.takeError()) << ">";
  else
    tensorcore::printCompanion(O, *Word, [&](raw_ostream &OS, StringRef Name) {
      const auto [Position, IsAddress] = *::findOperand(Word->Form, Name);
      if (IsAddress)
        printMemOperand(&MI, Position, OS);
      else
        printOperand(&MI, Position, OS);
    });
}

void NVPTXInstPrinter::printMMADescriptor(const MCInst *MI, int OpNum, raw_ostream &O,
                                          StringRef Query) {
  if (Query == "companion")
    return printCompanion(*MI, O);
  // verifyMachineFunction removes and reports what has a junk word before it comes
  // here; a program that prints an MCInst of its own sees the word as it is.
  const MCOperand &Word = MI->getOperand(OpNum);
  Expected<MMADescriptor> Descriptor = MMADescriptor::decode(Word.isImm() ? Word.getImm() : 0);
  if (!Descriptor) {
    consumeError(Descriptor.takeError());
    O << "<invalid MMA descriptor " << (Word.isImm() ? "0x" + utohexstr(Word.getImm()) : "operand")
      << '>';
    return;
  }
  const MMAOpcode Opcode = lookupMMAInstructionByRecord(MI->getOpcode())->Opcode;
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Opcode);
  unsigned Next = 0;
  printMatrixInstruction(O, Opcode, *Descriptor, [&](const MMAStatementOperand &Operand, unsigned) {
    // A wgmma's accumulators are inputs, too, behind the results.
    if (Info.Family == MMAFamily_WGMMA && Next == Info.DCount)
      Next += Info.CCount;
    const unsigned Number = Next++;
    if (Operand.IsMemory)
      printMemOperand(MI, Number, O), ++Next;
    else if (Operand.Role == "scale_d" && !MI->getOperand(Number).getReg())
      O << printMMAField(Descriptor->getWord(), MMAField_ScaleD); // the word has it
    else
      printOperand(MI, Number, O);
  });
}
