//===- PackedFloats.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbours are two values that ptxas can keep in a pair of registers: neighbouring results of one
// instruction, and what the same operations make of neighbours. Operations of neighbours become one
// at the location of either, if their operands are known there.
//
// A register may be written until a wait that the register does not show, so that an operation does
// not move ahead of a wait, unless the other operation uses a result of the same instruction there.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/PackedFloats.h"
#include "CodeGen/Registers/MachinePass.h"
#include "CodeGen/Target/Hooks.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "NVPTX.h"
#include "NVPTXSubtarget.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::opt<bool> PacksFloats("nvptx-packed-floats", cl::Hidden, cl::init(true),
                                 cl::desc("Compute two floats by one instruction where the machine "
                                          "has one"));

/// Uses of a value that are looked at.
static constexpr unsigned MaxUses = 32;

/// An operation of a single float, and its packed form. Operands are in the same order.
struct PackedOpcode {
  unsigned Single, Packed;
};

static constexpr PackedOpcode PackedOpcodes[] = {
    {NVPTX::FADDf32rr, NVPTX::FADDf32x2rr},       {NVPTX::FADDf32ri, NVPTX::FADDf32x2rr},
    {NVPTX::FADD_rnf32rr, NVPTX::FADD_rnf32x2rr}, {NVPTX::FADD_rnf32ri, NVPTX::FADD_rnf32x2rr},
    {NVPTX::FSUBf32rr, NVPTX::FSUBf32x2rr},       {NVPTX::FSUBf32ri, NVPTX::FSUBf32x2rr},
    {NVPTX::FSUB_rnf32rr, NVPTX::FSUB_rnf32x2rr}, {NVPTX::FSUB_rnf32ri, NVPTX::FSUB_rnf32x2rr},
    {NVPTX::FMULf32rr, NVPTX::FMULf32x2rr},       {NVPTX::FMULf32ri, NVPTX::FMULf32x2rr},
    {NVPTX::FMUL_rnf32rr, NVPTX::FMUL_rnf32x2rr}, {NVPTX::FMUL_rnf32ri, NVPTX::FMUL_rnf32x2rr},
    {NVPTX::FMA_F32rrr, NVPTX::FMA_F32x2rrr},     {NVPTX::FMA_F32rri, NVPTX::FMA_F32x2rrr},
    {NVPTX::FMA_F32rir, NVPTX::FMA_F32x2rrr},     {NVPTX::FMA_F32rii, NVPTX::FMA_F32x2rrr},
    {NVPTX::FMA_F32iir, NVPTX::FMA_F32x2rrr},
};

namespace {

/// Two operations that become one. Operands of the high one are in the order of the low one's.
struct PackedOperation {
  MachineInstr *Low, *High, *Location;
  SmallVector<std::pair<const MachineOperand *, const MachineOperand *>, 3> Operands;
};

/// Finds and replaces the operations of a function.
class FloatPacking {
public:
  explicit FloatPacking(MachineFunction &MF)
      : MRI(MF.getRegInfo()), Info(*MF.getSubtarget().getInstrInfo()), MF(MF) {}

  bool run();

private:
  struct Position {
    unsigned Index = 0;    ///< in the block
    unsigned Location = 0; ///< the index of where it moves
    unsigned Barriers = 0; ///< of the block, ahead of the instruction
  };

