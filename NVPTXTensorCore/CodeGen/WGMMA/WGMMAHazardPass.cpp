//===- WGMMAHazardPass.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From hazards to instructions, remarks and errors.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/WGMMA/WGMMAHazardPass.h"
#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Instructions/MachineLocation.h"
#include "CodeGen/Target/Hooks.h"
#include "CodeGen/WGMMA/AccumulatorCopies.h"
#include "CodeGen/WGMMA/WGMMAMachineProgram.h"
#include "CodeGen/WGMMA/WGMMAOverwrites.h"
#include "CodeGen/WGMMA/WGMMAWarnings.h"
#include "Hazards/WGMMAHazards.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Kernels.h"
#include "MCTargetDesc/NVPTXBaseInfo.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Target/TargetMachine.h"
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class WGMMAHazards : public MachineFunctionPass {
public:
  static char ID;
  WGMMAHazards() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX wgmma hazards"; }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

char WGMMAHazards::ID = 0;

} // namespace

/// The word of what orders wgmma, for its PTX version.
static uint64_t getSyncWord(const MMAVariant &Variant) {
  return cantFail(getMMADescriptor(Variant).with(MMAField_Aligned, 1)).getWord();
}

static void insertRepair(const WGMMAMachineProgram &Program, const WGMMARepair &Repair) {
  StringRef Action = Repair.Kind == WGMMAEventKind::Fence    ? "fence"
                     : Repair.Kind == WGMMAEventKind::Commit ? "commit_group"
                                                             : "wait_group";
  const MMAVariant &Variant =
      *lookupMMAVariant(("llvm.nvvm.wgmma." + Action + ".sync.aligned").str());
  auto [Block, Before] = Program.getInsertionPoint(Repair.Before);
  const TargetInstrInfo &TII = *Block->getParent()->getSubtarget().getInstrInfo();
  auto Builder = BuildMI(*Block, Before, Block->findDebugLoc(Before),
                         TII.get(lookupMMAInstruction(Variant.Opcode)->Record));
  if (Repair.Kind == WGMMAEventKind::Wait)
    Builder.addImm(Repair.PendingGroups);
  Builder.addImm(getSyncWord(Variant));
}

static bool isConstant(const MachineInstr &MI) {
  return MI.getNumExplicitDefs() == 1 && !MI.mayLoad() && !MI.isInlineAsm() &&
         none_of(MI.all_uses(), [](const MachineOperand &Use) { return Use.getReg(); });
}

/// Warns if a constant is put into an accumulator in flight, which costs the pipeline and has a
/// better alternative. Returns true if it warned.
static bool warnOfConstants(const WGMMAMachineProgram &Program) {
  SmallPtrSet<const MachineInstr *, 4> Warned;
  for (const WGMMAHazard &Hazard : findHazards(Program.get())) {
    const MachineInstr &MI = Program.getInstruction(Hazard.Event);
    if (Hazard.Kind != WGMMAHazardKind::AccumulatorWritten || !isConstant(MI) ||
        !Warned.insert(&MI).second)
      continue;
    report(
        Check::WGMMASerialization, getLocation(MI),
        "an accumulator is set to a constant while it is in flight, which the function now waits "
        "for; to begin a sum anew, pass scale-d false to its first wgmma instead");
  }
  return !Warned.empty();
}

/// Returns true if an instruction moves registers of a thread to local memory, to a function or to
/// a caller, or from there.
static bool isDetour(const MachineInstr &MI) {
  const bool IsInKernel = isKernel(MI.getMF()->getFunction());
  return any_of(MI.memoperands(), [=](const MachineMemOperand *Access) {
    if (Access->getAddrSpace() == llvm::ADDRESS_SPACE_PARAM)
      return !(IsInKernel && Access->isInvariant()); // which a kernel's own parameters are
    const Value *Object = Access->getValue() ? getUnderlyingObject(Access->getValue(), 0) : nullptr;
    auto *Parameter = dyn_cast_or_null<Argument>(Object);
    return Access->getAddrSpace() == llvm::ADDRESS_SPACE_LOCAL ||
           isa_and_nonnull<AllocaInst>(Object) || (Parameter && !isKernel(*Parameter->getParent()));
  });
}

/// The instruction besides wgmma.mma_async that makes a repair necessary.
static const MachineInstr &getReason(const WGMMAMachineProgram &Program,
                                     const WGMMARepair &Repair) {
  const WGMMAHazard &Cause = Repair.Cause;
  bool IsBefore = Cause.Kind == WGMMAHazardKind::FenceMissing && Cause.Culprit;
  return Program.getInstruction(IsBefore ? *Cause.Culprit : Cause.Event);
}

/// A wgmma that is fixed because its registers go elsewhere overlaps with nothing.
static void warnOfDetours(const WGMMAMachineProgram &Program, ArrayRef<WGMMARepair> Repairs) {
  SmallSetVector<const MachineInstr *, 8> Detours;
  for (const WGMMARepair &Repair : Repairs)
    if (const MachineInstr &MI = getReason(Program, Repair); isDetour(MI))
      Detours.insert(&MI);
  if (Detours.empty())
    return;
  const MachineInstr &First = *Detours.front();
  if (First.getMF()->getTarget().getOptLevel() == CodeGenOptLevel::None)
    return;
  report(Check::WGMMASerialization, getLocation(First),
         "registers of wgmma.mma_async are kept in local memory or passed by a function, so that "
         "fences and waits are inserted for " +
             Twine(Detours.size()) +
             " loads and stores of them, and no wgmma overlaps with the next; inline the function, "
             "or index the variable by constants");
}

