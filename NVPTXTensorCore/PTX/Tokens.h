//===- Tokens.h ----------------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tokens of PTX text. A token knows its location and its spelling. It does not know what it
// means: `mma.sync` is a word and a modifier, `{` is a mark.
//
// Inline-assembly templates, as LLVM writes them, are a dialect of the same text. `$0`, `${0}` and
// `${0:x}` are operands of the statement, `$$` is a dollar sign, `${:uid}` is a part of a word, and
// of the alternatives in `$( … $| … $)` only the first one is read.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PTX_TOKENS_H
#define NVPTXTENSORCORE_PTX_TOKENS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <forward_list>
#include <string>
#include <vector>

namespace llvm::tensorcore::ptx {

/// Is a location in a text, from 1 on.
struct Location {
  unsigned Line = 1;
  unsigned Column = 1; ///< in bytes
};

/// Says what is not PTX, and where it is.
struct Fault {
  Location At;
  std::string Sentence;

  /// "12:5: expected ',' or ';', not 'x'"
  std::string str() const;
};

enum class Dialect {
  Module,   ///< text as ptxas reads it
  Template, ///< the template of inline assembly
};

struct Token {
  enum class Kind {
    End,      ///< after the last token
    Word,     ///< mma, %r1, $L__BB0_1, _
    Modifier, ///< .sync, .shared::cta, .reg: the dot is part of it
    Number,   ///< 12, 0x1FU, 1.5e3, 0f3F800000
    String,   ///< with its quotes
    Operand,  ///< $Index of a template
    Mark,     ///< one character, or one of << >> == != <= >= && ||
  };
  Kind Is = Kind::End;
  bool IsGlued = false; ///< follows another token that is not a mark, without a blank
  unsigned Index = 0;
  Location At;
  StringRef Text;

  bool is(StringRef Mark) const { return Is == Kind::Mark && Text == Mark; }
  bool isWord() const { return Is == Kind::Word; }
  bool isModifier() const { return Is == Kind::Modifier; }
};

/// The tokens of a text, which must stay. The last one is an End.
struct TokenList {
  std::vector<Token> Tokens;
  std::vector<Fault> Faults;
  std::forward_list<std::string> Composed; ///< words of a template that differ from its text
};

/// Reads any text. What is no token is a fault, and is left out.
TokenList readTokens(StringRef Text, Dialect Language);

/// The tokens as one line of text.
std::string print(ArrayRef<Token> Tokens);

} // namespace llvm::tensorcore::ptx

#endif // NVPTXTENSORCORE_PTX_TOKENS_H
