//===- Rematerialization.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate is an integer instruction of a block that dominates the loop. Its result is not
// used in the loop, but behind it, or by another candidate. It is computed again in each block
// behind the loop where it is used, if what it is computed from takes no more registers across the
// loop than its result does. Operands that several candidates have are counted in parts.
//
// Addresses that differ by a constant are computed again in blocks of the loop, too. If a loop of
// `mma` then has more values than fit into the registers of a thread, so are other candidates that
// free registers, until it has not. For values behind such a loop alone, a few registers are not
// worth the instructions.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/Rematerialization.h"
#include "CodeGen/Registers/CheapInstructions.h"
#include "CodeGen/Registers/LoopDescriptors.h"
#include "CodeGen/Registers/MachineRegisterBudget.h"
#include "CodeGen/Registers/RoleValues.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "NVPTX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <limits>

using namespace llvm;
using namespace llvm::tensorcore;

/// Registers of an instruction that reads or writes a tile; blocks that dominate a loop and are
/// looked at; blocks behind it, likewise; blocks that a value is computed in again; uses of a
/// value that are looked at; how far operands of operands are.
static constexpr unsigned MinRegisters = 16, MaxDominators = 256, MaxBehind = 1024, MaxBlocks = 16,
                          MaxUses = 256, MaxDepth = 4;

/// A loop with more bits of values than this, per register of a thread, has too many. Measured;
/// fewer spill less, and more instructions are in the loop then.
static constexpr double MaxBits = 32 * 160.0 / MaxRegistersPerThread;

/// Bits of values that are worth computing again behind a loop of `mma`.
static constexpr double LeastBits = 32 * 12;

static constexpr double AllBits = std::numeric_limits<double>::max();

namespace {

/// Says what is computed again in the loop itself.
enum class InLoop { Nothing, Offsets, All };

using BlockSet = SmallPtrSet<const MachineBasicBlock *, 16>;

/// Works on the values that are alive across one loop.
class LoopRematerializer {
public:
  LoopRematerializer(MachineLoop &Loop, MachineLoopInfo &Loops, MachineRegisterInfo &MRI,
                     InLoop Repeated);

  /// Frees about as many bits as are asked for, or as it can: nothing if that is less than the
  /// least. The nearest dominator comes first.
  bool run(ArrayRef<MachineBasicBlock *> Dominators, double Bits, double Least);

private:
  const BlockSet &getBehind(const MachineBasicBlock &Dominator) const;
  void collect(MachineBasicBlock &Block);
  bool isCandidate(const MachineInstr &I) const;
  bool isUsedAcross(Register Value, const MachineInstr *Except) const;
  double getCost(const MachineInstr &I, unsigned Depth = 0) const;
  double getFreed(const MachineInstr &I) const;
  bool computeAgain(MachineInstr &I);
  unsigned getBits(Register Value) const;

