//===- TypedPointers.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outside of strings and comments, `*` only ends a pointer's type. The type before it is one token,
// or ends in a bracket.
//
//===----------------------------------------------------------------------===//

#include "Library/TypedPointers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// A token, and the space and comments before it.
struct Token {
  StringRef Space;
  std::string Text;
  /// The type that a pointer's type points to.
  std::string Pointee = "";
};

class Rewriter {
public:
  explicit Rewriter(StringRef Text) : Rest(Text) {}

  std::optional<std::string> run();

private:
  StringRef takeSpace();
  StringRef takeToken();
  bool is(size_t I, StringRef Text) const { return I < Tokens.size() && Tokens[I].Text == Text; }
  size_t findOpening(size_t Last) const;
  size_t findType(size_t Last) const;
  std::string print(size_t First) const;
  void makePointer();
  void addPointee(StringRef Attribute);

  StringRef Rest;
  SmallVector<Token, 0> Tokens;
  bool HasPointers = false;
};

} // namespace

static constexpr size_t None = ~size_t(0);

StringRef Rewriter::takeSpace() {
  const StringRef Start = Rest;
  for (;;) {
    Rest = Rest.ltrim();
    if (!Rest.starts_with(";"))
      return Start.drop_back(Rest.size());
    Rest = Rest.drop_until([](char C) { return C == '\n'; });
  }
}

StringRef Rewriter::takeToken() {
  auto IsOfName = [](char C) { return isAlnum(C) || StringRef("-$._@%!#:\\").contains(C); };
  size_t Size = 0;
  while (Size < Rest.size() && IsOfName(Rest[Size]))
    ++Size;
  if (Size < Rest.size() && Rest[Size] == '"' &&
      (!Size || Rest.take_front(Size).find_first_not_of("@%!c$") == StringRef::npos)) {
    const size_t End = Rest.find('"', Size + 1);
    Size = End == StringRef::npos ? Rest.size() : End + 1;
  }
  const StringRef Token = Rest.take_front(std::max<size_t>(Size, 1));
  Rest = Rest.drop_front(Token.size());
  return Token;
}

/// The bracket that the last token closes.
size_t Rewriter::findOpening(size_t Last) const {
  SmallVector<char> Open;
  for (size_t I = Last + 1; I-- > 0;) {
    const std::string &Text = Tokens[I].Text;
    if (Text.size() != 1)
      continue;
    switch (Text[0]) {
    case ')':
    case ']':
    case '}':
    case '>':
      Open.push_back(Text[0]);
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      Open.pop_back();
      if (Open.empty())
        return I;
      break;
    default:
      break;
    }
  }
  return None;
}

/// The first token of the type that ends at a token.
size_t Rewriter::findType(size_t Last) const {
  for (;;) {
    if (Last == None || Last >= Tokens.size())
      return None;
    const std::string &Text = Tokens[Last].Text;
    if (Text != ")" && Text != "]" && Text != "}" && Text != ">")
      return Last;
    const size_t Opening = findOpening(Last);
    if (Opening == None || Text != ")")
      return Opening;
    Last = Opening - 1; // a function's type begins with that of its result
  }
}

std::string Rewriter::print(size_t First) const {
  std::string Text;
  for (size_t I = First; I < Tokens.size(); ++I)
    Text += (I == First ? StringRef() : Tokens[I].Space).str() + Tokens[I].Text;
  return Text;
}

/// Puts a token in place of the type that `*` has followed.
void Rewriter::makePointer() {
  std::string Type = "ptr";
  if (const size_t Size = Tokens.size();
      Size > 4 && is(Size - 4, "addrspace") && is(Size - 3, "(") && is(Size - 1, ")")) {
    Type += " " + print(Size - 4);
    Tokens.truncate(Size - 4);
  }
  const size_t First = findType(Tokens.size() - 1);
  if (First == None)
    return;
  Token Pointer{Tokens[First].Space, Type, print(First)};
  Tokens.truncate(First);
  Tokens.push_back(std::move(Pointer));
  HasPointers = true;
}

/// Gives `byval` of old text its type: `ptr byval` becomes `ptr byval(i32)`.
void Rewriter::addPointee(StringRef Attribute) {
  if (Attribute != "byval" && Attribute != "sret" && Attribute != "inalloca")
    return;
  if (Rest.ltrim().starts_with("("))
    return;
  for (size_t I = Tokens.size() - 1; I-- > 0;) {
    if (!Tokens[I].Pointee.empty()) {
      Tokens.back().Text += "(" + Tokens[I].Pointee + ")";
      return;
    }
    if (is(I, ",") || is(I, "("))
      return;
  }
}

std::optional<std::string> Rewriter::run() {
  while (true) {
    const StringRef Space = takeSpace();
    if (Rest.empty()) {
      Tokens.push_back({Space, ""});
      break;
    }
    const StringRef Text = takeToken();
    if (Text == "*" && !Tokens.empty()) {
      makePointer();
      continue;
    }
    Tokens.push_back({Space, Text.str()});
    addPointee(Text);
  }
  if (!HasPointers)
    return std::nullopt;
  std::string Text;
  for (const Token &T : Tokens)
    Text += T.Space.str() + T.Text;
  return Text;
}

std::optional<std::string> tensorcore::replaceTypedPointers(StringRef Text) {
  if (!Text.contains('*'))
    return std::nullopt;
  return Rewriter(Text).run();
}