  void number(MachineBasicBlock &Block);
  bool canBeNeighbours(Register Low, Register High) const;
  void setNeighbours(Register Low, Register High);
  void addResults(const MachineInstr &I);
  void addStoredOperands(const MachineInstr &I);
  void follow();
  void followUses(Register Low, Register High);
  bool follow(MachineInstr &Low, MachineInstr &High);
  void followPhis(const MachineInstr &Low, const MachineInstr &High);
  bool followEqual(MachineInstr &Low, MachineInstr &High);
  bool areNeighbours(Register Low, Register High) const;
  bool isFree(const MachineOperand &Low, const MachineOperand &High) const;
  bool isLegal(const MachineInstr &I) const;
  bool readsSame(const MachineInstr &I, const MachineInstr &Other) const;
  bool move(const MachineInstr &I, const MachineInstr &Other);
  MachineInstr *join(MachineInstr &Low, MachineInstr &High);
  bool pair(MachineInstr &Low, MachineInstr &High);
  bool isCheap(const PackedOperation &Operation) const;
  void countPacks(const PackedOperation &Operation, int Change);
  void drop();
  void clearKillFlags();
  Register getPacked(const MachineOperand &Low, const MachineOperand &High, MachineInstr &Before);
  void replace(const PackedOperation &Operation);

  MachineRegisterInfo &MRI;
  const TargetInstrInfo &Info;
  MachineFunction &MF;
  DenseMap<const MachineInstr *, Position> Positions;
  DenseMap<Register, Register> HighOf, LowOf;
  DenseMap<std::pair<Register, Register>, Register> PackedResults;
  DenseMap<std::pair<uint64_t, uint64_t>, unsigned> Packs; ///< how many operations use each
  SmallVector<std::pair<Register, Register>> Worklist;
  MapVector<const MachineInstr *, PackedOperation> Operations; ///< by the low one
  DenseSet<const MachineInstr *> Packed;
};

} // namespace

/// Returns the opcode of the packed form of an operation, or 0.
static unsigned getPackedOpcode(const MachineInstr &I) {
  const auto *Found = find_if(
      PackedOpcodes, [&](const PackedOpcode &Each) { return Each.Single == I.getOpcode(); });
  return Found == std::end(PackedOpcodes) ? 0 : Found->Packed;
}

static bool isSubtraction(unsigned PackedOpcode) {
  return PackedOpcode == NVPTX::FSUBf32x2rr || PackedOpcode == NVPTX::FSUB_rnf32x2rr;
}

/// Returns true if registers that others write may be read behind an instruction, and not ahead.
static bool isBarrier(const MachineInstr &I) {
  if (!I.isInlineAsm())
    return I.hasUnmodeledSideEffects() || I.isCall();
  const StringRef Text = I.getOperand(InlineAsm::MIOp_AsmString).getSymbolName();
  return any_of(ArrayRef<StringRef>{".sync", "tcgen05", "wgmma", "wait", "fence"},
                [&](StringRef Part) { return Text.contains(Part); });
}

/// Returns true if an instruction may write its results after its end.
static bool mayBeInFlight(const MachineInstr &I) {
  return I.isPHI() || I.isInlineAsm() || !hasSingleElement(I.all_defs());
}

void FloatPacking::number(MachineBasicBlock &Block) {
  Position Next;
  for (const MachineInstr &I : Block) {
    Positions[&I] = Next;
    Next.Location = ++Next.Index;
    Next.Barriers += isBarrier(I);
  }
}

/// Returns true if two values are not neighbours of others.
bool FloatPacking::canBeNeighbours(Register Low, Register High) const {
  return Low.isVirtual() && High.isVirtual() && Low != High && !HighOf.contains(Low) &&
         !HighOf.contains(High) && !LowOf.contains(Low) && !LowOf.contains(High);
}

void FloatPacking::setNeighbours(Register Low, Register High) {
  if (!canBeNeighbours(Low, High))
    return;
  HighOf[Low] = High;
  LowOf[High] = Low;
  Worklist.push_back({Low, High});
}

bool FloatPacking::areNeighbours(Register Low, Register High) const {
  return HighOf.lookup(Low) == High;
}

/// Adds results of 32 bits that follow one another in an instruction.
void FloatPacking::addResults(const MachineInstr &I) {
  Register Low;
  for (const MachineOperand &Result : I.all_defs()) {
    const Register R = Result.getReg();
    if (!R.isVirtual() || MRI.getRegClass(R) != &NVPTX::B32RegClass) {
      Low = Register();
    } else if (!Low) {
      Low = R;
    } else {
      setNeighbours(Low, R);
      Low = Register();
    }
  }
}

