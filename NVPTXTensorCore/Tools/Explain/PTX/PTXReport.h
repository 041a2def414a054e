//===- PTXReport.h - the tensor-core instructions of a PTX file --*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports the tensor-core instructions of a PTX file from any compiler: which, how often, their
// work, their constant descriptors, and which of them a target does not have.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXREPORT_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXREPORT_H

#include "Explain/Words/WordFormats.h"
#include "Model/Legality/Legality.h"
#include <optional>

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
}
} // namespace llvm

namespace llvm::tensorcore::explain {

/// A word that an operand is known to have.
struct PTXWord {
  std::string Operand; ///< "a", "b", "idesc"
  std::string Format;  ///< WordFormat::getTitle
  uint64_t Word;
  std::string Text;               ///< on a line; empty if it cannot be decoded
  SmallVector<BitReading> Fields; ///< the same
  std::string Error;              ///< why it is not legal
  std::string Start; ///< of a matrix descriptor with an address that is no number: where it begins
};

/// One instruction.
struct ReportedInstruction {
  unsigned Line;
  std::string Mnemonic;
  std::string Intrinsic; ///< that makes it; empty if the model has no such form
  std::optional<uint64_t> MultiplyAdds;
  bool IsWorkUnknown = false; ///< it multiplies, and the file does not say how much
  std::vector<PTXWord> Words;
  std::string Error; ///< why the target has it not; empty if it has
};

struct PTXFunctionReport {
  std::string Name;
  std::vector<ReportedInstruction> Instructions;
  std::vector<ReportedInstruction> Companions; ///< that the model or LLVM knows
};

struct PTXReport {
  std::string Target, Version; ///< what it was judged for; empty if for none
  std::string TargetError;     ///< why the file's own target or version means nothing
  std::string OwnVersion;      ///< the file's `.version`; empty in what is no PTX
  std::vector<PTXFunctionReport> Functions;

  size_t countInstructions() const;
  size_t countCompanions() const;
  size_t countUnknownWork() const;
  uint64_t sumMultiplyAdds() const; ///< of those that are known
  size_t countErrors() const;       ///< instructions with an error of their own or in a word
};

/// Reads a file's text. Judges for `Target`, or for the target that the file names.
PTXReport readPTX(StringRef Text, const TargetVersion *Target = nullptr);

void print(raw_ostream &OS, const PTXReport &Report);
void print(json::OStream &JSON, const PTXReport &Report);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXREPORT_H
