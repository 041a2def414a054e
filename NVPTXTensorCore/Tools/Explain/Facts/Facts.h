//===- Facts.h - what there is to know of an instruction --------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An intrinsic in facts that people ask for: declaration, operands, PTX, targets, work, rules,
// relatives. All are read off the model; `show` prints them as text or JSON, the catalogue is
// made of the JSON.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_FACTS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_FACTS_H

#include "Explain/Subjects/Subjects.h"
#include "IR/Verifier/IntrinsicFacts.h"
#include <optional>

namespace llvm {
class FunctionType;
class raw_ostream;
namespace json {
class OStream;
}
} // namespace llvm

namespace llvm::tensorcore::explain {

/// Registers or immediates of one role.
struct OperandFact {
  std::string Name;    ///< "D", "A", "sparsity metadata"; of tcgen05 and companions PTX's name
  unsigned Registers;  ///< of a thread; 0 for immediates and addresses
  std::string Type;    ///< of a register as PTX has it, or what else it is
  std::string Element; ///< of a fragment: "f16"; else empty
  unsigned Rows = 0, Columns = 0; ///< of a fragment's tile, where its layout is known
};

/// Forms that are legal on the same targets.
struct FormFact {
  std::string Mnemonic;  ///< of the first of them
  std::string Statement; ///< of it, with operands by role
  std::string Opcode;
  std::string Descriptor;          ///< the MMA descriptor in hex; empty for companions
  std::vector<std::string> Others; ///< the other mnemonics
  std::vector<std::string> Targets;
  std::string TargetText;
  unsigned FirstPTX, LastPTX; ///< LastPTX is 0 where no version has dropped it
  std::string Source;
  std::string Choices; ///< of a companion, what chooses the form
  std::string MIR;     ///< the MMA descriptor as MIR has it; empty for companions
};

/// A variant that differs in one field of its MMA descriptor, or nearly.
struct RelativeFact {
  std::string Difference; ///< "element type of D: f16"
  std::string Name;
};

struct InstructionFacts {
  std::string Name, Family, Declaration;
  std::string Example; ///< a module that calls it; empty if a declaration cannot be called as it is
  std::vector<OperandFact> Operands;
  std::vector<FormFact> Forms;
  IntrinsicFacts Effects; ///< attributes, memory and immediates
  std::optional<uint64_t> MultiplyAdds;
  std::string
      Work; ///< MultiplyAdds in words, or on what they depend; empty if nothing is multiplied
  std::string Shape;
  std::vector<std::string> Types;   ///< D, A, B, C, or the one that is moved
  std::vector<std::string> Layouts; ///< operands that `layout` knows
  std::vector<std::string> Rules;
  std::vector<RelativeFact> Relatives;
};

/// The version of the JSON of instructions: of what `dump` prints, and of the catalogue's
/// instructions.json. It changes when a key goes or changes its meaning, not when one comes.
inline constexpr int JSONSchema = 1;

InstructionFacts getFacts(const Subject &S);

/// The attributes, memory effects and immediates of its intrinsic.
IntrinsicFacts getEffects(const Subject &S);

/// Parts of it.
void addOperands(InstructionFacts &Facts, const Subject &S);
void addForms(InstructionFacts &Facts, const Subject &S);
void addPlainForms(InstructionFacts &Facts, const PlainIntrinsic &Plain);

/// The values of an immediate as members of an object: "first", "last", "step".
void print(json::OStream &JSON, const ImmediateFact::ValueRange &Values);

void print(raw_ostream &OS, const InstructionFacts &Facts);
void print(json::OStream &JSON, const InstructionFacts &Facts);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_FACTS_FACTS_H
