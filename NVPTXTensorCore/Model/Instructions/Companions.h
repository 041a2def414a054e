//===- Companions.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions that a kernel needs in addition to the matrix instructions: the rows of
// TableGen/Companions.td and the files that it names. An intrinsic has one or several
// forms; the values of its immediates and the address spaces of its pointers choose one.
//
// A machine opcode is a register signature and what the instruction does besides
// (TableGen/CompanionOpcodes.td). Which form it is, and the words of its immediates, is its last
// operand, the companion word:
//
//   63      60 59      48 47 .. 20 19  16 15   0
//   14          0         ... words ...   form
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_COMPANIONS_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_COMPANIONS_H

#include "Model/Instructions/PTXInstructions.h"
#include "Model/Legality/Legality.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm::tensorcore {

enum CompanionForm : unsigned; ///< TensorCoreModel/CompanionForm.h

/// An intrinsic.
struct Companion {
  StringLiteral Name;
  StringLiteral Origin; ///< the project that named it
  MMASignature Signature;
  MMAEffects Effects;
};

/// Describes an operand of a form's statement (TableGen/Companions.td).
struct CompanionOperand {
  ArrayRef<StringLiteral> Names; ///< of operands, or words of PTX
  bool IsVector;
  bool IsNested;               ///< behind the operand before it, within its brackets
  StringLiteral Temporary;     ///< the register that PTX takes in its place, or empty
  StringLiteral TemporaryType; ///< "b8" or "b128"
};

/// One instruction of an intrinsic.
struct CompanionFormInfo {
  StringLiteral Name;
  StringLiteral Intrinsic; ///< the name of its Companion
  ArrayRef<MMAChoice> Choices;
  ArrayRef<StringLiteral> ResultNames;
  MMASignature Signature; ///< of the instruction: results and operands in registers
  PTXInstruction Row;
  ArrayRef<StringLiteral> Words; ///< one of each group of the row; "$name" is that of an immediate
  ArrayRef<CompanionOperand> Statement;
  ArrayRef<MMALegality> Legality; ///< targets may have it since different PTX versions
  bool HasDisjointRegisters;      ///< no register may stand in an instruction twice
};

ArrayRef<Companion> getCompanions();
ArrayRef<CompanionFormInfo> getCompanionForms();
const CompanionFormInfo &getCompanionFormInfo(CompanionForm Form);

/// The intrinsic with a name, with or without the address space that ends it; null if there is
/// none.
const Companion *lookupCompanion(StringRef Name);

/// The form with a name.
std::optional<CompanionForm> lookupCompanionForm(StringRef Name);

/// The opcode of a form, and whether an opcode is one of forms.
MMAOpcode getCompanionOpcode(CompanionForm Form);
bool isCompanion(MMAOpcode Opcode);

/// The value of what a form is chosen by: an immediate, or the address space of a pointer.
using CompanionChoice = function_ref<uint64_t(StringRef Name)>;

/// The form for these values; none if there is none.
std::optional<CompanionForm> chooseForm(const Companion &Intrinsic, CompanionChoice Values);

/// The address space that a form has for its argument of type p*; 0 without one.
unsigned getPointerSpace(CompanionForm Form);

/// Returns true if some form has that value of an immediate or an address space.
bool isChoice(const Companion &Intrinsic, StringRef Name, uint64_t Value);

/// Returns true if a form takes an address that must not be a symbol.
bool needsAddressInRegister(const Companion &Intrinsic);

/// Returns the conditions that choose a form: "size=128,registers=24..256/8".
std::string printChoices(CompanionForm Form);

/// The values that an immediate may have: "0, 1 or 2", "from 24 to 256 in steps of 8".
std::string printChoices(const Companion &Intrinsic, StringRef Name);

/// A value for each immediate of a form that PTX has a word for, in the order of its operands.
using WordValues = SmallVector<unsigned, 4>;

/// All values that the words of a form may have together; one empty list if it has no words.
std::vector<WordValues> getWordValues(CompanionForm Form);

struct CompanionWord;

/// Returns the word of each group of a form's row.
SmallVector<StringRef, 16> getWords(const CompanionWord &Word);

/// Holds what a machine instruction says in addition to its opcode and registers.
struct CompanionWord {
  CompanionForm Form;
  WordValues Words;

  uint64_t encode() const;
  /// Fails, with a sentence, if no form has these words.
  static Expected<CompanionWord> decode(uint64_t Word);

  /// The form's name and the words' values, as in .mir files: ".CP_ASYNC_BULK_…_REPORT.1".
  std::string print() const;
  /// Nothing if the text does not begin with the name of a form.
  static std::optional<Expected<CompanionWord>> parse(StringRef Text);
};

/// Returns true if a form may have that value of an operand; true for those that it says nothing
/// of.
bool isChoiceOf(CompanionForm Form, StringRef Name, uint64_t Value);

/// Success if the target has the form; else a sentence that says what was asked, what
/// forbids it, and what would be legal.
Error checkLegal(CompanionForm Form, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_COMPANIONS_H
