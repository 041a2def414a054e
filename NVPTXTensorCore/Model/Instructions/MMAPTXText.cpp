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

/// Expands an assembly string.
class AssemblyString {
public:
  /// What stands in the place of "${name:query}".
  using Query = function_ref<void(raw_ostream &OS, StringRef Query)>;

  static std::string expand(StringRef Text, Query Print) {
    std::string Result;
    raw_string_ostream OS(Result);
    while (!Text.empty())
      expandNext(OS, Text, Print);
    return Result;
  }

private:
  static void expandNext(raw_ostream &OS, StringRef &Text, Query Print) {
    if (Text.consume_front("${"))
      return expandQuery(OS, Text, Print);
    if (Text.consume_front("$")) {
      StringRef Name = Text.take_while(isNameCharacter);
      OS << Name;
      Text = Text.drop_front(Name.size());
    } else if (Text.consume_front("{{") || Text.consume_front("\\{")) {
      OS << '{';
    } else if (Text.consume_front("}}") || Text.consume_front("\\}")) {
      OS << '}';
    } else if (isSpace(Text.front())) {
      OS << ' ';
      Text = Text.ltrim();
    } else {
      OS << Text.front();
      Text = Text.drop_front();
    }
  }

  static void expandQuery(raw_ostream &OS, StringRef &Text, Query Print) {
    auto [Inside, Rest] = Text.split('}');
    auto [Name, Key] = Inside.split(':');
    Text = Rest;
    if (Key.empty())
      OS << Name;
    else
      Print(OS, Key);
  }
};

} // namespace

/// What the target's printer makes of queries that ask for registers.
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
  return AssemblyString::expand(
      Text, [&](raw_ostream &OS, StringRef Query) { printQuery(OS, Opcode, Descriptor, Query); });
}

std::string tensorcore::spellMnemonic(MMAOpcode Opcode, MMADescriptor Descriptor) {
  const MMAPTXText *Text = lookupMMAPTXText(Opcode);
  return Text ? expand(Text->Mnemonic, Opcode, Descriptor) : "";
}

std::string tensorcore::spellStatement(MMAOpcode Opcode, MMADescriptor Descriptor) {
  const MMAPTXText *Text = lookupMMAPTXText(Opcode);
  return Text ? expand((Text->Mnemonic + Text->OperandLine + ";").str(), Opcode, Descriptor) : "";
}

/// The words as PTX has them, by the keys of their fields.
static std::string expand(CompanionForm Form, ArrayRef<unsigned> Words) {
  auto Print = [&](raw_ostream &OS, StringRef Key) {
    ArrayRef<unsigned> Left = Words;
    for (const MMAArgument &Operand : getCompanionFormInfo(Form).Signature.Arguments)
      if (Operand.Words == Key)
        OS << lookupMMAFieldByKey(Key)->Values[Left.front()];
      else if (!Operand.Words.empty())
        Left = Left.drop_front();
  };
  return AssemblyString::expand(getCompanionFormInfo(Form).TextLine, Print);
}

std::string tensorcore::spellMnemonic(CompanionForm Form) {
  return spellMnemonic(Form, getWordValues(Form).front());
}

std::string tensorcore::spellMnemonic(CompanionForm Form, ArrayRef<unsigned> Words) {
  std::string Text = expand(Form, Words);
  SmallVector<StringRef, 8> Statements;
  StringRef(Text).trim("{} ").split(Statements, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  // Of several statements the others only move the operands to where this one wants them.
  std::string Longest;
  for (StringRef Statement : Statements)
    if (StringRef Mnemonic = Statement.trim().split(' ').first; Mnemonic.size() > Longest.size())
      Longest = Mnemonic.str();
  return Longest;
}

std::string tensorcore::spellStatement(CompanionForm Form) {
  std::string Text = expand(Form, getWordValues(Form).front());
  return StringRef(Text).ends_with("}") ? Text : Text + ";";
}
