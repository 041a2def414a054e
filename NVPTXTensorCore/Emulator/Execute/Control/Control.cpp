//===- Control.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches, calls, ends of threads.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Program/FunctionReader.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static Error readBranch(InstructionReader &R) {
  Expected<unsigned> Target = R.readLabel(R.operand(0));
  if (!Target)
    return Target.takeError();
  R.Result.Target = *Target;
  R.Result.Execute = [](const Instruction &I, ThreadGroup &G) { return G.branch(I.Target); };
  return Error::success();
}

//===----------------------------------------------------------------------===//
// brx.idx
//===----------------------------------------------------------------------===//

namespace {
struct BranchTable {
  std::vector<unsigned> Targets;
};
} // namespace

static Step executeIndexedBranch(const Instruction &I, ThreadGroup &G) {
  const std::vector<unsigned> &Table = I.details<BranchTable>().Targets;
  const uint32_t *Index = G.lanes<uint32_t>(I.Operands[0]);
  unsigned Targets[WarpSize] = {};
  LaneMask Beyond = 0;
  G.forEachLane([&](unsigned Lane) {
    if (Index[Lane] < Table.size())
      Targets[Lane] = Table[Index[Lane]];
    else
      Beyond |= LaneMask(1) << Lane;
  });
  if (Beyond)
    return G.fault(I, Check::IllegalInstruction, Beyond,
                   "the index is not below the number of targets, " + Twine(Table.size()));
  return G.branchIndirect(Targets);
}

static Error readIndexedBranch(InstructionReader &R) {
  const ptx::Statement *List = R.getFunction().findLabelledDirective(R.operand(1).Text);
  if (!List || List->Name != ".branchtargets")
    return R.fail("'" + print(R.operand(1)) + "' is not a list of targets");
  BranchTable Table;
  for (const ptx::Operand &Label : List->Operands) {
    Expected<unsigned> Target = R.readLabel(Label);
    if (!Target)
      return Target.takeError();
    Table.Targets.push_back(*Target);
  }
  R.setDetails(std::move(Table));
  R.Result.Execute = executeIndexedBranch;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

static Step exitThreads(const Instruction &, ThreadGroup &G) { return G.exit(); }

static Step trap(const Instruction &I, ThreadGroup &G) {
  return G.fault(I, Check::Trap, G.getActive(), "the kernel executes '" + I.Source->Name + "'");
}

ArrayRef<RowReader> emulator::getControlRows() {
  static constexpr RowReader Rows[] = {
      {PTX_BRA, readBranch},    {PTX_BRX_IDX, readIndexedBranch}, {PTX_EXIT, readAs<exitThreads>},
      {PTX_TRAP, readAs<trap>}, {PTX_BRKPT, readAs<trap>},
  };
  return Rows;
}
