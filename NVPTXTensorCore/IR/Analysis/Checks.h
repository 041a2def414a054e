//===- Checks.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks that a user can turn off, each with an option that says what becomes of what it
// finds: an error, a warning, nothing. The code that finds something says only which check it
// belongs to. A new check is an enumerator here, a row in Checks.cpp, and one in docs/checks.md.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_CHECKS_H
#define NVPTXTENSORCORE_IR_ANALYSIS_CHECKS_H

#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Instruction;
class Module;
class StringRef;
class Twine;
} // namespace llvm

namespace llvm::tensorcore {

enum class ErrorKind;
struct Location;
struct Requirement;

enum class Check {
  WGMMAHazards,
  WGMMASerialization,
  InlineAssembly,
  InlineAssemblyOperands,
  RegisterBudget,
  SetMaxNReg,
  LocalFragments,
  MatrixThreads,
  TensorMemory, ///< all that follow and begin with the same words
  TensorMemoryAccesses,
  TensorMemoryCTAGroup,
  TensorMemoryLeak,
  TensorMemoryRelinquish,
  TensorMemoryLifetime,
  TensorMemoryColumns,
  TensorMemoryThreads,
  TensorMemoryWarps,
  TensorMemoryCompletion,
  TensorMemoryWaits,
  TensorMaps,
  Descriptors,
  DescriptorAlignment,
  SharedAddresses,
  UninitializedAccumulators,
  AsyncProxy,
  TransactionBytes,
  RepeatedCopies,
  Legality,
};

/// Selects how a check treats its findings. Some checks can fix some of them, and do so except with
/// `Error` and `Off`: with `Fix` and `Warn` a warning says so, with `FixSilently` a remark. A
/// finding that a check cannot fix is a warning with `Warn`, and otherwise an error.
enum class CheckMode { Error, Warn, Fix, FixSilently, Off };

CheckMode getMode(Check C);

/// The name of its option, and of its remarks.
StringRef getName(Check C);

/// The word by which programs know what a check finds: "NVPTX-wgmma-hazards".
std::string getCode(Check C);

/// The same of an error: "NVPTX-intrinsic-name".
std::string getCode(ErrorKind Kind);

/// Describes a code.
struct DiagnosticCode {
  std::string Code;
  std::string Option;  ///< of its check; empty if no option turns it down
  std::string Default; ///< the option's value
  std::string Means;
};

/// All codes: those of the checks, and then those of errors.
std::vector<DiagnosticCode> getDiagnosticCodes();

/// Says what is wrong with a call: a kind, a sentence, and what would be needed, if it is about a
/// target.
struct Fault {
  ErrorKind Kind;
  std::string Message;
  std::shared_ptr<const Requirement> Needs;
  bool IsFixed = false; ///< its option does not turn it down

  Fault(ErrorKind Kind, std::string Message) : Kind(Kind), Message(std::move(Message)) {}
  /// Errors that have a requirement have a kind of their own.
  Fault(ErrorKind Kind, Error E);
};

/// Returns true if the check is off.
inline bool isOff(Check C) { return getMode(C) == CheckMode::Off; }

/// Returns true if a check fixes what it can.
inline bool fixesFindings(Check C) {
  return getMode(C) != CheckMode::Error && getMode(C) != CheckMode::Off;
}

/// Says what a check has fixed in a function: a warning or a remark. Without optimisation, where
/// values are in memory and much is fixed that is right in the source, it is a remark.
void reportFixed(Check C, const Location &At, const Twine &Message, bool IsOptimized);

/// Returns true if somebody asks for remarks of a check.
bool hasRemarks(Check C, const Instruction &At);

/// A remark of a check, for users who ask for its name with -Rpass-missed.
void remark(Check C, const Location &At, const Twine &Message);

/// Reports what a check has found in a function, as an error or a warning that names the
/// check's option, or not at all.
void report(Check C, const Location &At, const Twine &Message);

/// The same of what is in no function.
void report(Check C, const Module &M, const Twine &Message);

/// Reports a fault as an error, or as what a check finds, with the message in place of its own.
void report(const Fault &Of, std::optional<Check> C, const Location &At, const Twine &Message);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_CHECKS_H