/// Returns true if an instruction copies a register or sets it to a constant.
static bool isMove(const MachineInstr &MI) {
  return MI.isCopyLike() || isConstant(MI) || StringRef(getMnemonic(MI)).starts_with("mov.");
}

/// Returns true if the source is right: a fence is missing since the compiler has put a constant or
/// a copy into a register after the fence that the source has.
static bool isOwn(const WGMMARepair &Repair, const MachineInstr &Reason) {
  return Repair.Cause.Kind == WGMMAHazardKind::FenceMissing && isMove(Reason);
}

/// Says what is inserted; as a remark, if there has been a warning for all of a kind: for detours,
/// and for constants in accumulators, for which others are copied.
static void announce(const WGMMAMachineProgram &Program, const WGMMARepair &Repair,
                     bool HasConstants, const Twine &Message) {
  const MachineInstr &MI = Program.getInstruction(Repair.Before);
  const MachineInstr &Reason = getReason(Program, Repair);
  bool IsOptimized = MI.getMF()->getTarget().getOptLevel() != CodeGenOptLevel::None;
  bool HasWarning = isDetour(Reason) || (HasConstants && isMove(Reason));
  reportFixed(Check::WGMMAHazards, getLocation(MI), Message,
              IsOptimized && !HasWarning && !isOwn(Repair, Reason));
}

/// Fixes what is wrong. Returns true if something was.
static bool insertRepairs(const WGMMAMachineProgram &Program) {
  auto Name = [&Program](WGMMALocation Location) {
    return nameLocation(Program.getInstruction(Location));
  };
  std::vector<WGMMARepair> Repairs = findRepairs(Program.get());
  bool HasConstants = !Repairs.empty() && warnOfConstants(Program);
  warnOfDetours(Program, Repairs);
  WGMMAOverwrites Overwrites(Program);
  for (const WGMMARepair &Repair : Repairs) {
    if (const MachineInstr *Write = Overwrites.find(Repair))
      Overwrites.report(Repair, *Write);
    else
      announce(Program, Repair, HasConstants, describe(Repair, Name));
    insertRepair(Program, Repair);
  }
  return !Repairs.empty();
}

/// Reports what is wrong, the same thing of the registers of one accumulator once; after repairs,
/// what cannot be fixed: what is between the instructions of one statement of inline assembly.
static void reportHazards(const WGMMAMachineProgram &Program) {
  auto Name = [&Program](WGMMALocation Location) {
    return nameLocation(Program.getInstruction(Location));
  };
  std::set<std::pair<const DILocation *, std::string>> Reported;
  for (const WGMMAHazard &Hazard : findHazards(Program.get())) {
    const MachineInstr &At = Program.getInstruction(Hazard.Event);
    std::string Message = describe(Hazard, Name);
    if (Reported.insert({At.getDebugLoc().get(), Message}).second)
      report(Check::WGMMAHazards, getLocation(At), Message);
  }
}

static void warnOfUnknownStatements(const WGMMAMachineProgram &Program) {
  for (const auto &[MI, Reason] : Program.getUnknownStatements())
    report(Check::InlineAssembly, getLocation(*MI),
           "inline assembly with wgmma is not understood, so nothing protects its registers: " +
               Reason);
}

static bool eraseHolds(MachineFunction &MF) {
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (isHold(MI)) {
        MI.eraseFromParent();
        Changed = true;
      }
  return Changed;
}

/// The number of groups that a wait leaves pending; nothing if the instruction is none.
static std::optional<int64_t> getPendingGroups(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  return Info && Info->HasCount ? std::optional(MI.getOperand(0).getImm()) : std::nullopt;
}

/// Merges two waits with nothing between them. One is enough, and ptxas serialises because of the
/// two (C7514).
static void mergeWaits(MachineFunction &MF) {
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      std::optional<int64_t> First = getPendingGroups(MI);
      MachineInstr *Next = First ? MI.getNextNode() : nullptr;
      std::optional<int64_t> Second = Next ? getPendingGroups(*Next) : std::nullopt;
      if (!Second)
        continue;
      Next->getOperand(0).setImm(std::min(*First, *Second));
      MI.eraseFromParent();
    }
}

bool WGMMAHazards::runOnMachineFunction(MachineFunction &MF) {
  bool Changed = eraseHolds(MF);
  if (!hasAccumulators(MF))
    return Changed;
  verifyMachineFunction(MF); // from here on, an MMA descriptor is one
  WGMMAMachineProgram Program(MF);
  if (!isOff(Check::WGMMAHazards))
    warnOfUnknownStatements(Program);
  if (!Program.hasIssue())
    return Changed;
  if (fixesFindings(Check::WGMMAHazards) && insertRepairs(Program)) {
    // Repairs between the instructions of a statement were inserted before the statement; this
    // inserts those that are still missing behind it.
    insertRepairs(WGMMAMachineProgram(MF));
    mergeWaits(MF);
    WGMMAMachineProgram Repaired(MF);
    reportHazards(Repaired);
    warnOfSerialization(MF, Repaired);
    return true;
  }
  if (getMode(Check::WGMMAHazards) == CheckMode::Error)
    reportHazards(Program);
  warnOfSerialization(MF, Program);
  if (!isOff(Check::WGMMAHazards))
    mergeWaits(MF);
  return true;
}

FunctionPass *tensorcore::createWGMMAHazardPass() { return new WGMMAHazards(); }
