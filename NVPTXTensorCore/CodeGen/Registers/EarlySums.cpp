//===- EarlySums.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register may be written until a wait that the register does not show. Sums of values that come
// from another block, a multiplication, or assembly of a whole warp or with the value as an operand
// stay.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/EarlySums.h"
#include "CodeGen/Registers/MachinePass.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "NVPTX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Uses of an addend that are looked at.
static constexpr unsigned MaxUses = 64;

namespace {

/// Works on one block. The location of an instruction is its position, or that of the instruction
/// that it moves behind.
class BlockSums {
public:
  explicit BlockSums(MachineBasicBlock &Block)
      : Block(Block), MRI(Block.getParent()->getRegInfo()) {}

  bool run();

private:
  std::optional<unsigned> getLastUse(Register Value, const MachineInstr &Sum) const;
  std::optional<unsigned> getLocation(const MachineInstr &Sum) const;

  MachineBasicBlock &Block;
  MachineRegisterInfo &MRI;
  DenseMap<const MachineInstr *, unsigned> Locations;
};

} // namespace

static bool isSum(const MachineInstr &I) {
  switch (I.getOpcode()) {
  case NVPTX::FADDf32rr:
  case NVPTX::FADDf32ri:
  case NVPTX::FADD_rnf32rr:
  case NVPTX::FADD_rnf32ri:
    return true;
  default:
    return false;
  }
}

static bool mayBeInFlight(const MachineInstr &Definition) {
  const bool IsOfWarp =
      Definition.isInlineAsm() &&
      StringRef(Definition.getOperand(InlineAsm::MIOp_AsmString).getSymbolName()).contains(".sync");
  return Definition.isPHI() || IsOfWarp || !hasSingleElement(Definition.all_defs()) ||
         Definition.all_defs().begin()->isTied();
}

/// Returns the location of the last use of a value that is not a sum, or of its definition. Nothing
/// if the value is alive behind the sum.
std::optional<unsigned> BlockSums::getLastUse(Register Value, const MachineInstr &Sum) const {
  const MachineInstr *Definition = MRI.getVRegDef(Value);
  if (!Definition || Definition->getParent() != &Block || mayBeInFlight(*Definition))
    return std::nullopt;
  unsigned Last = Locations.lookup(Definition), Uses = 0;
  for (const MachineInstr &Use : MRI.use_nodbg_instructions(Value)) {
    if (&Use == &Sum)
      continue;
    const auto Found = Locations.find(&Use);
    if (++Uses > MaxUses || Use.isPHI() || Found == Locations.end())
      return std::nullopt;
    Last = std::max(Last, Found->second);
  }
  return Last;
}

/// Returns the location behind which no addend is used but by the sum. The first sum of a row has a
/// constant addend, and takes the location of the other.
std::optional<unsigned> BlockSums::getLocation(const MachineInstr &Sum) const {
  unsigned Location = 0;
  for (const MachineOperand &Addend : Sum.explicit_uses()) {
    if (!Addend.isReg())
      continue;
    const std::optional<unsigned> Last = getLastUse(Addend.getReg(), Sum);
    if (!Last)
      return std::nullopt;
    Location = std::max(Location, *Last);
  }
  return Location;
}

bool BlockSums::run() {
  SmallVector<MachineInstr *> Order;
  MapVector<unsigned, SmallVector<MachineInstr *, 2>> Moved;
  for (MachineInstr &I : Block) {
    const unsigned Position = Order.size();
    Order.push_back(&I);
    const std::optional<unsigned> Location = isSum(I) ? getLocation(I) : std::nullopt;
    const bool Moves = Location && *Location + 1 < Position;
    Locations[&I] = Moves ? *Location : Position;
    if (Moves)
      Moved[*Location].push_back(&I);
  }
  for (auto &[Location, Sums] : Moved) {
    MachineBasicBlock::iterator Last = Order[Location]->getIterator();
    for (MachineInstr *Sum : Sums) {
      if (std::next(Last) != Sum->getIterator())
        Block.splice(std::next(Last), &Block, Sum->getIterator());
      Last = Sum->getIterator();
      for (const MachineOperand &Addend : Sum->explicit_uses())
        if (Addend.isReg())
          MRI.clearKillFlags(Addend.getReg());
    }
  }
  return !Moved.empty();
}

static bool moveSums(MachineFunction &MF) {
  if (!MF.getFunction().hasFnAttribute(FixedRegistersAttribute))
    return false;
  bool Changed = false;
  for (MachineBasicBlock &Block : MF)
    Changed |= BlockSums(Block).run();
  return Changed;
}

FunctionPass *tensorcore::createEarlySumsPass() {
  return new MachinePass("NVPTX early sums", moveSums);
}
