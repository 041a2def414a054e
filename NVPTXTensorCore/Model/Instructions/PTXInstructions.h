//===- PTXInstructions.h - Rows of instructions -----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of PTX as rows (TableGen/Instructions.td). A statement is parsed into its row
// and one word of each modifier group, and printed from them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_PTXINSTRUCTIONS_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_PTXINSTRUCTIONS_H

#include "PTX/Syntax.h"
#include "PTX/Types.h"
#include "TensorCoreModel/PTXOperandKind.h"
#include "TensorCoreModel/Words.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace llvm::tensorcore {

enum PTXInstruction : unsigned; ///< TensorCoreModel/PTXInstruction.h
enum OperationKind : unsigned;  ///< TensorCoreModel/OperationKind.h
enum BitFlow : unsigned;        ///< TensorCoreModel/BitFlow.h

/// A group of words, of which a mnemonic has one.
struct ModifierInfo {
  StringLiteral CppName;         ///< of the enumeration in `words`, or empty
  ArrayRef<StringLiteral> Words; ///< with their dots; "" stands for an absent word and "-" for
                                 ///< one that this row does not have
  bool IsType;
  bool IsOrdered;               ///< its words mean something by their order
  ArrayRef<StringLiteral> With; ///< a word is there exactly if one of these is
  StringLiteral Default;        ///< what an absent word means, or empty

  /// Returns true if two words mean the same.
  bool areSame(StringRef A, StringRef B) const;
};

/// An operand of a row.
struct PTXOperandInfo {
  StringLiteral Name;
  PTXOperandKind Kind;
  uint8_t Type;  ///< the number of a type group, which gives the type if `Bits` is 0
  uint8_t Bits;  ///< the width of an operand whose type no modifier names
  uint8_t Scale; ///< by which the width of the type is multiplied
  bool IsOptional;
  bool IsPaired;   ///< the second part of the operand before it, which may be absent
  bool IsRequired; ///< a second part that may not
  bool IsVector;   ///< has as many elements as the vector modifier says
  bool MayBeWider;
  bool IsImmediate;
  ArrayRef<StringLiteral> Constants; ///< that it may be, or none
  bool IsBare;                       ///< an address without brackets
  bool IsHint;                       ///< changes nothing but the time that it takes
  ArrayRef<StringLiteral> With;      ///< it is there exactly if one of these words is
};

struct PTXInstructionInfo {
  StringLiteral Name;
  StringLiteral Mnemonic; ///< the words that are always there
  ArrayRef<ModifierInfo> Modifiers;
  ArrayRef<PTXOperandInfo> Operands;
  OperationKind Operation;
  BitFlow Flow;
  uint8_t FirstControl; ///< of BitFlow_ByValues: the first operand that all bits depend on
  bool IsAsynchronous;  ///< goes on after it was executed, or tells of what does
};

ArrayRef<PTXInstructionInfo> getPTXInstructions();
const PTXInstructionInfo &getInfo(PTXInstruction Row);

/// A row and the words of its modifier groups.
struct ParsedInstruction {
  PTXInstruction Row;
  SmallVector<uint8_t, 8> Values; ///< for each group, the position of its word

  /// Returns the word of a type group, with its dot; empty if there is none.
  StringRef getType(unsigned Number = 0) const;
  /// Returns the word of the `Number`-th group of some words, or the first word, which stands for
  /// an absent one, if the row has no such group.
  template <class Words> Words get(unsigned Number = 0) const {
    return Words(getValue(words::NameOf<Words>::Value, Number));
  }

  /// Returns true if the mnemonic has one of these words, or if there are none.
  bool goesWith(ArrayRef<StringLiteral> Words) const;
  /// Returns true if each word that goes with others is there exactly if one of them is.
  bool isConsistent() const;

private:
  uint8_t getValue(StringRef CppName, unsigned Number) const;
};

/// Returns true if a row has this first word.
bool isPTXInstruction(StringRef Opcode);

/// The rows that have the words of a statement.
std::vector<ParsedInstruction> parseMnemonic(const ptx::Statement &Statement);

/// The row that a statement is. Fails with the forms that come nearest, or with the operands that
/// the row has.
Expected<ParsedInstruction> parsePTXInstruction(const ptx::Statement &Statement);

/// Calls `Visit` with the operands of a row and those of its statement, null if one is left out.
/// Returns false if the statement does not have the row's operands; `Visit` may have been called
/// then.
bool visitOperands(
    const ptx::Statement &Statement, const ParsedInstruction &Parsed,
    function_ref<void(const PTXOperandInfo &Operand, const ptx::Operand *Given)> Visit);

/// Returns the type of an operand that is a register or a constant of some bits; none if its words
/// name no type.
std::optional<ptx::Type> getOperandType(const PTXOperandInfo &Operand,
                                        const ParsedInstruction &Parsed);

/// Fails if an operand that is one of some constants is another one.
Error checkConstant(const PTXOperandInfo &Operand, int64_t Value);

/// Returns true if two mnemonics have the same words of a row, in other orders or left out.
bool areSameMnemonics(StringRef A, StringRef B);

/// Returns the mnemonic in PTX's order: "add.sat.s32".
std::string printMnemonic(const ParsedInstruction &Instruction);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_PTXINSTRUCTIONS_H
