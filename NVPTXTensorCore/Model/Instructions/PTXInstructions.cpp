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
#include "TensorCoreModel/PTXInstruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>

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

std::string tensorcore::spellMnemonic(const ParsedInstruction &Instruction) {
  const PTXInstructionInfo &Info = getInfo(Instruction.Row);
  std::string Text = Info.Mnemonic.str();
  for (const auto &[Group, Value] : zip(Info.Modifiers, Instruction.Values))
    Text += Group.Words[Value];
  return Text;
}

/// "add{.sat}(.u32|.s32)"
static std::string spellForms(const PTXInstructionInfo &Info) {
  std::string Text = Info.Mnemonic.str();
  for (const ModifierInfo &Group : Info.Modifiers) {
    const bool IsOptional = is_contained(Group.Words, "");
    const std::string Words = join(
        make_filter_range(Group.Words, [](StringRef Word) { return Word.starts_with("."); }), "|");
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
  RowMatcher(const ptx::Statement &Statement, const PTXInstructionInfo &Row)
      : Modifiers(Statement.Modifiers), Row(Row), IsTaken(Modifiers.size()) {}

  /// Returns true if the mnemonic is one of the row.
  bool match() {
    bool Fits = true;
    for (StringRef Word : drop_begin(split(Row.Mnemonic, '.')))
      Fits &= take([&](StringRef Modifier) { return Modifier.drop_front() == Word; }, 0) !=
              Modifiers.size();
    Score = NumTaken;
    size_t OrderedFrom = 0;
    for (const ModifierInfo &Group : Row.Modifiers) {
      const size_t Index =
          take([&](StringRef Modifier) { return is_contained(Group.Words, Modifier); },
               Group.IsOrdered ? OrderedFrom : 0);
      const bool IsThere = Index != Modifiers.size();
      const auto *Value = find(Group.Words, IsThere ? Modifiers[Index] : StringRef());
      Fits &= Value != Group.Words.end();
      Values.push_back(Value - Group.Words.begin());
      if (IsThere && Group.IsOrdered)
        OrderedFrom = Index + 1;
    }
    Score += NumTaken;
    return Fits && NumTaken == Modifiers.size();
  }

  unsigned Score = 0; ///< of the words that the row has; those that are always there count twice
  SmallVector<uint8_t, 8> Values;

private:
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
  bool AreOptional = false, HasPair = false;
  for (const PTXOperandInfo &Operand : getInfo(Parsed.Row).Operands) {
    if (!Parsed.goesWith(Operand.With))
      continue;
    if (Operand.IsPaired) {
      if (!HasPair && !Operand.With.empty())
        return false;
      HasPair = false;
      continue;
    }
    if (HasPair)
      return false;
    AreOptional |= Operand.IsOptional;
    if (Number == Statement.Operands.size())
      return AreOptional;
    const bool IsAddress = Statement.Operands[Number].is(ptx::Operand::Kind::Address);
    HasPair = Statement.Operands[Number++].is(ptx::Operand::Kind::Pair) &&
              Operand.Kind != PTXOperandKind_Special;
    if (Operand.Kind != PTXOperandKind_Special &&
        IsAddress != (Operand.Kind == PTXOperandKind_Address))
      return false;
  }
  return Number == Statement.Operands.size() && !HasPair;
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
    Text += Operand.Kind == PTXOperandKind_Address ? "[" + Operand.Name.str() + "]"
                                                   : Operand.Name.str();
  }
  return Text.empty() ? "no operands" : Text + End;
}

Expected<ParsedInstruction> tensorcore::parsePTXInstruction(const ptx::Statement &Statement) {
  unsigned BestScore = 0;
  SmallVector<std::string, 4> Nearest, Operands;
  auto Add = [](SmallVectorImpl<std::string> &Texts, std::string Text) {
    if (!is_contained(Texts, Text))
      Texts.push_back(std::move(Text));
  };
  for (PTXInstruction Number : findRows(Statement.Name)) {
    const PTXInstructionInfo &Row = getInfo(Number);
    RowMatcher Matcher(Statement, Row);
    if (Matcher.match()) {
      ParsedInstruction Parsed{Number, std::move(Matcher.Values)};
      if (hasOperandsOf(Statement, Parsed))
        return Parsed;
      Add(Operands, spellOperands(Parsed));
    } else if (Matcher.Score >= BestScore) {
      if (Matcher.Score > BestScore)
        Nearest.clear();
      BestScore = Matcher.Score;
      Add(Nearest, spellForms(Row));
    }
  }
  const std::string Mnemonic = Statement.getMnemonic();
  if (!Operands.empty())
    return makeError("'" + Mnemonic + "' does not have these operands; it has " +
                     join(Operands, ", or "));
  if (Nearest.empty())
    return makeError("there is no instruction '" + Mnemonic + "'");
  return makeError("there is no instruction '" + Mnemonic + "'; PTX has " + join(Nearest, ", or "));
}
