//===- MMAPTXText.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints instructions by the modifier groups of their rows, and operands where the rows have them.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAPTXText.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAOpcode.h"
#include "TensorCoreModel/PTXInstruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;
using namespace llvm::tensorcore;

/// Prints the operand of a name.
using PrintName = function_ref<void(raw_ostream &OS, StringRef Name)>;

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

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

namespace llvm::tensorcore {
#define GET_MMAStatements_IMPL
#define GET_MatrixInstructions_IMPL
#include "TensorCoreModel.inc"
} // namespace llvm::tensorcore

std::string MMAStatementOperand::getName(unsigned Index) const {
  if (!Names.empty())
    return Names[Index].str();
  return Count == 1 ? Role.str() : Role.str() + std::to_string(First + Index);
}

/// Returns the mnemonic if a row has words for a descriptor.
static std::optional<std::string> printWords(PTXInstruction Row, MMADescriptor Descriptor) {
  std::string Text = getInfo(Row).Mnemonic.str();
  for (const auto &[Group, Of] :
       zip(getInfo(Row).Modifiers, lookupMatrixInstruction(Row)->Groups)) {
    size_t Position = 0;
    for (MMAField Field : Of.Fields)
      Position = Position * lookupMMAField(Field)->Values.size() + Descriptor.get(Field);
    if (Position >= Group.Words.size() || Group.Words[Position] == "-")
      return std::nullopt;
    Text += Group.Words[Position];
  }
  return Text;
}

std::pair<const MatrixInstruction *, std::string> tensorcore::findRow(MMAOpcode Opcode,
                                                                      MMADescriptor Descriptor) {
  if (getMMAOpcodeInfo(Opcode).Family == Descriptor.getFamily())
    for (PTXInstruction Row : lookupMMAStatement(Opcode)->Rows)
      if (std::optional<std::string> Mnemonic = printWords(Row, Descriptor))
        return {lookupMatrixInstruction(Row), std::move(*Mnemonic)};
  return {nullptr, ""};
}

std::string tensorcore::printMnemonic(MMAOpcode Opcode, MMADescriptor Descriptor) {
  return findRow(Opcode, Descriptor).second;
}

/// The numbers behind the scale-d of a wgmma, which its MMA descriptor has.
static SmallVector<StringRef, 4> getImmediates(MMADescriptor Descriptor) {
  auto Print = [&](MMAField Field) { return printMMAField(Descriptor.getWord(), Field); };
  const StringRef Which = Print(MMAField_Immediates);
  SmallVector<StringRef, 4> Texts;
  if (Which.contains("scale"))
    Texts = {Print(MMAField_NegateA), Print(MMAField_NegateB)};
  if (Which.contains("trans") && Print(MMAField_Residency).empty())
    Texts.push_back(Print(MMAField_TransA));
  if (Which.contains("trans"))
    Texts.push_back(Print(MMAField_TransB));
  return Texts;
}

static StringRef getBrackets(MMAOperandForm Form) {
  return Form == MMAOperandForm_List ? "{}" : Form == MMAOperandForm_Address ? "[]" : "";
}

void tensorcore::printMatrixInstruction(
    raw_ostream &OS, MMAOpcode Opcode, MMADescriptor Descriptor,
    function_ref<void(const MMAStatementOperand &Operand, unsigned Index)> PrintOperand) {
  const auto [Row, Mnemonic] = findRow(Opcode, Descriptor);
  if (!Row)
    return;
  OS << Mnemonic;
  StringRef Separator = Row->Begin;
  for (const MMAStatementOperand &Group : lookupMMAStatement(Opcode)->Operands) {
    const StringRef Brackets = getBrackets(Group.Form);
    OS << (Group.IsNear ? StringRef(", ") : Separator) << Brackets.take_front();
    ListSeparator Comma;
    for (unsigned I = 0; I < Group.Count; ++I) {
      OS << Comma;
      PrintOperand(Group, I);
    }
    OS << Brackets.drop_front(!Brackets.empty());
    Separator = Row->Between;
  }
  for (StringRef Immediate : getImmediates(Descriptor))
    OS << ", " << Immediate;
  OS << ';';
}

std::string tensorcore::printStatement(MMAOpcode Opcode, MMADescriptor Descriptor) {
  std::string Text;
  raw_string_ostream OS(Text);
  printMatrixInstruction(OS, Opcode, Descriptor, [&](const MMAStatementOperand &Group, unsigned I) {
    OS << Group.getName(I);
  });
  return joinLines(Text);
}

std::vector<OperandRole> tensorcore::getOperandRoles(MMAOpcode Opcode, MMADescriptor Descriptor) {
  std::vector<OperandRole> Roles;
  for (const MMAStatementOperand &Group : lookupMMAStatement(Opcode)->Operands) {
    OperandRole Role = {"", {}, getBrackets(Group.Form) == "[]", Group.Bits};
    for (unsigned I = 0; I < Group.Count; ++I)
      Role.Parts.push_back(Role.IsAddress ? "[" + Group.getName(I) + "]" : Group.getName(I));
    Role.Name = join(Role.Parts, ", ");
    if (Group.Form == MMAOperandForm_List)
      Role.Name = "{" + Role.Name + "}";
    Roles.push_back(std::move(Role));
  }
  for (StringRef Immediate : getImmediates(Descriptor))
    Roles.push_back({Immediate.str(), {Immediate.str()}, false});
  return Roles;
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

std::string tensorcore::printMnemonic(const CompanionWord &Word) {
  std::string Text;
  raw_string_ostream OS(Text);
  CompanionPrinter(OS, Word.Form, getWords(Word), printName).printMnemonic();
  return Text;
}

std::string tensorcore::printTemplate(CompanionForm Form) {
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

std::string tensorcore::printMnemonic(CompanionForm Form) {
  return printMnemonic(CompanionWord{Form, getWordValues(Form).front()});
}

std::string tensorcore::printStatement(CompanionForm Form) {
  std::string Text;
  raw_string_ostream OS(Text);
  printCompanion(OS, {Form, getWordValues(Form).front()}, printName);
  return joinLines(Text);
}
