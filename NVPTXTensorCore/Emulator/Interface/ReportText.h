//===- ReportText.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports for people and for programs: text as compilers print it, JSON, SARIF 2.1.0.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INTERFACE_REPORTTEXT_H
#define NVPTXTENSORCORE_EMULATOR_INTERFACE_REPORTTEXT_H

#include "Emulator/Machine/Launch.h"
#include "Emulator/Machine/Reports.h"
#include "llvm/Support/JSON.h"

namespace llvm::tensorcore::run {

/// A line of the source. The function is empty of a kernel, and if nothing says it.
struct SourceLine {
  std::string File, Function;
  uint64_t Line = 0, Column = 0;
  std::string print() const { return File + ":" + std::to_string(Line); }
};

/// A program's text and its name, with which locations in it are printed.
class SourceText {
public:
  SourceText(std::string File, const emulator::Program &P);

  const std::string &getFile() const { return File; }
  StringRef getLine(unsigned Number) const;
  /// "gemm.cu:45" of a `.loc`; empty if there is none.
  std::string getSource(const emulator::Location &At) const;
  /// The line in the kernel, then those of the functions that are inlined there, down to that of
  /// the instruction. Empty if there is no line information.
  std::vector<SourceLine> getCalls(const emulator::Location &At) const;

private:
  SourceLine makeLine(ArrayRef<ptx::Operand> Location) const;
  std::string getFunction(StringRef Label) const;
  std::string File;
  const emulator::Program &Of;
  SmallVector<StringRef, 0> Lines;
  std::vector<const ptx::Statement *> Locations; ///< each .loc, in the text's order
};

/// A report as a note: of what explains a wrong result.
void printNote(const emulator::Report &R, const SourceText &Source, raw_ostream &OS);

void printReport(const emulator::Report &R, const SourceText &Source, raw_ostream &OS);

/// The lines of SourceText::getCalls, if a function is inlined; else an empty array.
json::Array makeCalls(const emulator::Location &At, const SourceText &Source);
json::Object makeJSON(const emulator::Report &R, const SourceText &Source, uint64_t Seed);
/// Returns what equal reports of a program's kernels and runs have in common: the check and the
/// locations, or the sentence without addresses.
std::string printSubject(const json::Object &Report);
/// Returns the reports in a file, one in each line.
json::Array readReports(StringRef File);

/// A log of what makeJSON made.
json::Object makeSARIF(const json::Array &Reports);

/// "1 schedule", "20 schedules"
std::string printSchedules(uint64_t Number);

/// "2 errors, 1 warning"
/// Says where dynamic shared memory began, if that is no location where hardware begins it: a
/// kernel may rely on more than CUDA promises.
void printSharedBase(const emulator::RunStatistics &S, raw_ostream &OS);
std::string printCounts(uint64_t NumErrors, uint64_t NumWarnings);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_EMULATOR_INTERFACE_REPORTTEXT_H
