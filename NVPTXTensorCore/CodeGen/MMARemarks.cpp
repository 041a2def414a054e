//===- MMARemarks.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `MMASelected` for each instruction, `MMASummary` for each function that has some. The message
// is for people; the arguments behind it are for what reads records.
//
//===----------------------------------------------------------------------===//

#include "MMARemarks.h"
#include "MMADescription.h"
#include "TensorCoreHooks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

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

/// What a function has, each instruction counted once.
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

/// What the printer takes for a register of PTX, whichever: it reads the class in bits [31:28].
static constexpr unsigned AnyRegister = 1u << 28;

/// The instruction's words as PTX has them, by the target's printer, which gets operands of the
/// right kinds; their text is cut off.
static std::string getMnemonic(const MachineInstr &MI, MCInstPrinter &Printer) {
  MCInst Inst;
  Inst.setOpcode(MI.getOpcode());
  for (const MachineOperand &Operand : MI.explicit_operands()) {
    if (Operand.isReg())
      Inst.addOperand(MCOperand::createReg(Operand.getReg() ? AnyRegister : 0));
    else
      Inst.addOperand(MCOperand::createImm(Operand.isImm() ? Operand.getImm() : 0));
  }
  std::string Text;
  raw_string_ostream OS(Text);
  Printer.printInst(&Inst, /*Address=*/0, /*Annot=*/"", MI.getMF()->getSubtarget(), OS);
  StringRef Mnemonic = StringRef(Text).ltrim();
  return Mnemonic.take_until([](char C) { return isSpace(C) || C == ';'; }).str();
}

static MachineOptimizationRemark
makeRemark(const MachineInstr &MI, const MMADescription &Description, MCInstPrinter &Printer) {
  const MMAOpcodeInfo &Opcode = *Description.Opcode;
  MachineOptimizationRemark Remark(DEBUG_TYPE, "MMASelected", MI.getDebugLoc(), MI.getParent());
  Remark << NV("Instruction", getMnemonic(MI, Printer)) << ": " << NV("Opcode", Opcode.Name);
  if (Description.MultiplyAdds)
    Remark << ", " << NV("MultiplyAdds", *Description.MultiplyAdds) << " multiply-adds ("
           << NV("Shape", Description.Shape) << ")";
  else if (Description.IsMultiplication)
    Remark << ", multiply-adds unknown without a valid constant as instruction descriptor";
  Remark << ", MMA descriptor " << NV("Descriptor", Description.spellWord())
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
  const TargetMachine &TM = MF.getTarget();
  std::unique_ptr<MCInstPrinter> Printer(TM.getTarget().createMCInstPrinter(
      TM.getTargetTriple(), /*SyntaxVariant=*/0, *TM.getMCAsmInfo(), *TM.getMCInstrInfo(),
      *TM.getMCRegisterInfo()));
  Summary All;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (std::optional<MMADescription> Description = describe(MI)) {
        All.add(*Description);
        Emitter.emit([&] { return makeRemark(MI, *Description, *Printer); });
      }
  if (All.Instructions)
    Emitter.emit([&] { return makeRemark(All, MF); });
  return false;
}

FunctionPass *tensorcore::createMMARemarksPass() { return new MMARemarks(); }
