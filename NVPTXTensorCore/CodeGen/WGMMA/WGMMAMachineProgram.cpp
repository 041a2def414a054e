//===- WGMMAMachineProgram.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruction by instruction.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/WGMMA/WGMMAMachineProgram.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Registers/RegisterLiveness.h"
#include "Hazards/WGMMAHazards.h"
#include "Model/Instructions/MMADescriptor.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachinePostDominators.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if an instruction is a wgmma or orders them.
static bool isWGMMA(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  return Info && (Info->Family == MMAFamily_WGMMA || Info->Family == MMAFamily_WGMMASync);
}

/// The MMA descriptor of an instruction that has one.
static MMADescriptor getDescriptor(const MachineInstr &MI) {
  return cantFail(MMADescriptor::decode(getMMADescriptorWord(MI)));
}

/// Reads the text of inline assembly, once.
void WGMMAMachineProgram::readStatement(MachineInstr &MI) {
  WGMMAInlineAsm Statement(MI);
  if (!Statement.hasWGMMA())
    return;
  if (MI.getOpcode() == TargetOpcode::INLINEASM_BR)
    Unknown.push_back({&MI, "it may branch (asm goto)"});
  else if (Expected<std::vector<WGMMAAsmEvent>> Events = Statement.parse())
    Statements[&MI] = std::move(*Events);
  else
    Unknown.push_back({&MI, toString(Events.takeError())});
}

/// The registers that wgmma use: D, and A if it is in registers.
void WGMMAMachineProgram::collectRegisters() {
  auto Add = [this](const MachineOperand &Operand) {
    HasIssue = true;
    if (Operand.isReg() && Indices.try_emplace(Operand.getReg(), Registers.size()).second)
      Registers.push_back(Operand.getReg());
  };
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB) {
      if (MI.isInlineAsm()) {
        readStatement(MI);
        WGMMAInlineAsm Statement(MI);
        for (const WGMMAAsmEvent &Event : Statements.lookup(&MI))
          for (unsigned Index : concat<const unsigned>(Event.Accumulator, Event.Fragment))
            for (const MachineOperand *Operand : Statement.getOperands(Index))
              Add(*Operand);
      }
      const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
      if (!Info || Info->Family != MMAFamily_WGMMA)
        continue;
      for (unsigned I = 0; I < Info->DCount; ++I)
        Add(MI.getOperand(I));
      for (unsigned I = 0; Info->ACount > 1 && I < Info->ACount; ++I)
        Add(MI.getOperand(getOperandIndex(MI, NVPTX::OpName::a0) + I));
    }
}

WGMMARegisterList WGMMAMachineProgram::getIndices(const MachineInstr &MI, unsigned First,
                                                  unsigned Count) const {
  WGMMARegisterList List;
  for (unsigned I = First; I < First + Count; ++I)
    List.push_back(Indices.lookup(MI.getOperand(I).getReg()));
  return List;
}

WGMMARegisterList WGMMAMachineProgram::getIndices(const WGMMAInlineAsm &Statement,
                                                  ArrayRef<unsigned> Operands) const {
  WGMMARegisterList List;
  for (unsigned Index : Operands)
    for (const MachineOperand *Operand : Statement.getOperands(Index))
      if (auto It = Operand->isReg() ? Indices.find(Operand->getReg()) : Indices.end();
          It != Indices.end())
        List.push_back(It->second);
  return List;
}

/// The blocks in which a warp is together, for all that can be known: those that a known one
/// dominates and that postdominate it. On the way down the dominator tree the known blocks above
/// are kept by their numbers in the postdominator tree, where what is below a block is in a row.
void WGMMAMachineProgram::findConvergentBlocks() {
  Convergent.resize(MF.getNumBlockIDs());
  for (MachineBasicBlock &MBB : MF)
    if (&MBB == &MF.front() ||
        any_of(MBB, [this](MachineInstr &MI) { return isWGMMA(MI) || Statements.contains(&MI); }))
      Convergent.set(MBB.getNumber());
  BitVector Known = Convergent;
  MachineDominatorTree Dominators(MF);
  MachinePostDominatorTree Postdominators(MF);
  Postdominators.updateDFSNumbers();
  std::set<unsigned> Above;
  SmallVector<std::pair<MachineDomTreeNode *, bool>> Stack = {{Dominators.getRootNode(), true}};
  while (!Stack.empty()) {
    auto [Node, IsEntered] = Stack.pop_back_val();
    const MachineDomTreeNode &Post = *Postdominators.getNode(Node->getBlock());
    if (!IsEntered) {
      Above.erase(Post.getDFSNumIn());
      continue;
    }
    unsigned Number = Node->getBlock()->getNumber();
    auto Below = Above.upper_bound(Post.getDFSNumIn());
    if (Below != Above.end() && *Below < Post.getDFSNumOut())
      Convergent.set(Number);
    if (Known.test(Number)) {
      Above.insert(Post.getDFSNumIn());
      Stack.push_back({Node, false});
    }
    for (MachineDomTreeNode *Child : Node->children())
      Stack.push_back({Child, true});
  }
}

