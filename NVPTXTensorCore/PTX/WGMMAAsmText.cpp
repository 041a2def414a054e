//===- WGMMAAsmText.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two steps: the template into tokens, with comments, strings and the other assembler
// dialects gone; then the tokens into instructions, statement by statement.
//
//===----------------------------------------------------------------------===//

#include "PTX/WGMMAAsmText.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

struct Token {
  enum class Kind { Word, Operand, Punctuation };
  Kind Is;
  std::string Text;     ///< of a word or a punctuation mark
  unsigned Index = 0;   ///< of an operand
  bool IsGlued = false; ///< a word or operand right behind another one

  bool is(char Mark) const { return Is == Kind::Punctuation && Text[0] == Mark; }
  bool isWord() const { return Is == Kind::Word; }
  std::string str() const { return Is == Kind::Operand ? "$" + std::to_string(Index) : Text; }
};

using Tokens = std::vector<Token>;

bool isWordCharacter(char C) { return isAlnum(C) || C == '_' || C == '.' || C == '%'; }

class Lexer {
public:
  explicit Lexer(StringRef Template) : Rest(Template) {}
  Expected<Tokens> run();

private:
  Error step();
  Error dollar();
  Error operand(StringRef Reference);
  Error special(StringRef Name);
  void add(Token::Kind Kind, StringRef Text, unsigned Index = 0);
  void addToWord(StringRef Text);
  void skipPast(StringRef End, bool Keep);

  /// Whether the text at hand is printed: outside of $( ... $| ... $), or its first alternative.
  bool isPrinted() const { return !Alternative || *Alternative == 0; }

  StringRef Rest;
  Tokens Result;
  std::optional<unsigned> Alternative;
  bool IsAdjacent = false; ///< no space since the last word or operand
  bool IsInWord = false;   ///< the last token is a word that may go on
};

void Lexer::add(Token::Kind Kind, StringRef Text, unsigned Index) {
  if (!isPrinted())
    return;
  bool IsMark = Kind == Token::Kind::Punctuation;
  Result.push_back({Kind, Text.str(), Index, !IsMark && IsAdjacent});
  IsAdjacent = !IsMark;
  IsInWord = Kind == Token::Kind::Word;
}

void Lexer::addToWord(StringRef Text) {
  if (!isPrinted())
    return;
  if (IsInWord)
    Result.back().Text += Text;
  else
    add(Token::Kind::Word, Text);
}

/// Drops everything up to End, and End itself unless it is kept. All of the rest if there is none.
void Lexer::skipPast(StringRef End, bool Keep) {
  size_t Position = Rest.find(End);
  Rest =
      Rest.substr(Position == StringRef::npos ? Rest.size() : Position + (Keep ? 0 : End.size()));
  IsAdjacent = IsInWord = false;
}

/// ${:uid} and its kin, which LLVM replaces by a text of its own.
Error Lexer::special(StringRef Name) {
  if (Name == "comment")
    skipPast("\n", /*Keep=*/true);
  else if (Name == "uid" || Name == "private")
    addToWord(("$" + Name).str());
  else
    return makeError("LLVM knows no ${:" + Name + "}");
  return Error::success();
}

Error Lexer::operand(StringRef Reference) {
  auto [Number, Modifier] = Reference.split(':');
  unsigned Index;
  if (!all_of(Number, isDigit) || Number.getAsInteger(10, Index))
    return makeError("'$" + Reference + "' is no operand");
  add(Token::Kind::Operand, "", Index);
  return Error::success();
}

/// What follows a dollar sign.
Error Lexer::dollar() {
  StringRef Digits = Rest.take_while(isDigit);
  if (!Digits.empty()) {
    Rest = Rest.drop_front(Digits.size());
    return operand(Digits);
  }
  if (Rest.consume_front("$")) {
    addToWord("$");
    return Error::success();
  }
  if (Rest.consume_front("{")) {
    size_t End = Rest.find('}');
    if (End == StringRef::npos)
      return makeError("'${' without '}'");
    StringRef Reference = Rest.take_front(End);
    Rest = Rest.drop_front(End + 1);
    return Reference.consume_front(":") ? special(Reference) : operand(Reference);
  }
  if (!Alternative && Rest.consume_front("(")) {
    Alternative = 0;
    return Error::success();
  }
  if (Alternative && Rest.consume_front("|")) {
    ++*Alternative;
    return Error::success();
  }
  if (Alternative && Rest.consume_front(")")) {
    Alternative.reset();
    return Error::success();
  }
  return makeError("'$' stands before neither an operand nor '$'");
}

