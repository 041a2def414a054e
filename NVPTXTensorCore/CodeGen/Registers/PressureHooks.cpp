//===- PressureHooks.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's machine sinking moves a computation behind a multiplication that is in flight, and does
// not consider operands, which then stay alive for as long. The hook allows a move only if it frees
// registers or, without multiplications, if it takes at most one more. The sums of loaded values
// would follow each other, and take one more each. Loads themselves stay where all threads execute
// them, so that ptxas can hold a common value in a uniform register. Comparisons that do not change
// in a loop stay there next to multiplications: predicates are few. LLVM's scheduler keeps the
// order of the source for this target, which computes a tile, and only then uses its elements.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "NVPTXInstrInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SchedulerRegistry.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Uses of a value that are looked at.
static constexpr unsigned MaxUses = 64;

/// Returns true if a value is not alive behind the block of an instruction that uses it: others
/// that do are few and in the same block, or are phis for which it comes from another one.
static bool endsInBlock(const MachineInstr &User, Register Value, const MachineRegisterInfo &MRI) {
  const MachineBasicBlock *Block = User.getParent();
  unsigned NumUses = 0;
  return all_of(MRI.use_nodbg_operands(Value), [&](const MachineOperand &Use) {
    const MachineInstr &Other = *Use.getParent();
    return ++NumUses <= MaxUses &&
           (Other.isPHI() ? Other.getOperand(Use.getOperandNo() + 1).getMBB() != Block
                          : Other.getParent() == Block);
  });
}

/// Returns true if an instruction loads memory that may be written, and no kernel's parameter.
static bool loadsVariable(const MachineInstr &MI) {
  return MI.mayLoad() && !MI.isDereferenceableInvariantLoad() &&
         none_of(MI.memoperands(), [](const MachineMemOperand *Memory) {
           return Memory->getAddrSpace() == NVPTXAS::ADDRESS_SPACE_PARAM;
         });
}

ScheduleDAGSDNodes *tensorcore::createScheduler(SelectionDAGISel *Selection,
                                                CodeGenOptLevel Level) {
  const bool SavesRegisters =
      Level != CodeGenOptLevel::None &&
      (Selection->TLI->getSchedulingPreference() == Sched::RegPressure ||
       Selection->MF->getFunction().hasFnAttribute(FixedRegistersAttribute));
  return SavesRegisters ? createBURRListDAGScheduler(Selection, Level)
                        : createSourceListDAGScheduler(Selection, Level);
}

bool tensorcore::shouldSink(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  const bool HasMatrix = MF.getFunction().hasFnAttribute(MatrixFunctionAttribute);
  if (!HasMatrix && !optimizesOrdinaryCode())
    return true;
  // LLVM asks for stores, too, and moves loads across those that it is not told to move.
  if (bool SawStore = false; !MI.isSafeToMove(SawStore))
    return true;
  if (loadsVariable(MI))
    return false;
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  unsigned Defined = 0, Last = 0, More = 32;
  for (const MachineOperand &O : MI.operands()) {
    if (!O.isReg() || !O.getReg().isVirtual())
      continue;
    unsigned Bits = TRI.getRegSizeInBits(*MRI.getRegClass(O.getReg()));
    if (!HasMatrix)
      Bits = std::max(Bits, 32u); // Comparisons move as they do in stock LLVM.
    if (O.isDef()) {
      Defined += Bits;
    } else if (endsInBlock(MI, O.getReg(), MRI)) {
      Last += Bits;
      const MachineInstr *Definition = MRI.getVRegDef(O.getReg());
      if (Definition && loadsVariable(*Definition))
        More = 0;
    }
  }
  return HasMatrix ? Last < Defined : Last <= Defined + More;
}

static bool isPredicate(const MachineInstr &MI, const MachineRegisterInfo &MRI) {
  return any_of(MI.all_defs(), [&](const MachineOperand &Result) {
    return Result.getReg().isVirtual() && MRI.getRegClass(Result.getReg()) == &NVPTX::B1RegClass;
  });
}

bool tensorcore::shouldHoist(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  return !MF.getFunction().hasFnAttribute(MatrixFunctionAttribute) ||
         !isPredicate(MI, MF.getRegInfo());
}

bool tensorcore::isCheapPredicate(const MachineInstr &MI) {
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  auto IsUsedOtherwise = [&](const MachineOperand &O) {
    unsigned NumUsers = 0;
    return !O.isReg() || !O.getReg().isVirtual() ||
           any_of(MRI.use_nodbg_instructions(O.getReg()), [&](const MachineInstr &User) {
             return ++NumUsers > MaxUses || (User.getParent() == MI.getParent() && !User.isPHI() &&
                                             !isPredicate(User, MRI));
           });
  };
  return !shouldHoist(MI) && all_of(MI.uses(), IsUsedOtherwise);
}