/// Adds what an instruction does where it stands.
void WGMMAMachineProgram::addEvent(MachineInstr &MI, WGMMAEvent Event) {
  addEvent(MI, {MI.getParent(), MI.getIterator()}, std::move(Event));
}

void WGMMAMachineProgram::addEvent(MachineInstr &MI, WGMMAInsertionPoint Before, WGMMAEvent Event) {
  unsigned Block = Before.Block->getNumber();
  Program.Blocks[Block].Events.push_back(std::move(Event));
  Anchors[Block].push_back({&MI, Before});
}

void WGMMAMachineProgram::addIssue(MachineInstr &MI, StringRef Shape,
                                   WGMMARegisterList Accumulators, WGMMARegisterList Fragments) {
  unsigned Number = Shapes.try_emplace(Shape, Shapes.size()).first->second;
  addEvent(MI, WGMMAEvent::issue(Number, Accumulators, Fragments));
}

/// Adds an event of inline assembly. What orders under a predicate may not happen, and
/// counts for nothing.
void WGMMAMachineProgram::addStatementEvent(MachineInstr &MI, const WGMMAInlineAsm &Statement,
                                            const WGMMAAsmEvent &Event) {
  using Kind = WGMMAAsmEvent::Kind;
  if (Event.Is == Kind::MMAAsync)
    return addIssue(MI, printMMAField(MMAField_Shape, Event.Form->Descriptor.get(MMAField_Shape)),
                    getIndices(Statement, Event.Accumulator),
                    getIndices(Statement, Event.Fragment));
  if (Event.Is == Kind::Other) {
    WGMMARegisterList Touched = getIndices(Statement, Event.Operands);
    if (!Touched.empty())
      addEvent(MI, WGMMAEvent::access(Touched, Touched));
    return;
  }
  if (Event.IsGuarded)
    return;
  if (Event.Is == Kind::WaitGroup) {
    const WGMMAAsmCount &Count = Event.WaitCount;
    const int64_t Groups = Count.IsIndex ? Statement.getImmediate(Count.Value).value_or(UINT32_MAX)
                                         : int64_t(Count.Value);
    addEvent(MI, WGMMAEvent::wait(std::clamp<int64_t>(Groups, 0, UINT32_MAX)));
  } else {
    addEvent(MI, Event.Is == Kind::Fence ? WGMMAEvent::fence() : WGMMAEvent::commit());
  }
}

/// Adds inline assembly that has wgmma in it, or nothing at all. False if it is another.
bool WGMMAMachineProgram::addStatement(MachineInstr &MI) {
  if (!MI.isInlineAsm())
    return false;
  WGMMAInlineAsm Statement(MI);
  auto It = Statements.find(&MI);
  if (It == Statements.end())
    return Statement.isEmpty();
  for (const WGMMAAsmEvent &Event : It->second)
    addStatementEvent(MI, Statement, Event);
  return true;
}

/// Adds an instruction of ours. False if it is another one.
bool WGMMAMachineProgram::addOurs(MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  if (!Info || !isWGMMA(MI))
    return isHold(MI);
  MMADescriptor Descriptor = getDescriptor(MI);
  if (Info->Family == MMAFamily_WGMMA) {
    unsigned Fragments = Info->ACount > 1 ? Info->ACount : 0;
    addIssue(MI, printMMAField(MMAField_Shape, Descriptor.get(MMAField_Shape)),
             getIndices(MI, 0, Info->DCount),
             getIndices(MI, getOperandIndex(MI, NVPTX::OpName::a0), Fragments));
    return true;
  }
  const auto Action = Descriptor.get<mma::Action>();
  const MachineOperand *Count = findOperand(MI, NVPTX::OpName::count);
  unsigned Pending = Count ? std::min<int64_t>(Count->getImm(), UINT32_MAX) : 0;
  addEvent(MI, Action == mma::Action::Fence         ? WGMMAEvent::fence()
               : Action == mma::Action::CommitGroup ? WGMMAEvent::commit()
                                                    : WGMMAEvent::wait(Pending));
  return true;
}

