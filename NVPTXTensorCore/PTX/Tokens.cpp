//===- Tokens.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lexer that goes over the text once. Comments, blanks and lines of a preprocessor end a word and
// are no tokens.
//
//===----------------------------------------------------------------------===//

#include "PTX/Tokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::ptx;

std::string Fault::str() const {
  return utostr(At.Line) + ":" + utostr(At.Column) + ": " + Sentence;
}

static bool isPlainCharacter(char C) { return isAlnum(C) || C == '_'; }

/// The length of the number that a text begins with. Letters at its end are part of it.
static size_t getNumberLength(StringRef Text) {
  size_t End = 0;
  auto SkipDigits = [&] { End = std::min(Text.find_if_not(isDigit, End), Text.size()); };
  const bool HasPrefix = Text.size() > 1 && Text[0] == '0' && isAlpha(Text[1]);
  if (!HasPrefix || toLower(Text[1]) == 'e') {
    SkipDigits();
    if (Text.substr(End).starts_with(".") && End + 1 < Text.size() && isDigit(Text[End + 1])) {
      ++End;
      SkipDigits();
    }
    StringRef Exponent = Text.substr(End);
    if (Exponent.consume_front_insensitive("e") &&
        (Exponent.consume_front("+") || Exponent.consume_front("-")) && !Exponent.empty() &&
        isDigit(Exponent[0]))
      End = Text.size() - Exponent.size();
  }
  return std::min(Text.find_if_not(isPlainCharacter, End), Text.size());
}

namespace {

class Lexer {
public:
  Lexer(StringRef Text, Dialect Language, TokenList &Result)
      : Text(Text), IsTemplate(Language == Dialect::Template), Result(Result) {}
  void run();

private:
  void step();
  bool skipBlank();
  void skipTo(size_t End);
  void skipPast(StringRef End, const Twine &What);
  void readString();
  void readMark();
  void readDollar();
  void readReference(StringRef Reference);
  bool readAlternative();
  StringRef takeWord(bool IsModifier);
  StringRef takeDollarOfWord();
  void add(Token::Kind Kind, StringRef Spelling, unsigned Index = 0);
  void addFault(const Twine &Sentence);

  char peek(size_t Ahead = 0) const {
    return Position + Ahead < Text.size() ? Text[Position + Ahead] : '\0';
  }
  bool isAt(StringRef Mark) const { return Text.substr(Position).starts_with(Mark); }
  bool isWordCharacter(size_t Ahead) const {
    return isPlainCharacter(peek(Ahead)) || (peek(Ahead) == '$' && !IsTemplate);
  }
  Location getLocation(size_t At) const { return {Line, unsigned(At - LineStart + 1)}; }

  StringRef Text;
  bool IsTemplate;
  TokenList &Result;
  size_t Position = 0, LineStart = 0;
  size_t Start = 0;                ///< of the token at hand
  unsigned Line = 1, LastLine = 0; ///< at hand, and of the last token
  bool IsGlued = false;            ///< no blank since the last token, which was no mark
  std::optional<unsigned> Alternative;
};

} // namespace

void Lexer::addFault(const Twine &Sentence) {
  Result.Faults.push_back({getLocation(Start), Sentence.str()});
}

/// Adds a token that began at Start. Nothing of an alternative that is not printed.
void Lexer::add(Token::Kind Kind, StringRef Spelling, unsigned Index) {
  if (Alternative.value_or(0) != 0)
    return;
  const bool IsMark = Kind == Token::Kind::Mark;
  Result.Tokens.push_back({Kind, !IsMark && IsGlued, Index, getLocation(Start), Spelling});
  IsGlued = !IsMark;
  LastLine = Line;
}

void Lexer::skipTo(size_t End) {
  for (; Position < End; ++Position)
    if (Text[Position] == '\n') {
      ++Line;
      LineStart = Position + 1;
    }
  IsGlued = false;
}

/// Skips to behind a mark. If there is none, the rest of the text is `What`, and is not closed.
void Lexer::skipPast(StringRef End, const Twine &What) {
  const size_t Found = Text.find(End, Position);
  if (Found == StringRef::npos)
    addFault(What + " is not closed by '" + End + "'");
  skipTo(Found == StringRef::npos ? Text.size() : Found + End.size());
}

/// Skips blanks, a comment or a line of a preprocessor, if one begins here.
bool Lexer::skipBlank() {
  if (isSpace(peek())) {
    skipTo(std::min(Text.find_if_not([](char C) { return isSpace(C); }, Position), Text.size()));
    return true;
  }
  if (!StringRef("/#@").contains(peek()))
    return false;
  const bool IsLineStart = LastLine != Line;
  if (isAt("//") || (IsLineStart && (isAt("#") || isAt("@@DWARF")))) {
    skipTo(std::min(Text.find('\n', Position), Text.size()));
  } else if (isAt("/*")) {
    Position += 2;
    skipPast("*/", "a comment");
  } else {
    return false;
  }
  return true;
}

void Lexer::readString() {
  size_t End = Position + 1;
  while (End < Text.size() && Text[End] != '"' && Text[End] != '\n')
    End += Text[End] == '\\' && End + 1 < Text.size() && Text[End + 1] != '\n' ? 2 : 1;
  if (End >= Text.size() || Text[End] == '\n') {
    addFault("a string is not closed by '\"'");
    return skipTo(std::min(End, Text.size()));
  }
  Position = End + 1;
  add(Token::Kind::String, Text.slice(Start, Position));
}

/// Takes a dollar sign within a word: the sign itself, a part that LLVM generates, or, if the
/// result is empty, no part of the word.
StringRef Lexer::takeDollarOfWord() {
  if (!IsTemplate || peek() != '$')
    return "";
  for (auto [Written, Means] :
       {std::pair("$$", "$"), std::pair("${:uid}", "$uid"), std::pair("${:private}", "$private")})
    if (isAt(Written)) {
      Position += StringRef(Written).size();
      return Means;
    }
  return "";
}

