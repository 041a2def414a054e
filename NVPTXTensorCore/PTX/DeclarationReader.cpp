//===- DeclarationReader.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations: of registers, variables and parameters. The order of what stands before the name is
// PTX's own; only `.align` and `.attribute` may be anywhere in it.
//
//===----------------------------------------------------------------------===//

#include "PTX/Cursor.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::ptx;

static bool isLinkage(StringRef Word) {
  return is_contained({".visible", ".extern", ".weak", ".common"}, Word);
}

static bool isStateSpace(StringRef Word) {
  return is_contained({".reg", ".sreg", ".const", ".global", ".local", ".param", ".shared", ".tex"},
                      Word.split("::").first);
}

bool ptx::isAtDeclaration(const Cursor &Rest) {
  const Token &T = Rest.peek();
  return T.isModifier() && (isLinkage(T.Text) || isStateSpace(T.Text));
}

StringRef ptx::takeLinkage(Cursor &Rest) {
  return Rest.peek().isModifier() && isLinkage(Rest.peek().Text) ? Rest.take().Text : StringRef();
}

/// A number that says how many.
static bool readCount(Cursor &Rest, unsigned &Result) {
  const Token &T = Rest.peek();
  if (T.Is != Token::Kind::Number)
    return Rest.failToFind("a number");
  StringRef Digits = T.Text;
  Digits.consume_back_insensitive("u");
  if (Digits.getAsInteger(/*Radix=*/0, Result))
    return Rest.fail("'" + T.Text + "' is not a number of 32 bits");
  Rest.take();
  return true;
}

/// A type, or what surrounds it. `.ptr` comes behind the type, and its space behind it.
static bool readQualifier(Cursor &Rest, Declaration &D) {
  const StringRef Word = Rest.take().Text;
  if (Word == ".align")
    return readCount(Rest, D.IsPointer ? D.PointerAlignment : D.Alignment);
  if (Word == ".attribute") {
    Operand &List = D.Attributes.emplace_back();
    return Rest.isAt("(") ? readOperand(Rest, List, /*TakesModifiers=*/true)
                          : Rest.failToFind("'('");
  }
  if (Word == ".ptr")
    D.IsPointer = true;
  else if (is_contained({".v2", ".v4", ".v8"}, Word))
    D.Vector = Word;
  else if (D.Type.empty())
    D.Type = Word;
  else if (D.IsPointer && D.PointerSpace.empty())
    D.PointerSpace = Word;
  else
    return Rest.fail(Rest.peek().At, "'" + Word + "' stands behind a type");
  return true;
}

/// The state space and what follows it, up to the name.
static bool readQualifiers(Cursor &Rest, Declaration &D) {
  D.At = Rest.peek().At;
  if (!Rest.peek().isModifier() || !isStateSpace(Rest.peek().Text))
    return Rest.failToFind("a state space");
  D.Space = Rest.take().Text;
  unsigned Bank;
  if (Rest.consume("[") && !(readCount(Rest, Bank) && Rest.expect("]"))) // of .const, long ago
    return false;
  while (Rest.peek().isModifier())
    if (!readQualifier(Rest, D))
      return false;
  return !D.Type.empty() || Rest.failToFind("a type");
}

/// The name, and how many there are of it.
static bool readName(Cursor &Rest, Declaration &D) {
  if (!Rest.peek().isWord())
    return Rest.failToFind("a name");
  D.At = Rest.peek().At;
  D.Name = Rest.take().Text;
  if (Rest.consume("<"))
    return readCount(Rest, D.Count) && Rest.expect(">");
  while (Rest.consume("[")) {
    Operand &Extent = D.Extents.emplace_back();
    Extent.At = Rest.peek().At;
    if (Rest.consume("]"))
      continue;
    if (!readOperand(Rest, Extent) || !Rest.expect("]"))
      return false;
  }
  return true;
}

bool ptx::readParameter(Cursor &Rest, Declaration &Result) {
  return readQualifiers(Rest, Result) && readName(Rest, Result);
}

bool ptx::readDeclarations(Cursor &Rest, StringRef Linkage, std::vector<Declaration> &Result) {
  Declaration Qualifiers;
  Qualifiers.Linkage = Linkage;
  if (!readQualifiers(Rest, Qualifiers))
    return false;
  do {
    Declaration &D = Result.emplace_back(Qualifiers);
    if (!readName(Rest, D))
      return false;
    if (Rest.consume("=") && !readOperand(Rest, D.Initializer.emplace()))
      return false;
  } while (Rest.consume(","));
  return true;
}
