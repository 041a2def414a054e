//===- Settings.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Settings as text, and names of checks.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Interface/Settings.h"
#include "Emulator/Interface/ElementTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

static constexpr StringLiteral SeverityNames[] = {"off", "warning", "error"};

/// The error of a name that no check has, with the nearest names, or with all.
static Error rejectCheck(StringRef Name) {
  std::string Near, All;
  for (const CheckInfo &C : getChecks()) {
    if (Name.edit_distance(C.Name, true, 2) <= 2)
      Near += (Near.empty() ? "did you mean " : " or ") + C.Name.str();
    All += (All.empty() ? "expected one of " : ", ") + C.Name.str();
  }
  return fail("there is no check '" + Name + "'; " + (Near.empty() ? All : Near + "?"));
}

Error run::setSeverity(StringRef Text, Severities &Levels) {
  const StringRef Name = Text.split('=').first, Level = Text.split('=').second;
  const auto *Check = find_if(getChecks(), [&](const CheckInfo &C) { return C.Name == Name; });
  if (Check == getChecks().end())
    return rejectCheck(Name);
  const auto *Found = find(SeverityNames, Level);
  if (Found == std::end(SeverityNames))
    return fail("'" + Text + "': expected " + Name + "=error, =warning or =off");
  if (Check->IsFault && Level != "error")
    return fail("'" + Name + "' ends a run: it is always an error");
  Levels[unsigned(Check->Kind)] = Severity(Found - SeverityNames);
  // Equal writes are races as well: turning races off turns them off, unless a later option names
  // them.
  if (Check->Kind == emulator::Check::Race && Level == "off")
    Levels[unsigned(emulator::Check::EqualWrites)] = Severity::Off;
  return Error::success();
}

Error run::parseShard(StringRef Text, ScheduleRange &To) {
  const auto [Number, Count] = Text.split('/');
  if (Number.getAsInteger(10, To.Shard) || Count.getAsInteger(10, To.NumShards) || !To.Shard ||
      To.Shard > To.NumShards)
    return fail("--shard=" + Text + ": expected I/N, with I from 1 to N");
  if (To.Shard > To.Count)
    return fail("--shard=" + Text + ": there are " + Twine(To.Count) +
                " schedules (--schedules), so that this shard has none");
  return Error::success();
}

void run::printChecks(raw_ostream &OS) {
  for (const CheckInfo &C : getChecks())
    OS << left_justify(C.Name, 22) << left_justify(SeverityNames[unsigned(C.Default)], 9)
       << left_justify(C.IsFault ? "ends the run" : "", 14) << C.Description << '\n';
}

Error run::explainCheck(StringRef Name, raw_ostream &OS) {
  static constexpr StringLiteral Page =
#include "CheckPage.inc"
      ;
  const std::string Heading = ("\n## " + Name + "\n").str();
  const size_t Begin = Name.empty() ? StringRef::npos : Page.find(Heading);
  if (Begin == StringRef::npos)
    return rejectCheck(Name);
  const StringRef Rest = Page.substr(Begin + Heading.size());
  OS << Name << '\n' << Rest.take_front(Rest.find("\n## ")).rtrim() << '\n';
  return Error::success();
}

std::string Settings::print() const {
  std::string Text = "seed=" + utostr(Options.Seed) + ";threads=" + utostr(Options.NumThreads) +
                     ";max-steps=" + utostr(Options.MaxSteps) +
                     ";multiprocessors=" + utostr(Options.NumMultiprocessors);
  if (!Options.HasChecks)
    Text += ";no-checks=1";
  if (!Options.IsAdversary)
    Text += ";in-order=1";
  if (Options.PerturbsNumbers)
    Text += ";perturb-sums=1";
  if (Options.HasHopperSums)
    Text += ";hopper-sums=1";
  if (KeepsGoing)
    Text += ";keep-going=1";
  if (PrintsStatistics)
    Text += ";statistics=1";
  if (Format != ReportFormat::Text)
    Text += ";quiet=1";
  for (const CheckInfo &C : getChecks())
    if (!C.IsFault)
      Text += (";check=" + C.Name + "=" + SeverityNames[unsigned(Options.Levels[unsigned(C.Kind)])])
                  .str();
  const std::pair<StringRef, const std::string &> Words[] = {{"device", Device},
                                                             {"report-file", ReportFile},
                                                             {"statistics-file", StatisticsFile},
                                                             {"timeline-file", TimelineFile},
                                                             {"ptx-folder", PTXFolder},
                                                             {"other-ptx", OtherPTX}};
  for (const auto &[Key, Value] : Words)
    if (!Value.empty())
      Text += (";" + Key + "=" + Value).str();
  return Text;
}

static Error set(Settings &S, StringRef Key, StringRef Value) {
  std::string *Word = Key == "device"            ? &S.Device
                      : Key == "report-file"     ? &S.ReportFile
                      : Key == "statistics-file" ? &S.StatisticsFile
                      : Key == "timeline-file"   ? &S.TimelineFile
                      : Key == "ptx-folder"      ? &S.PTXFolder
                      : Key == "other-ptx"       ? &S.OtherPTX
                                                 : nullptr;
  if (Word) {
    *Word = Value.str();
    S.Options.Profiles |= Key == "statistics-file";
    S.Options.HasTimeline |= Key == "timeline-file";
    return Error::success();
  }
  if (Key == "check")
    return setSeverity(Value, S.Options.Levels);
  uint64_t Number;
  if (Value.getAsInteger(10, Number))
    return fail("'" + Value + "' is not a number");
  if (Key == "seed")
    S.Options.Seed = Number;
  else if (Key == "threads")
    S.Options.NumThreads = unsigned(Number);
  else if (Key == "max-steps")
    S.Options.MaxSteps = Number;
  else if (Key == "multiprocessors")
    S.Options.NumMultiprocessors = std::max(unsigned(Number), 1u);
  else if (Key == "no-checks")
    S.Options.HasChecks = !Number;
  else if (Key == "in-order")
    S.Options.IsAdversary = !Number;
  else if (Key == "perturb-sums")
    S.Options.PerturbsNumbers = Number;
  else if (Key == "hopper-sums")
    S.Options.HasHopperSums = Number;
  else if (Key == "keep-going")
    S.KeepsGoing = Number;
  else if (Key == "statistics")
    S.PrintsStatistics = S.Options.Profiles = Number;
  else if (Key == "quiet")
    S.Format = Number ? ReportFormat::JSON : ReportFormat::Text;
  else
    return fail("'" + Key + "' is not a setting");
  return Error::success();
}

Expected<Settings> run::parseSettings(StringRef Text) {
  Settings Result;
  SmallVector<StringRef> Parts;
  Text.split(Parts, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    const auto [Key, Value] = Part.split('=');
    if (Error E = set(Result, Key, Value))
      return E;
  }
  return Result;
}
