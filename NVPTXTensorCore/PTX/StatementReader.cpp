//===- StatementReader.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements: instructions, labels, directives, braces. Braces do not nest here: a body is flat,
// with a statement for each of them.
//
//===----------------------------------------------------------------------===//

#include "PTX/Cursor.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::ptx;

namespace {

struct Directive {
  StringLiteral Name;
  unsigned Locations; ///< of Context
  bool HasOperands;
  bool HasSemicolon;
};

} // namespace

// clang-format off
static constexpr Directive Directives[] = {
    // name                   locations                        operands, semicolon
    {".version",              InModule,                        true,  false},
    {".target",               InModule,                        true,  false},
    {".address_size",         InModule,                        true,  false},
    {".file",                 InModule | InBody,               true,  false},
    {".loc",                  InModule | InBody,               true,  false},
    {".alias",                InModule,                        true,  true},
    {".pragma",               InModule | InPrototype | InBody, true,  true},
    {".branchtargets",        InBody,                          true,  true},
    {".calltargets",          InBody,                          true,  true},
    {".callprototype",        InBody,                          false, true},
    {".attribute",            InPrototype,                     true,  false},
    {".maxntid",              InPrototype,                     true,  false},
    {".reqntid",              InPrototype,                     true,  false},
    {".maxnreg",              InPrototype,                     true,  false},
    {".minnctapersm",         InPrototype,                     true,  false},
    {".maxnctapersm",         InPrototype,                     true,  false},
    {".noreturn",             InPrototype,                     false, false},
    {".explicitcluster",      InPrototype,                     false, false},
    {".reqnctapercluster",    InPrototype,                     true,  false},
    {".maxclusterrank",       InPrototype,                     true,  false},
    {".blocksareclusters",    InPrototype,                     false, false},
    {".abi_preserve",         InPrototype,                     true,  false},
    {".abi_preserve_control", InPrototype,                     true,  false},
    {".b8",                   InSection,                       true,  false},
    {".b16",                  InSection,                       true,  false},
    {".b32",                  InSection,                       true,  false},
    {".b64",                  InSection,                       true,  false},
};
// clang-format on

static const Directive *findDirective(const Token &T) {
  const auto *It = find_if(Directives, [&](const Directive &D) { return D.Name == T.Text; });
  return T.isModifier() && It != std::end(Directives) ? It : nullptr;
}

bool ptx::endsWithSemicolon(StringRef Name) {
  return any_of(Directives, [&](const Directive &D) { return D.Name == Name && D.HasSemicolon; });
}

bool ptx::isAtDirective(const Cursor &Rest, Context Where) {
  const Directive *Known = findDirective(Rest.peek());
  return Known && (Known->Locations & Where);
}

/// Operands of .file and .loc, some of which have no comma between them. No name follows without
/// one but those that .loc announces.
static bool readLooseOperands(Cursor &Rest, std::vector<Operand> &Result) {
  for (;;) {
    if (!readOperand(Rest, Result.emplace_back(), /*TakesModifiers=*/true))
      return false;
    const Token &T = Rest.peek();
    const bool HasMore = Rest.consume(",") || T.Is == Token::Kind::Number ||
                         T.Is == Token::Kind::String ||
                         (T.isWord() && Result.back().isName("function_name"));
    if (!HasMore)
      return true;
  }
}

static bool readCallPrototype(Cursor &Rest, Statement &Result) {
  auto Callee = std::make_shared<Prototype>();
  const bool IsRead = readPrototype(Rest, *Callee);
  Result.Callee = std::move(Callee);
  return IsRead;
}

/// Takes the semicolon that ends a statement.
static bool expectSemicolon(Cursor &Rest) {
  return Rest.consume(";") ||
         (Rest.isAtEnd() ? Rest.fail("not ended by ';'") : Rest.failToFind("',' or ';'"));
}

bool ptx::readDirective(Cursor &Rest, Statement &Result) {
  const Directive &Known = *findDirective(Rest.peek());
  const bool IsLine = Known.Name == ".file" || Known.Name == ".loc";
  Result.Is = Statement::Kind::Directive;
  Result.Name = Rest.take().Text;
  const bool IsRead = Known.Name == ".callprototype" ? readCallPrototype(Rest, Result)
                      : IsLine                       ? readLooseOperands(Rest, Result.Operands)
                      : Known.HasOperands
                          ? readOperands(Rest, Result.Operands, /*TakesModifiers=*/true)
                          : true;
  return IsRead && (!Known.HasSemicolon || expectSemicolon(Rest));
}

