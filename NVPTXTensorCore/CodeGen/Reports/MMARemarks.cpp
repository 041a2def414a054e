//===- MMARemarks.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the remark `MMASelected` for each instruction, and `MMASummary` for each function that has
// some. The message is for people; the arguments behind it are for programs that read records.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Reports/MMARemarks.h"
#include "CodeGen/Reports/MMADescription.h"
#include "CodeGen/Target/Hooks.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"

#define DEBUG_TYPE "nvptx-mma"

using namespace llvm;
using namespace llvm::tensorcore;
using NV = DiagnosticInfoOptimizationBase::Argument;

namespace {

class MMARemarks : public MachineFunctionPass {
public:
  static char ID;
  MMARemarks() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX tensor-core remarks"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineOptimizationRemarkEmitterPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override;
};

char MMARemarks::ID = 0;

/// Counts the matrix instructions of a function, each one once.
struct Summary {
  unsigned Instructions = 0;
  unsigned UnknownShapes = 0;
  uint64_t MultiplyAdds = 0;

  void add(const MMADescription &Description) {
    ++Instructions;
    UnknownShapes += Description.IsMultiplication && !Description.MultiplyAdds;
    MultiplyAdds += Description.MultiplyAdds.value_or(0);
  }
};

} // namespace

static MachineOptimizationRemark makeRemark(const MachineInstr &MI,
                                            const MMADescription &Description) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(Description.Opcode);
  MachineOptimizationRemark Remark(DEBUG_TYPE, "MMASelected", MI.getDebugLoc(), MI.getParent());
  Remark << NV("Instruction", printMnemonic(Description.Opcode, Description.Descriptor)) << ": "
         << NV("Opcode", Opcode.Name);
  if (Description.MultiplyAdds)
    Remark << ", " << NV("MultiplyAdds", *Description.MultiplyAdds) << " multiply-adds ("
           << NV("Shape", Description.Shape) << ")";
  else if (Description.IsMultiplication)
    Remark << ", multiply-adds unknown without a valid constant as instruction descriptor";
  Remark << ", MMA descriptor " << NV("Descriptor", Description.printDescriptor())
         << DiagnosticInfoOptimizationBase::setExtraArgs();
  const std::pair<StringLiteral, unsigned> Registers[] = {{"RegistersD", Opcode.DCount},
                                                          {"RegistersA", Opcode.ACount},
                                                          {"RegistersB", Opcode.BCount},
                                                          {"RegistersC", Opcode.CCount}};
  for (auto [Key, Count] : Registers)
    if (Count)
      Remark << ("; registers of " + Key.take_back() + ": ").str() << NV(Key, Count);
  for (const MMAOperandDescription &Operand : Description.Operands)
    Remark << "; " << NV(Operand.Key, Operand.Text);
  return Remark;
}

static MachineOptimizationRemarkAnalysis makeRemark(const Summary &All, const MachineFunction &MF) {
  const Function &F = MF.getFunction();
  MachineOptimizationRemarkAnalysis Remark(DEBUG_TYPE, "MMASummary", F.getSubprogram(),
                                           &MF.front());
  Remark << F.getName() << ": " << NV("Instructions", All.Instructions)
         << (All.Instructions == 1 ? " tensor-core instruction, " : " tensor-core instructions, ")
         << NV("MultiplyAdds", All.MultiplyAdds) << " multiply-adds if each is executed once";
  if (All.UnknownShapes)
    Remark << ", those of " << NV("UnknownShapes", All.UnknownShapes)
           << " unknown without a valid constant as instruction descriptor";
  return Remark;
}

bool MMARemarks::runOnMachineFunction(MachineFunction &MF) {
  MachineOptimizationRemarkEmitter &Emitter =
      getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE();
  if (!Emitter.allowExtraAnalysis(DEBUG_TYPE))
    return false;
  verifyMachineFunction(MF); // reports and removes what could not be described
  Summary All;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (std::optional<MMADescription> Description = describe(MI)) {
        All.add(*Description);
        Emitter.emit([&] { return makeRemark(MI, *Description); });
      }
  if (All.Instructions)
    Emitter.emit([&] { return makeRemark(All, MF); });
  return false;
}

FunctionPass *tensorcore::createMMARemarksPass() { return new MMARemarks(); }
