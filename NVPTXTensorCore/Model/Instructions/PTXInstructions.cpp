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
#include "Model/Tables/WordLists.h"
#include "TensorCoreModel/BitFlow.h"
#include "TensorCoreModel/OperationKind.h"
#include "TensorCoreModel/PTXInstruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <limits>
#include <mutex>
#include <optional>

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

std::string tensorcore::printMnemonic(const ParsedInstruction &Instruction) {
  const PTXInstructionInfo &Info = getInfo(Instruction.Row);
  std::string Text = Info.Mnemonic.str();
  for (const auto &[Group, Value] : zip(Info.Modifiers, Instruction.Values))
    Text += Group.Words[Value];
  return Text;
}

/// "add{.sat}(.u32|.s32)", "{.cta|.gpu with .relaxed}"
static std::string printForms(const PTXInstructionInfo &Info) {
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

/// A word of a group, or two: ".and.popc".
struct GroupWord {
  uint16_t First, Second; ///< 0 for none
  uint8_t Value;
};

struct NumberedGroup {
  std::vector<GroupWord> Words;  ///< those of two first
  std::optional<uint8_t> Absent; ///< the value without a word
  bool IsOrdered;
};

/// A row whose words are numbers.
struct NumberedRow {
  PTXInstruction Row;
  SmallVector<uint16_t, 2> Fixed;
  std::vector<NumberedGroup> Groups;
  uint64_t Known = 0, Needed = 0; ///< a bit for each number, by its lowest six bits
};

/// The words of a mnemonic as numbers.
struct NumberedWords {
  SmallVector<uint16_t, 16> Numbers;
  uint64_t Bits = 0;
  bool AreKnown = true;
};

/// The rows of an opcode.
class OpcodeRows {
public:
  std::vector<PTXInstruction> All;

  /// Returns the rows with the numbers that words have in this opcode.
  ArrayRef<NumberedRow> getNumbered() {
    std::call_once(Once, [&] {
      for (PTXInstruction Row : All)
        Rows.push_back(number(Row));
    });
    return Rows;
  }

  NumberedWords number(ArrayRef<StringRef> Modifiers) const {
    NumberedWords Words;
    for (StringRef Modifier : Modifiers) {
      Words.Numbers.push_back(Numbers.lookup(Modifier));
      Words.Bits |= getBit(Words.Numbers.back());
      Words.AreKnown &= Words.Numbers.back() != 0;
    }
    return Words;
  }

private:
  static uint64_t getBit(uint16_t Number) { return uint64_t(1) << Number % 64; }

  uint16_t getNumber(StringRef Word) {
    return Word.empty() ? 0 : Numbers.try_emplace(Word, Numbers.size() + 1).first->second;
  }

  NumberedRow number(PTXInstruction Row) {
    NumberedRow Result = {Row, {}, {}};
    for (StringRef Word : drop_begin(split(getInfo(Row).Mnemonic, '.'))) {
      Result.Fixed.push_back(getNumber(("." + Word).str()));
      Result.Needed |= getBit(Result.Fixed.back());
    }
    Result.Known = Result.Needed;
    for (const ModifierInfo &Group : getInfo(Row).Modifiers) {
      Result.Groups.push_back(number(Group));
      for (const GroupWord &Word : Result.Groups.back().Words)
        Result.Known |= getBit(Word.First) | (Word.Second ? getBit(Word.Second) : 0);
    }
    return Result;
  }

  NumberedGroup number(const ModifierInfo &Info) {
    NumberedGroup Group = {{}, {}, Info.IsOrdered};
    for (auto [Value, Word] : enumerate(Info.Words)) {
      if (Word.empty() || (!Group.Absent && Word == Info.Default))
        Group.Absent = Value;
      if (Word.empty() || Word == "-")
        continue;
      const size_t Dot = Word.find('.', 1);
      Group.Words.push_back({getNumber(Word.take_front(Dot)),
                             getNumber(Word.drop_front(std::min(Dot, Word.size()))),
                             uint8_t(Value)});
      if (Word == ".shared" && !is_contained(Info.Words, ".shared::cta")) // it means this
        Group.Words.push_back({getNumber(".shared::cta"), 0, uint8_t(Value)});
    }
    stable_sort(Group.Words,
                [](const GroupWord &A, const GroupWord &B) { return A.Second > B.Second; });
    return Group;
  }

  StringMap<uint16_t> Numbers;
  std::vector<NumberedRow> Rows;
  std::once_flag Once;
};

/// Compares the words of a mnemonic with rows.
class RowMatcher {
public:
  RowMatcher(const NumberedWords &Words, const NumberedRow &Row)
      : Parsed{Row.Row, {}}, Words(Words), Row(Row), IsTaken(Words.Numbers.size()) {}

  /// Returns true if the mnemonic is one of the row. If it is not, the score is right only if it
  /// `MustScore`.
  bool match(bool MustScore = false) {
    bool Fits = Words.AreKnown && !(Words.Bits & ~Row.Known) && !(Row.Needed & ~Words.Bits);
    if (!Fits && !MustScore)
      return false;
    int NumMissing = 0; // of the groups whose word must be there
    for (uint16_t Word : Row.Fixed)
      Fits &= take(Word, 0).has_value();
    Score = int(NumTaken);
    size_t OrderedFrom = 0;
    for (const NumberedGroup &Group : Row.Groups) {
      std::optional<uint8_t> Value = takeOne(Group, OrderedFrom);
      if (!Value)
        Value = Group.Absent;
      NumMissing += !Value;
      if ((!Fits || NumMissing) && !MustScore)
        return false;
      Parsed.Values.push_back(Value.value_or(0));
    }
    Score = WordWeight * (Score + int(NumTaken)) - NumMissing;
    return Fits && !NumMissing && NumTaken == IsTaken.size() && Parsed.isConsistent();
  }

  /// Measures how near the mnemonic is: by the words that the row has, of which those that are
  /// always there count twice, and then by the groups whose word is missing.
  int Score = 0;
  ParsedInstruction Parsed;

private:
  static constexpr int WordWeight = 64;

  /// Returns the position of a word that is taken.
  std::optional<size_t> take(uint16_t Word, size_t From) {
    for (size_t Index = From; Index != IsTaken.size(); ++Index)
      if (!IsTaken[Index] && Words.Numbers[Index] == Word) {
        IsTaken[Index] = true;
        ++NumTaken;
        return Index;
      }
    return std::nullopt;
  }

  /// Takes the first word of the mnemonic that the group has. Returns its value.
  std::optional<uint8_t> takeOne(const NumberedGroup &Group, size_t &OrderedFrom) {
    for (size_t Index = Group.IsOrdered ? OrderedFrom : 0; Index != IsTaken.size(); ++Index) {
      if (IsTaken[Index])
        continue;
      for (const GroupWord &Word : Group.Words) {
        if (Word.First != Words.Numbers[Index])
          continue;
        size_t Last = Index;
        if (Word.Second) {
          const std::optional<size_t> Second = take(Word.Second, Group.IsOrdered ? Index + 1 : 0);
          if (!Second)
            continue;
          Last = *Second;
        }
        IsTaken[Index] = true;
        ++NumTaken;
        if (Group.IsOrdered)
          OrderedFrom = Last + 1;
        return Word.Value;
      }
    }
    return std::nullopt;
  }

  const NumberedWords &Words;
  const NumberedRow &Row;
  unsigned NumTaken = 0;
  SmallVector<bool, 16> IsTaken;
};

} // namespace