/// Reads the predicate behind '@'.
static bool readGuard(Cursor &Rest, Statement &Result) {
  Result.IsGuardNegated = Rest.consume("!");
  const Token &T = Rest.peek();
  if (!T.isWord() && T.Is != Token::Kind::Operand)
    return Rest.failToFind("a predicate");
  Operand &Guard = Result.Guard.emplace();
  Guard.Is = T.isWord() ? Operand::Kind::Name : Operand::Kind::Index;
  Guard.At = T.At;
  Guard.Text = T.Text;
  Guard.Value = T.Index;
  Rest.take();
  return true;
}

static bool readInstruction(Cursor &Rest, Statement &Result) {
  if (Rest.consume("@") && !readGuard(Rest, Result))
    return false;
  if (!Rest.peek().isWord())
    return Rest.failToFind("a statement");
  Result.At = Rest.peek().At;
  Result.Name = Rest.take().Text;
  while (Rest.peek().isModifier())
    Result.Modifiers.push_back(Rest.take().Text);
  if (!Rest.isAt(";") && !Rest.isAtEnd() && !readOperands(Rest, Result.Operands))
    return false;
  return expectSemicolon(Rest);
}

/// Reads a statement; false if it is none, and the fault says why.
static bool readAny(Cursor &Rest, Statement &Result, Context Where) {
  if (Rest.isAt("{") || Rest.isAt("}")) {
    Result.Is = Rest.isAt("{") ? Statement::Kind::ScopeBegin : Statement::Kind::ScopeEnd;
    Rest.take();
    return true;
  }
  if (Rest.peek().isWord() && Rest.peek(1).is(":")) {
    Result.Is = Statement::Kind::Label;
    Result.Name = Rest.take().Text;
    Rest.take();
    return true;
  }
  if (isAtDirective(Rest, Where))
    return readDirective(Rest, Result);
  if (Where == InBody && isAtDeclaration(Rest)) {
    Result.Is = Statement::Kind::Declares;
    StringRef Linkage = takeLinkage(Rest);
    return readDeclarations(Rest, Linkage, Result.Declarations) && expectSemicolon(Rest);
  }
  if (!Rest.peek().isModifier())
    return readInstruction(Rest, Result);
  Result.Is = Statement::Kind::Directive;
  return Rest.fail("'" + Rest.peek().Text + "' is not a directive that is allowed here");
}

/// Returns true if two tokens are one word to ptxas, such as an operand of a template and what is
/// glued to it.
static const Token *findGlued(ArrayRef<Token> Tokens) {
  for (const auto &[Before, T] : zip(Tokens, Tokens.drop_front()))
    if (T.IsGlued && (!T.isModifier() || Before.Is == Token::Kind::Operand))
      return &T;
  return nullptr;
}

bool ptx::readStatement(Cursor &Rest, Statement &Result, Context Where) {
  const size_t First = Rest.getPosition();
  Result.At = Rest.peek().At;
  bool IsRead = readAny(Rest, Result, Where);
  if (!IsRead) {
    Result.Wrong = Rest.getLastSentence();
    Rest.recover(First);
  }
  Result.Tokens = Rest.getTokensFrom(First);
  if (!Result.Tokens.empty() && Result.Tokens.back().is(";"))
    Result.Tokens = Result.Tokens.drop_back();
  if (const Token *Glued = Result.Tokens.empty() ? nullptr : findGlued(Result.Tokens)) {
    IsRead = Rest.fail(Glued->At, "'" + print(*Glued) + "' is part of a longer word");
    Result.Wrong = Rest.getLastSentence();
  }
  return IsRead;
}

/// Returns true if a function begins here.
static bool isAtFunction(const Cursor &Rest) {
  size_t Ahead = 0;
  while (Rest.peek(Ahead).isModifier() &&
         is_contained({".visible", ".extern", ".weak"}, Rest.peek(Ahead).Text))
    ++Ahead;
  const Token &T = Rest.peek(Ahead);
  return T.isModifier() && (T.Text == ".entry" || T.Text == ".func" || T.Text == ".version");
}

void ptx::readBody(Cursor &Rest, std::vector<Statement> &Result) {
  unsigned Depth = 0;
  while (!Rest.isAtEnd() && !isAtFunction(Rest)) {
    if (Rest.consume(";"))
      continue;
    if (Rest.isAt("}") && Depth == 0)
      return;
    Depth += Rest.isAt("{") ? 1 : Rest.isAt("}") ? -1 : 0;
    readStatement(Rest, Result.emplace_back(), InBody);
  }
}
