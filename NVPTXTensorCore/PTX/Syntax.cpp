//===- Syntax.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions that syntax answers, and how it is written.
//
//===----------------------------------------------------------------------===//

#include "PTX/Syntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::ptx;

ArrayRef<Operand> Operand::elements() const {
  const bool HasElements = Is == Kind::Vector || Is == Kind::List || Is == Kind::Pair;
  return HasElements ? ArrayRef(Parts) : ArrayRef(*this);
}

bool ptx::names(const Operand &O, unsigned Index) {
  return O.isIndex(Index) || any_of(O.Parts, [&](const Operand &P) { return names(P, Index); });
}

bool Statement::hasModifier(StringRef Modifier) const { return is_contained(Modifiers, Modifier); }

std::string Statement::getMnemonic() const {
  return Is == Kind::Instruction ? Name.str() + join(Modifiers, "") : "";
}

bool Statement::beginsWith(StringRef Opcode) const {
  const std::string Mnemonic = getMnemonic();
  StringRef Rest = Mnemonic;
  return Rest.consume_front(Opcode) && (Rest.empty() || Rest.front() == '.');
}

StringRef Module::get(StringRef Directive, unsigned Number) const {
  for (const Statement &S : Directives)
    if (S.Name == Directive && Number < S.Operands.size())
      return S.Operands[Number].Text;
  return "";
}

static std::string printAll(ArrayRef<Operand> Operands) {
  std::string Text;
  for (const Operand &O : Operands)
    Text += (Text.empty() ? "" : ", ") + print(O);
  return Text;
}

/// A part of an expression: in parentheses if it is one itself.
static std::string printPart(const Operand &O) {
  const bool IsOne =
      is_contained({Operand::Kind::Expression, Operand::Kind::Cast, Operand::Kind::Pair}, O.Is);
  return IsOne ? "(" + print(O) + ")" : print(O);
}

/// Returns the text of the operand of a prefix. That of another prefix has no parentheses, which
/// would nest twice as deep as what was read.
static std::string printOfPrefix(const Operand &O) {
  const bool IsPrefix =
      O.is(Operand::Kind::Cast) || (O.is(Operand::Kind::Expression) && O.Parts.size() == 1);
  return IsPrefix ? print(O) : printPart(O);
}

static std::string printExpression(const Operand &O) {
  const std::string Text = O.Text.str();
  if (O.Parts.size() == 1)
    return Text + printOfPrefix(O.Parts[0]);
  const std::string First = printPart(O.Parts[0]);
  if (O.Parts.size() == 2)
    return First + " " + Text + " " + printPart(O.Parts[1]);
  return First + " ? " + printPart(O.Parts[1]) + " : " + printPart(O.Parts[2]);
}

std::string ptx::print(const Operand &O) {
  switch (O.Is) {
  case Operand::Kind::Empty:
    return "";
  case Operand::Kind::Name:
  case Operand::Kind::Integer:
  case Operand::Kind::Single:
  case Operand::Kind::Double:
    return (O.Text + O.Component).str();
  case Operand::Kind::String:
    return ("\"" + O.Text + "\"").str();
  case Operand::Kind::Index:
    return "$" + utostr(O.Value);
  case Operand::Kind::Vector:
    return "{" + printAll(O.Parts) + "}";
  case Operand::Kind::Address:
    return "[" + printAll(O.Parts) + "]" + O.Component.str();
  case Operand::Kind::List:
    return "(" + printAll(O.Parts) + ")";
  case Operand::Kind::Pair:
    return print(O.Parts[0]) + "|" + print(O.Parts[1]);
  case Operand::Kind::Element:
    return print(O.Parts[0]) + "[" + printAll(ArrayRef(O.Parts).drop_front()) + "]";
  case Operand::Kind::Cast:
    return "(" + O.Text.str() + ") " + printOfPrefix(O.Parts[0]);
  case Operand::Kind::Apply:
    return O.Text.str() + "(" + printAll(O.Parts) + ")";
  case Operand::Kind::Expression:
    return printExpression(O);
  }
  return "";
}

static std::string printAlignment(unsigned Alignment) {
  return Alignment ? " .align " + utostr(Alignment) : "";
}

static std::string withBlank(StringRef Text) { return Text.empty() ? "" : " " + Text.str(); }

std::string ptx::print(const Declaration &D) {
  std::string Text = (D.Linkage + (D.Linkage.empty() ? "" : " ") + D.Space).str();
  Text += printAlignment(D.Alignment);
  for (const Operand &Attributes : D.Attributes)
    Text += " .attribute" + print(Attributes);
  Text += withBlank(D.Vector) + withBlank(D.Type);
  if (D.IsPointer)
    Text += " .ptr" + withBlank(D.PointerSpace) + printAlignment(D.PointerAlignment);
  Text += withBlank(D.Name);
  if (D.Count)
    Text += "<" + utostr(D.Count) + ">";
  for (const Operand &Extent : D.Extents)
    Text += "[" + print(Extent) + "]";
  if (D.Initializer)
    Text += " = " + print(*D.Initializer);
  return Text;
}

static std::string printAll(ArrayRef<Declaration> Declarations) {
  std::string Text;
  for (const Declaration &D : Declarations)
    Text += (Text.empty() ? "" : ", ") + print(D);
  return "(" + Text + ")";
}

std::string ptx::print(const Prototype &P) {
  std::string Text = P.Results.empty() ? "" : printAll(P.Results) + " ";
  Text += P.Name.str() + " " + printAll(P.Parameters);
  for (const Statement &S : P.Directives)
    Text += " " + print(S);
  return Text;
}

static std::string printDirective(const Statement &S) {
  std::string Text = S.Name.str() + (S.Callee ? " " + print(*S.Callee) : "");
  for (const auto &[Index, O] : enumerate(S.Operands)) {
    // Operands of .file and .loc follow each other without commas.
    const bool IsLoose = (S.Name == ".file" && Index == 1) || (S.Name == ".loc" && Index < 3) ||
                         (Index && S.Operands[Index - 1].isName("function_name"));
    Text += (Index && !IsLoose ? ", " : " ") + print(O);
  }
  return Text + (endsWithSemicolon(S.Name) ? ";" : "");
}

std::string ptx::print(const Statement &S) {
  switch (S.Is) {
  case Statement::Kind::Label:
    return S.Name.str() + ":";
  case Statement::Kind::ScopeBegin:
    return "{";
  case Statement::Kind::ScopeEnd:
    return "}";
  case Statement::Kind::Directive:
    return printDirective(S);
  case Statement::Kind::Declares: {
    std::string Text;
    for (const Declaration &D : S.Declarations)
      Text += (Text.empty() ? "" : " ") + print(D) + ";";
    return Text;
  }
  case Statement::Kind::Instruction:
    break;
  }
  std::string Text = S.Guard ? (S.IsGuardNegated ? "@!" : "@") + print(*S.Guard) + " " : "";
  Text += S.getMnemonic();
  return Text + (S.Operands.empty() ? "" : " " + printAll(S.Operands)) + ";";
}
