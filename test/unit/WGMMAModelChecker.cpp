//===- WGMMAModelChecker.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The comparison of lists and paths.
//
//===----------------------------------------------------------------------===//

#include "WGMMAModelChecker.h"
#include "WGMMAInterpreter.h"
#include "WGMMAPathSearch.h"
#include "WGMMAProgramText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string printKey(WGMMALocation Location, WGMMAHazardKind Kind) {
  return (utostr(Location.Block) + ":" + utostr(Location.Index) + " " + getText(Kind)).str();
}

/// Executes the events of a block, the last one up to the end or up to a place.
static std::vector<WGMMAObservation> executePath(const WGMMAProgram &Program,
                                                 ArrayRef<unsigned> Path, WGMMALocation End) {
  WGMMAInterpreter Interpreter;
  for (unsigned Block : Path.drop_back())
    for (const WGMMAEvent &Event : Program.Blocks[Block].Events)
      Interpreter.execute(Event);
  for (unsigned Index = 0; Index != End.Index; ++Index)
    Interpreter.execute(Program.Blocks[End.Block].Events[Index]);
  return Interpreter.execute(Program.Blocks[End.Block].Events[End.Index]);
}

/// That the interpreter says of a finding what the search says.
static bool isConfirmed(const WGMMAProgram &Program, WGMMALocation Location, WGMMAHazardKind Kind,
                        const WGMMAFinding &Finding, unsigned AgeLimit) {
  for (const WGMMAObservation &Observation : executePath(Program, Finding.Path, Location)) {
    if (Observation.Kind != Kind)
      continue;
    if (!Observation.Groups)
      return Finding.YoungerGroups <= 0;
    return int(std::min(*Observation.Groups, AgeLimit)) == Finding.YoungerGroups;
  }
  return false;
}

static const WGMMAEvent &getEvent(const WGMMAProgram &Program, WGMMALocation Location) {
  return Program.Blocks[Location.Block].Events[Location.Index];
}

/// That an event uses a register in any way.
static bool uses(const WGMMAEvent &Event, WGMMARegister Register) {
  return is_contained(Event.Accumulators, Register) || is_contained(Event.Fragments, Register) ||
         is_contained(Event.Reads, Register) || is_contained(Event.Writes, Register);
}

static std::string checkDetails(const WGMMAProgram &Program, const WGMMAHazard &Hazard,
                                const WGMMAFinding &Finding, unsigned AgeLimit) {
  std::string Key = printKey(Hazard.Event, Hazard.Kind);
  int Younger = Hazard.IsUncommitted ? -1 : int(std::min(Hazard.YoungerGroups, AgeLimit));
  if (Hazard.isInFlight() && Younger != Finding.YoungerGroups)
    return Key + ": younger groups " + itostr(Younger) + ", but on some path " +
           itostr(Finding.YoungerGroups);
  if (!isConfirmed(Program, Hazard.Event, Hazard.Kind, Finding, AgeLimit))
    return Key + ": the search and the interpreter disagree";
  if (Hazard.Kind == WGMMAHazardKind::FirstFenceMissing)
    return Hazard.Culprit ? Key + ": has a culprit" : std::string();
  if (!Hazard.Culprit || !is_contained(Finding.Culprits, *Hazard.Culprit))
    return Key + ": not the culprit";
  if (Hazard.Kind == WGMMAHazardKind::InFlightAtExit)
    return std::string();
  if (!Hazard.Register || !uses(getEvent(Program, Hazard.Event), *Hazard.Register) ||
      !uses(getEvent(Program, *Hazard.Culprit), *Hazard.Register))
    return Key + ": not the register";
  return std::string();
}

std::string tensorcore::checkHazards(const WGMMAProgram &Program, ArrayRef<WGMMAHazard> Hazards) {
  WGMMAPathSearch Search(Program);
  if (!Search.isPossible())
    return "the program is too large for the search";
  WGMMAFindings Findings = Search.findAll();
  for (const WGMMAHazard &Hazard : Hazards) {
    auto Finding = Findings.find({Hazard.Event, Hazard.Kind});
    if (Finding == Findings.end())
      return printKey(Hazard.Event, Hazard.Kind) + ": on no path";
    std::string Wrong = checkDetails(Program, Hazard, Finding->second, Search.getAgeLimit());
    if (!Wrong.empty())
      return Wrong;
    Findings.erase(Finding);
  }
  if (!Findings.empty())
    return printKey(Findings.begin()->first.first, Findings.begin()->first.second) + ": not found";
  return std::string();
}

