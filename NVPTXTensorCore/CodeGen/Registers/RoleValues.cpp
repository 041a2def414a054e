//===- RoleValues.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block where roles part is the nearest common dominator of all uses of a value, if it has none
// itself; a role is what one of its children in the dominator tree dominates. A value is repeated
// with all that it is computed from, down to parameters, immediates, and what the role reads
// anyway, so that nothing is alive for longer.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/RoleValues.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Registers/CheapInstructions.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "MCTargetDesc/NVPTXBaseInfo.h"
#include "NVPTX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Registers of the multiplications of a block; uses of a value that are looked at; steps in the
/// dominator tree from its uses; roles; instructions that are repeated for a value; values, of
/// which a thread does not have registers for more.
static constexpr unsigned MinRegisters = 64, MaxUses = 64, MaxSteps = 256, MaxRoles = 4,
                          MaxInstructions = 8, MaxValues = 256;

namespace {

using Node = const MachineDomTreeNode *;
using Instructions = SmallSetVector<MachineInstr *, 8>;

struct Role {
  Node Way;   ///< the first block
  Node Block; ///< dominates the uses of a value in this role
  SmallVector<MachineOperand *> Uses;
};

using Roles = SmallVector<Role, 2>;

class RoleValues {
public:
  RoleValues(MachineFunction &MF, const MachineDominatorTree &Tree, const MachineLoopInfo &Loops);

  bool run(MachineFunction &MF);

private:
  bool repeat(MachineInstr &I);
  void repeatIn(const Role &R, const Instructions &Each);
  Node findCommon(Node A, Node B);
  bool isWay(Node Child) const;
  Node leaveLoops(Node Block, const MachineBasicBlock &From) const;
  Node findParting(Register Value);
  Node findWay(Node Parting, Node Block);
  Roles findRoles(const MachineInstr &I);
  bool isRead(Register Value, Node Block) const;
  bool collect(MachineInstr &I, Node Block, Instructions &Found) const;

  MachineRegisterInfo &MRI;
  const MachineDominatorTree &Tree;
  const MachineLoopInfo &Loops;
  unsigned NumSteps = 0;                   ///< for one value
  DenseSet<Node> Leading;                  ///< dominate a loop that takes many registers
  DenseSet<const MachineInstr *> Repeated; ///< may be of no use any more
};

} // namespace