Error Lexer::step() {
  if (Rest.consume_front("$"))
    return dollar();
  if (Rest.starts_with("//"))
    skipPast("\n", /*Keep=*/true);
  else if (Rest.consume_front("/*"))
    skipPast("*/", /*Keep=*/false);
  else if (Rest.consume_front("\""))
    skipPast("\"", /*Keep=*/false);
  else if (isWordCharacter(Rest[0])) {
    StringRef Word = Rest.take_while(isWordCharacter);
    Rest = Rest.drop_front(Word.size());
    addToWord(Word);
  } else if (IsInWord && Rest.consume_front("::"))
    addToWord("::");
  else {
    bool IsSpace = isSpace(Rest[0]);
    if (!IsSpace)
      add(Token::Kind::Punctuation, Rest.take_front());
    IsAdjacent = IsInWord = false;
    Rest = Rest.drop_front();
  }
  return Error::success();
}

Expected<Tokens> Lexer::run() {
  while (!Rest.empty())
    if (Error E = step())
      return E;
  if (Alternative)
    return makeError("'$(' without '$)'");
  return Result;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

std::string quote(ArrayRef<Token> Statement) {
  std::string Text;
  for (const Token &T : Statement)
    Text += (Text.empty() || T.IsGlued || T.is(',') || T.is('}') || Text.back() == '{' ? "" : " ") +
            T.str();
  return "'" + Text + "'";
}

/// Whether the word is an opcode of wgmma, wherever it stands. A name such as wgmma_done is none.
bool isWGMMA(const Token &T) { return T.isWord() && StringRef(T.Text).split('.').first == "wgmma"; }

/// Reads one statement that is a wgmma, the guard taken off.
class Instruction {
public:
  Instruction(ArrayRef<Token> Statement, WGMMAAsmEvent &Event)
      : Statement(Statement), Rest(Statement), Event(Event) {}
  Error parse();

private:
  Error wrong(const Twine &Why) const { return makeError(quote(Statement) + ": " + Why); }
  Error synchronisation(StringRef Name, WGMMAAsmEvent::Kind Kind);
  Error multiplication(ArrayRef<StringRef> Words);
  Error mnemonic(ArrayRef<StringRef> Words);
  Error operands();
  Error immediates();
  Error registers(SmallVectorImpl<unsigned> &Registers, const Twine &What);
  Expected<WGMMAAsmOperand> operand(const Twine &What);
  Error operandInto(WGMMAAsmOperand &Result, const Twine &What);
  Error next(WGMMAAsmOperand &Result, const Twine &What);
  bool consume(char Mark);

  ArrayRef<Token> Statement, Rest;
  WGMMAAsmEvent &Event;
};

bool Instruction::consume(char Mark) {
  if (Rest.empty() || !Rest.front().is(Mark))
    return false;
  Rest = Rest.drop_front();
  return true;
}

Expected<WGMMAAsmOperand> Instruction::operand(const Twine &What) {
  bool IsNegative = consume('-');
  if (Rest.empty() || Rest.front().Is == Token::Kind::Punctuation)
    return wrong(What + " is missing");
  const Token &T = Rest.front();
  Rest = Rest.drop_front();
  WGMMAAsmOperand Result;
  if (T.Is == Token::Kind::Operand) {
    if (IsNegative)
      return wrong(What + " is '-' of an operand");
    Result.Is = WGMMAAsmOperand::Kind::Index;
    Result.Value = T.Index;
  } else if (int32_t Number; !StringRef(T.Text).getAsInteger(0, Number)) {
    Result.Value = IsNegative ? -int64_t(Number) : Number;
  } else {
    if (IsNegative || isDigit(T.Text[0]))
      return wrong(What + " is no number");
    Result.Is = WGMMAAsmOperand::Kind::Name;
    Result.Name = T.Text;
  }
  return Result;
}

Error Instruction::operandInto(WGMMAAsmOperand &Result, const Twine &What) {
  Expected<WGMMAAsmOperand> Parsed = operand(What);
  if (!Parsed)
    return Parsed.takeError();
  Result = std::move(*Parsed);
  return Error::success();
}

/// A comma and an operand.
Error Instruction::next(WGMMAAsmOperand &Result, const Twine &What) {
  return consume(',') ? operandInto(Result, What) : wrong(What + " is missing");
}

/// What stands in braces, the opening one taken off.
Error Instruction::registers(SmallVectorImpl<unsigned> &Registers, const Twine &What) {
  do {
    if (Rest.empty() || Rest.front().Is != Token::Kind::Operand)
      return wrong(What + " has a register that is no operand of the statement");
    if (is_contained(Registers, Rest.front().Index))
      return wrong(What + " has a register twice");
    Registers.push_back(Rest.front().Index);
    Rest = Rest.drop_front();
  } while (consume(','));
  return consume('}') ? Error::success() : wrong(What + " is not closed by '}'");
}

Error Instruction::synchronisation(StringRef Name, WGMMAAsmEvent::Kind Kind) {
  if (Statement.front().Text != ("wgmma." + Name + ".sync.aligned").str())
    return wrong("PTX has only wgmma." + Name + ".sync.aligned");
  Event.Is = Kind;
  if (Kind == WGMMAAsmEvent::Kind::WaitGroup) {
    if (Error E = operandInto(Event.WaitCount, "the number of groups"))
      return E;
    if (Event.WaitCount.Is == WGMMAAsmOperand::Kind::Name || Event.WaitCount.Value < 0)
      return wrong("the number of groups is neither a number nor an operand");
  }
  return Rest.empty() ? Error::success() : wrong("there is more than PTX has");
}

bool isShape(StringRef Word) {
  for (const char *Dimension : {"m", "n", "k"}) {
    if (!Word.consume_front(Dimension))
      return false;
    StringRef Digits = Word.take_while(isDigit);
    if (Digits.empty())
      return false;
    Word = Word.drop_front(Digits.size());
  }
  return Word.empty();
}

/// The words behind wgmma.mma_async.
Error Instruction::mnemonic(ArrayRef<StringRef> Words) {
  WGMMAAsmMultiplication &MMA = Event.MMA;
  if (!Words.empty() && Words.front() == "sp") {
    MMA.IsSparse = true;
    Words = Words.drop_front();
  }
  if (Words.size() < 6 || Words[0] != "sync" || Words[1] != "aligned")
    return wrong("wgmma.mma_async is followed by .sync.aligned, a shape and three types");
  if (!isShape(Words[2]))
    return wrong("'" + Words[2] + "' is no shape");
  MMA.Shape = Words[2].str();
  for (StringRef Type : Words.slice(3, 3))
    MMA.Types.push_back(Type.str());
  Words = Words.drop_front(6);
  if (!Words.empty() && Words != ArrayRef<StringRef>{"satfinite"} &&
      Words != ArrayRef<StringRef>{"and", "popc"})
    return wrong("'" + Words.front() + "' is no modifier of wgmma.mma_async");
  for (StringRef Modifier : Words)
    MMA.Modifiers.push_back(Modifier.str());
  return Error::success();
}

Error Instruction::immediates() {
  while (consume(',')) {
    Expected<WGMMAAsmOperand> Immediate = operand("an immediate");
    if (!Immediate)
      return Immediate.takeError();
    if (Immediate->Is == WGMMAAsmOperand::Kind::Name)
      return wrong("'" + Immediate->Name + "' is no immediate");
    Event.MMA.Immediates.push_back(std::move(*Immediate));
  }
  if (!Rest.empty())
    return wrong("there is more than PTX has, from '" + Rest.front().str() + "' on");
  if (Event.MMA.Immediates.size() > 4)
    return wrong("there are more than four immediates");
  return Error::success();
}

Error Instruction::operands() {
  WGMMAAsmMultiplication &MMA = Event.MMA;
  if (!consume('{'))
    return wrong("the accumulator is not in braces");
  if (Error E = registers(MMA.Accumulator, "the accumulator"))
    return E;
  if (!consume(','))
    return wrong("A is missing");
  if (Error E = consume('{') ? registers(MMA.Fragment, "A") : operandInto(MMA.A, "A"))
    return E;
  if (!MMA.Fragment.empty() && MMA.Fragment.size() != 4)
    return wrong("a fragment of A has four registers");
  if (any_of(MMA.Fragment,
             [&](unsigned Register) { return is_contained(MMA.Accumulator, Register); }))
    return wrong("A and the accumulator share a register");
  if (Error E = next(MMA.B, "B"))
    return E;
  if (MMA.IsSparse) {
    if (Error E = next(MMA.Metadata.emplace(), "the metadata"))
      return E;
    if (Error E = next(MMA.Selector.emplace(), "the sparsity selector"))
      return E;
  }
  if (Error E = next(MMA.ScaleD, "scale-d"))
    return E;
  return immediates();
}

Error Instruction::multiplication(ArrayRef<StringRef> Words) {
  Event.Is = WGMMAAsmEvent::Kind::MMAAsync;
  if (Error E = mnemonic(Words))
    return E;
  return operands();
}

Error Instruction::parse() {
  for (const Token &T : Statement)
    if (T.IsGlued)
      return wrong("'" + T.str() + "' is part of a longer word");
  SmallVector<StringRef, 12> Words;
  StringRef(Statement.front().Text).split(Words, '.');
  Rest = Rest.drop_front();
  StringRef Name = Words.size() > 1 ? Words[1] : "";
  if (Name == "fence")
    return synchronisation(Name, WGMMAAsmEvent::Kind::Fence);
  if (Name == "commit_group")
    return synchronisation(Name, WGMMAAsmEvent::Kind::CommitGroup);
  if (Name == "wait_group")
    return synchronisation(Name, WGMMAAsmEvent::Kind::WaitGroup);
  if (Name == "mma_async")
    return multiplication(ArrayRef(Words).drop_front(2));
  return wrong("there is no such wgmma");
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

class Parser {
public:
  explicit Parser(ArrayRef<Token> All) : Rest(All) {}
  Expected<std::vector<WGMMAAsmEvent>> run();

private:
  Error statement(ArrayRef<Token> Statement);
  void skipOpening();
  Expected<ArrayRef<Token>> takeStatement();

  ArrayRef<Token> Rest;
  std::vector<WGMMAAsmEvent> Events;
  std::string Branch; ///< a branch or call, if there is one
};

/// Braces of scopes and empty statements, which stand where a statement may begin, and labels.
void Parser::skipOpening() {
  while (!Rest.empty()) {
    if (Rest.front().is('{') || Rest.front().is('}') || Rest.front().is(';'))
      Rest = Rest.drop_front();
    else if (Rest.size() > 1 && Rest.front().isWord() && Rest[1].is(':'))
      Rest = Rest.drop_front(2);
    else
      return;
  }
}

/// The tokens up to a semicolon.
Expected<ArrayRef<Token>> Parser::takeStatement() {
  ArrayRef<Token> Statement = Rest.take_until([](const Token &T) { return T.is(';'); });
  Rest = Rest.drop_front(Statement.size());
  if (Rest.empty() && any_of(Statement, isWGMMA))
    return makeError(quote(Statement) + ": not ended by ';'");
  return Statement;
}

bool isControlFlow(StringRef Opcode) {
  return is_contained({"bra", "brx", "call", "ret", "exit"}, Opcode.split('.').first);
}

Error Parser::statement(ArrayRef<Token> Statement) {
  WGMMAAsmEvent Event;
  for (const Token &T : Statement)
    if (T.Is == Token::Kind::Operand && !is_contained(Event.Operands, T.Index))
      Event.Operands.push_back(T.Index);

  ArrayRef<Token> Instr = Statement;
  if (Instr.front().is('@')) {
    Event.IsGuarded = true;
    size_t Length = Instr.size() > 1 && Instr[1].is('!') ? 3 : 2;
    Instr = Instr.drop_front(std::min(Length, Instr.size()));
  }
  if (!Instr.empty() && isWGMMA(Instr.front())) {
    if (Error E = Instruction(Instr, Event).parse())
      return E;
    Events.push_back(std::move(Event));
    return Error::success();
  }
  if (any_of(Statement, isWGMMA))
    return makeError(quote(Statement) + ": wgmma stands where no instruction begins");
  if (!Instr.empty() && Instr.front().isWord() && isControlFlow(Instr.front().Text) &&
      Branch.empty())
    Branch = quote(Statement);
  if (!Event.Operands.empty())
    Events.push_back(std::move(Event));
  return Error::success();
}

Expected<std::vector<WGMMAAsmEvent>> Parser::run() {
  for (skipOpening(); !Rest.empty(); skipOpening()) {
    Expected<ArrayRef<Token>> Statement = takeStatement();
    if (!Statement)
      return Statement.takeError();
    if (Error E = statement(*Statement))
      return E;
  }
  bool HasWGMMA =
      any_of(Events, [](const WGMMAAsmEvent &E) { return E.Is != WGMMAAsmEvent::Kind::Other; });
  if (!HasWGMMA)
    Events.clear();
  else if (!Branch.empty())
    return makeError(Branch + ": a branch or call beside a wgmma in one statement");
  return Events;
}

} // namespace

Expected<std::vector<WGMMAAsmEvent>> tensorcore::parseWGMMAAsm(StringRef Template) {
  if (!Template.contains("wgmma"))
    return std::vector<WGMMAAsmEvent>();
  Expected<Tokens> All = Lexer(Template).run();
  if (!All)
    return makeError("inline assembly with wgmma in it: " + toString(All.takeError()));
  Expected<std::vector<WGMMAAsmEvent>> Events = Parser(*All).run();
  if (!Events)
    return makeError("inline assembly with wgmma in it: " + toString(Events.takeError()));
  return Events;
}