/// Adds the elements of a stored vector, and the operands of a conversion to two 16-bit floats.
void FloatPacking::addStoredOperands(const MachineInstr &I) {
  if (I.isPHI() || I.isInlineAsm() || I.getNumExplicitDefs() > 1 || getPackedOpcode(I))
    return;
  for (unsigned Index = I.getNumExplicitDefs(); Index + 1 < I.getNumExplicitOperands();) {
    const MachineOperand &Low = I.getOperand(Index), &High = I.getOperand(Index + 1);
    const bool AreRegisters = Low.isReg() && High.isReg();
    if (AreRegisters)
      setNeighbours(Low.getReg(), High.getReg());
    Index += AreRegisters ? 2 : 1;
  }
}

/// Adds the results and operands of two equal instructions if they differ in one operand, which is
/// neighbours. Returns true if they do not differ otherwise.
bool FloatPacking::followEqual(MachineInstr &Low, MachineInstr &High) {
  if (Low.getOpcode() != High.getOpcode() || Low.getNumExplicitDefs() != 1 || Low.isPHI() ||
      Low.isInlineAsm() || Low.getNumOperands() != High.getNumOperands() ||
      Low.hasUnmodeledSideEffects() || Low.mayLoadOrStore() ||
      MRI.getRegClass(Low.getOperand(0).getReg()) != &NVPTX::B32RegClass)
    return false;
  unsigned Different = 0;
  for (unsigned Index = 1; Index != Low.getNumOperands(); ++Index)
    if (!Low.getOperand(Index).isIdenticalTo(High.getOperand(Index))) {
      if (Different || !Low.getOperand(Index).isReg() || !High.getOperand(Index).isReg())
        return false;
      Different = Index;
    }
  if (!Different)
    return false;
  setNeighbours(Low.getOperand(Different).getReg(), High.getOperand(Different).getReg());
  if (!areNeighbours(Low.getOperand(Different).getReg(), High.getOperand(Different).getReg()))
    return false;
  setNeighbours(Low.getOperand(0).getReg(), High.getOperand(0).getReg());
  return true;
}

void FloatPacking::followPhis(const MachineInstr &Low, const MachineInstr &High) {
  setNeighbours(Low.getOperand(0).getReg(), High.getOperand(0).getReg());
  for (unsigned Index = 1; Index < Low.getNumOperands(); Index += 2)
    if (Low.getOperand(Index + 1).getMBB() == High.getOperand(Index + 1).getMBB())
      setNeighbours(Low.getOperand(Index).getReg(), High.getOperand(Index).getReg());
}

/// Looks at two instructions with neighbours as the same operand or result. Returns true if the
/// rest of them suits.
bool FloatPacking::follow(MachineInstr &Low, MachineInstr &High) {
  if (&Low == &High || Low.getParent() != High.getParent())
    return false;
  if (Low.isPHI() && High.isPHI())
    followPhis(Low, High);
  return pair(Low, High) || followEqual(Low, High);
}

void FloatPacking::followUses(Register Low, Register High) {
  unsigned Uses = 0;
  for (MachineInstr &OfLow : MRI.use_nodbg_instructions(Low)) {
    unsigned UsesOfHigh = 0;
    for (MachineInstr &OfHigh : MRI.use_nodbg_instructions(High))
      if (++UsesOfHigh > MaxUses || follow(OfLow, OfHigh))
        break;
    if (++Uses > MaxUses)
      break;
  }
}

void FloatPacking::follow() {
  while (!Worklist.empty()) {
    const auto [Low, High] = Worklist.pop_back_val();
    MachineInstr *OfLow = MRI.getVRegDef(Low), *OfHigh = MRI.getVRegDef(High);
    if (OfLow && OfHigh)
      follow(*OfLow, *OfHigh);
    followUses(Low, High);
  }
}