/// Adds what another instruction does with the registers; to `Apart` where the threads may
/// be apart.
void WGMMAMachineProgram::addAccess(MachineInstr &MI, Touched &Apart) {
  if (MI.isDebugInstr() || MI.isImplicitDef() || MI.isKill())
    return;
  WGMMARegisterList Reads, Writes;
  for (const MachineOperand &Operand : MI.operands()) {
    auto It = Operand.isReg() ? Indices.find(Operand.getReg()) : Indices.end();
    if (It == Indices.end() || (Operand.isUse() && Operand.isUndef()))
      continue;
    (Operand.isDef() ? Writes : Reads).push_back(It->second);
  }
  bool IsExit = MI.isReturn();
  if (Convergent.test(MI.getParent()->getNumber())) {
    if (!Reads.empty() || !Writes.empty())
      addEvent(MI, WGMMAEvent::access(Reads, Writes));
    if (IsExit)
      addEvent(MI, WGMMAEvent::exit());
    return;
  }
  // A return touches all registers that may be in flight.
  if (IsExit)
    for (WGMMARegister R = 0; R < Registers.size(); ++R)
      Writes.push_back(R);
  if (!Apart.First && !(Reads.empty() && Writes.empty()))
    Apart.First = &MI;
  append_range(Apart.Reads, Reads);
  append_range(Apart.Writes, Writes);
}

/// Adds what happens where threads may be apart to the ends of the blocks before, in which
/// they are together.
void WGMMAMachineProgram::moveUp(MachineBasicBlock &MBB, const Touched &Apart) {
  if (!Apart.First)
    return;
  BitVector Seen(MF.getNumBlockIDs());
  SmallVector<MachineBasicBlock *> Worklist = {&MBB};
  while (!Worklist.empty())
    for (MachineBasicBlock *Before : Worklist.pop_back_val()->predecessors()) {
      if (Seen.test(Before->getNumber()))
        continue;
      Seen.set(Before->getNumber());
      if (!Convergent.test(Before->getNumber())) {
        Worklist.push_back(Before);
        continue;
      }
      addEvent(*Apart.First, {Before, Before->getFirstTerminator()},
               WGMMAEvent::access(Apart.Reads, Apart.Writes));
    }
}

WGMMAMachineProgram::WGMMAMachineProgram(MachineFunction &MF) : MF(MF) {
  collectRegisters();
  if (!HasIssue)
    return;
  MF.RenumberBlocks();
  findConvergentBlocks();
  Program.Blocks.resize(MF.getNumBlockIDs());
  Anchors.resize(MF.getNumBlockIDs());
  SmallVector<std::pair<MachineBasicBlock *, Touched>> Moved;
  for (MachineBasicBlock &MBB : MF) {
    for (MachineBasicBlock *Successor : MBB.successors())
      Program.Blocks[MBB.getNumber()].Successors.push_back(Successor->getNumber());
    Touched Apart;
    for (MachineInstr &MI : MBB)
      if (!addOurs(MI) && !addStatement(MI))
        addAccess(MI, Apart);
    Moved.push_back({&MBB, std::move(Apart)});
  }
  for (auto &[MBB, Apart] : Moved)
    moveUp(*MBB, Apart);
}

/// The protocol lets a wgmma accumulate into one in flight if both have one shape. Where each list
/// of accumulators counts as a shape of its own, what the protocol forbids is what ptxas moves.
SmallVector<const MachineInstr *, 0> WGMMAMachineProgram::findReordered() const {
  WGMMAProgram ShapeByList = Program;
  std::map<std::pair<unsigned, std::vector<WGMMARegister>>, unsigned> Numbers;
  for (WGMMABlock &Block : ShapeByList.Blocks)
    for (WGMMAEvent &Event : Block.Events) {
      std::vector<WGMMARegister> List(Event.Accumulators.begin(), Event.Accumulators.end());
      Event.Shape =
          Numbers.try_emplace({Event.Shape, std::move(List)}, Numbers.size()).first->second;
    }
  auto GetShape = [this](WGMMALocation Location) {
    return Program.Blocks[Location.Block].Events[Location.Index].Shape;
  };
  SmallVector<const MachineInstr *, 0> Reordered;
  for (const WGMMAHazard &Hazard : findHazards(ShapeByList)) {
    const MachineInstr *Issue = &getInstruction(Hazard.Event);
    if (Hazard.Kind == WGMMAHazardKind::AccumulatorOfOtherShape &&
        GetShape(*Hazard.Culprit) == GetShape(Hazard.Event) && !is_contained(Reordered, Issue))
      Reordered.push_back(Issue);
  }
  return Reordered;
}

std::pair<unsigned, const MachineInstr *> WGMMAMachineProgram::findLargestNeed() const {
  RegisterLiveness Liveness(MF, Registers);
  RegisterLiveness::Walk Walk(Liveness);
  auto Changed = [](unsigned, bool) {};
  std::pair<unsigned, const MachineInstr *> Largest = {0, nullptr};
  for (const MachineBasicBlock *MBB : post_order(&MF)) {
    Walk.startAtEnd(*MBB, Changed);
    for (const MachineInstr &MI : reverse(*MBB)) {
      if (isWGMMA(MI) && Walk.getCount() > Largest.first)
        Largest = {Walk.getCount(), &MI};
      Walk.stepOver(MI, Changed);
    }
  }
  return Largest;
}