static bool hasHazard(const WGMMAProgram &Program, ArrayRef<WGMMARepair> Repairs) {
  WGMMAProgram Repaired = applyRepairs(Program, Repairs);
  WGMMAPathSearch Search(Repaired);
  // What is too large shows up as a repair that does not help.
  return !Search.isPossible() || Search.hasHazard();
}

static std::string printRepair(const WGMMARepair &Repair) {
  std::string Name = Repair.Kind == WGMMAEventKind::Fence ? "fence"
                     : Repair.Kind == WGMMAEventKind::Commit
                         ? "commit"
                         : "wait " + utostr(Repair.PendingGroups);
  return Name + " before " + utostr(Repair.Before.Block) + ":" + utostr(Repair.Before.Index);
}

/// That the cause is one of the hazards of the program, and its kind one that the repair is for.
static bool hasCause(const WGMMAProgram &Program, const WGMMARepair &Repair) {
  bool IsForFence = !Repair.Cause.isInFlight();
  if (IsForFence != (Repair.Kind == WGMMAEventKind::Fence))
    return false;
  WGMMAPathSearch Search(Program);
  const WGMMAFindings &Findings = Search.findAll();
  auto Finding = Findings.find({Repair.Cause.Event, Repair.Cause.Kind});
  return Finding != Findings.end() &&
         (Repair.Cause.Kind == WGMMAHazardKind::FirstFenceMissing || Repair.Cause.Culprit);
}

std::string tensorcore::checkRepairs(const WGMMAProgram &Program, ArrayRef<WGMMARepair> Repairs) {
  if (hasHazard(Program, Repairs))
    return "a hazard is left";
  std::vector<WGMMARepair> Weaker(Repairs.begin(), Repairs.end());
  for (unsigned Number = 0; Number != Repairs.size(); ++Number) {
    std::string Name = printRepair(Repairs[Number]);
    Weaker.erase(Weaker.begin() + Number);
    if (!hasHazard(Program, Weaker))
      return Name + " is not needed";
    Weaker.insert(Weaker.begin() + Number, Repairs[Number]);
    if (Repairs[Number].Kind == WGMMAEventKind::Wait) {
      ++Weaker[Number].PendingGroups;
      if (!hasHazard(Program, Weaker))
        return Name + " waits for too much";
      --Weaker[Number].PendingGroups;
    }
    if (!hasCause(Program, Repairs[Number]))
      return Name + ": not the cause";
  }
  return std::string();
}

std::string tensorcore::checkPath(const WGMMAProgram &Program, ArrayRef<WGMMAHazard> Hazards,
                                  unsigned MaxBlocks, function_ref<unsigned(unsigned)> Choose) {
  WGMMAInterpreter Interpreter;
  unsigned Number = 0;
  for (unsigned Count = 0; Count != MaxBlocks; ++Count) {
    const WGMMABlock &Block = Program.Blocks[Number];
    for (auto [Index, Event] : enumerate(Block.Events)) {
      WGMMALocation Location{Number, unsigned(Index)};
      for (const WGMMAObservation &Observation : Interpreter.execute(Event)) {
        auto Hazard = find_if(Hazards, [&](const WGMMAHazard &Hazard) {
          return Hazard.Event == Location && Hazard.Kind == Observation.Kind;
        });
        if (Hazard == Hazards.end())
          return printKey(Location, Observation.Kind) + ": on a path, not found";
        if (Hazard->isInFlight() && !Hazard->IsUncommitted &&
            (!Observation.Groups || *Observation.Groups < Hazard->YoungerGroups))
          return printKey(Location, Observation.Kind) + ": younger on a path";
      }
      if (Event.Kind == WGMMAEventKind::Exit)
        return std::string();
    }
    if (Block.Successors.empty())
      return std::string();
    Number = Block.Successors[Choose(Block.Successors.size())];
  }
  return std::string();
}
