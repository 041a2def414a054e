//===- PTXStatements.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scanner: braces are those of an operand where an instruction has begun, else those of a block.
//
//===----------------------------------------------------------------------===//

#include "Explain/PTXStatements.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Blanks out comments; lines stay where they are. Strings keep what looks like one.
static void blankComments(std::string &Text) {
  auto IsAt = [&](size_t I, StringRef Mark) { return StringRef(Text).substr(I).starts_with(Mark); };
  auto Blank = [&](size_t From, size_t To) {
    for (size_t I = From; I < To; ++I)
      if (Text[I] != '\n')
        Text[I] = ' ';
  };
  StringRef Whole(Text);
  for (size_t I = 0; I < Text.size();) {
    size_t End = I + 1;
    if (Text[I] == '"') {
      End = std::min(Whole.find_first_of("\"\n", I + 1), Text.size() - 1) + 1;
    } else if (IsAt(I, "//")) {
      End = std::min(Whole.find('\n', I), Text.size());
      Blank(I, End);
    } else if (IsAt(I, "/*")) {
      size_t Close = Whole.find("*/", I + 2);
      End = Close == StringRef::npos ? Text.size() : Close + 2;
      Blank(I, End);
    }
    I = End;
  }
}

/// At commas outside of brackets and braces.
static SmallVector<StringRef, 8> splitOperands(StringRef Text) {
  SmallVector<StringRef, 8> Operands;
  size_t Start = 0;
  int Depth = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    char C = I < Text.size() ? Text[I] : ',';
    if (C == '{' || C == '[' || C == '(')
      ++Depth;
    else if (C == '}' || C == ']' || C == ')')
      --Depth;
    if (I < Text.size() && (C != ',' || Depth > 0))
      continue;
    StringRef Operand = Text.slice(Start, I).trim();
    if (!Operand.empty())
      Operands.push_back(Operand);
    Start = I + 1;
  }
  return Operands;
}

SmallVector<StringRef, 8> explain::getElements(StringRef Operand) {
  if (Operand.consume_front("{"))
    Operand.consume_back("}");
  return splitOperands(Operand);
}

static bool isNameCharacter(char C) { return isAlnum(C) || C == '_' || C == '$' || C == '%'; }

namespace {

class Scanner {
public:
  explicit Scanner(StringRef Text) : Text(Text) {}

  PTXModule scan() {
    while (Position < Text.size())
      step();
    take(Text.size());
    return std::move(Module);
  }

private:
  /// One character: it belongs to a statement, or ends one.
  void step() {
    char C = Text[Position];
    if (C == ';') {
      take(Position);
      begin(Position + 1);
    } else if (C == '{' && !isInInstruction()) {
      take(Position);
      begin(Position + 1);
    } else if (C == '{') {
      ++OperandDepth;
      ++Position;
    } else if (C == '}' && OperandDepth > 0) {
      --OperandDepth;
      ++Position;
    } else if (C == '}') {
      take(Position);
      begin(Position + 1);
    } else if (C == '\n' && isLineDirective()) {
      take(Position);
      begin(Position + 1);
    } else if (C == '"') {
      Position = std::min(Text.find_first_of("\"\n", Position + 1), Text.size() - 1) + 1;
    } else {
      ++Position;
    }
  }

  void begin(size_t From) {
    Start = Position = From;
    OperandDepth = 0;
  }

  /// What has been read of the statement, without labels and guard.
  StringRef getStatement(size_t End) const {
    StringRef Statement = Text.slice(Start, End).trim();
    for (;;) {
      StringRef Name = Statement.take_while(isNameCharacter);
      StringRef Rest = Statement.drop_front(Name.size()).ltrim();
      if (Name.empty() || !Rest.starts_with(":") || Rest.starts_with("::"))
        break;
      Statement = Rest.drop_front().ltrim();
    }
    if (Statement.starts_with("@"))
      Statement = Statement.drop_until(isSpace).ltrim();
    return Statement;
  }

  bool isInInstruction() const {
    StringRef Statement = getStatement(Position);
    return !Statement.empty() && !Statement.starts_with(".") && !Statement.starts_with(")");
  }

  /// Directives that end with their line.
  bool isLineDirective() const {
    StringRef Word = getStatement(Position).take_until(isSpace);
    return Word == ".version" || Word == ".target" || Word == ".address_size" || Word == ".loc" ||
           Word == ".file";
  }

  void take(size_t End) {
    StringRef Statement = getStatement(End);
    StringRef Word = Statement.take_until(isSpace);
    StringRef Rest = Statement.drop_front(Word.size()).trim();
    if (Word == ".version")
      Module.Version = Rest.take_until(isSpace);
    else if (Word == ".target")
      Module.Target = Rest.take_while(isNameCharacter);
    else if (Word.starts_with("."))
      takeFunction(Statement);
    else if (!Word.empty() && isAlpha(Word.front()))
      takeInstruction(Word, Rest);
  }

  /// ".visible .entry name(…" begins a function.
  void takeFunction(StringRef Statement) {
    for (StringRef Kind : {".entry", ".func"}) {
      size_t At = Statement.find(Kind);
      if (At == StringRef::npos)
        continue;
      StringRef Rest = Statement.drop_front(At + Kind.size()).ltrim();
      // The results of a .func come first.
      if (Rest.starts_with("("))
        Rest = Rest.drop_front(std::min(Rest.find(')'), Rest.size() - 1) + 1).ltrim();
      NextName = Rest.take_while(isNameCharacter);
      IsNewFunction = true;
    }
  }

  void takeInstruction(StringRef Word, StringRef Rest) {
    if (IsNewFunction || Module.Functions.empty())
      Module.Functions.push_back({NextName, {}});
    IsNewFunction = false;
    // Lines are counted from where the count was last.
    size_t Offset = Word.data() - Text.data();
    Line += Text.slice(CountedUntil, Offset).count('\n');
    CountedUntil = Offset;
    Module.Functions.back().Statements.push_back({Word, splitOperands(Rest), Line});
  }

  StringRef Text;
  size_t Position = 0, Start = 0, CountedUntil = 0;
  unsigned OperandDepth = 0, Line = 1;
  StringRef NextName;
  bool IsNewFunction = false;
  PTXModule Module;
};

} // namespace

PTXModule explain::splitPTX(std::string &Text) {
  blankComments(Text);
  return Scanner(Text).scan();
}