/// Returns null if no row has this first word.
static OpcodeRows *findRows(StringRef Opcode) {
  static StringMap<OpcodeRows> Rows = [] {
    StringMap<OpcodeRows> Map;
    for (auto [Number, Info] : enumerate(PTXInstructions))
      Map[Info.Mnemonic.split('.').first].All.push_back(PTXInstruction(Number));
    return Map;
  }();
  auto It = Rows.find(Opcode);
  return It == Rows.end() ? nullptr : &It->second;
}

bool tensorcore::isPTXInstruction(StringRef Opcode) { return findRows(Opcode); }

/// Calls `Visit` with the rows of a statement's opcode.
static void visitRows(const ptx::Statement &Statement, function_ref<void(RowMatcher &)> Visit) {
  OpcodeRows *Rows = findRows(Statement.Name);
  if (!Rows)
    return;
  const ArrayRef<NumberedRow> Numbered = Rows->getNumbered();
  const NumberedWords Words = Rows->number(Statement.Modifiers);
  for (const NumberedRow &Row : Numbered) {
    RowMatcher Matcher(Words, Row);
    Visit(Matcher);
  }
}

std::vector<ParsedInstruction> tensorcore::parseMnemonic(const ptx::Statement &Statement) {
  std::vector<ParsedInstruction> Found;
  visitRows(Statement, [&](RowMatcher &Matcher) {
    if (Matcher.match())
      Found.push_back(std::move(Matcher.Parsed));
  });
  return Found;
}

