//===- Text.cpp -----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What only the text can say: the words that LLVM 22's printer always writes. A line is looked at
// as a list of quoted strings, which stay as they are but for marks, and what is between them.
// Nodes of debug information lose the fields that Differences.def names.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isPartOfWord(char C) { return isAlnum(C) || C == '_' || C == '.' || C == '$'; }

/// The length of the quoted string that a text starts with. Quotes in it are escaped by numbers.
static size_t getQuotedLength(StringRef Text) {
  const size_t End = Text.find('"', 1);
  return End == StringRef::npos ? Text.size() : End + 1;
}

/// Splits at commas that are neither in quotes nor in brackets.
static SmallVector<StringRef, 16> splitFields(StringRef Body) {
  SmallVector<StringRef, 16> Fields;
  unsigned Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I < Body.size(); ++I) {
    const char C = Body[I];
    if (C == '"')
      I += getQuotedLength(Body.substr(I)) - 1;
    else if (C == '(' || C == '{')
      ++Depth;
    else if (C == ')' || C == '}')
      --Depth;
    else if (C == ',' && Depth == 0) {
      Fields.push_back(Body.slice(Start, I).trim());
      Start = I + 1;
    }
  }
  if (!Body.empty())
    Fields.push_back(Body.substr(Start).trim());
  return Fields;
}

/// The number that LLVM 19 reads in the place of a word; empty if it knows the word.
static std::string getNumber(StringRef Word) {
  static const StringSet<> Words = {
#define DEBUG_WORD(WORD, WHAT) #WORD,
#include "Bridge/Differences.def"
  };
  if (!Words.contains(Word))
    return "";
  for (unsigned Number : {dwarf::getLanguage(Word), dwarf::getCallingConvention(Word),
                          dwarf::getOperationEncoding(Word)})
    if (Number)
      return utostr(Number);
  return "0"; // a flag, which are joined by "|"
}

/// "sourceLanguageName" of DWARF 6, with its version, as the language of LLVM 19; without the
/// version if that is newer than DWARF 5.
static std::string getLanguage(StringRef Name, ArrayRef<StringRef> Fields, Refusals &Refused) {
  unsigned Version = 0;
  for (StringRef Field : Fields)
    if (Field.consume_front("sourceLanguageVersion: "))
      Field.getAsInteger(10, Version);
  const unsigned Language = dwarf::getSourceLanguageName(Name);
  for (unsigned Asked : {Version, 0u})
    if (auto Old = dwarf::toDW_LANG(static_cast<dwarf::SourceLanguageName>(Language), Asked))
      return "language: " + utostr(*Old);
  Refused.add("debug information in the language " + Name +
              ", which LLVM 19 does not have; expected one of DWARF 5");
  return "";
}

static bool isDropped(StringRef Node, StringRef Field) {
  static const struct {
    StringRef Node, Field;
  } Dropped[] = {
#define DEBUG_FIELD(CLASS, PARAMETER, TEXT, WHAT) {#CLASS, TEXT},
#include "Bridge/Differences.def"
  };
  return any_of(Dropped, [&](const auto &Row) { return Row.Node == Node && Row.Field == Field; });
}

/// What is between the brackets of a node.
static std::string rewriteFields(StringRef Node, StringRef Body, Refusals &Refused) {
  const SmallVector<StringRef, 16> Fields = splitFields(Body);
  std::vector<std::string> Kept;
  for (StringRef Field : Fields) {
    const auto [Name, Value] = Field.split(": ");
    if (isDropped(Node, Name) || Name == "sourceLanguageVersion")
      continue;
    if (Name == "sourceLanguageName") {
      Kept.push_back(getLanguage(Value, Fields, Refused));
      continue;
    }
    if ((Name == "size" || Name == "offset") && Value.starts_with("!"))
      Refused.add("debug information with a " + Name + " that is known at run time only, which " +
                  "LLVM 19 does not have; expected a number (-gline-tables-only has none)");
    Kept.push_back(Field.str());
  }
  return join(Kept, ", ");
}

/// "!12 = distinct !DISubprogram(…)"
static std::string rewriteNode(StringRef Line, Refusals &Refused) {
  static const StringSet<> RefusedNodes = {
#define DEBUG_NODE(CLASS, WHAT) #CLASS,
#include "Bridge/Differences.def"
  };
  const size_t Start = Line.find("!DI"), Open = Line.find('(');
  if (Start == StringRef::npos || Open == StringRef::npos || Start > Line.find('"') ||
      Start > Open || !Line.ends_with(")"))
    return Line.str();
  const StringRef Node = Line.slice(Start + 1, Open), Body = Line.slice(Open + 1, Line.size() - 1);
  if (RefusedNodes.contains(Node))
    Refused.add("debug information with a " + Node +
                ", which LLVM 19 does not have; expected none, as with -gline-tables-only");
  return (Line.take_front(Open + 1) + rewriteFields(Node, Body, Refused) + ")").str();
}

/// A quoted string; a mark is taken off names of functions and attributes.
static void rewriteQuoted(StringRef Quoted, std::string &Out) {
  if (StringRef Name = Quoted; Name.consume_front(("\"" + Mark).str())) {
    if (StringRef(Out).ends_with("@")) {
      const bool IsWord = all_of(Name.drop_back(), isPartOfWord);
      Out += IsWord ? Name.drop_back().str() : ("\"" + Name).str();
      return;
    }
    if (Name == "nocapture\"" && StringRef(Out).ends_with(" ")) {
      Out += "nocapture";
      return;
    }
  }
  Out += Quoted;
}

static void rewriteLine(StringRef Line, bool IsDebugInfo, std::string &Out) {
  while (!Line.empty()) {
    if (Line.front() == '"') {
      const size_t Length = getQuotedLength(Line);
      rewriteQuoted(Line.take_front(Length), Out);
      Line = Line.drop_front(Length);
      continue;
    }
    if (Line.starts_with("/*")) { // "/* kind=f16 */ i32 0": what an immediate means
      Line = Line.split("*/").second.ltrim();
      continue;
    }
    const StringRef Word = Line.take_while(isPartOfWord);
    if (Word.empty()) {
      Out += Line.front();
      Line = Line.drop_front();
      continue;
    }
    const std::string Number = IsDebugInfo ? getNumber(Word) : "";
    Out += Number.empty() ? Word : Number;
    Line = Line.drop_front(Word.size());
  }
}

std::string tensorcore::rewriteText(StringRef Text, Refusals &Refused) {
  std::string Out;
  Out.reserve(Text.size());
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    const bool IsNode = Line.starts_with("!");
    const bool IsRecord = Line.ltrim().starts_with("#dbg_");
    rewriteLine(IsNode ? rewriteNode(Line, Refused) : Line.str(), IsNode || IsRecord, Out);
    Out += '\n';
  }
  return Out;
}
