//===- MMAInstPrinter.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "${desc:KEY}" in an assembly string: prints one field of the MMA descriptor, or of a
// wgmma the list of its accumulators ("d") and what decides on them ("scale_d").
// "${desc:companion}" is the whole statement of a companion, whose last operand says which one it
// is.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "MCTargetDesc/NVPTXInstPrinter.h"
#include "Model/Instructions/MMAPTXSyntax.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/TCGen05Words.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// "{%f1, %f2}" of the first operands, which are D's registers.
static void printAccumulators(MCInstPrinter &Printer, const MCInst &MI, raw_ostream &O) {
  const MMAInstruction *Instruction = lookupMMAInstructionByRecord(MI.getOpcode());
  ListSeparator Separator;
  O << '{';
  for (unsigned I = 0; I < getMMAOpcodeInfo(Instruction->Opcode).DCount; ++I) {
    O << Separator;
    Printer.printRegName(O, MCRegister(MI.getOperand(I).getReg()));
  }
  O << '}';
}

/// The position of an operand of a companion, and whether it is an address, of base and offset.
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
                                          StringRef Asked) {
  StringRef Query(Asked);
  if (Query == "companion")
    return printCompanion(*MI, O);
  if (Query == "d")
    return printAccumulators(*this, *MI, O);
  // scale-d, the operand before: a predicate, or nothing where the word has it.
  if (Query == "scale_d") {
    if (MI->getOperand(OpNum - 1).getReg())
      return printRegName(O, MCRegister(MI->getOperand(OpNum - 1).getReg()));
    Query = "scaleD";
  }
  // verifyMachineFunction removes and reports what has a junk word before it comes
  // here; who prints an MCInst of his own sees the word as it is.
  const MCOperand &Operand = MI->getOperand(OpNum);
  if (Query.empty() || !Operand.isImm() || !printMMAQuery(O, Operand.getImm(), Query))
    O << "<invalid MMA descriptor "
      << (Operand.isImm() ? "0x" + utohexstr(Operand.getImm()) : "operand") << '>';
}
