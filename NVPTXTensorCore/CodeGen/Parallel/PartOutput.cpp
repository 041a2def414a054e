//===- PartOutput.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Parallel/PartOutput.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

void PartText::print(raw_ostream &OS, unsigned Own, unsigned First) const {
  const StringRef All = Text;
  uint64_t Done = 0;
  for (const Number &Each : CallSites) {
    unsigned Number = 0;
    All.substr(Each.Position, Each.Length).getAsInteger(10, Number);
    OS << All.slice(Done, Each.Position) << Number - Own + First;
    Done = Each.Position + Each.Length;
  }
  OS << All.substr(Done);
}

void PartOutput::flushFile() {
  FlushText();
  File.flush();
}

PartText PartOutput::take() {
  FlushText();
  return std::exchange(Collected, {});
}

std::string PartOutput::capture(function_ref<void()> Print) {
  PartText Before = take();
  const To Went = std::exchange(Goes, To::Memory);
  Print();
  FlushText();
  Goes = Went;
  return std::exchange(Collected, std::move(Before)).Text;
}

void PartOutput::addInstruction(uint64_t Position, StringRef Printed) {
  if (Goes != To::Memory)
    return;
  for (const StringRef Word : {"callseq ", "prototype_"}) {
    const size_t At = Printed.find(Word);
    if (At == StringRef::npos)
      continue;
    const size_t Begin = At + Word.size();
    const size_t Length = Printed.substr(Begin).take_while(isDigit).size();
    return Collected.CallSites.push_back({Position + Begin, Length});
  }
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