  MachineLoop &Loop;
  MachineLoopInfo &Loops;
  MachineRegisterInfo &MRI;
  const InLoop Repeated;
  SmallSetVector<MachineInstr *, 32> Candidates; ///< each before what it is computed from
  DenseMap<Register, unsigned> NumCandidates;    ///< that have it as an operand
  const BlockSet BehindAll; ///< behind the loop, if control does not reach a dominator from there
  mutable DenseMap<const MachineBasicBlock *, BlockSet> BehindOf; ///< the other dominators
  DenseSet<Register> Kept; ///< operands of what is computed again
};

class Rematerialization : public MachineFunctionPass {
public:
  static char ID;
  Rematerialization() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX rematerialization"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineDominatorTreeWrapperPass>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

char Rematerialization::ID = 0;

} // namespace

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

unsigned LoopRematerializer::getBits(Register Value) const {
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  return TRI.getRegSizeInBits(*MRI.getRegClass(Value));
}

/// Blocks that control reaches from a loop without going through one that dominates it, if that is
/// given; the nearest ones.
static BlockSet findBehind(const MachineLoop &Loop, const MachineBasicBlock *Dominator) {
  BlockSet Found;
  SmallVector<MachineBasicBlock *> Worklist;
  Loop.getExitBlocks(Worklist);
  for (unsigned I = 0; I != Worklist.size() && Found.size() != MaxBehind; ++I) {
    MachineBasicBlock *Block = Worklist[I];
    if (Block != Dominator && !Loop.contains(Block) && Found.insert(Block).second)
      append_range(Worklist, Block->successors());
  }
  return Found;
}

LoopRematerializer::LoopRematerializer(MachineLoop &Loop, MachineLoopInfo &Loops,
                                       MachineRegisterInfo &MRI, InLoop Repeated)
    : Loop(Loop), Loops(Loops), MRI(MRI), Repeated(Repeated), BehindAll(findBehind(Loop, nullptr)) {
}

const BlockSet &LoopRematerializer::getBehind(const MachineBasicBlock &Dominator) const {
  if (!BehindAll.contains(&Dominator))
    return BehindAll;
  const auto [Entry, IsNew] = BehindOf.try_emplace(&Dominator);
  if (IsNew)
    Entry->second = findBehind(Loop, &Dominator);
  return Entry->second;
}

/// Returns true if an instruction adds a constant, or truncates an address to one in shared memory.
static bool isOffset(const MachineInstr &I) {
  switch (I.getOpcode()) {
  case NVPTX::ADD32ri:
  case NVPTX::ADD64ri:
  case NVPTX::CVT_u32_u64:
    return true;
  default:
    return false;
  }
}

/// Returns true if a value is used behind the loop or by a candidate, and in no other loop that is
/// hotter; in the loop itself only if something is computed again there.
bool LoopRematerializer::isCandidate(const MachineInstr &I) const {
  const BlockSet &Behind = getBehind(*I.getParent());
  Register Value = I.getOperand(0).getReg();
  SmallPtrSet<const MachineBasicBlock *, 8> Users;
  bool IsOperand = false;
  unsigned NumUses = 0;
  for (const MachineOperand &Use : MRI.use_nodbg_operands(Value)) {
    const MachineBasicBlock *Block = getBlockOf(Use);
    const bool IsInLoop = Loop.contains(Block);
    if ((IsInLoop && Repeated == InLoop::Nothing) || ++NumUses > MaxUses)
      return false;
    if (IsInLoop) {
      Users.insert(Block);
      continue;
    }
    if (!Behind.contains(Block)) {
      IsOperand |= Candidates.contains(const_cast<MachineInstr *>(Use.getParent()));
      continue;
    }
    const MachineLoop *Around = Loops.getLoopFor(Block);
    if (Around && !Around->contains(&Loop))
      return false;
    Users.insert(Block);
  }
  return (IsOperand || !Users.empty()) && Users.size() <= MaxBlocks;
}

void LoopRematerializer::collect(MachineBasicBlock &Block) {
  for (MachineInstr &I : reverse(Block)) {
    if (!isCheap(I, MRI) || (Repeated == InLoop::Offsets && !isOffset(I)))
      continue;
    if (!isCandidate(I))
      continue;
    Candidates.insert(&I);
    for (const MachineOperand &Operand : I.uses())
      if (Operand.isReg())
        ++NumCandidates[Operand.getReg()];
  }
}

/// Returns true if a value is alive across the loop for other reasons than an instruction.
bool LoopRematerializer::isUsedAcross(Register Value, const MachineInstr *Except) const {
  const MachineInstr *Definition = MRI.getVRegDef(Value);
  const BlockSet &Behind = getBehind(*Definition->getParent());
  unsigned NumUses = 0;
  for (const MachineOperand &Use : MRI.use_nodbg_operands(Value)) {
    const MachineBasicBlock *Block = getBlockOf(Use);
    if (++NumUses > MaxUses || Loop.contains(Block))
      return true;
    if (Use.getParent() != Except && Behind.contains(Block))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Costs, and copies
//===----------------------------------------------------------------------===//

/// Bits of registers that its operands would take across the loop.
double LoopRematerializer::getCost(const MachineInstr &I, unsigned Depth) const {
  SmallSetVector<Register, 4> Operands;
  for (const MachineOperand &Operand : I.uses())
    if (Operand.isReg())
      Operands.insert(Operand.getReg());
  double Bits = 0;
  for (Register Operand : Operands) {
    if (Kept.contains(Operand) || isUsedAcross(Operand, &I))
      continue;
    double Own = getBits(Operand);
    MachineInstr *Definition = MRI.getVRegDef(Operand);
    if (Depth != MaxDepth && Candidates.contains(Definition))
      Own = std::min(Own, getCost(*Definition, Depth + 1));
    Bits += Own / NumCandidates.lookup(Operand);
  }
  return Bits;
}

/// Puts a copy of an instruction into each block that uses its result in the loop or behind it.
bool LoopRematerializer::computeAgain(MachineInstr &I) {
  const BlockSet &Behind = getBehind(*I.getParent());
  MapVector<MachineBasicBlock *, SmallVector<MachineOperand *>> Uses;
  for (MachineOperand &Use : MRI.use_nodbg_operands(I.getOperand(0).getReg()))
    if (MachineBasicBlock *Block = getBlockOf(Use); Behind.contains(Block) || Loop.contains(Block))
      Uses[Block].push_back(&Use);
  if (Uses.empty()) // candidates that stay use it
    return false;
  for (auto &[Block, Operands] : Uses)
    repeatIn(*Block, I, Operands);
  for (const MachineOperand &Operand : I.uses())
    if (Operand.isReg())
      Kept.insert(Operand.getReg());
  eraseUnused(I);
  return true;
}

/// Bits of registers across the loop that a candidate takes, less those of its operands.
double LoopRematerializer::getFreed(const MachineInstr &I) const {
  return getBits(I.getOperand(0).getReg()) - getCost(I);
}

bool LoopRematerializer::run(ArrayRef<MachineBasicBlock *> Dominators, double Bits, double Least) {
  if (Bits <= 0)
    return false;
  for (MachineBasicBlock *Block : Dominators)
    collect(*Block);
  double All = 0;
  for (const MachineInstr *I : Candidates)
    All += std::max(0.0, getFreed(*I));
  if (All < Least)
    return false;
  bool Changed = false;
  for (MachineInstr *I : Candidates) {
    const double Freed = getFreed(*I);
    if ((Freed > 0 || (Freed == 0 && Repeated == InLoop::Nothing)) && Bits > 0 &&
        computeAgain(*I)) {
      Bits -= Freed;
      Changed = true;
    }
  }
  return Changed;
}

/// Returns how many bits the phis of a loop and what it reads from ahead of it are more than fit
/// into registers next to those of a trip.
static double getExcess(const MachineLoop &Loop) {
  const MachineFunction &MF = *Loop.getHeader()->getParent();
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  DenseSet<Register> Values;
  unsigned Bits = 0;
  auto Add = [&](Register Value) {
    if (Values.insert(Value).second)
      Bits += TRI.getRegSizeInBits(*MRI.getRegClass(Value));
  };
  for (const MachineInstr &Phi : Loop.getHeader()->phis())
    Add(Phi.getOperand(0).getReg());
  for (const MachineBasicBlock *Block : Loop.blocks())
    for (const MachineInstr &I : *Block)
      for (const MachineOperand &Use : I.uses())
        if (Use.isReg() && Use.getReg().isVirtual())
          if (const MachineInstr *Definition = MRI.getVRegDef(Use.getReg());
              Definition && !Loop.contains(Definition))
            Add(Use.getReg());
  const std::optional<RegisterBudget> Budget = MachineRegisterBudget(MF).getAtEntry();
  return Bits - MaxBits * (Budget ? Budget->Registers : MaxRegistersPerThread);
}

static bool hasManyRegisters(const MachineInstr &I) {
  return (I.isInlineAsm() || I.isConvergent()) &&
         count_if(I.operands(), [](const MachineOperand &O) { return O.isReg(); }) >= MinRegisters;
}

bool Rematerialization::runOnMachineFunction(MachineFunction &MF) {
  if (!MF.getRegInfo().isSSA() || !MF.getFunction().hasFnAttribute(MatrixFunctionAttribute))
    return false;
  auto &Loops = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  auto &Tree = getAnalysis<MachineDominatorTreeWrapperPass>().getDomTree();
  SetVector<MachineLoop *> Found, Others;
  for (MachineBasicBlock &Block : MF)
    if (MachineLoop *Loop = Loops.getLoopFor(&Block)) {
      if (any_of(Block, hasManyRegisters))
        Found.insert(Loop);
      else if (takesManyRegisters(Block))
        Others.insert(Loop);
    }
  Others.set_subtract(Found);
  for (MachineBasicBlock &Block : MF)
    for (MachineInstr &I : Block)
      I.clearKillInfo();
  bool Changed = repeatInRoles(MF, Tree, Loops);
  SetVector<MachineLoop *> Outermost;
  for (MachineLoop *Loop : Found)
    Outermost.insert(Loop->getOutermostLoop());
  for (MachineLoop *Loop : Outermost)
    Changed |= repeatDescriptors(*Loop, MF.getRegInfo());
  auto Rematerialize = [&](MachineLoop &Loop, InLoop Repeated, double Bits, double Least) {
    SmallVector<MachineBasicBlock *, MaxDominators> Dominators;
    for (auto *Node = Tree.getNode(Loop.getHeader())->getIDom();
         Node && Dominators.size() != MaxDominators; Node = Node->getIDom())
      Dominators.push_back(Node->getBlock());
    Changed |=
        LoopRematerializer(Loop, Loops, MF.getRegInfo(), Repeated).run(Dominators, Bits, Least);
  };
  for (MachineLoop *Loop : Found) {
    removeCopies(*Loop, MF.getRegInfo());
    Rematerialize(*Loop, InLoop::Offsets, AllBits, 0);
    Rematerialize(*Loop, InLoop::Nothing, AllBits, 0);
  }
  for (MachineLoop *Loop : Others) {
    removeCopies(*Loop, MF.getRegInfo());
    Rematerialize(*Loop, InLoop::Offsets, AllBits, 0);
    Rematerialize(*Loop, InLoop::Nothing, AllBits, LeastBits);
    Rematerialize(*Loop, InLoop::All, getExcess(*Loop), 0);
  }
  return Changed;
}

FunctionPass *tensorcore::createRematerializationPass() { return new Rematerialization(); }
