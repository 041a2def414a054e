//===- NarrowAddresses.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At first all results that could be computed in 32 bits are narrow. Those that something reads as
// 64 bits are not, and so what they are computed of is read as 64 bits.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/NarrowAddresses.h"
#include "NVPTX.h"
#include "NVPTXSubtarget.h"
#include "NVPTXUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// An instruction of 64 bits, and that which computes the low half of its result from those of its
/// operands.
struct NarrowOpcode {
  unsigned Wide, Narrow;
};

static constexpr NarrowOpcode NarrowOpcodes[] = {
    {TargetOpcode::PHI, TargetOpcode::PHI},
    {TargetOpcode::COPY, TargetOpcode::COPY},
    {NVPTX::CVT_u64_u32, TargetOpcode::COPY},
    {NVPTX::CVT_s64_s32, TargetOpcode::COPY},
    {NVPTX::ADD64rr, NVPTX::ADD32rr},
    {NVPTX::ADD64ri, NVPTX::ADD32ri},
    {NVPTX::SUB64rr, NVPTX::SUB32rr},
    {NVPTX::SUB64ri, NVPTX::SUB32ri},
    {NVPTX::MULT64rr, NVPTX::MULT32rr},
    {NVPTX::MULT64ri, NVPTX::MULT32ri},
    {NVPTX::MUL_WIDEu32_rr, NVPTX::MULT32rr},
    {NVPTX::MUL_WIDEu32_ri, NVPTX::MULT32ri},
    {NVPTX::MUL_WIDEs32_rr, NVPTX::MULT32rr},
    {NVPTX::MUL_WIDEs32_ri, NVPTX::MULT32ri},
    {NVPTX::MAD_LO_S64rrr, NVPTX::MAD_LO_S32rrr},
    {NVPTX::MAD_LO_S64rir, NVPTX::MAD_LO_S32rir},
    {NVPTX::MAD_WIDE_U32rrr, NVPTX::MAD_LO_S32rrr},
    {NVPTX::MAD_WIDE_U32rir, NVPTX::MAD_LO_S32rir},
    {NVPTX::MAD_WIDE_S32rrr, NVPTX::MAD_LO_S32rrr},
    {NVPTX::MAD_WIDE_S32rir, NVPTX::MAD_LO_S32rir},
    {NVPTX::SHL64_ri, NVPTX::SHL32_ri},
    {NVPTX::AND_b64rr, NVPTX::AND_b32rr},
    {NVPTX::AND_b64ri, NVPTX::AND_b32ri},
    {NVPTX::OR_b64rr, NVPTX::OR_b32rr},
    {NVPTX::OR_b64ri, NVPTX::OR_b32ri},
    {NVPTX::XOR_b64rr, NVPTX::XOR_b32rr},
    {NVPTX::XOR_b64ri, NVPTX::XOR_b32ri},
    {NVPTX::SELP_b64rr, NVPTX::SELP_b32rr},
    {NVPTX::MOV_B64_sym, NVPTX::MOV_B32_sym},
    {NVPTX::MOV_B64_i, NVPTX::MOV_B32_i},
};

static std::optional<unsigned> getNarrow(unsigned Opcode) {
  const auto *Found =
      find_if(NarrowOpcodes, [&](const NarrowOpcode &Each) { return Each.Wide == Opcode; });
  return Found == std::end(NarrowOpcodes) ? std::nullopt : std::optional(Found->Narrow);
}

/// Returns how many operands the address space of a load or store is in front of its address, which
/// has an offset behind it. Zero for other instructions.
static unsigned getSpaceDistance(unsigned Opcode) {
#define ACCESS(SCALAR, VECTOR)                                                                     \
  case NVPTX::SCALAR##_i16:                                                                        \
  case NVPTX::SCALAR##_i32:                                                                        \
  case NVPTX::SCALAR##_i64:                                                                        \
  case NVPTX::VECTOR##_i16_v2:                                                                     \
  case NVPTX::VECTOR##_i16_v4:                                                                     \
  case NVPTX::VECTOR##_i32_v2:                                                                     \
  case NVPTX::VECTOR##_i32_v4:                                                                     \
  case NVPTX::VECTOR##_i64_v2:
  switch (Opcode) {
    ACCESS(LD, LDV)
    return 4; // sign, width, bytes in use
    ACCESS(ST, STV)
    return 2; // width
  default:
    return 0;
  }
#undef ACCESS
}

namespace {

class Narrowing {
public:
  explicit Narrowing(MachineFunction &MF)
      : MF(MF), MRI(MF.getRegInfo()), TII(*MF.getSubtarget<NVPTXSubtarget>().getInstrInfo()) {}

  bool run();

private:
  bool isWide(const MachineOperand &O) const;
  bool canNarrow(const MachineInstr &I) const;
  bool readsLowHalf(const MachineOperand &Use) const;
  void collect();
  Register getLow(Register Wide);
  void rewriteDefinition(Register Wide);
  void rewriteUses(Register Wide);

  MachineFunction &MF;
  MachineRegisterInfo &MRI;
  const TargetInstrInfo &TII;
  SmallSetVector<Register, 32> Narrow;
  DenseMap<Register, Register> LowHalves;
};

} // namespace

