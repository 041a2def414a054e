//===- PartOutput.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Parallel/PartOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// LLVM puts comments of directives at this column.
static constexpr unsigned CommentColumn = 40;

static constexpr StringLiteral FileDirective = "\t.file\t";

/// These texts begin a line with a number.
static constexpr std::pair<StringLiteral, Numbered> LineBegins[] = {
    {"\t.loc\t", Numbered::File},
    {"$L__tmp", Numbered::Label},
    {"$L__func_begin", Numbered::FunctionBegin},
    {"$L__func_end", Numbered::FunctionEnd}};

void PartText::findLocations() {
  for (size_t At = 0; At < Text.size(); At = StringRef(Text).find('\n', At) + 1) {
    for (const auto &[Word, What] : LineBegins)
      if (StringRef(Text).substr(At).starts_with(Word)) {
        const size_t Begin = At + Word.size();
        const size_t Length = StringRef(Text).substr(Begin).take_while(isDigit).size();
        Numbers.push_back({Begin, Length, What});
      }
    if (StringRef(Text).find('\n', At) == StringRef::npos)
      break;
  }
  llvm::sort(Numbers, [](const Number &A, const Number &B) { return A.Position < B.Position; });
}

/// As LLVM's formatted stream counts: a tab in a column of its own takes none.
static unsigned getColumn(StringRef Line) {
  unsigned Column = 0;
  for (char C : Line)
    Column = C == '\t' ? alignTo(Column, 8) : Column + 1;
  return Column;
}

/// The end of a line, whose comment stays in its column.
static void printLineEnd(raw_ostream &OS, StringRef Before, StringRef End) {
  const size_t Comment = End.find("//");
  if (Comment == StringRef::npos)
    return void(OS << End);
  const StringRef Text = End.take_front(Comment).rtrim(' ');
  const unsigned Column = getColumn((Before + Text).str());
  OS << Text;
  OS.indent(Column < CommentColumn ? CommentColumn - Column : 1) << End.drop_front(Comment);
}

void PartText::print(raw_ostream &OS,
                     function_ref<unsigned(Numbered What, unsigned Own)> Renumber) const {
  const StringRef All = Text;
  uint64_t Done = 0;
  for (const Number &Each : Numbers) {
    unsigned Own = 0;
    All.substr(Each.Position, Each.Length).getAsInteger(10, Own);
    const std::string Other = utostr(Renumber(Each.What, Own));
    OS << All.slice(Done, Each.Position) << Other;
    Done = Each.Position + Each.Length;
    if (Each.What == Numbered::CallSite || Other.size() == Each.Length)
      continue;
    const size_t Begin = All.rfind('\n', Each.Position) + 1;
    const size_t End = std::min(All.find('\n', Done), All.size());
    printLineEnd(OS, (All.slice(Begin, Each.Position) + Other).str(), All.slice(Done, End));
    Done = End;
  }
  OS << All.substr(Done);
}

PartText PartOutput::take() { return std::exchange(Collected, {}); }

std::string PartOutput::capture(function_ref<void()> Print) {
  PartText Before = take();
  const To Went = std::exchange(Goes, To::Memory);
  Print();
  Goes = Went;
  return std::exchange(Collected, std::move(Before)).Text;
}

void PartOutput::addInstruction(uint64_t Position, StringRef Printed) {
  if (Goes != To::Memory)
    return;
  for (const StringRef Word : {"callseq ", "prototype_"}) {
    const size_t At = Printed.rfind(Word); // behind the name of a function that is called
    if (At == StringRef::npos)
      continue;
    const size_t Begin = At + Word.size();
    const size_t Length = Printed.substr(Begin).take_while(isDigit).size();
    return Collected.Numbers.push_back({Position + Begin, Length, Numbered::CallSite});
  }
}

bool PartOutput::addFile(StringRef Directive) {
  // "\t.file\t1 \"name\""
  Files.push_back(Directive.drop_front(FileDirective.size()).ltrim("0123456789").str());
  return Goes == To::Memory;
}

void PartOutput::printFiles(ArrayRef<std::string> All, size_t Begin) {
  for (size_t I = Begin; I < All.size(); ++I)
    *this << FileDirective << I + 1 << All[I] << '\n';
}

void PartOutput::write_impl(const char *Text, size_t Size) {
  if (Goes == To::File)
    File.write(Text, Size);
  else if (Goes == To::Memory)
    Collected.Text.append(Text, Size);
}

void PartOutput::pwrite_impl(const char *Text, size_t Size, uint64_t Offset) {
  File.pwrite(Text, Size, Offset);
}

uint64_t PartOutput::current_pos() const {
  return Goes == To::Memory ? Collected.Text.size() : File.tell();
}
