//===- Cursor.h ----------------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location in a list of tokens, for the parts of the reader. It also collects faults. A function
// that reads something returns whether it could; the first that cannot says why, and the rest give
// up.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PTX_CURSOR_H
#define NVPTXTENSORCORE_PTX_CURSOR_H

#include "PTX/Syntax.h"
#include "llvm/ADT/Twine.h"

namespace llvm::tensorcore::ptx {

class Cursor {
public:
  Cursor(ArrayRef<Token> Tokens, std::vector<Fault> &Faults) : Tokens(Tokens), Faults(Faults) {}

  const Token &peek(size_t Ahead = 0) const {
    return Tokens[std::min(Position + Ahead, Tokens.size() - 1)];
  }
  const Token &take() {
    const Token &T = peek();
    Position += T.Is != Token::Kind::End;
    return T;
  }
  bool isAtEnd() const { return peek().Is == Token::Kind::End; }
  bool isAt(StringRef Mark) const { return peek().is(Mark); }
  bool isAtModifier(StringRef Text) const { return peek().isModifier() && peek().Text == Text; }

  /// Takes a mark, if it is there.
  bool consume(StringRef Mark) {
    const bool IsThere = isAt(Mark);
    Position += IsThere;
    return IsThere;
  }
  /// Takes a mark, or fails.
  bool expect(StringRef Mark) { return consume(Mark) || failToFind("'" + Mark + "'"); }

  /// Notes a fault at the token at hand, and returns false.
  bool fail(const Twine &Sentence) { return fail(peek().At, Sentence); }
  bool fail(Location At, const Twine &Sentence) {
    Faults.push_back({At, Sentence.str()});
    return false;
  }
  /// "expected …, not 'x'"
  bool failToFind(const Twine &What) {
    return fail("expected " + What + ", not " +
                (isAtEnd() ? "the end of the text" : "'" + print(peek()) + "'"));
  }

  size_t getPosition() const { return Position; }
  ArrayRef<Token> getTokensFrom(size_t First) const {
    return Tokens.slice(First, Position - First);
  }
  /// The sentence of the last fault.
  StringRef getLastSentence() const { return Faults.back().Sentence; }

  /// Goes on behind a statement that began at First and is not PTX: behind its semicolon, or
  /// before a brace that is not its own.
  void recover(size_t First) {
    Position = First;
    for (unsigned Depth = 0; !isAtEnd(); take()) {
      if (consume(";") || (isAt("}") && Depth == 0))
        return;
      Depth += isAt("{") ? 1 : isAt("}") ? -1 : 0;
    }
  }

private:
  ArrayRef<Token> Tokens;
  std::vector<Fault> &Faults;
  size_t Position = 0;
};

/// Reads an operand, or an expression of constants. Modifiers are operands in sections and
/// attributes only.
bool readOperand(Cursor &Rest, Operand &Result, bool TakesModifiers = false);
/// Reads operands with commas between them: at least one.
bool readOperands(Cursor &Rest, std::vector<Operand> &Result, bool TakesModifiers = false);

/// Returns true if a declaration begins here.
bool isAtDeclaration(const Cursor &Rest);
/// Takes ".visible", ".extern", ".weak" or ".common", if one is there.
StringRef takeLinkage(Cursor &Rest);
/// Reads one parameter, or all that one declaration declares, without the semicolon.
bool readParameter(Cursor &Rest, Declaration &Result);
bool readDeclarations(Cursor &Rest, StringRef Linkage, std::vector<Declaration> &Result);

/// Names the locations where a statement can be.
enum Context : unsigned { InModule = 1, InPrototype = 2, InBody = 4, InSection = 8 };

/// Returns true if a directive begins here that may stand there.
bool isAtDirective(const Cursor &Rest, Context Where);
/// Reads a directive with its semicolon, if it has one.
bool readDirective(Cursor &Rest, Statement &Result);
/// Reads results, a name, parameters and directives: what stands between .func and its body.
bool readPrototype(Cursor &Rest, Prototype &Result);

/// Reads statements up to a brace that closes more than was opened, which is not taken, or to
/// where another function begins, or to the end.
void readBody(Cursor &Rest, std::vector<Statement> &Result);
/// Reads one statement, or takes what is none. False if nothing came of it.
bool readStatement(Cursor &Rest, Statement &Result, Context Where);

} // namespace llvm::tensorcore::ptx

#endif // NVPTXTENSORCORE_PTX_CURSOR_H
