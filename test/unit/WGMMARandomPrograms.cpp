//===- WGMMARandomPrograms.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making and shrinking programs.
//
//===----------------------------------------------------------------------===//

#include "WGMMARandomPrograms.h"
#include "WGMMAProgramText.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Successors of the blocks. Blocks without any get an Exit.
static constexpr StringLiteral Graphs[] = {
    "",                                   // one block
    "-> 0",                               // that is a loop without end
    "-> 0,1\n",                           // or with one
    "-> 1\n-> 2\n",                       // a line
    "-> 1,2\n-> 2\n",                     // if
    "-> 1,2\n-> 3\n-> 3\n",               // diamond
    "-> 1\n-> 1,2\n",                     // loop
    "-> 1\n-> 2,3\n-> 1\n",               // loop that may not be entered
    "-> 1\n-> 2,3\n-> 4\n-> 4\n-> 1,5\n", // diamond in a loop
    "-> 1\n-> 2\n-> 2,3\n-> 1,4\n",       // loop in a loop
    "-> 1\n-> 2,4\n-> 2,3\n-> 1\n",       // the same, with its test in front
    "-> 1,2\n\n-> 3\n",                   // two exits
    "-> 1\n-> 2,3\n-> 1,4\n\n",           // a loop with two exits
    "-> 1\n-> 1,2\n-> 3\n-> 3,4\n",       // two loops
    "-> 1,2\n-> 2,3\n-> 1,3\n",           // an irreducible loop
    "-> 2\n-> 2\n",                       // an unreachable block
    "-> 1,2\n-> 1,3\n-> 2,3\n",           // a loop in each arm
};

WGMMARegisterList WGMMARandomPrograms::makeRegisters(unsigned Max) {
  WGMMARegisterList Registers;
  for (unsigned Count = 1 + pick(Max); Count; --Count) {
    WGMMARegister Register = pick(NumRegisters);
    if (!is_contained(Registers, Register))
      Registers.push_back(Register);
  }
  return Registers;
}

WGMMAEvent WGMMARandomPrograms::makeEvent() {
  switch (pick(12)) {
  case 0:
  case 1:
    return WGMMAEvent::fence();
  case 2:
  case 3:
    return WGMMAEvent::commit();
  case 4:
  case 5:
    return WGMMAEvent::wait(pick(4) ? pick(2) : pick(4));
  case 6:
    return WGMMAEvent::access(makeRegisters(2), {});
  case 7:
    return WGMMAEvent::access({}, makeRegisters(1));
  case 8:
    return WGMMAEvent::access(makeRegisters(1), makeRegisters(1));
  case 9:
    if (!pick(8))
      return WGMMAEvent::exit();
    break;
  default:
    break;
  }
  if (!NumIssuesLeft)
    return WGMMAEvent::wait(0);
  --NumIssuesLeft;
  return WGMMAEvent::issue(pick(NumShapes), makeRegisters(2),
                           pick(2) ? makeRegisters(1) : WGMMARegisterList());
}

/// Events as they ought to be, or nearly.
void WGMMARandomPrograms::addStage(WGMMABlock &Block) {
  auto Add = [&](const WGMMAEvent &Event) {
    if (pick(16))
      Block.Events.push_back(Event);
  };
  Add(WGMMAEvent::fence());
  for (unsigned Count = 1 + pick(2); Count && NumIssuesLeft; --Count, --NumIssuesLeft)
    Add(WGMMAEvent::issue(pick(NumShapes), makeRegisters(2),
                          pick(3) ? WGMMARegisterList() : makeRegisters(1)));
  Add(WGMMAEvent::commit());
  Add(WGMMAEvent::wait(pick(2)));
  if (pick(2))
    Add(WGMMAEvent::access(makeRegisters(1), {}));
}

void WGMMARandomPrograms::addBlocks(WGMMAProgram &Program) {
  if (pick(4)) {
    Program = parseWGMMAProgram(Graphs[pick(std::size(Graphs))]);
    return;
  }
  Program.Blocks.resize(1 + pick(6));
  for (WGMMABlock &Block : Program.Blocks)
    for (unsigned Count = pick(3); Count; --Count) {
      unsigned Successor = pick(Program.Blocks.size());
      if (!is_contained(Block.Successors, Successor))
        Block.Successors.push_back(Successor);
    }
}

WGMMAProgram WGMMARandomPrograms::makeProgram() {
  WGMMAProgram Program;
  NumRegisters = 2 + pick(4);
  NumShapes = 1 + pick(3);
  NumIssuesLeft = 1 + pick(5);
  addBlocks(Program);
  bool IsOrderly = pick(2);
  for (WGMMABlock &Block : Program.Blocks) {
    unsigned NumEvents = pick(Program.Blocks.size() == 1 ? 12 : 7);
    if (IsOrderly && pick(2))
      addStage(Block);
    else
      while (NumEvents--)
        Block.Events.push_back(makeEvent());
    if (Block.Successors.empty() && IsOrderly)
      Block.Events.push_back(WGMMAEvent::wait(0));
    if (Block.Successors.empty() && pick(8))
      Block.Events.push_back(WGMMAEvent::exit());
  }
  return Program;
}

WGMMAProgram WGMMARandomPrograms::makeVariant(WGMMAProgram Program) {
  auto &Events = Program.Blocks[pick(Program.Blocks.size())].Events;
  unsigned Index = pick(Events.size() + 1);
  if (Index < Events.size() && pick(3))
    Events.erase(Events.begin() + Index);
  else
    Events.insert(Events.begin() + Index, makeEvent());
  return Program;
}

//===----------------------------------------------------------------------===//
// Shrinking
//===----------------------------------------------------------------------===//

/// Calls F with each program that has something less, until it returns true.
static bool forEachSmaller(const WGMMAProgram &Program,
                           function_ref<bool(const WGMMAProgram &)> F) {
  for (unsigned Block = 0; Block != Program.Blocks.size(); ++Block) {
    const WGMMABlock &Old = Program.Blocks[Block];
    WGMMAProgram Smaller = Program;
    WGMMABlock &New = Smaller.Blocks[Block];
    for (unsigned Index = 0; Index != Old.Events.size(); ++Index, New = Old) {
      New.Events.erase(New.Events.begin() + Index);
      if (F(Smaller))
        return true;
    }
    for (unsigned Index = 0; Index != Old.Successors.size(); ++Index, New = Old) {
      New.Successors.erase(New.Successors.begin() + Index);
      if (F(Smaller))
        return true;
    }
    for (unsigned Index = 0; Index != Old.Events.size(); ++Index)
      for (WGMMARegisterList WGMMAEvent::*List : {&WGMMAEvent::Accumulators, &WGMMAEvent::Fragments,
                                                  &WGMMAEvent::Reads, &WGMMAEvent::Writes})
        for (unsigned I = 0; I != (Old.Events[Index].*List).size(); ++I, New = Old) {
          WGMMARegisterList &Registers = New.Events[Index].*List;
          Registers.erase(Registers.begin() + I);
          if (F(Smaller))
            return true;
        }
  }
  return false;
}

WGMMAProgram tensorcore::shrink(WGMMAProgram Program,
                                function_ref<bool(const WGMMAProgram &)> Fails) {
  while (forEachSmaller(Program, [&](const WGMMAProgram &Smaller) {
    if (!Fails(Smaller))
      return false;
    WGMMAProgram Copy = Smaller;
    Program = std::move(Copy);
    return true;
  }))
    ;
  return Program;
}