bool tensorcore::visitOperands(
    const ptx::Statement &Statement, const ParsedInstruction &Parsed,
    function_ref<void(const PTXOperandInfo &Operand, const ptx::Operand *Given)> Visit) {
  size_t Number = 0;
  bool AreOptional = false;
  const ptx::Operand *Given = nullptr, *Second = nullptr; // of a pair
  for (const PTXOperandInfo &Operand : getInfo(Parsed.Row).Operands) {
    if (!Parsed.goesWith(Operand.With))
      continue;
    if (Operand.IsPaired) {
      if (Given && !Second && (Operand.IsRequired || !Operand.With.empty()))
        return false;
      Visit(Operand, std::exchange(Second, nullptr));
      continue;
    }
    if (Second)
      return false;
    AreOptional |= Operand.IsOptional;
    if (Number == Statement.Operands.size()) {
      if (!AreOptional)
        return false;
      Visit(Operand, Given = nullptr);
      continue;
    }
    Given = &Statement.Operands[Number++];
    const bool IsPair =
        Given->is(ptx::Operand::Kind::Pair) && Operand.Kind != PTXOperandKind_Special;
    Second = IsPair ? &Given->Parts.back() : nullptr;
    Visit(Operand, IsPair ? &Given->Parts.front() : Given);
    const bool IsAddress =
        Given->is(ptx::Operand::Kind::Address) || Given->is(ptx::Operand::Kind::Element);
    if (Operand.Kind != PTXOperandKind_Special &&
        IsAddress != (Operand.Kind == PTXOperandKind_Address && !Operand.IsBare))
      return false;
  }
  return Number == Statement.Operands.size() && !Second;
}

std::optional<ptx::Type> tensorcore::getOperandType(const PTXOperandInfo &Operand,
                                                    const ParsedInstruction &Parsed) {
  const std::optional<ptx::Type> Type =
      Operand.Bits ? ptx::getBitsType(Operand.Bits) : ptx::parseType(Parsed.getType(Operand.Type));
  return Type && Operand.Scale != 1 ? ptx::getBitsType(Operand.Scale * Type->Width) : Type;
}

Error tensorcore::checkConstant(const PTXOperandInfo &Operand, int64_t Value) {
  const std::vector<std::string> Constants(Operand.Constants.begin(), Operand.Constants.end());
  if (Constants.empty() || is_contained(Constants, std::to_string(Value)))
    return Error::success();
  return makeError("'" + Operand.Name + "' is " + Twine(Value) + "; with these modifiers it is " +
                   printAlternatives(Constants));
}

/// "d, a, b{, c}"
static std::string printOperands(const ParsedInstruction &Parsed) {
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
  visitRows(Statement, [&](RowMatcher &Matcher) {
    Matcher.match(/*MustScore=*/true);
    if (Matcher.Score < BestScore)
      return;
    if (Matcher.Score > BestScore)
      Nearest.clear();
    BestScore = Matcher.Score;
    addText(Nearest, printForms(getInfo(Matcher.Parsed.Row)));
  });
  return makeError("there is no instruction '" + Statement.getMnemonic() + "'" +
                   (Nearest.empty() ? "" : "; PTX has " + join(Nearest, ", or ")));
}

Expected<ParsedInstruction> tensorcore::parsePTXInstruction(const ptx::Statement &Statement) {
  SmallVector<std::string, 4> Operands;
  for (ParsedInstruction &Parsed : parseMnemonic(Statement)) {
    if (visitOperands(Statement, Parsed, [](const auto &, const auto &) {}))
      return std::move(Parsed);
    addText(Operands, printOperands(Parsed));
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
  if (First.Name != Second.Name)
    return false;
  const std::vector<ParsedInstruction> OfSecond = parseMnemonic(Second);
  return any_of(parseMnemonic(First), [&](const ParsedInstruction &X) {
    return any_of(OfSecond, [&](const ParsedInstruction &Y) {
      return X.Row == Y.Row &&
             all_of(zip(getInfo(X.Row).Modifiers, X.Values, Y.Values), [](const auto &Each) {
               const auto &[Group, Of, Other] = Each;
               return Group.areSame(Group.Words[Of], Group.Words[Other]);
             });
    });
  });
}
