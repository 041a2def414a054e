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
#include <optional>

using namespace llvm;
using namespace llvm::tensorcore;

/// Decodes a word. An instruction asks for a dozen fields of the same word, one
/// after the other, so the last word is remembered.
static std::optional<MMADescriptor> decode(uint64_t Word) {
  static thread_local std::optional<MMADescriptor> Last;
  if (!Last || Last->getWord() != Word) {
    Expected<MMADescriptor> Decoded = MMADescriptor::decode(Word);
    if (!Decoded) {
      consumeError(Decoded.takeError());
      return std::nullopt;
    }
    Last = *Decoded;
  }
  return Last;
}

void NVPTXInstPrinter::printMMADescriptor(const MCInst *MI, int OpNum, raw_ostream &O,
                                          const char *Query) {
  // verifyMachineInstr reports what is wrong with a word before it comes here; who
  // prints an MCInst of his own sees the word as it is.
  const MCOperand &Operand = MI->getOperand(OpNum);
  std::optional<MMADescriptor> Descriptor;
  if (Operand.isImm())
    Descriptor = decode(Operand.getImm());
  if (!Query || !Descriptor || !printMMAQuery(O, *Descriptor, Query))
    O << "<invalid MMA descriptor "
      << (Operand.isImm() ? "0x" + utohexstr(Operand.getImm()) : "operand") << '>';
}