/// Returns true if two operands can be packed without an instruction. ptxas has one register for
/// both halves if they are the same.
bool FloatPacking::isFree(const MachineOperand &Low, const MachineOperand &High) const {
  return Low.isReg() && High.isReg() &&
         (Low.getReg() == High.getReg() || areNeighbours(Low.getReg(), High.getReg()));
}

/// Returns true if an operation is behind the definitions of its operands, and ahead of the uses of
/// its result.
bool FloatPacking::isLegal(const MachineInstr &I) const {
  auto isHere = [&](const MachineInstr &Other) {
    return Other.getParent() == I.getParent() && !Other.isPHI() && !Other.isDebugInstr();
  };
  const unsigned Location = Positions.at(&I).Location;
  return all_of(I.explicit_uses(),
                [&](const MachineOperand &Operand) {
                  const MachineInstr *Definition =
                      Operand.isReg() ? MRI.getVRegDef(Operand.getReg()) : nullptr;
                  return !Definition || !isHere(*Definition) ||
                         Positions.at(Definition).Location < Location;
                }) &&
         all_of(MRI.use_instructions(I.getOperand(0).getReg()), [&](const MachineInstr &Use) {
           return !isHere(Use) || Positions.at(&Use).Location > Location;
         });
}

/// Returns true if an operation reads the same registers where another of its block is.
bool FloatPacking::readsSame(const MachineInstr &I, const MachineInstr &Other) const {
  const Position &From = Positions.at(&I), &To = Positions.at(&Other);
  if (From.Barriers == To.Barriers)
    return true;
  auto isWrittenAhead = [&](const MachineInstr &Definition) {
    return !Definition.isPHI() && any_of(Other.explicit_uses(), [&](const MachineOperand &Used) {
      return Used.isReg() && MRI.getVRegDef(Used.getReg()) == &Definition;
    });
  };
  return To.Index < From.Index &&
         all_of(
             I.explicit_uses(),
             [&](const MachineOperand &Operand) {
               const MachineInstr *Definition =
                   Operand.isReg() ? MRI.getVRegDef(Operand.getReg()) : nullptr;
               return !Definition || !mayBeInFlight(*Definition) || isWrittenAhead(*Definition);
             });
}

/// Moves an operation to where another of its block is. Returns true if it can be there.
bool FloatPacking::move(const MachineInstr &I, const MachineInstr &Other) {
  const unsigned Location = Positions.at(&I).Location;
  Positions[&I].Location = Positions.at(&Other).Location;
  const bool CanMove = readsSame(I, Other) && isLegal(I);
  if (!CanMove)
    Positions[&I].Location = Location;
  return CanMove;
}

/// Moves the later of two operations to the other, or else the earlier. Returns where they are, or
/// null.
MachineInstr *FloatPacking::join(MachineInstr &Low, MachineInstr &High) {
  const bool LowIsFirst = Positions.at(&Low).Index < Positions.at(&High).Index;
  MachineInstr &First = LowIsFirst ? Low : High, &Second = LowIsFirst ? High : Low;
  if (move(Second, First))
    return &First;
  return move(First, Second) ? &Second : nullptr;
}