/// Returns true if it reads a parameter, which nothing writes.
static bool isParameterLoad(const MachineInstr &I) {
  return I.mayLoad() && !I.mayStore() && I.getNumExplicitDefs() == 1 && I.hasOneMemOperand() &&
         (*I.memoperands_begin())->getAddrSpace() == ADDRESS_SPACE_PARAM &&
         (*I.memoperands_begin())->isInvariant() && !(*I.memoperands_begin())->isVolatile();
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

static bool isMultiplication(const MachineInstr &I) {
  if (I.isInlineAsm())
    return isRegisterMultiplication(StringRef(I.getOperand(0).getSymbolName()));
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(I);
  return Info && isRegisterMultiplication(Info->Family);
}

bool tensorcore::takesManyRegisters(const MachineBasicBlock &Block) {
  unsigned NumRegisters = 0;
  for (const MachineInstr &I : Block)
    if (NumRegisters < MinRegisters && isMultiplication(I))
      NumRegisters += count_if(I.operands(), [](const MachineOperand &O) { return O.isReg(); });
  return NumRegisters >= MinRegisters;
}

RoleValues::RoleValues(MachineFunction &MF, const MachineDominatorTree &Tree,
                       const MachineLoopInfo &Loops)
    : MRI(MF.getRegInfo()), Tree(Tree), Loops(Loops) {
  for (MachineBasicBlock &Block : MF)
    if (Loops.getLoopFor(&Block) && takesManyRegisters(Block))
      for (Node N = Tree.getNode(&Block); N && Leading.insert(N).second; N = N->getIDom())
        ;
}

/// The nearest common dominator, unless that is far.
Node RoleValues::findCommon(Node A, Node B) {
  while (A != B && NumSteps++ < MaxSteps)
    (A->getLevel() < B->getLevel() ? B : A) = (A->getLevel() < B->getLevel() ? B : A)->getIDom();
  return A == B ? A : nullptr;
}

/// Returns true if control comes from the block's dominator alone, and not from other ways of its
/// branch.
bool RoleValues::isWay(Node Child) const {
  return all_of(Child->getBlock()->predecessors(), [&](const MachineBasicBlock *From) {
    return From == Child->getIDom()->getBlock() || Tree.dominates(Child->getBlock(), From);
  });
}

/// The nearest dominator that is in no loop but those around another block.
Node RoleValues::leaveLoops(Node Block, const MachineBasicBlock &From) const {
  while (const MachineLoop *Loop = Loops.getLoopFor(Block->getBlock())) {
    if (Loop->contains(&From))
      break;
    Block = Tree.getNode(Loop->getHeader())->getIDom();
  }
  return Block;
}

/// Returns the block at which the uses of a value diverge, or null if it is far or there are many
/// uses.
Node RoleValues::findParting(Register Value) {
  Node Parting = nullptr;
  unsigned NumUses = 0;
  NumSteps = 0;
  for (const MachineOperand &Use : MRI.use_nodbg_operands(Value)) {
    Node Block = Tree.getNode(getBlockOf(Use));
    if (!Block || ++NumUses > MaxUses)
      return nullptr;
    Parting = Parting ? findCommon(Parting, Block) : Block;
    if (!Parting)
      return nullptr;
  }
  return Parting;
}

/// The way from where roles part to a block; nothing if there is none.
Node RoleValues::findWay(Node Parting, Node Block) {
  while (Block != Parting && Block->getIDom() != Parting && NumSteps++ < MaxSteps)
    Block = Block->getIDom();
  return Block != Parting && Block->getIDom() == Parting && isWay(Block) ? Block : nullptr;
}

/// Nothing if not all uses of a value are in roles.
Roles RoleValues::findRoles(const MachineInstr &I) {
  Register Value = I.getOperand(0).getReg();
  Node Parting = findParting(Value);
  if (!Parting)
    return {};
  Roles Found;
  for (MachineOperand &Use : MRI.use_nodbg_operands(Value)) {
    Node Block = Tree.getNode(getBlockOf(Use)), Way = findWay(Parting, Block);
    if (!Way)
      return {};
    auto Known = find_if(Found, [Way](const Role &R) { return R.Way == Way; });
    if (Known == Found.end()) {
      Found.push_back({Way, Block, {&Use}});
      continue;
    }
    Known->Block = findCommon(Known->Block, Block);
    if (!Known->Block)
      return {};
    Known->Uses.push_back(&Use);
  }
  for (Role &R : Found) {
    R.Block = leaveLoops(R.Block, *I.getParent());
    if (R.Block->getLevel() < R.Way->getLevel())
      return {};
  }
  bool IsRole = any_of(Found, [this](const Role &R) { return Leading.contains(R.Way); });
  if (!IsRole || Found.size() == 1 || Found.size() > MaxRoles)
    Found.clear();
  return Found;
}

//===----------------------------------------------------------------------===//
// What is repeated
//===----------------------------------------------------------------------===//

/// Returns true if a value is read in what a block dominates.
bool RoleValues::isRead(Register Value, Node Block) const {
  unsigned NumUses = 0;
  for (const MachineOperand &Use : MRI.use_nodbg_operands(Value)) {
    if (++NumUses > MaxUses)
      return false;
    if (Tree.dominates(Block->getBlock(), getBlockOf(Use)))
      return true;
  }
  return false;
}

/// An instruction, behind all that has to be repeated with it.
bool RoleValues::collect(MachineInstr &I, Node Block, Instructions &Found) const {
  if (Found.contains(&I))
    return true;
  for (const MachineOperand &Operand : I.uses()) {
    if (!Operand.isReg())
      continue;
    if (!Operand.getReg().isVirtual())
      return false;
    if (isRead(Operand.getReg(), Block))
      continue;
    MachineInstr *Definition = MRI.getVRegDef(Operand.getReg());
    if (!Definition || Found.size() == MaxInstructions ||
        !(isCheap(*Definition, MRI) || isParameterLoad(*Definition)) ||
        !collect(*Definition, Block, Found))
      return false;
  }
  return Found.size() != MaxInstructions && Found.insert(&I);
}

void RoleValues::repeatIn(const Role &R, const Instructions &Each) {
  MachineBasicBlock &Block = *R.Block->getBlock();
  DenseMap<Register, SmallVector<MachineOperand *>> Uses;
  for (MachineInstr *I : reverse(Each)) {
    Register Value = I->getOperand(0).getReg();
    bool IsFirst = I == Each.back();
    MachineInstr &Copy = tensorcore::repeatIn(Block, *I, IsFirst ? R.Uses : Uses[Value]);
    for (MachineOperand &Operand : Copy.uses())
      if (Operand.isReg())
        Uses[Operand.getReg()].push_back(&Operand);
    Repeated.insert(I);
  }
}

bool RoleValues::repeat(MachineInstr &I) {
  Roles Found = findRoles(I);
  SmallVector<Instructions, 2> OfRoles(Found.size());
  for (auto [R, Each] : zip(Found, OfRoles))
    if (!collect(I, R.Block, Each))
      return false;
  for (auto [R, Each] : zip(Found, OfRoles))
    repeatIn(R, Each);
  return !Found.empty();
}

/// Users before what they use.
bool RoleValues::run(MachineFunction &MF) {
  unsigned NumValues = 0;
  if (Leading.empty())
    return false;
  for (MachineBasicBlock *Block : post_order(&MF))
    for (MachineInstr &I : make_early_inc_range(reverse(*Block))) {
      if (NumValues != MaxValues && isCheap(I, MRI))
        NumValues += repeat(I);
      if (Repeated.contains(&I))
        eraseUnused(I);
    }
  return NumValues;
}

bool tensorcore::repeatInRoles(MachineFunction &MF, const MachineDominatorTree &Tree,
                               const MachineLoopInfo &Loops) {
  return RoleValues(MF, Tree, Loops).run(MF);
}
