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

#include "Emulator/Interface/ReportText.h"
#include "Emulator/Machine/MemoryNames.h"
#include "Emulator/ProgramReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

SourceText::SourceText(std::string File, const Program &P) : File(std::move(File)), Of(P) {
  StringRef(P.Text).split(Lines, '\n');
  for (const ptx::Function &F : P.Syntax.Functions)
    for (const ptx::Statement &S : F.Body)
      if (S.Name == ".loc" && S.Operands.size() >= 3)
        Locations.push_back(&S);
}

StringRef SourceText::getLine(unsigned Number) const {
  return Number && Number <= Lines.size() ? Lines[Number - 1] : StringRef();
}

std::string SourceText::getSource(const Location &At) const {
  if (!At.SourceLine || At.SourceLine->Operands.size() < 2)
    return "";
  const auto &Operands = At.SourceLine->Operands; // .loc file line column
  const StringRef Name = getFileName(Of.Syntax, Operands[0]);
  return Name.empty() ? "" : (Name + ":" + utostr(Operands[1].Value)).str();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Makes a line of the source from a file's number, a line and a column.
SourceLine SourceText::makeLine(ArrayRef<ptx::Operand> Location) const {
  SourceLine Result;
  Result.File = getFileName(Of.Syntax, Location[0]).str();
  Result.Line = Location[1].Value;
  Result.Column = Location[2].Value;
  return Result;
}

/// The string behind a label of a section: the name of a function.
std::string SourceText::getFunction(StringRef Label) const {
  std::string Name;
  for (const ptx::Section &In : Of.Syntax.Sections) {
    const auto *Begin = find_if(In.Data, [&](const ptx::Statement &S) {
                          return S.Is == ptx::Statement::Kind::Label && S.Name == Label;
                        }).base();
    for (const ptx::Statement &S : ArrayRef(In.Data).drop_front(Begin - In.Data.data())) {
      for (const ptx::Operand &O : S.Operands) {
        if (!O.Value)
          return printSymbol(Name);
        Name += char(O.Value);
      }
    }
  }
  return Name;
}

/// Returns what follows a name among the operands of a `.loc`.
static ArrayRef<ptx::Operand> findAfter(const ptx::Statement &S, StringRef Name) {
  const auto It = find_if(S.Operands, [&](const ptx::Operand &O) { return O.isName(Name); });
  return It == S.Operands.end() ? ArrayRef<ptx::Operand>()
                                : ArrayRef(S.Operands).drop_front(It - S.Operands.begin() + 1);
}

/// clang says where a function is inlined in a comment: `// p.h:79:23 @[ p.h:81:21 @[ a.cu:2:1 ]
/// ]`.
static std::vector<SourceLine> readComment(StringRef Line) {
  std::vector<SourceLine> Result;
  SmallVector<StringRef> Parts;
  const StringRef Comment = Line.split("//").second;
  if (!Comment.contains("@["))
    return Result;
  Comment.split(Parts, "@[");
  for (StringRef Part : Parts) {
    Part = Part.trim(" ]\t\r");
    const auto [Rest, Column] = Part.rsplit(':');
    const auto [File, Number] = Rest.rsplit(':');
    SourceLine &Each = Result.emplace_back();
    Each.File = File.str();
    if (Number.getAsInteger(10, Each.Line) || Column.getAsInteger(10, Each.Column))
      return {};
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

std::vector<SourceLine> SourceText::getCalls(const Location &At) const {
  if (!At.SourceLine || At.SourceLine->Operands.size() < 3)
    return {};
  if (std::vector<SourceLine> Result = readComment(getLine(At.SourceLine->At.Line));
      !Result.empty())
    return Result;
  std::vector<SourceLine> Result;
  const auto IsAfter = [](const ptx::Statement *S, unsigned Line) { return S->At.Line < Line; };
  for (const ptx::Statement *S = At.SourceLine; S;) {
    SourceLine Line = makeLine(S->Operands);
    if (const auto Label = findAfter(*S, "function_name"); !Label.empty())
      Line.Function = getFunction(Label[0].Text);
    if (Line.Line || Result.empty())
      Result.push_back(std::move(Line));
    const ArrayRef<ptx::Operand> Call = findAfter(*S, "inlined_at");
    if (Call.size() < 3)
      break;
    // The nearest `.loc` before it with the place of the call, which may be inlined itself.
    const auto HasLocation = [&](const ptx::Statement *Other) {
      return all_of(seq(3), [&](int I) { return Other->Operands[I].Value == Call[I].Value; });
    };
    auto It = std::lower_bound(Locations.begin(), Locations.end(), S->At.Line, IsAfter);
    while (It != Locations.begin() && !HasLocation(*std::prev(It)))
      --It;
    S = It == Locations.begin() ? nullptr : *std::prev(It);
    if (!S)
      Result.push_back(makeLine(Call));
  }
  if (Result.size() > 1 && !Result.front().Line)
    Result.erase(Result.begin());
  std::reverse(Result.begin(), Result.end());
  return Result;
}

/// "in gemm, block (1,0,0), warp 2, lanes 0-31"
static std::string printThreads(const Location &At) {
  std::string Text = "in " + At.Kernel.str() + ", block (" + utostr(At.Block[0]) + "," +
                     utostr(At.Block[1]) + "," + utostr(At.Block[2]) + ")";
  if (At.Lanes)
    Text += ", warp " + utostr(At.Warp) + ", " + printLanes(At.Lanes);
  return Text;
}

/// "file.ptx:12:5: ", or the file alone
static void printLocation(const Location &At, const SourceText &Source, raw_ostream &OS) {
  WithColor Color(OS, raw_ostream::SAVEDCOLOR, true);
  OS << Source.getFile() << ':';
  if (At.Instruction)
    OS << At.Instruction->At.Line << ':' << At.Instruction->At.Column << ':';
  OS << ' ';
}

/// Prints the line, and the threads that executed it.
static void printDetails(const Location &At, const SourceText &Source, raw_ostream &OS) {
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
  for (const SourceLine &Line : Source.getCalls(At))
    OS << "  from " << Line.print() << (Line.Function.empty() ? "" : " in ") << Line.Function
       << '\n';
  if (!At.Kernel.empty())
    OS << "  " << printThreads(At) << '\n';
}

void run::printNote(const Report &R, const SourceText &Source, raw_ostream &OS) {
  printLocation(R.At, Source, OS);
  WithColor::note(OS) << R.Sentence << '\n';
  printDetails(R.At, Source, OS);
  for (const auto &[Sentence, At] : R.Others) {
    printLocation(At, Source, OS);
    WithColor::note(OS) << Sentence << '\n';
    printDetails(At, Source, OS);
  }
}

using Note = std::pair<std::string, Location>;

/// Shows some instructions with the same cause, or what comes of it, and names the lines of the
/// others.
static void printSome(ArrayRef<Note> Notes, StringRef What, const SourceText &Source,
                      raw_ostream &OS) {
  constexpr size_t MaxShown = 4;
  for (const auto &[Sentence, At] : Notes.take_front(MaxShown)) {
    printLocation(At, Source, OS);
    WithColor::note(OS) << What << Sentence << '\n';
    printDetails(At, Source, OS);
  }
  std::string Lines;
  for (const auto &[Sentence, At] : Notes.drop_front(std::min(Notes.size(), MaxShown)))
    if (At.Instruction)
      Lines += (Lines.empty() ? "" : ", ") + utostr(At.Instruction->At.Line);
  if (!Lines.empty())
    WithColor::note(OS) << What.rtrim(": ") << ", on these lines: " << Lines << '\n';
}

void run::printReport(const Report &R, const SourceText &Source, raw_ostream &OS) {
  printLocation(R.At, Source, OS);
  if (R.Level == Severity::Error)
    WithColor::error(OS);
  else
    WithColor::warning(OS);
  OS << R.Sentence << " [" << getCheckInfo(R.Kind).Name << "]\n";
  printDetails(R.At, Source, OS);
  if (R.Count > 1)
    OS << "  " << R.Count << " times\n";
  for (const auto &[Sentence, At] : R.Others) {
    printLocation(At, Source, OS);
    WithColor::note(OS) << Sentence << '\n';
    printDetails(At, Source, OS);
  }
  if (!R.Missing.empty())
    WithColor::note(OS) << "missing: " << R.Missing << '\n';
  std::vector<Note> Same;
  for (const Location &At : R.Same)
    Same.push_back({"", At});
  printSome(Same, "for the same cause", Source, OS);
  printSome(R.Consequences, "a consequence: ", Source, OS);
}

void run::printSharedBase(const RunStatistics &S, raw_ostream &OS) {
  if (S.MovedSharedBase)
    WithColor::note(OS) << "dynamic shared memory begins at 0x"
                        << utohexstr(S.MovedSharedBase, true)
                        << " in this schedule; CUDA promises a multiple of " << S.SharedAlignment
                        << ", as the kernel asks for (.align of .extern .shared)\n";
}

static std::string printNumber(uint64_t Number, const char *What) {
  return utostr(Number) + " " + What + (Number == 1 ? "" : "s");
}

std::string run::printSchedules(uint64_t Number) { return printNumber(Number, "schedule"); }

std::string run::printCounts(uint64_t NumErrors, uint64_t NumWarnings) {
  if (!NumWarnings)
    return printNumber(NumErrors, "error");
  return (NumErrors ? printNumber(NumErrors, "error") + ", " : "") +
         printNumber(NumWarnings, "warning");
}
