//===- WGMMAMachineProgram.h ------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine function as Model's abstract program of wgmma: what is issued, fenced,
// committed and waited for, and what else touches the registers that a wgmma uses, which
// must have been made the same before (TiedAccumulators).
//
// The whole warp must execute what is inserted. So the events of blocks in which the threads of
// a warp may have diverged are moved to the ends of the blocks before them in which they are
// together: those that hold an `.aligned` instruction, the entry, and what is executed exactly
// when one of these is.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAMACHINEPROGRAM_H
#define NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAMACHINEPROGRAM_H

#include "CodeGen/Instructions/WGMMAInlineAsm.h"
#include "Hazards/WGMMAProgram.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace llvm::tensorcore {

/// Names a location where instructions can be inserted, which may be the end of a block that falls
/// through.
struct WGMMAInsertionPoint {
  MachineBasicBlock *Block;
  MachineBasicBlock::iterator Before;
};

class WGMMAMachineProgram {
public:
  explicit WGMMAMachineProgram(MachineFunction &MF);

  /// Returns true if the function has a wgmma.mma_async at all.
  bool hasIssue() const { return HasIssue; }

  const WGMMAProgram &get() const { return Program; }

  /// The instruction that an event is, wherever the event was moved to.
  MachineInstr &getInstruction(WGMMALocation Location) const {
    return *Anchors[Location.Block][Location.Index].Instruction;
  }

  /// Returns the insertion point before an event.
  WGMMAInsertionPoint getInsertionPoint(WGMMALocation Location) const {
    return Anchors[Location.Block][Location.Index].Before;
  }

  /// Issues whose accumulators are in flight, but not as the same list of registers.
  SmallVector<const MachineInstr *, 0> findReordered() const;

  /// Returns the largest number of registers of wgmma that are alive at once, and the instruction
  /// behind that point.
  std::pair<unsigned, const MachineInstr *> findLargestNeed() const;

  /// Statements of inline assembly whose wgmma is not understood, each with a sentence:
  /// they count as accesses of their operands.
  ArrayRef<std::pair<MachineInstr *, std::string>> getUnknownStatements() const { return Unknown; }

private:
  struct Anchor {
    MachineInstr *Instruction;
    WGMMAInsertionPoint Before;
  };
  struct Touched {
    WGMMARegisterList Reads, Writes;
    MachineInstr *First = nullptr;
  };

  void collectRegisters();
  WGMMARegisterList getIndices(const MachineInstr &MI, unsigned First, unsigned Count) const;
  void findConvergentBlocks();
  void addEvent(MachineInstr &MI, WGMMAEvent Event);
  void addEvent(MachineInstr &MI, WGMMAInsertionPoint Before, WGMMAEvent Event);
  void addIssue(MachineInstr &MI, StringRef Shape, WGMMARegisterList Accumulators,
                WGMMARegisterList Fragments);
  bool addOurs(MachineInstr &MI);
  bool addStatement(MachineInstr &MI);
  void addStatementEvent(MachineInstr &MI, const WGMMAInlineAsm &Statement,
                         const WGMMAAsmEvent &Event);
  WGMMARegisterList getIndices(const WGMMAInlineAsm &Statement, ArrayRef<unsigned> Operands) const;
  void readStatement(MachineInstr &MI);
  void addAccess(MachineInstr &MI, Touched &Apart);
  void moveUp(MachineBasicBlock &MBB, const Touched &Apart);

  MachineFunction &MF;
  bool HasIssue = false;
  WGMMAProgram Program;
  std::vector<std::vector<Anchor>> Anchors;
  DenseMap<Register, WGMMARegister> Indices;
  SmallVector<Register> Registers;
  BitVector Convergent; ///< by block number
  StringMap<unsigned> Shapes;
  DenseMap<const MachineInstr *, std::vector<WGMMAAsmEvent>> Statements;
  SmallVector<std::pair<MachineInstr *, std::string>> Unknown;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAMACHINEPROGRAM_H
