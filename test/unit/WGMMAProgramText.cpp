//===- WGMMAProgramText.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing and printing.
//
//===----------------------------------------------------------------------===//

#include "WGMMAProgramText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace llvm::tensorcore;

static unsigned parseNumber(StringRef Text) {
  unsigned Number;
  if (Text.trim().getAsInteger(10, Number))
    report_fatal_error("not a number: '" + Twine(Text) + "'");
  return Number;
}

static SmallVector<unsigned> parseNumbers(StringRef Text) {
  SmallVector<unsigned> Numbers;
  for (StringRef Number : split(Text, ','))
    Numbers.push_back(parseNumber(Number));
  return Numbers;
}

static WGMMAEvent parseIssue(ArrayRef<StringRef> Words) {
  SmallVector<unsigned> Accumulators, Fragments;
  for (StringRef Word : Words.drop_front(2))
    (Word.front() == 'd' ? Accumulators : Fragments) = parseNumbers(Word.drop_front());
  return WGMMAEvent::issue(parseNumber(Words[1].drop_front()), Accumulators, Fragments);
}

static WGMMAEvent parseEvent(StringRef Text) {
  SmallVector<StringRef> Words;
  Text.split(Words, ' ', -1, false);
  if (Words.front() == "mma")
    return parseIssue(Words);
  if (Words.front() == "fence")
    return WGMMAEvent::fence();
  if (Words.front() == "commit")
    return WGMMAEvent::commit();
  if (Words.front() == "wait")
    return WGMMAEvent::wait(parseNumber(Words[1]));
  if (Words.front() == "exit")
    return WGMMAEvent::exit();
  SmallVector<unsigned> Reads, Writes;
  for (unsigned I = 0; I + 1 < Words.size(); I += 2)
    (Words[I] == "read" ? Reads : Writes) = parseNumbers(Words[I + 1]);
  return WGMMAEvent::access(Reads, Writes);
}

WGMMAProgram tensorcore::parseWGMMAProgram(StringRef Text) {
  WGMMAProgram Program;
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines) {
    WGMMABlock &Block = Program.Blocks.emplace_back();
    auto [Events, Successors] = Line.split("->");
    for (StringRef Event : split(Events, ';'))
      if (!Event.trim().empty())
        Block.Events.push_back(parseEvent(Event.trim()));
    if (!Successors.empty())
      for (unsigned Successor : parseNumbers(Successors))
        Block.Successors.push_back(Successor);
  }
  return Program;
}

static std::string printNumbers(StringRef Prefix, ArrayRef<unsigned> Numbers) {
  if (Numbers.empty())
    return "";
  SmallVector<std::string> Texts;
  for (unsigned Number : Numbers)
    Texts.push_back(utostr(Number));
  return Prefix.str() + join(Texts, ",");
}

std::string tensorcore::printWGMMAEvent(const WGMMAEvent &Event) {
  switch (Event.Kind) {
  case WGMMAEventKind::Issue:
    return "mma s" + utostr(Event.Shape) + printNumbers(" d", Event.Accumulators) +
           printNumbers(" a", Event.Fragments);
  case WGMMAEventKind::Fence:
    return "fence";
  case WGMMAEventKind::Commit:
    return "commit";
  case WGMMAEventKind::Wait:
    return "wait " + utostr(Event.PendingGroups);
  case WGMMAEventKind::Access:
    return printNumbers("read ", Event.Reads) +
           (Event.Reads.empty() || Event.Writes.empty() ? "" : " ") +
           printNumbers("write ", Event.Writes);
  case WGMMAEventKind::Exit:
    return "exit";
  }
  llvm_unreachable("a kind of event");
}

std::string tensorcore::printWGMMAProgram(const WGMMAProgram &Program) {
  std::string Text;
  for (const WGMMABlock &Block : Program.Blocks) {
    SmallVector<std::string> Events;
    for (const WGMMAEvent &Event : Block.Events)
      Events.push_back(printWGMMAEvent(Event));
    Text += join(Events, "; ");
    if (!Block.Successors.empty())
      Text += (Events.empty() ? "-> " : " -> ") + printNumbers("", Block.Successors);
    Text += "\n";
  }
  return Text;
}

static StringRef getName(WGMMAHazardKind Kind) {
  static constexpr StringLiteral Names[NumWGMMAHazardKinds] = {
      "AccumulatorRead",         "AccumulatorWritten", "AccumulatorAsFragment",
      "AccumulatorOfOtherShape", "FragmentWritten",    "FragmentAsAccumulator",
      "FirstFenceMissing",       "FenceMissing",       "InFlightAtExit"};
  return Names[unsigned(Kind)];
}

static std::string printLocation(WGMMALocation Location) {
  return utostr(Location.Block) + ":" + utostr(Location.Index);
}

std::string tensorcore::printWGMMAHazards(ArrayRef<WGMMAHazard> Hazards) {
  std::string Text;
  for (const WGMMAHazard &Hazard : Hazards) {
    Text += printLocation(Hazard.Event) + " " + getName(Hazard.Kind).str();
    if (Hazard.Register)
      Text += " r" + utostr(*Hazard.Register);
    if (Hazard.Culprit)
      Text += " of " + printLocation(*Hazard.Culprit);
    if (Hazard.isInFlight())
      Text += Hazard.IsUncommitted ? " uncommitted" : " + " + utostr(Hazard.YoungerGroups);
    Text += "\n";
  }
  return Text;
}