/// The characters of a word or modifier, from Start on. Few words have a part to compose.
StringRef Lexer::takeWord(bool IsModifier) {
  std::optional<std::string> Composed;
  for (;;) {
    const size_t Before = Position;
    while (isWordCharacter(0))
      ++Position;
    if (Position == Before && IsModifier && isAt("::") && isWordCharacter(2))
      Position += 2;
    // ".sp::2:4"
    if (Position == Before && IsModifier && isAt(":") && isDigit(Text[Before - 1]) &&
        isDigit(peek(1)))
      ++Position;
    StringRef Part = Text.slice(Before, Position);
    if (Part.empty() && !(Part = takeDollarOfWord()).empty() && !Composed)
      Composed = Text.slice(Start, Before).str();
    if (Part.empty())
      break;
    if (Composed)
      *Composed += Part;
  }
  return Composed ? Result.Composed.emplace_front(std::move(*Composed))
                  : Text.slice(Start, Position);
}

/// $( begins alternatives, $| parts them, $) ends them.
bool Lexer::readAlternative() {
  const char Mark = peek(1);
  if (Mark == '(' && !Alternative)
    Alternative = 0;
  else if (Mark == '|' && Alternative)
    ++*Alternative;
  else if (Mark == ')' && Alternative)
    Alternative.reset();
  else
    return false;
  Position += 2;
  return true;
}

/// "0" or "0:x" of an operand, or ":comment".
void Lexer::readReference(StringRef Reference) {
  unsigned Index;
  if (Reference == ":comment")
    skipTo(std::min(Text.find('\n', Position), Text.size()));
  else if (Reference.starts_with(":"))
    addFault("LLVM knows no ${" + Reference + "}");
  else if (StringRef Number = Reference.split(':').first;
           !all_of(Number, isDigit) || Number.getAsInteger(10, Index))
    addFault("'$" + Reference + "' is not an operand");
  else
    add(Token::Kind::Operand, Text.slice(Start, Position), Index);
}

void Lexer::readDollar() {
  if (readAlternative())
    return;
  const StringRef Rest = Text.substr(Position + 1);
  const StringRef Digits = Rest.take_while(isDigit);
  if (!Digits.empty()) {
    Position += 1 + Digits.size();
    return readReference(Digits);
  }
  const size_t End = Rest.starts_with("{") ? Rest.find('}') : 0;
  if (End == 0)
    addFault("'$' stands before neither an operand nor '$'");
  else if (End == StringRef::npos)
    addFault("'${' without '}'");
  Position += End == StringRef::npos ? Rest.size() + 1 : End == 0 ? 1 : End + 2;
  if (End != 0 && End != StringRef::npos)
    readReference(Rest.slice(1, End));
}

void Lexer::readMark() {
  if (StringRef("<>=&|").contains(peek(1)))
    for (StringRef Mark : {"<<", ">>", "==", "!=", "<=", ">=", "&&", "||"})
      if (isAt(Mark)) {
        Position += 2;
        return add(Token::Kind::Mark, Mark);
      }
  if (!StringRef("{}[]()<>,;:@!=+-*/%&|^~?.").contains(Text[Position++])) {
    IsGlued = false;
    return addFault("a character that PTX does not have");
  }
  add(Token::Kind::Mark, Text.slice(Start, Position));
}

/// Blanks, or one token.
void Lexer::step() {
  Start = Position;
  if (skipBlank())
    return;
  const bool IsDollarOfWord =
      peek() == '$' && (isAt("$$") || isAt("${:uid}") || isAt("${:private}"));
  const StringRef Fraction =
      peek() == '.' ? Text.substr(Position + 1).take_while(isPlainCharacter) : "";
  if (peek() == '"') {
    readString();
  } else if (isDigit(peek())) {
    Position += getNumberLength(Text.substr(Position));
    add(Token::Kind::Number, Text.slice(Start, Position));
  } else if (isWordCharacter(0) || (IsTemplate && IsDollarOfWord) ||
             (peek() == '%' && isWordCharacter(1))) {
    Position += peek() == '%';
    add(Token::Kind::Word, takeWord(/*IsModifier=*/false));
  } else if (peek() == '.' && !IsGlued && !Fraction.empty() && all_of(Fraction, isDigit)) {
    Position += 1 + Fraction.size();
    add(Token::Kind::Number, Text.slice(Start, Position));
  } else if (peek() == '.' && isWordCharacter(1)) {
    ++Position;
    add(Token::Kind::Modifier, takeWord(/*IsModifier=*/true));
  } else if (peek() == '$') {
    readDollar();
  } else {
    readMark();
  }
}

void Lexer::run() {
  while (Position < Text.size())
    step();
  Start = Position;
  if (Alternative)
    addFault("'$(' without '$)'");
  Alternative.reset();
  add(Token::Kind::End, "");
}

TokenList ptx::readTokens(StringRef Text, Dialect Language) {
  TokenList Result;
  Result.Tokens.reserve(Text.size() / 4); // a token has about four characters
  Lexer(Text, Language, Result).run();
  return Result;
}

std::string ptx::print(ArrayRef<Token> Tokens) {
  std::string Text;
  for (const Token &T : Tokens) {
    const bool IsBehindSpace =
        Text.empty() || Text.back() == '{' || T.IsGlued || T.is(",") || T.is("}");
    Text += IsBehindSpace ? "" : " ";
    Text += T.Is == Token::Kind::Operand ? "$" + utostr(T.Index) : T.Text.str();
  }
  return Text;
}
