//===- InstructionReader.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the statement of an instruction becomes an Instruction. Each family of instructions has a
// function that takes the modifiers and operands that it knows; what it leaves is an error that
// names it. See Emulator/Instructions/InstructionTable.h.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_PROGRAM_INSTRUCTIONREADER_H
#define NVPTXTENSORCORE_EMULATOR_PROGRAM_INSTRUCTIONREADER_H

#include "Emulator/Program/Program.h"
#include "Model/Instructions/PTXInstructions.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore::emulator {

class FunctionReader;

class InstructionReader {
public:
  InstructionReader(FunctionReader &Context, const ptx::Statement &Source, Instruction &Result)
      : Source(Source), Result(Result), Context(Context), Modifiers(Source.Modifiers) {}

  const ptx::Statement &Source;
  Instruction &Result;

  // Rows (TableGen/Instructions.td).

  ParsedInstruction Parsed;
  bool IsNegated = false; ///< whether a source that may be negated is

  /// Returns the type that the row's type group of that number has.
  Type type(unsigned Number = 0) const { return *parseType(Parsed.getType(Number)); }
  /// Returns the word of a modifier group.
  template <class Words> Words get(unsigned Number = 0) const { return Parsed.get<Words>(Number); }
  /// Reads results, sources and addresses as the row lists them. A missing optional operand is an
  /// empty slot.
  Error readOperands();

  // Modifiers. They are taken in their order; the first function that does not fit leaves all.

  /// Takes the next modifier if it is this one, with its dot.
  bool take(StringRef Modifier);
  /// Takes the next modifier if it is one of these, and says which; else an empty one.
  StringRef takeOneOf(ArrayRef<StringRef> Choices);
  /// Takes a modifier that may stand at any place.
  bool takeAnywhere(StringRef Modifier);
  /// The same of one of several; empty if none is there.
  StringRef takeOneAnywhere(ArrayRef<StringRef> Choices);
  /// Takes the next modifier if it is a type.
  std::optional<Type> takeType();
  /// The same, or an error.
  Expected<Type> expectType();
  /// The next modifier; empty after the last.
  StringRef peek() const { return Modifiers.empty() ? StringRef() : Modifiers.front(); }
  /// Drops what does not change what an instruction does: cache operators, eviction priorities,
  /// prefetch sizes, cache hints (the modifier; the operand is the family's).
  void takeCacheModifiers();
  /// Drops modifiers that are part of the family's name.
  void dropModifiers(size_t Count) { Modifiers = Modifiers.drop_front(Count); }
  /// An error if a modifier was not taken.
  Error finish() const;

  // Operands.

  size_t getNumOperands() const { return Source.Operands.size(); }
  const ptx::Operand &operand(size_t Number) const { return Source.Operands[Number]; }
  /// An error unless there are so many operands.
  Error expectOperands(size_t Min, size_t Max) const;
  Error expectOperands(size_t Count) const { return expectOperands(Count, Count); }

  /// A register, special register, constant or address of a variable, as a value of a type. The
  /// width of a register must be that of the type, or, if `MayBeWider`, at least that.
  Expected<Slot> read(const ptx::Operand &O, Type T, bool MayBeWider = false);
  /// A register that is written. `_` is one that nobody reads.
  Expected<Slot> write(const ptx::Operand &O, Type T, bool MayBeWider = false);
  /// All elements of a vector, or one operand.
  Error readAll(const ptx::Operand &O, Type T, SmallVectorImpl<Slot> &Slots,
                bool MayBeWider = false);
  Error writeAll(const ptx::Operand &O, Type T, SmallVectorImpl<Slot> &Slots,
                 bool MayBeWider = false);
  /// `[register + offset]`, `[variable + offset]`; of several parts the first.
  Expected<Address> readAddress(const ptx::Operand &O);
  /// A constant expression.
  Expected<int64_t> readInteger(const ptx::Operand &O);
  /// Whether an operand is a constant.
  bool isConstant(const ptx::Operand &O) const;
  /// Whether the address of an operand is that of a parameter or local variable of a function,
  /// which are in local memory.
  bool isInFrame(const ptx::Operand &O) const;
  /// A constant in all lanes.
  Slot getConstant(uint64_t Value, unsigned Bits);
  /// The number of the instruction that a label is before.
  Expected<unsigned> readLabel(const ptx::Operand &O);

  void setResults(ArrayRef<Slot> Slots);
  void setOperands(ArrayRef<Slot> Slots);
  void setAddresses(ArrayRef<Address> Addresses);
  template <class T> void setDetails(T Details) {
    Result.Details = getProgram().keep(std::move(Details));
  }

  /// "'add.x32': …"
  Error fail(const Twine &Sentence) const;

  FunctionReader &getFunction() { return Context; }
  Program &getProgram();

private:
  Error readOperand(const ptx::Operand *O, const PTXOperandInfo &Info,
                    SmallVectorImpl<Slot> &Slots);
  std::optional<int64_t> findSum(const ptx::Operand &O) const;

  FunctionReader &Context;
  ArrayRef<StringRef> Modifiers;
  SmallVector<StringRef, 8> Rest; ///< after takeAnywhere
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_PROGRAM_INSTRUCTIONREADER_H