bool Narrowing::isWide(const MachineOperand &O) const {
  return O.isReg() && O.getReg().isVirtual() && !O.getSubReg() &&
         MRI.getRegClass(O.getReg()) == &NVPTX::B64RegClass;
}

bool Narrowing::canNarrow(const MachineInstr &I) const {
  if (!getNarrow(I.getOpcode()) || !isWide(I.getOperand(0)))
    return false;
  if (I.isCopy() || I.isPHI())
    return all_of(drop_begin(I.operands()),
                  [&](const MachineOperand &O) { return !O.isReg() || isWide(O); });
  if (I.getOpcode() == NVPTX::MOV_B64_sym)
    return I.getOperand(1).isGlobal() &&
           I.getOperand(1).getGlobal()->getAddressSpace() == NVPTX::AddressSpace::Shared;
  return I.getOpcode() != NVPTX::SHL64_ri || I.getOperand(2).getImm() < 32;
}

/// Returns true if an instruction uses no more than the low half of an operand.
bool Narrowing::readsLowHalf(const MachineOperand &Use) const {
  const MachineInstr &User = *Use.getParent();
  const unsigned Opcode = User.getOpcode();
  if (Opcode == NVPTX::CVT_u32_u64)
    return User.getOperand(2).getImm() == NVPTX::PTXCvtMode::NONE;
  if (const unsigned Distance = getSpaceDistance(Opcode);
      Distance && Use.getOperandNo() == User.getNumExplicitOperands() - 2)
    return User.getOperand(Use.getOperandNo() - Distance).getImm() == NVPTX::AddressSpace::Shared;
  return getNarrow(Opcode) && isWide(User.getOperand(0)) &&
         Narrow.contains(User.getOperand(0).getReg());
}

/// Finds the registers that are narrow.
void Narrowing::collect() {
  for (const MachineBasicBlock &Block : MF)
    for (const MachineInstr &I : Block)
      if (canNarrow(I))
        Narrow.insert(I.getOperand(0).getReg());
  SmallVector<Register> Worklist(Narrow.begin(), Narrow.end());
  while (!Worklist.empty()) {
    const Register Value = Worklist.pop_back_val();
    if (!Narrow.contains(Value) ||
        all_of(MRI.use_nodbg_operands(Value), [&](auto &Use) { return readsLowHalf(Use); }))
      continue;
    Narrow.remove(Value);
    for (const MachineOperand &O : MRI.getVRegDef(Value)->uses())
      if (O.isReg() && Narrow.contains(O.getReg()))
        Worklist.push_back(O.getReg());
  }
}

/// Returns the low half of a register. That of one which stays wide is taken behind its definition.
Register Narrowing::getLow(Register Wide) {
  Register &Low = LowHalves[Wide];
  if (Low)
    return Low;
  Low = MRI.createVirtualRegister(&NVPTX::B32RegClass);
  if (Narrow.contains(Wide))
    return Low;
  MachineInstr &I = *MRI.getVRegDef(Wide);
  MachineBasicBlock &Block = *I.getParent();
  const auto Behind = I.isPHI() ? Block.getFirstNonPHI() : std::next(I.getIterator());
  BuildMI(Block, Behind, I.getDebugLoc(), TII.get(NVPTX::CVT_u32_u64), Low)
      .addReg(Wide)
      .addImm(NVPTX::PTXCvtMode::NONE);
  return Low;
}

void Narrowing::rewriteDefinition(Register Wide) {
  MachineInstr &I = *MRI.getVRegDef(Wide);
  const unsigned Opcode = *getNarrow(I.getOpcode());
  auto New = BuildMI(*I.getParent(), I, I.getDebugLoc(), TII.get(Opcode), getLow(Wide));
  for (const MachineOperand &O : drop_begin(I.operands())) {
    if (isWide(O))
      New.addReg(getLow(O.getReg()));
    else if (O.isImm() && Opcode == TargetOpcode::COPY)
      continue; // the mode of a conversion
    else if (O.isImm())
      New.addImm(SignExtend64<32>(O.getImm()));
    else
      New.add(O);
  }
}

void Narrowing::rewriteUses(Register Wide) {
  const Register Low = getLow(Wide);
  for (MachineOperand &Use : make_early_inc_range(MRI.use_nodbg_operands(Wide))) {
    MachineInstr &User = *Use.getParent();
    if (User.getOpcode() == NVPTX::CVT_u32_u64) {
      BuildMI(*User.getParent(), User, User.getDebugLoc(), TII.get(TargetOpcode::COPY),
              User.getOperand(0).getReg())
          .addReg(Low);
      User.eraseFromParent();
    } else if (!getNarrow(User.getOpcode())) {
      Use.setReg(Low);
      Use.setIsKill(false);
    }
  }
}

bool Narrowing::run() {
  collect();
  for (Register Wide : Narrow)
    rewriteDefinition(Wide);
  for (Register Wide : Narrow)
    rewriteUses(Wide);
  for (Register Wide : Narrow) {
    MRI.markUsesInDebugValueAsUndef(Wide);
    MRI.getVRegDef(Wide)->eraseFromParent();
  }
  return !Narrow.empty();
}

bool tensorcore::narrowAddresses(MachineFunction &MF) { return Narrowing(MF).run(); }
