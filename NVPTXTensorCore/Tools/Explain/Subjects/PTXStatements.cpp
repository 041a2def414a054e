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

#include "Explain/Subjects/PTXStatements.h"
#include "llvm/ADT/STLExtras.h"
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
  else if (Operand.consume_front("("))
    Operand.consume_back(")");
  return splitOperands(Operand);
}

static bool isNameCharacter(char C) { return isAlnum(C) || C == '_' || C == '$' || C == '%'; }

/// Takes "name.modifier.modifier" off the beginning of a statement; there may be blanks before
/// each modifier.
static std::string takeMnemonic(StringRef &Statement) {
  std::string Mnemonic;
  do {
    StringRef Part =
        Statement.take_while([](char C) { return isNameCharacter(C) || C == '.' || C == ':'; });
    Mnemonic += Part;
    Statement = Statement.drop_front(Part.size());
    if (Part.empty())
      break;
  } while (Statement.ltrim().starts_with(".") && (Statement = Statement.ltrim(), true));
  return Mnemonic;
}

/// Takes "@%p1", "@ !p" off.
static StringRef dropGuard(StringRef Statement) {
  if (!Statement.consume_front("@"))
    return Statement;
  Statement = Statement.ltrim();
  if (Statement.consume_front("!"))
    Statement = Statement.ltrim();
  return Statement.drop_while(isNameCharacter).ltrim();
}

namespace {

class Scanner {
public:
  explicit Scanner(StringRef Text) : Text(Text) {}

  PTXModule scan() {
    while (Position < Text.size())
      step();
    take();
    return std::move(Module);
  }

private:
  /// One character: it belongs to a statement, or ends one.
  void step() {
    char C = Text[Position];
    bool IsOfOperand = OperandDepth > 0 || (C == '{' && isInInstruction());
    if (C == '"') {
      Position = std::min(Text.find_first_of("\"\n", Position + 1), Text.size() - 1) + 1;
    } else if (C == '{' && IsOfOperand) {
      ++OperandDepth;
      ++Position;
    } else if (C == '}' && IsOfOperand) {
      --OperandDepth;
      ++Position;
    } else if (C == ';' || C == '{' || C == '}' || (C == '\n' && isLineDirective())) {
      take();
      begin();
    } else if (C == ':' && isLabel()) {
      begin();
    } else if (isSpace(C) && Start == Position) {
      Start = ++Position; // nothing of a statement yet
    } else {
      ++Position;
    }
  }

  /// Behind what has been read.
  void begin() {
    Start = ++Position;
    OperandDepth = 0;
  }

  StringRef getStatement() const { return Text.slice(Start, Position).trim(); }

  bool isInInstruction() const {
    return Start < Position && Text[Start] != '.' && Text[Start] != ')';
  }

  /// Whether a colon ends a name that is all of the statement so far.
  bool isLabel() const {
    bool IsDouble =
        Text.substr(Position + 1).starts_with(":") || (Position && Text[Position - 1] == ':');
    return !IsDouble && OperandDepth == 0 && all_of(getStatement(), isNameCharacter);
  }

  /// Directives that end with their line.
  bool isLineDirective() const {
    if (Start == Position || Text[Start] != '.')
      return false;
    StringRef Word = Text.slice(Start, Position).take_until(isSpace);
    return Word == ".version" || Word == ".target" || Word == ".address_size" || Word == ".loc" ||
           Word == ".file";
  }

  void take() {
    StringRef Statement = dropGuard(getStatement());
    if (Statement.starts_with("."))
      takeDirective(Statement);
    else if (!Statement.empty() && isAlpha(Statement.front()))
      takeInstruction(Statement);
  }

  void takeDirective(StringRef Statement) {
    StringRef Word = Statement.take_until(isSpace);
    StringRef Rest = Statement.drop_front(Word.size()).trim();
    if (Word == ".version") {
      Module.Version = Rest.take_until(isSpace);
      if (Rest = Rest.drop_front(Module.Version.size()).ltrim(); Rest.starts_with("."))
        takeDirective(Rest); // on the same line
    } else if (Word == ".target") {
      Module.Target = Rest.take_while(isNameCharacter);
    } else if (Word != ".file" && Word != ".loc" && Word != ".pragma") {
      takeFunction(Statement);
    }
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

  void takeInstruction(StringRef Statement) {
    if (IsNewFunction || Module.Functions.empty())
      Module.Functions.push_back({NextName, {}});
    IsNewFunction = false;
    // Lines are counted from where the count was last.
    size_t Offset = Statement.data() - Text.data();
    Line += Text.slice(CountedUntil, Offset).count('\n');
    CountedUntil = Offset;
    std::string Mnemonic = takeMnemonic(Statement);
    Module.Functions.back().Statements.push_back(
        {std::move(Mnemonic), splitOperands(Statement), Line});
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
