//===- ReportText.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of reports.
//
//===----------------------------------------------------------------------===//

#include "Run/ReportText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

SourceText::SourceText(std::string File, const Program &P) : File(std::move(File)), Of(P) {
  StringRef(P.Text).split(Lines, '\n');
}

StringRef SourceText::getLine(unsigned Number) const {
  return Number && Number <= Lines.size() ? Lines[Number - 1] : StringRef();
}

std::string SourceText::getSource(const Place &At) const {
  if (!At.SourceLine || At.SourceLine->Operands.size() < 2)
    return "";
  const auto &Operands = At.SourceLine->Operands; // .loc file line column
  for (const ptx::Statement &S : Of.Syntax.Directives)
    if (S.Name == ".file" && S.Operands.size() > 1 && S.Operands[0].Value == Operands[0].Value)
      return (S.Operands[1].Text + ":" + utostr(Operands[1].Value)).str();
  return "";
}

/// "lane 3", "lanes 0-3, 8", "lanes 0-31"
static std::string spellLanes(LaneMask Lanes) {
  std::string Text;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Lanes >> Lane & 1))
      continue;
    unsigned Last = Lane;
    while (Last + 1 < WarpSize && Lanes >> (Last + 1) & 1)
      ++Last;
    Text += (Text.empty() ? "" : ", ") + utostr(Lane);
    if (Last != Lane)
      Text += (Last == Lane + 1 ? ", " : "-") + utostr(Last);
    Lane = Last;
  }
  return (popcount(Lanes) == 1 ? "lane " : "lanes ") + Text;
}

/// "in gemm, block (1,0,0), warp 2, lanes 0-31"
static std::string spellThreads(const Place &At) {
  std::string Text = "in " + At.Kernel.str() + ", block (" + utostr(At.Block[0]) + "," +
                     utostr(At.Block[1]) + "," + utostr(At.Block[2]) + ")";
  if (At.Lanes)
    Text += ", warp " + utostr(At.Warp) + ", " + spellLanes(At.Lanes);
  return Text;
}

/// "file.ptx:12:5: ", or the file alone
static void printPlace(const Place &At, const SourceText &Source, raw_ostream &OS) {
  WithColor Color(OS, raw_ostream::SAVEDCOLOR, true);
  OS << Source.getFile() << ':';
  if (At.Instruction)
    OS << At.Instruction->At.Line << ':' << At.Instruction->At.Column << ':';
  OS << ' ';
}

/// The line, and who executed it.
static void printDetails(const Place &At, const SourceText &Source, raw_ostream &OS) {
  if (At.Instruction) {
    const unsigned Line = At.Instruction->At.Line, Column = At.Instruction->At.Column;
    std::string Text = Source.getLine(Line).str();
    std::string Under(std::min<size_t>(Column - 1, Text.size()), ' ');
    for (size_t I = 0; I != Under.size(); ++I)
      if (Text[I] == '\t')
        Under[I] = '\t';
    const std::string Number = utostr(Line);
    OS << "  " << Number << " | " << Text << '\n'
       << "  " << std::string(Number.size(), ' ') << " | " << Under << "^\n";
  }
  if (const std::string Line = Source.getSource(At); !Line.empty())
    OS << "  from " << Line << '\n';
  if (!At.Kernel.empty())
    OS << "  " << spellThreads(At) << '\n';
}

void run::printReport(const Report &R, const SourceText &Source, raw_ostream &OS) {
  printPlace(R.At, Source, OS);
  if (R.Level == Severity::Error)
    WithColor::error(OS);
  else
    WithColor::warning(OS);
  OS << R.Sentence << " [" << getCheckInfo(R.Kind).Name << "]\n";
  printDetails(R.At, Source, OS);
  if (R.Count > 1)
    OS << "  " << R.Count << " times\n";
  for (const auto &[Sentence, At] : R.Others) {
    printPlace(At, Source, OS);
    WithColor::note(OS) << Sentence << '\n';
    printDetails(At, Source, OS);
  }
  if (!R.Missing.empty()) {
    WithColor::note(OS) << "missing: " << R.Missing << '\n';
  }
}

std::string run::spellCounts(uint64_t NumErrors, uint64_t NumWarnings) {
  auto Spell = [](uint64_t Number, const char *What) {
    return utostr(Number) + " " + What + (Number == 1 ? "" : "s");
  };
  if (!NumWarnings)
    return Spell(NumErrors, "error");
  return (NumErrors ? Spell(NumErrors, "error") + ", " : "") + Spell(NumWarnings, "warning");
}
