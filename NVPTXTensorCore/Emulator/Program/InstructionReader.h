//===- InstructionReader.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes an Instruction of a statement, which the model has parsed into its row and the words of its
// modifiers. The operands are read as the row lists them; what executes the row is chosen by its
// reader (Emulator/Execute/InstructionTable.h).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_PROGRAM_INSTRUCTIONREADER_H
#define NVPTXTENSORCORE_EMULATOR_PROGRAM_INSTRUCTIONREADER_H

#include "Emulator/Program/Program.h"
#include "Model/Instructions/PTXInstructions.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore::emulator {

class FunctionReader;
class InstructionReader;

/// Chooses what executes the statement that a reader is at.
using StatementReader = Error (*)(InstructionReader &R);

class InstructionReader {
public:
  InstructionReader(FunctionReader &Context, const ptx::Statement &Source, Instruction &Result)
      : Source(Source), Result(Result), Context(Context) {}

  const ptx::Statement &Source;
  Instruction &Result;

  // Rows (TableGen/Instructions.td).

  ParsedInstruction Parsed;

  /// Returns the type that the row's type group of that number has.
  Type type(unsigned Number = 0) const { return *parseType(Parsed.getType(Number)); }
  /// Returns the word of a modifier group.
  template <class Words> Words get(unsigned Number = 0) const { return Parsed.get<Words>(Number); }
  /// Reads results, sources and addresses as the row lists them. A missing optional operand is an
  /// empty slot.
  Error readOperands();

  // Operands.

  size_t getNumOperands() const { return Source.Operands.size(); }
  const ptx::Operand &operand(size_t Number) const { return Source.Operands[Number]; }
  /// Returns an error unless the number of operands is in a range.
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
  /// Returns true if an operand is an operator in front of another one: `!p`, `-r`.
  static bool isUnary(const ptx::Operand &O, char Operator);
  /// Returns true if an operand is a constant.
  bool isConstant(const ptx::Operand &O) const;
  /// Returns true if the address of an operand is that of a parameter or local variable of a
  /// function, which are in local memory.
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
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_PROGRAM_INSTRUCTIONREADER_H
