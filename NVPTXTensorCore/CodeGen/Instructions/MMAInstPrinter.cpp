//===- MMAInstPrinter.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "${desc:KEY}" in an assembly string: prints one field of the MMA descriptor, or of a
// wgmma the list of its accumulators ("d") and what decides on them ("scale_d");
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/MMAInstructions.h"
#include "MCTargetDesc/NVPTXInstPrinter.h"
#include "Model/Instructions/MMAPTXSyntax.h"
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

/// The modifier of an operand in an assembly string: `shape` in "${desc:shape}".

void NVPTXInstPrinter::printMMAWord(const MCInst *MI, int OpNum, raw_ostream &O, StringRef Key) {
  // checkCompanion has looked at it, but for an MCInst that somebody else prints.
  const MMAFieldInfo *Field = lookupMMAFieldByKey(Key);
  const MCOperand &Operand = MI->getOperand(OpNum);
  if (Field && Operand.isImm() && uint64_t(Operand.getImm()) < Field->Values.size())
    O << Field->Values[Operand.getImm()];
  else
    O << "<invalid word>";
}

void NVPTXInstPrinter::printMMADescriptor(const MCInst *MI, int OpNum, raw_ostream &O,
                                          StringRef Asked) {
  StringRef Query(Asked);
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
