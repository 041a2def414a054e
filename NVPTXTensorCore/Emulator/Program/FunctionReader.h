//===- FunctionReader.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the body of a function: scopes, names, labels, and what each statement becomes.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_PROGRAM_FUNCTIONREADER_H
#define NVPTXTENSORCORE_EMULATOR_PROGRAM_FUNCTIONREADER_H

#include "Emulator/Program/InstructionReader.h"
#include <map>

namespace llvm::tensorcore::emulator {

/// `register + constant` as the value of an operand.
struct RegisterSum {
  Slot To, From;
  int64_t Added;
};

class FunctionReader {
public:
  FunctionReader(Program &Whole, Function &Result, StatementReader Read);

  /// Adds the faults that it finds.
  void run(std::vector<ptx::Fault> &Faults);

  Program &getProgram() { return Whole; }
  Function &getResult() { return Result; }

  // Names, from the scope at hand outwards.

  /// The register of a name; a slot of no bits if there is none.
  Slot findRegister(StringRef Name);
  const Variable *findVariable(StringRef Name) const;
  /// Returns what a label of this scope is before: the number of an instruction; ~0u if there is no
  /// such label.
  unsigned findLabel(StringRef Name) const;
  /// The directive after a label: .branchtargets, .calltargets, .callprototype; null without one.
  const ptx::Statement *findLabelledDirective(StringRef Name) const;

  Slot getConstant(uint64_t Low, uint64_t High, unsigned Bits);
  /// A register that nobody reads.
  Slot getSink(unsigned Bits);
  Slot makeRegister(unsigned Bits);
  /// A register that holds the sum of a register and a constant when the instruction at hand is
  /// executed.
  Slot addSum(Slot From, int64_t Added);
  /// Returns the sums that operands of the instruction at hand are.
  std::vector<RegisterSum> takeSums() { return std::exchange(Sums, {}); }
  /// CC.CF, the carry.
  Slot getCarry() { return Carry ? Carry : Carry = makeRegister(1); }

private:
  struct Range { ///< `.reg .b32 %r<5>`
    StringRef Prefix;
    unsigned Bits, Count;
  };
  struct Scope {
    unsigned Number;
    StringMap<Slot> Registers;
    std::vector<Range> Ranges;
    StringMap<unsigned> Vectors; ///< `.reg .v2 .b32 v`: the number of elements, `v.x` and so on
    StringMap<const Variable *> Variables;
  };
  struct LabelLocation {
    unsigned Instruction;
    const ptx::Statement *Directive = nullptr;
  };

  void findLabels();
  void declare(const ptx::Declaration &D, std::vector<ptx::Fault> &Faults);
  const Variable *placeInFrame(const ptx::Declaration &D, std::vector<ptx::Fault> &Faults);
  void readPassed(const ptx::Declaration &D, std::vector<Passed> &List,
                  std::vector<const Variable *> &Variables, std::vector<ptx::Fault> &Faults);
  void readParameters(std::vector<ptx::Fault> &Faults);
  void declareRegisters(const ptx::Declaration &D, std::vector<ptx::Fault> &Faults);
  void declareVectors(const ptx::Declaration &D, unsigned Bits, std::vector<ptx::Fault> &Faults);
  /// The number of elements of a vector of registers; 0 of what is none.
  unsigned findVector(StringRef Name) const;
  /// Replaces vectors of registers by their elements. False if nothing changes.
  Expected<bool> expandVectors(ptx::Operand &O) const;
  Expected<const ptx::Statement *> expandVectors(const ptx::Statement &S);
  void readInstruction(const ptx::Statement &S, std::vector<ptx::Fault> &Faults);
  Error readInstruction(const ptx::Statement &S, Instruction &I);
  /// Records the statement if the module's target does not have it, or the function must not.
  void judge(const ptx::Statement &S);
  /// Records a tcgen05 with another .cta_group than those before it.
  void judgeCTAGroup(const ptx::Statement &S);
  Error readGuard(const ptx::Statement &S, Instruction &I);

  Program &Whole;
  Function &Result;
  const StatementReader Read;
  std::vector<Scope> Scopes;
  std::vector<unsigned> OpenScopes; ///< their numbers, which count all that there were
  unsigned NumScopes = 0;
  std::map<std::pair<unsigned, StringRef>, LabelLocation> Labels;
  std::map<std::tuple<uint64_t, uint64_t, unsigned>, Slot> Constants;
  StringMap<Slot> Sinks;
  Slot Carry;
  bool HasVectors = false;       ///< of registers
  std::vector<RegisterSum> Sums; ///< of the instruction at hand
  const ptx::Statement *SourceLine = nullptr;
  const ptx::Statement *OfCTAGroup = nullptr; ///< the first tcgen05 with .cta_group
};

/// The variable that a declaration declares, without its location. Fails if it has no size.
Expected<Variable> makeVariable(const ptx::Declaration &D);
/// The value of a constant expression without names.
std::optional<int64_t> evaluate(const ptx::Operand &O);
/// The bits of a number as a value of a type.
std::optional<uint64_t> getNumber(const ptx::Operand &O, Type T);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_PROGRAM_FUNCTIONREADER_H