/// Makes one of two operations if that can save an instruction. Returns true if it did.
bool FloatPacking::pair(MachineInstr &Low, MachineInstr &High) {
  const unsigned Opcode = getPackedOpcode(Low);
  if (!Opcode || Opcode != getPackedOpcode(High) || &Low == &High || Packed.contains(&Low) ||
      Packed.contains(&High))
    return false;
  const unsigned Last = Low.getNumExplicitOperands() - 1; // .ftz
  if (Low.getOperand(Last).getImm() != High.getOperand(Last).getImm())
    return false;
  auto getUnfree = [&](bool Swaps) {
    unsigned Count = 0;
    for (unsigned Index = 1; Index != Last; ++Index) {
      const unsigned Other = Swaps && Index < 3 ? 3 - Index : Index;
      Count += !isFree(Low.getOperand(Index), High.getOperand(Other));
    }
    return Count;
  };
  const bool Swaps = !isSubtraction(Opcode) && getUnfree(true) < getUnfree(false);
  PackedOperation Operation{&Low, &High, nullptr, {}};
  for (unsigned Index = 1; Index != Last; ++Index) {
    const MachineOperand &OfLow = Low.getOperand(Index);
    const MachineOperand &OfHigh = High.getOperand(Swaps && Index < 3 ? 3 - Index : Index);
    if (OfLow.isReg() != OfHigh.isReg() || (OfLow.isReg() && !isFree(OfLow, OfHigh) &&
                                            !canBeNeighbours(OfLow.getReg(), OfHigh.getReg())))
      return false;
    Operation.Operands.push_back({&OfLow, &OfHigh});
  }
  Operation.Location = join(Low, High);
  if (!Operation.Location)
    return false;
  Packed.insert(&Low);
  Packed.insert(&High);
  for (const auto &[OfLow, OfHigh] : Operation.Operands)
    if (OfLow->isReg())
      setNeighbours(OfLow->getReg(), OfHigh->getReg());
  Operations.insert({&Low, std::move(Operation)});
  setNeighbours(Low.getOperand(0).getReg(), High.getOperand(0).getReg());
  return true;
}

/// Says what an operand is, as a key.
static uint64_t getKey(const MachineOperand &Operand) {
  if (Operand.isReg())
    return Operand.getReg().id();
  return Operand.getFPImm()->getValueAPF().bitcastToAPInt().getZExtValue() | uint64_t(1) << 32;
}

void FloatPacking::countPacks(const PackedOperation &Operation, int Change) {
  for (const auto &[Low, High] : Operation.Operands)
    if (!isFree(*Low, *High))
      Packs[{getKey(*Low), getKey(*High)}] += Change;
}

/// Returns true if an operation's part of the moves that fill pairs of registers is less than the
/// instruction that it saves.
bool FloatPacking::isCheap(const PackedOperation &Operation) const {
  double Cost = 0;
  for (const auto &[Low, High] : Operation.Operands)
    if (!isFree(*Low, *High)) {
      const std::pair<uint64_t, uint64_t> Key(getKey(*Low), getKey(*High));
      Cost += (Key.first == Key.second ? 1.0 : 2.0) / Packs.at(Key);
    }
  return Cost < 1;
}

/// Gives up operations that cost more than they save, and those that depend on where they were.
void FloatPacking::drop() {
  for (const auto &[Low, Operation] : Operations)
    countPacks(Operation, 1);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    Operations.remove_if([&](const auto &Entry) {
      const PackedOperation &Operation = Entry.second;
      if (isCheap(Operation) && isLegal(*Operation.Low) && isLegal(*Operation.High))
        return false;
      countPacks(Operation, -1);
      for (const MachineInstr *I : {Operation.Low, Operation.High})
        Positions[I].Location = Positions[I].Index;
      return Changed = true;
    });
  }
}

/// Clears the kill flags of all operands, each once, as one may have many uses.
void FloatPacking::clearKillFlags() {
  SmallDenseSet<Register, 32> Registers;
  for (const auto &[Low, Operation] : Operations)
    for (const auto &[OfLow, OfHigh] : Operation.Operands)
      for (const MachineOperand *Operand : {OfLow, OfHigh})
        if (Operand->isReg() && Registers.insert(Operand->getReg()).second)
          MRI.clearKillFlags(Operand->getReg());
}

