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

/// Returns the instruction that computes the low half of what one of 64 bits computes: a copy of
/// the operand for an extension.
static std::optional<unsigned> getNarrow(unsigned Opcode) {
#define BITWISE(NAME)                                                                              \
  case NVPTX::NAME##_b64rr:                                                                        \
    return NVPTX::NAME##_b32rr;                                                                    \
  case NVPTX::NAME##_b64ri:                                                                        \
    return NVPTX::NAME##_b32ri;
#define ARITHMETIC(NAME)                                                                           \
  case NVPTX::NAME##64rr:                                                                          \
    return NVPTX::NAME##32rr;                                                                      \
  case NVPTX::NAME##64ri:                                                                          \
    return NVPTX::NAME##32ri;
#define MULTIPLICATION(KIND)                                                                       \
  case NVPTX::MUL_WIDE##KIND##_ri:                                                                 \
    return NVPTX::MULT32ri;                                                                        \
  case NVPTX::MUL_WIDE##KIND##_rr:                                                                 \
    return NVPTX::MULT32rr;
#define SUM(NAME)                                                                                  \
  case NVPTX::NAME##rrr:                                                                           \
    return NVPTX::MAD_LO_S32rrr;                                                                   \
  case NVPTX::NAME##rir:                                                                           \
    return NVPTX::MAD_LO_S32rir;
  switch (Opcode) {
    BITWISE(AND)
    BITWISE(OR)
    BITWISE(XOR)
    ARITHMETIC(ADD)
    ARITHMETIC(SUB)
    ARITHMETIC(MULT)
    MULTIPLICATION(u32)
    MULTIPLICATION(s32)
    SUM(MAD_LO_S64)
    SUM(MAD_WIDE_U32)
    SUM(MAD_WIDE_S32)
  case NVPTX::SHL64_ri:
    return NVPTX::SHL32_ri;
  case NVPTX::SELP_b64rr:
    return NVPTX::SELP_b32rr;
  case NVPTX::MOV_B64_sym:
    return NVPTX::MOV_B32_sym;
  case NVPTX::MOV_B64_i:
    return NVPTX::MOV_B32_i;
  case NVPTX::CVT_u64_u32:
  case NVPTX::CVT_s64_s32:
  case TargetOpcode::COPY:
    return TargetOpcode::COPY;
  case TargetOpcode::PHI:
    return TargetOpcode::PHI;
  default:
    return std::nullopt;
  }
#undef BITWISE
#undef ARITHMETIC
#undef MULTIPLICATION
#undef SUM
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
