//===- TensorMapText.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statement by statement. A copy's map is the address that coordinates in braces follow; all other
// instructions on maps have one address.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/TensorMapText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

using namespace llvm;
using namespace llvm::tensorcore;

/// Without comments, and with one spelling of braces and of operands.
static std::string normalize(StringRef Template) {
  std::string Text;
  while (!Template.empty()) {
    if (Template.starts_with("//"))
      Template = Template.substr(Template.find('\n'));
    else if (Template.consume_front("/*"))
      Template = Template.split("*/").second;
    else if (Template.consume_front("$("))
      Text += '{';
    else if (Template.consume_front("$)"))
      Text += '}';
    else if (Template.consume_front("${")) {
      auto [Reference, Rest] = Template.split('}');
      Text += "$" + Reference.split(':').first.str();
      Template = Rest;
    } else {
      Text += Template.front();
      Template = Template.drop_front();
    }
  }
  return Text;
}

/// The instruction of a statement: blocks, labels and guards in front of it are dropped.
static StringRef getInstruction(StringRef Statement) {
  Statement = Statement.trim(" \t\n\r{}");
  if (Statement.starts_with("@"))
    Statement = Statement.drop_until(isSpace).ltrim();
  auto [Label, Rest] = Statement.split(':');
  if (!Rest.empty() && Rest.front() != ':' &&
      all_of(Label, [](char C) { return isAlnum(C) || C == '_' || C == '$' || C == '%'; }))
    return getInstruction(Rest);
  return Statement;
}

static bool names(StringRef Text, unsigned Operand) {
  const std::string Name = "$" + utostr(Operand);
  for (size_t At = Text.find(Name); At != StringRef::npos; At = Text.find(Name, At + 1))
    if (At + Name.size() == Text.size() || !isDigit(Text[At + Name.size()]))
      return true;
  return false;
}

static bool isOnMap(StringRef Mnemonic) {
  return Mnemonic.starts_with("cp.async.bulk.tensor") ||
         Mnemonic.starts_with("cp.reduce.async.bulk.tensor") ||
         Mnemonic.starts_with("cp.async.bulk.prefetch.tensor") ||
         (Mnemonic.starts_with("prefetch") && Mnemonic.ends_with(".tensormap"));
}

/// What is between the brackets around the address of the map.
static StringRef getMap(StringRef Instruction) {
  const bool HasCoordinates = Instruction.starts_with("cp.");
  StringRef Rest = Instruction;
  while (Rest.contains('[')) {
    const StringRef Bracket = Rest.split('[').second.split(']').first;
    if (!HasCoordinates || Bracket.contains('{'))
      return Bracket.split(',').first;
    Rest = Rest.split('[').second;
  }
  return "";
}

/// Instructions whose addresses are read from, if at all.
static bool isRead(StringRef Mnemonic) {
  return Mnemonic.starts_with("ld.") || Mnemonic.starts_with("ldu.") ||
         Mnemonic.starts_with("prefetch") || Mnemonic.starts_with("isspacep") ||
         Mnemonic.starts_with("fence.proxy.tensormap");
}

static bool isMove(StringRef Mnemonic) {
  return Mnemonic.starts_with("mov.") || Mnemonic.starts_with("cvta.") ||
         Mnemonic.starts_with("add.");
}

static void addUse(StringRef Instruction, unsigned Operand, AsmAddressUse &Use) {
  const StringRef Mnemonic = Instruction.take_until(isSpace);
  const auto [Result, Sources] = Instruction.drop_front(Mnemonic.size()).split(',');
  unsigned Number;
  if (isOnMap(Mnemonic) && names(getMap(Instruction), Operand))
    Use.IsTensorMap = true;
  else if (isMove(Mnemonic) && Result.trim().starts_with("$") &&
           !Result.trim().drop_front().getAsInteger(10, Number)) {
    if (Number != Operand || names(Sources, Operand))
      Use.MovedTo.push_back(Number);
  } else if (!isRead(Mnemonic))
    Use.IsOnlyRead = false;
}

AsmAddressUse tensorcore::getAsmAddressUse(StringRef Template, unsigned Operand) {
  AsmAddressUse Use;
  const std::string Text = normalize(Template);
  for (StringRef Statement : split(Text, ';'))
    if (const StringRef Instruction = getInstruction(Statement); names(Instruction, Operand))
      addUse(Instruction, Operand, Use);
  return Use;
}

bool tensorcore::readsTensorMap(StringRef Template) {
  if (!Template.contains("tensor"))
    return false;
  const std::string Text = normalize(Template);
  return any_of(split(Text, ';'), [](StringRef Statement) {
    return isOnMap(getInstruction(Statement).take_until(isSpace));
  });
}
