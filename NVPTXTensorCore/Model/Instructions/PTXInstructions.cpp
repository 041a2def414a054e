//===- PTXInstructions.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and prints mnemonics by the modifier groups of rows.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/PTXInstructions.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/BitFlow.h"
#include "TensorCoreModel/OperationKind.h"
#include "TensorCoreModel/PTXInstruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <limits>

using namespace llvm;
using namespace llvm::tensorcore;

namespace llvm::tensorcore {
#define GET_PTXInstructions_IMPL
#include "TensorCoreModel.inc"
} // namespace llvm::tensorcore

ArrayRef<PTXInstructionInfo> tensorcore::getPTXInstructions() { return PTXInstructions; }
const PTXInstructionInfo &tensorcore::getInfo(PTXInstruction Row) { return PTXInstructions[Row]; }

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

bool ModifierInfo::areSame(StringRef A, StringRef B) const {
  auto Means = [&](StringRef Word) -> StringRef {
    return Word.empty() ? StringRef(Default) : Word == ".shared" ? ".shared::cta" : Word;
  };
  return Means(A) == Means(B);
}

StringRef ParsedInstruction::getType(unsigned Number) const {
  for (const auto &[Group, Value] : zip(getInfo(Row).Modifiers, Values))
    if (Group.IsType && !Number--)
      return Group.Words[Value];
  return StringRef();
}

uint8_t ParsedInstruction::getValue(StringRef CppName, unsigned Number) const {
  for (const auto &[Group, Value] : zip(getInfo(Row).Modifiers, Values))
    if (Group.CppName == CppName && !Number--)
      return Value;
  return 0;
}

bool ParsedInstruction::goesWith(ArrayRef<StringLiteral> Words) const {
  return Words.empty() || any_of(zip(getInfo(Row).Modifiers, Values), [&](const auto &Group) {
           return is_contained(Words, std::get<0>(Group).Words[std::get<1>(Group)]);
         });
}

bool ParsedInstruction::isConsistent() const {
  return all_of(zip(getInfo(Row).Modifiers, Values), [&](const auto &Group) {
    const auto &[Info, Value] = Group;
    return Info.With.empty() || goesWith(Info.With) == !Info.Words[Value].empty();
  });
}

std::string tensorcore::spellMnemonic(const ParsedInstruction &Instruction) {
  const PTXInstructionInfo &Info = getInfo(Instruction.Row);
  std::string Text = Info.Mnemonic.str();
  for (const auto &[Group, Value] : zip(Info.Modifiers, Instruction.Values))
    Text += Group.Words[Value];
  return Text;
}

