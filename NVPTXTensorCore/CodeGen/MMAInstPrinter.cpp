//===- MMAInstPrinter.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "${desc:KEY}" in an assembly string: prints one field of the MMA descriptor.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/NVPTXInstPrinter.h"
#include "Model/MMAPTXSyntax.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

void NVPTXInstPrinter::printMMADescriptor(const MCInst *MI, int OpNum, raw_ostream &O,
                                          const char *Query) {
  // verifyMachineFunction removes and reports what has a junk word before it comes
  // here; who prints an MCInst of his own sees the word as it is.
  const MCOperand &Operand = MI->getOperand(OpNum);
  if (!Query || !Operand.isImm() || !printMMAQuery(O, Operand.getImm(), Query))
    O << "<invalid MMA descriptor "
      << (Operand.isImm() ? "0x" + utohexstr(Operand.getImm()) : "operand") << '>';
}
