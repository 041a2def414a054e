//===- MMADescriptorFormatter.cpp - MMA descriptors in MIR ----------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MIR prints an MMA descriptor by its fields (Model/Instructions/MMADescriptorText.h), and reads it
// back. What is no MMA descriptor is a number, and a number may stand for one.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Target/Hooks.h"
#include "Model/Instructions/MMADescriptorText.h"
#include "llvm/CodeGen/MIRFormatter.h"
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class MMADescriptorFormatter : public MIRFormatter {
public:
  void printImm(raw_ostream &OS, const MachineInstr &MI, std::optional<unsigned> OpIdx,
                int64_t Imm) const override {
    int Location = NVPTX::getNamedOperandIdx(MI.getOpcode(), NVPTX::OpName::desc);
    if (OpIdx && isCompanionRecord(MI.getOpcode()) && *OpIdx + 1 == MI.getDesc().getNumOperands())
      if (Expected<CompanionWord> Word = CompanionWord::decode(Imm))
        OS << Word->print();
      else
        OS << (consumeError(Word.takeError()), Imm);
    else if (OpIdx && Location == int(*OpIdx))
      if (Expected<MMADescriptor> Descriptor = MMADescriptor::decode(Imm))
        OS << printMMADescriptor(*Descriptor);
      else
        OS << (consumeError(Descriptor.takeError()), Imm);
    else
      OS << Imm;
  }

  bool parseImmMnemonic(const unsigned Opcode, const unsigned OpIdx, StringRef Source, int64_t &Imm,
                        ErrorCallbackType ReportError) const override {
    // LLVM 22's parser takes the length from the token before if the one behind the dot is no
    // identifier. The text ends with a zero.
    Source =
        Source.take_while([](char C) { return isAlnum(C) || StringRef("_.:$/-").contains(C); });
    if (std::optional<Expected<CompanionWord>> Word =
            isCompanionRecord(Opcode) ? CompanionWord::parse(Source) : std::nullopt) {
      if (!*Word)
        return ReportError(Source.begin(), toString(Word->takeError()));
      Imm = (*Word)->encode();
      return false;
    }
    if (NVPTX::getNamedOperandIdx(Opcode, NVPTX::OpName::desc) != int(OpIdx))
      return ReportError(Source.begin(), "expected an immediate that is not an MMA descriptor");
    Expected<MMADescriptor> Descriptor = parseMMADescriptor(Source);
    if (!Descriptor)
      return ReportError(Source.begin(), toString(Descriptor.takeError()));
    Imm = Descriptor->getWord();
    return false;
  }
};

} // namespace

const MIRFormatter *tensorcore::getMIRFormatter() {
  static const MMADescriptorFormatter TheFormatter;
  return &TheFormatter;
}