/// Returns a register of 64 bits with two operands.
Register FloatPacking::getPacked(const MachineOperand &Low, const MachineOperand &High,
                                 MachineInstr &Before) {
  auto build = [&](unsigned Opcode) {
    return BuildMI(*Before.getParent(), Before, Before.getDebugLoc(), Info.get(Opcode),
                   MRI.createVirtualRegister(&NVPTX::B64RegClass));
  };
  if (!Low.isReg())
    return build(NVPTX::MOV_B64_i)
        .addImm((getKey(High) & UINT32_MAX) << 32 | (getKey(Low) & UINT32_MAX))
        ->getOperand(0)
        .getReg();
  if (const Register Result = PackedResults.lookup({Low.getReg(), High.getReg()}))
    return Result;
  const MachineInstr *Definition = MRI.getVRegDef(Low.getReg());
  if (Definition->getOpcode() == NVPTX::I64toV2I32 &&
      Definition->getOperand(0).getReg() == Low.getReg() &&
      Definition->getOperand(1).getReg() == High.getReg()) {
    MRI.clearKillFlags(Definition->getOperand(2).getReg());
    return Definition->getOperand(2).getReg();
  }
  return build(NVPTX::V2I32toI64)
      .addReg(Low.getReg())
      .addReg(High.getReg())
      ->getOperand(0)
      .getReg();
}

void FloatPacking::replace(const PackedOperation &Operation) {
  MachineInstr &Low = *Operation.Low, &High = *Operation.High, &At = *Operation.Location;
  SmallVector<Register, 3> Operands;
  for (const auto &[OfLow, OfHigh] : Operation.Operands)
    Operands.push_back(getPacked(*OfLow, *OfHigh, At));
  const Register Result =
      PackedResults.at({Low.getOperand(0).getReg(), High.getOperand(0).getReg()});
  auto New =
      BuildMI(*At.getParent(), At, Low.getDebugLoc(), Info.get(getPackedOpcode(Low)), Result);
  for (const Register Operand : Operands)
    New.addReg(Operand);
  New.add(Low.getOperand(Low.getNumExplicitOperands() - 1));
  New->setFlags(Low.getFlags() & High.getFlags());
  BuildMI(*At.getParent(), At, Low.getDebugLoc(), Info.get(NVPTX::I64toV2I32),
          Low.getOperand(0).getReg())
      .addReg(High.getOperand(0).getReg(), RegState::Define)
      .addReg(Result);
  Low.eraseFromParent();
  High.eraseFromParent();
}

bool FloatPacking::run() {
  for (MachineBasicBlock &Block : MF)
    number(Block);
  for (const auto Add : {&FloatPacking::addResults, &FloatPacking::addStoredOperands}) {
    for (const MachineBasicBlock &Block : MF)
      for (const MachineInstr &I : Block)
        (this->*Add)(I);
    follow();
  }
  drop();
  clearKillFlags();
  for (const auto &[Low, Operation] : Operations)
    PackedResults[{Low->getOperand(0).getReg(), Operation.High->getOperand(0).getReg()}] =
        MRI.createVirtualRegister(&NVPTX::B64RegClass);
  for (const auto &[Low, Operation] : Operations)
    replace(Operation);
  return !Operations.empty();
}

/// Returns true if the machine computes packed floats. Others with the instructions in PTX have two
/// for each.
static bool hasPackedFloats(const NVPTXSubtarget &Subtarget) {
  return Subtarget.hasF32x2Instructions() &&
         (Subtarget.getSmVersion() == 100 || Subtarget.getSmVersion() == 103);
}

static bool packFloats(MachineFunction &MF) {
  if (!PacksFloats || MF.getFunction().hasOptNone() || !MF.getRegInfo().isSSA() ||
      !hasPackedFloats(MF.getSubtarget<NVPTXSubtarget>()) ||
      !MF.getFunction().hasFnAttribute(MatrixFunctionAttribute))
    return false;
  return FloatPacking(MF).run();
}

FunctionPass *tensorcore::createPackedFloatsPass() {
  return new MachinePass("NVPTX packed floats", packFloats);
}