/// "add{.sat}(.u32|.s32)", "{.cta|.gpu with .relaxed}"
static std::string spellForms(const PTXInstructionInfo &Info) {
  std::string Text = Info.Mnemonic.str();
  for (const ModifierInfo &Group : Info.Modifiers) {
    const bool IsOptional = is_contained(Group.Words, "");
    std::string Words = join(
        make_filter_range(Group.Words, [](StringRef Word) { return Word.starts_with("."); }), "|");
    if (!Group.With.empty())
      Words += " with " + join(Group.With, "|");
    Text += IsOptional                       ? "{" + Words + "}"
            : StringRef(Words).contains('|') ? "(" + Words + ")"
                                             : Words;
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// Compares the words of a mnemonic with rows.
class RowMatcher {
public:
  RowMatcher(const ptx::Statement &Statement, PTXInstruction Number)
      : Parsed{Number, {}}, Modifiers(Statement.Modifiers), Row(getInfo(Number)),
        IsTaken(Modifiers.size()) {}

  /// Returns true if the mnemonic is one of the row. If it is not, the score is right only if it
  /// `MustScore`.
  bool match(bool MustScore = false) {
    int NumMissing = 0; // of the groups whose word must be there
    bool Fits = true;
    for (StringRef Word : drop_begin(split(Row.Mnemonic, '.'))) {
      Fits &= take([&](StringRef Modifier) { return Modifier.drop_front() == Word; }, 0) !=
              Modifiers.size();
      if (!Fits && !MustScore)
        return false;
    }
    Score = int(NumTaken);
    size_t OrderedFrom = 0;
    for (const ModifierInfo &Group : Row.Modifiers) {
      const size_t Index =
          take([&](StringRef Modifier) { return is_contained(Group.Words, Modifier); },
               Group.IsOrdered ? OrderedFrom : 0);
      const bool IsThere = Index != Modifiers.size();
      const auto *Value = find(Group.Words, IsThere ? Modifiers[Index] : StringRef());
      NumMissing += Value == Group.Words.end();
      if (NumMissing && !MustScore)
        return false;
      Parsed.Values.push_back(Value - Group.Words.begin());
      if (IsThere && Group.IsOrdered)
        OrderedFrom = Index + 1;
    }
    Score = WordWeight * (Score + int(NumTaken)) - NumMissing;
    return Fits && !NumMissing && NumTaken == Modifiers.size() && Parsed.isConsistent();
  }

  /// Measures how near the mnemonic is: by the words that the row has, of which those that are
  /// always there count twice, and then by the groups whose word is missing.
  int Score = 0;
  ParsedInstruction Parsed;

private:
  static constexpr int WordWeight = 64;

  size_t take(function_ref<bool(StringRef)> Fits, size_t From) {
    for (size_t Index = From; Index != Modifiers.size(); ++Index)
      if (!IsTaken[Index] && Fits(Modifiers[Index])) {
        IsTaken[Index] = true;
        ++NumTaken;
        return Index;
      }
    return Modifiers.size();
  }

  ArrayRef<StringRef> Modifiers;
  const PTXInstructionInfo &Row;
  unsigned NumTaken = 0;
  SmallVector<bool, 16> IsTaken;
};
} // namespace

static ArrayRef<PTXInstruction> findRows(StringRef Opcode) {
  static const StringMap<SmallVector<PTXInstruction, 4>> Rows = [] {
    StringMap<SmallVector<PTXInstruction, 4>> Map;
    for (auto [Number, Info] : enumerate(PTXInstructions))
      Map[Info.Mnemonic.split('.').first].push_back(PTXInstruction(Number));
    return Map;
  }();
  auto It = Rows.find(Opcode);
  return It == Rows.end() ? ArrayRef<PTXInstruction>() : ArrayRef<PTXInstruction>(It->second);
}

bool tensorcore::isPTXInstruction(StringRef Opcode) { return !findRows(Opcode).empty(); }

static bool hasOperandsOf(const ptx::Statement &Statement, const ParsedInstruction &Parsed) {
  size_t Number = 0;
  bool AreOptional = false, IsPair = false;
  for (const PTXOperandInfo &Operand : getInfo(Parsed.Row).Operands) {
    if (!Parsed.goesWith(Operand.With))
      continue;
    if (Operand.IsPaired) {
      if (!IsPair && (Operand.IsRequired || !Operand.With.empty()))
        return false;
      IsPair = false;
      continue;
    }
    if (IsPair)
      return false;
    AreOptional |= Operand.IsOptional;
    if (Number == Statement.Operands.size())
      return AreOptional;
    const ptx::Operand &Given = Statement.Operands[Number++];
    if (Operand.Kind == PTXOperandKind_Special)
      continue;
    IsPair = Given.is(ptx::Operand::Kind::Pair);
    const bool IsAddress =
        Given.is(ptx::Operand::Kind::Address) || Given.is(ptx::Operand::Kind::Element);
    if (IsAddress != (Operand.Kind == PTXOperandKind_Address && !Operand.IsBare))
      return false;
  }
  return Number == Statement.Operands.size() && !IsPair;
}

/// "d, a, b{, c}"
static std::string spellOperands(const ParsedInstruction &Parsed) {
  std::string Text, End;
  for (const PTXOperandInfo &Operand : getInfo(Parsed.Row).Operands) {
    if (!Parsed.goesWith(Operand.With))
      continue;
    if (Operand.IsOptional) {
      Text += "{";
      End += "}";
    }
    Text += Text.empty() || Text == "{" ? "" : Operand.IsPaired ? "|" : ", ";
    const bool HasBrackets = Operand.Kind == PTXOperandKind_Address && !Operand.IsBare;
    Text += HasBrackets ? "[" + Operand.Name.str() + "]" : Operand.Name.str();
  }
  return Text.empty() ? "no operands" : Text + End;
}

static void addText(SmallVectorImpl<std::string> &Texts, std::string Text) {
  if (!is_contained(Texts, Text))
    Texts.push_back(std::move(Text));
}

/// Fails with the forms that come nearest.
static Error rejectMnemonic(const ptx::Statement &Statement) {
  int BestScore = std::numeric_limits<int>::min();
  SmallVector<std::string, 4> Nearest;
  for (PTXInstruction Number : findRows(Statement.Name)) {
    RowMatcher Matcher(Statement, Number);
    Matcher.match(/*MustScore=*/true);
    if (Matcher.Score < BestScore)
      continue;
    if (Matcher.Score > BestScore)
      Nearest.clear();
    BestScore = Matcher.Score;
    addText(Nearest, spellForms(getInfo(Number)));
  }
  return makeError("there is no instruction '" + Statement.getMnemonic() + "'" +
                   (Nearest.empty() ? "" : "; PTX has " + join(Nearest, ", or ")));
}

Expected<ParsedInstruction> tensorcore::parsePTXInstruction(const ptx::Statement &Statement) {
  SmallVector<std::string, 4> Operands;
  for (PTXInstruction Number : findRows(Statement.Name)) {
    RowMatcher Matcher(Statement, Number);
    if (!Matcher.match())
      continue;
    if (hasOperandsOf(Statement, Matcher.Parsed))
      return std::move(Matcher.Parsed);
    addText(Operands, spellOperands(Matcher.Parsed));
  }
  if (Operands.empty())
    return rejectMnemonic(Statement);
  return makeError("'" + Statement.getMnemonic() + "' does not have these operands; it has " +
                   join(Operands, ", or "));
}

/// A statement without operands.
static ptx::Statement makeStatement(StringRef Mnemonic) {
  ptx::Statement Statement;
  Statement.Name = Mnemonic.take_until([](char C) { return C == '.'; });
  for (StringRef Rest = Mnemonic.drop_front(Statement.Name.size()); !Rest.empty();) {
    Statement.Modifiers.push_back(Rest.take_front(Rest.find('.', 1)));
    Rest = Rest.drop_front(Statement.Modifiers.back().size());
  }
  return Statement;
}

bool tensorcore::areSameMnemonics(StringRef A, StringRef B) {
  const ptx::Statement First = makeStatement(A), Second = makeStatement(B);
  return First.Name == Second.Name && any_of(findRows(First.Name), [&](PTXInstruction Row) {
           RowMatcher OfFirst(First, Row), OfSecond(Second, Row);
           return OfFirst.match() && OfSecond.match() &&
                  all_of(zip(getInfo(Row).Modifiers, OfFirst.Parsed.Values, OfSecond.Parsed.Values),
                         [](const auto &Each) {
                           const auto &[Group, X, Y] = Each;
                           return Group.areSame(Group.Words[X], Group.Words[Y]);
                         });
         });
}
