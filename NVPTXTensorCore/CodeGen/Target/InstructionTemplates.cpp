//===- InstructionTemplates.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes templates by LLVM's own printer, and prints by them.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/InstructionTemplates.h"
#include "CodeGen/Target/Hooks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr size_t NumTemplates = 2048; // a power of two

/// In an MCInst, the code of a register that stands for the operand of a number. It is printed as
/// the number between marks.
static constexpr unsigned LocationClass = 15, MaxLocations = 0xFFF, ClassShift = 28;
static constexpr char LocationMark = '\1';

namespace {

struct RegisterPrefix {
  char Text[4];
  unsigned Size;
};

} // namespace

/// By what NVPTXAsmPrinter::encodeVirtualRegister says in the upper bits.
static constexpr RegisterPrefix Prefixes[] = {{"", 0},    {"%p", 2}, {"%rs", 3}, {"%r", 2},
                                              {"%rd", 3}, {"%f", 2}, {"%fd", 3}, {"%rq", 3}};
/// A prefix and nine digits, and what is written beyond them.
static constexpr size_t MaxRegisterSize = 16;

/// Writes the name of a virtual register. Returns its end.
static char *writeRegister(char *At, unsigned Encoded) {
  const RegisterPrefix &Prefix = Prefixes[Encoded >> ClassShift];
  std::memcpy(At, Prefix.Text, sizeof Prefix.Text);
  At += Prefix.Size;
  return std::to_chars(At, At + MaxRegisterSize, Encoded & ((1u << ClassShift) - 1)).ptr;
}

bool tensorcore::printVirtualRegister(raw_ostream &OS, unsigned Encoded) {
  const unsigned Class = Encoded >> ClassShift;
  if (Class == LocationClass) {
    OS << LocationMark << (Encoded & MaxLocations) << LocationMark;
    return true;
  }
  if (Class == 0 || Class >= std::size(Prefixes))
    return false;
  char Name[MaxRegisterSize];
  OS << StringRef(Name, writeRegister(Name, Encoded) - Name);
  return true;
}

/// False if an operand is neither a register nor an immediate.
bool InstructionTemplates::getKey(const MachineInstr &MI, Key &Found) {
  for (const MachineOperand &Operand : MI.operands()) {
    if (Operand.isImm())
      Found.push_back({Operand.getOperandNo(), true, Operand.getImm()});
    else if (!Operand.isReg())
      return false;
    else if (!Operand.getReg().isVirtual())
      Found.push_back({Operand.getOperandNo(), false, Operand.getReg().id()});
  }
  return true;
}

size_t InstructionTemplates::getLocation(const MachineInstr &MI, const Key &FixedOperands) {
  constexpr uint64_t Odd = 0x9E3779B97F4A7C15; // spreads what is in few bits
  uint64_t Hash = MI.getOpcode() * Odd;
  for (const Fixed &Each : FixedOperands)
    Hash = (Hash ^ Each.Value) * Odd;
  return (Hash >> 32) % NumTemplates;
}

bool InstructionTemplates::print(raw_ostream &OS, const MachineInstr &MI,
                                 function_ref<unsigned(unsigned)> EncodeRegister) const {
  Key FixedOperands;
  if (Templates.empty() || !getKey(MI, FixedOperands))
    return false;
  const Template *Last = Templates[getLocation(MI, FixedOperands)].get();
  if (!Last)
    return false;
  const Template &Known = *Last;
  if (Known.Opcode != MI.getOpcode() || Known.NumOperands != MI.getNumOperands() ||
      Known.FixedOperands != FixedOperands)
    return false;
  SmallString<512> Line;
  Line.resize_for_overwrite(Known.Text.size() + Known.Pieces.size() * MaxRegisterSize);
  char *At = Line.data();
  const char *Text = Known.Text.data();
  auto CopyTo = [&](unsigned End) {
    const size_t Size = Known.Text.data() + End - Text;
    std::memcpy(At, Text, Size);
    At += Size;
    Text += Size;
  };
  for (const Piece &Each : Known.Pieces) {
    CopyTo(Each.End);
    At = writeRegister(At, EncodeRegister(MI.getOperand(Each.Operand).getReg()));
  }
  CopyTo(Known.Text.size());
  OS.write(Line.data(), At - Line.data());
  return true;
}

bool InstructionTemplates::add(const MachineInstr &MI, const MCInst &Inst, MCInstPrinter &Printer,
                               const MCSubtargetInfo &STI) {
  Template Made;
  if (Inst.getNumOperands() != MI.getNumOperands() || MI.getNumOperands() > MaxLocations ||
      !getKey(MI, Made.FixedOperands))
    return false;
  MCInst Marked = Inst;
  for (const MachineOperand &Operand : MI.operands()) {
    MCOperand &Lowered = Marked.getOperand(Operand.getOperandNo());
    if (Operand.isImm() != Lowered.isImm()) // the number of a texture, which is of the function
      return false;
    if (Operand.isReg() && Operand.getReg().isVirtual())
      Lowered.setReg(LocationClass << ClassShift | Operand.getOperandNo());
  }
  SmallString<256> Printed;
  raw_svector_ostream OS(Printed);
  Printer.printInst(&Marked, /*Address=*/0, /*Annot=*/"", STI, OS);
  SmallVector<StringRef, 64> Parts; // texts, and numbers of operands between them
  StringRef(Printed).split(Parts, LocationMark);
  for (auto [Index, Part] : enumerate(Parts)) {
    unsigned Operand;
    if (Index % 2 == 0)
      Made.Text += Part;
    else if (!Part.getAsInteger(10, Operand))
      Made.Pieces.push_back({unsigned(Made.Text.size()), Operand});
  }
  Made.Text += '\n';
  Made.Opcode = MI.getOpcode();
  Made.NumOperands = MI.getNumOperands();
  if (Templates.empty())
    Templates.resize(NumTemplates);
  const size_t Location = getLocation(MI, Made.FixedOperands);
  Templates[Location] = std::make_unique<Template>(std::move(Made));
  return true;
}
