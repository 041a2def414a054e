//===- MMAPTXText.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands assembly strings of matrix instructions, and prints companions by their rows.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/MMAPTXSyntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
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

static void printName(raw_ostream &OS, StringRef Name) { OS << Name; }

/// Returns a text on a line.
static std::string joinLines(StringRef Text) {
  std::string Line;
  for (StringRef Rest = Text; !Rest.empty(); Rest = Rest.drop_front())
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

/// An assembly string with the names of its operands, on a line.
static std::string expand(StringRef Text, MMAOpcode Opcode, MMADescriptor Descriptor) {
  std::string Expanded;
  raw_string_ostream OS(Expanded);
  AssemblyString(OS, printName, [&](raw_ostream &OS, StringRef, StringRef Query) {
    printQuery(OS, Opcode, Descriptor, Query);
  }).expand(Text);
  return joinLines(Expanded);
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

//===----------------------------------------------------------------------===//
// Companions
//===----------------------------------------------------------------------===//

namespace {

/// Prints the statement of a companion by its row.
class CompanionPrinter {
public:
  CompanionPrinter(raw_ostream &OS, CompanionForm Form, ArrayRef<StringRef> Words, PrintName Print)
      : OS(OS), Form(getCompanionFormInfo(Form)), Row(getInfo(this->Form.Row)), Words(Words),
        Print(Print) {}

  void printMnemonic() {
    OS << Row.Mnemonic;
    for (StringRef Word : Words)
      OS << Word;
  }

  /// Prints a block around the statement if it has temporaries.
  void printStatement() {
    const bool IsBlock =
        any_of(Form.Statement, [](const CompanionOperand &O) { return !O.Temporary.empty(); });
    if (IsBlock)
      printBegin();
    printMnemonic();
    printOperands();
    OS << ';';
    if (IsBlock)
      printEnd();
  }

private:
  bool isResult(StringRef Name) const { return is_contained(Form.ResultNames, Name); }

  void print(StringRef Name) {
    if (isResult(Name) ||
        any_of(Form.Signature.Arguments, [&](const MMAArgument &A) { return A.Name == Name; }))
      Print(OS, Name);
    else
      OS << Name;
  }

  void printList(ArrayRef<StringLiteral> Names) {
    ListSeparator Separator;
    OS << '{';
    for (StringRef Name : Names) {
      OS << Separator;
      print(Name);
    }
    OS << '}';
  }

  void print(const CompanionOperand &O) {
    if (!O.Temporary.empty())
      OS << '%' << O.Temporary;
    else if (O.IsVector)
      printList(O.Names);
    else
      print(O.Names.front());
  }

  void printOperands() {
    ArrayRef<CompanionOperand> Rest = Form.Statement;
    StringRef Separator = " ";
    for (const PTXOperandInfo &Info : Row.Operands) {
      if (Rest.empty())
        return;
      if (!Info.With.empty() &&
          none_of(Words, [&](StringRef Word) { return is_contained(Info.With, Word); }))
        continue;
      const auto Nested =
          Rest.drop_front().take_while([](const CompanionOperand &O) { return O.IsNested; });
      const bool HasBrackets =
          !Nested.empty() || (Info.Kind == PTXOperandKind_Address && !Info.IsBare);
      OS << (Info.IsPaired ? "|" : Separator) << (HasBrackets ? "[" : "");
      print(Rest.front());
      for (const CompanionOperand &O : Nested) {
        OS << ", ";
        print(O);
      }
      OS << (HasBrackets ? "]" : "");
      Rest = Rest.drop_front(1 + Nested.size());
      Separator = ", ";
    }
  }

  /// Declares temporaries, and sets those that are no results.
  void printBegin() {
    OS << "{\n\t";
    for (const CompanionOperand &O : Form.Statement) {
      if (O.Temporary.empty())
        continue;
      OS << ".reg ." << O.TemporaryType << " %" << O.Temporary << ";\n\t";
      if (isResult(O.Names.front()))
        continue;
      OS << (O.Names.size() == 1 ? "cvt.u8.u16 %" : "mov.b128 %") << O.Temporary << ", ";
      if (O.Names.size() == 1)
        print(O.Names.front());
      else
        printList(O.Names);
      OS << ";\n\t";
    }
  }

  /// Sets results that are temporaries.
  void printEnd() {
    for (const CompanionOperand &O : Form.Statement)
      if (!O.Temporary.empty() && isResult(O.Names.front())) {
        OS << "\n\tcvt.u16.u8 ";
        print(O.Names.front());
        OS << ", %" << O.Temporary << ';';
      }
    OS << "\n\t}";
  }

  raw_ostream &OS;
  const CompanionFormInfo &Form;
  const PTXInstructionInfo &Row;
  ArrayRef<StringRef> Words;
  PrintName Print;
};

} // namespace

void tensorcore::printCompanion(raw_ostream &OS, const CompanionWord &Word,
                                function_ref<void(raw_ostream &OS, StringRef Name)> PrintOperand) {
  CompanionPrinter(OS, Word.Form, getWords(Word), PrintOperand).printStatement();
}

std::string tensorcore::spellMnemonic(const CompanionWord &Word) {
  std::string Text;
  raw_string_ostream OS(Text);
  CompanionPrinter(OS, Word.Form, getWords(Word), printName).printMnemonic();
  return Text;
}

std::string tensorcore::spellTemplate(CompanionForm Form) {
  std::string Text;
  raw_string_ostream OS(Text);
  const auto Chosen = map_to_vector<16>(getCompanionFormInfo(Form).Words, [](StringRef Word) {
    return Word.consume_front("$") ? ("${" + Word + "}").str() : Word.str();
  });
  CompanionPrinter(OS, Form, SmallVector<StringRef, 16>(Chosen.begin(), Chosen.end()),
                   [](raw_ostream &Out, StringRef Name) { Out << '$' << Name; })
      .printStatement();
  return Text;
}

std::string tensorcore::spellMnemonic(CompanionForm Form) {
  return spellMnemonic(CompanionWord{Form, getWordValues(Form).front()});
}

std::string tensorcore::spellStatement(CompanionForm Form) {
  std::string Text;
  raw_string_ostream OS(Text);
  printCompanion(OS, {Form, getWordValues(Form).front()}, printName);
  return joinLines(Text);
}
