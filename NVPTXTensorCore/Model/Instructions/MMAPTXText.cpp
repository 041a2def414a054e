//===- MMAPTXText.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads LLVM assembly strings.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/MMAPTXSyntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isNameCharacter(char C) { return isAlnum(C) || C == '_'; }

namespace {

/// Prints the text for "$name" or "${name:key}".
using PrintName = function_ref<void(raw_ostream &OS, StringRef Name)>;
using PrintQuery = function_ref<void(raw_ostream &OS, StringRef Name, StringRef Key)>;

/// Expands an assembly string.
class AssemblyString {
public:
  AssemblyString(raw_ostream &OS, PrintName Name, PrintQuery Query)
      : OS(OS), Name(Name), Query(Query) {}

  void expand(StringRef Text) {
    while (!Text.empty())
      expandNext(Text);
  }

private:
  void expandNext(StringRef &Text) {
    if (Text.consume_front("${"))
      return expandQuery(Text);
    if (Text.consume_front("$")) {
      StringRef Found = Text.take_while(isNameCharacter);
      Name(OS, Found);
      Text = Text.drop_front(Found.size());
    } else if (Text.consume_front("{{") || Text.consume_front("\\{")) {
      OS << '{';
    } else if (Text.consume_front("}}") || Text.consume_front("\\}")) {
      OS << '}';
    } else {
      OS << Text.front();
      Text = Text.drop_front();
    }
  }

  void expandQuery(StringRef &Text) {
    auto [Inside, Rest] = Text.split('}');
    auto [Found, Key] = Inside.split(':');
    Text = Rest;
    if (Key.empty())
      Name(OS, Found);
    else
      Query(OS, Found, Key);
  }

  raw_ostream &OS;
  PrintName Name;
  PrintQuery Query;
};

} // namespace

/// An assembly string with the names of its operands, on a line.
static std::string expand(StringRef Text, PrintQuery Query) {
  std::string Expanded, Line;
  raw_string_ostream OS(Expanded);
  AssemblyString(OS, [](raw_ostream &OS, StringRef Name) { OS << Name; }, Query).expand(Text);
  for (StringRef Rest = Expanded; !Rest.empty(); Rest = Rest.drop_front())
    if (!isSpace(Rest.front()))
      Line += Rest.front();
    else if (!StringRef(Line).ends_with(" "))
      Line += ' ';
  return Line;
}

/// Prints queries that ask for registers as the target's printer does.
static void printQuery(raw_ostream &OS, MMAOpcode Opcode, MMADescriptor Descriptor,
                       StringRef Query) {
  if (Query == "scale_d") {
    OS << "scale_d";
  } else if (Query == "d") {
    ListSeparator Separator;
    OS << '{';
    for (unsigned I = 0; I < getMMAOpcodeInfo(Opcode).DCount; ++I)
      OS << Separator << 'd' << I;
    OS << '}';
  } else {
    printMMAQuery(OS, Descriptor.getWord(), Query);
  }
}

static std::string expand(StringRef Text, MMAOpcode Opcode, MMADescriptor Descriptor) {
  return expand(Text, [&](raw_ostream &OS, StringRef, StringRef Query) {
    printQuery(OS, Opcode, Descriptor, Query);
  });
}

std::string tensorcore::spellMnemonic(MMAOpcode Opcode, MMADescriptor Descriptor) {
  const MMAPTXText *Text = lookupMMAPTXText(Opcode);
  return Text ? expand(Text->Mnemonic, Opcode, Descriptor) : "";
}

std::string tensorcore::spellOperands(MMAOpcode Opcode, MMADescriptor Descriptor) {
  const MMAPTXText *Text = lookupMMAPTXText(Opcode);
  return Text ? expand(Text->OperandLine, Opcode, Descriptor) : "";
}

std::string tensorcore::spellStatement(MMAOpcode Opcode, MMADescriptor Descriptor) {
  const MMAPTXText *Text = lookupMMAPTXText(Opcode);
  return Text ? expand((Text->Mnemonic + Text->OperandLine + ";").str(), Opcode, Descriptor) : "";
}

/// The words as PTX has them, by the keys of their fields.
static void printWord(raw_ostream &OS, const CompanionWord &Word, StringRef Name, StringRef Key) {
  ArrayRef<unsigned> Left = Word.Words;
  for (const MMAArgument &Operand : getCompanionFormInfo(Word.Form).Signature.Arguments)
    if (Operand.Name == Name)
      OS << lookupMMAFieldByKey(Key)->Values[Left.front()];
    else if (!Operand.Words.empty())
      Left = Left.drop_front();
}

static std::string expand(StringRef Text, CompanionForm Form, ArrayRef<unsigned> Words) {
  const CompanionWord Word = {Form, WordValues(Words)};
  return expand(Text, [&](raw_ostream &OS, StringRef Name, StringRef Key) {
    printWord(OS, Word, Name, Key);
  });
}

/// Returns true if a text is a block of several statements, which ends with a brace.
static bool isBlock(StringRef Text) { return Text.starts_with("{{") || Text.starts_with("\\{"); }

void tensorcore::printCompanion(raw_ostream &OS, const CompanionWord &Word,
                                function_ref<void(raw_ostream &OS, StringRef Name)> PrintOperand) {
  const StringRef Text = getCompanionFormInfo(Word.Form).Text;
  AssemblyString(OS, PrintOperand, [&](raw_ostream &OS, StringRef Name, StringRef Key) {
    printWord(OS, Word, Name, Key);
  }).expand(Text);
  if (!isBlock(Text))
    OS << ';';
}

StringRef tensorcore::getMnemonicPattern(CompanionForm Form) {
  StringRef Rest = getCompanionFormInfo(Form).Text, Longest;
  // If there are several statements, the others only move operands to where this one needs them.
  while (!Rest.empty()) {
    auto [Statement, Others] = Rest.split(';');
    StringRef Pattern = Statement.ltrim("{\\ \t\n");
    Pattern = Pattern.take_until(isSpace);
    if (Pattern.size() > Longest.size())
      Longest = Pattern;
    Rest = Others;
  }
  return Longest;
}

std::string tensorcore::spellMnemonic(CompanionForm Form) {
  return spellMnemonic(Form, getWordValues(Form).front());
}

std::string tensorcore::spellMnemonic(CompanionForm Form, ArrayRef<unsigned> Words) {
  return expand(getMnemonicPattern(Form), Form, Words);
}

std::string tensorcore::spellStatement(CompanionForm Form) {
  const StringRef End = isBlock(getCompanionFormInfo(Form).Text) ? "" : ";";
  return expand(getCompanionFormInfo(Form).Text, Form, getWordValues(Form).front()) + End.str();
}
