//===- UndefinedBits.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How undefined bits go from operands to results. Of a bitwise instruction, a result's bit is
// undefined if it changes with the undefined bits: the instruction is executed with all of them 0
// and 1. Sums and products change from the lowest undefined bit on, packed arithmetic changes
// whole elements. Of any other instruction, an undefined bit makes the whole result undefined.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/UndefinedBits.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static uint128_t getAllBits(unsigned Width) {
  return Width == 128 ? ~uint128_t(0) : (uint128_t(1) << Width) - 1;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

uint128_t emulator::getUndefinedBits(const Frame &F, Slot S, unsigned Lane) {
  if (S.In != Slot::Registers || !S || !(F.Undefined[S.Offset / Frame::Unit] >> Lane & 1))
    return 0;
  const auto Found = F.UndefinedInPart.find(S.Offset);
  return Found == F.UndefinedInPart.end() ? getAllBits(S.Bits) : (*Found->second)[Lane];
}

void emulator::setUndefinedBits(Frame &F, Slot S, LaneMask Lanes, const LaneBits &Bits) {
  LaneMask Undefined = 0, InPart = 0;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const auto Lane = unsigned(llvm::countr_zero(Left));
    Undefined |= LaneMask(Bits[Lane] != 0) << Lane;
    InPart |= LaneMask(Bits[Lane] != 0 && Bits[Lane] != getAllBits(S.Bits)) << Lane;
  }
  setUndefined(F, S, Lanes, Undefined);
  if (!InPart)
    return;
  std::unique_ptr<LaneBits> &Kept = F.UndefinedInPart[S.Offset];
  if (!Kept) {
    Kept = std::make_unique<LaneBits>();
    Kept->fill(getAllBits(S.Bits));
  }
  for (LaneMask Left = InPart; Left; Left &= Left - 1)
    (*Kept)[llvm::countr_zero(Left)] = Bits[llvm::countr_zero(Left)];
}

void emulator::setUndefined(Frame &F, Slot S, LaneMask Lanes, LaneMask Undefined) {
  LaneMask &Mask = F.Undefined[S.Offset / Frame::Unit];
  Mask = (Mask & ~Lanes) | Undefined;
  if (!Undefined || F.UndefinedInPart.empty())
    return;
  const auto Found = F.UndefinedInPart.find(S.Offset);
  if (Found == F.UndefinedInPart.end())
    return;
  for (; Undefined; Undefined &= Undefined - 1)
    (*Found->second)[llvm::countr_zero(Undefined)] = getAllBits(S.Bits);
}

//===----------------------------------------------------------------------===//
// By values
//===----------------------------------------------------------------------===//

static uint128_t getValue(const ThreadGroup &G, Slot S, unsigned Lane) {
  return S.Bits == 128 ? G.lanes<uint128_t>(S)[Lane] : G.get(S, Lane);
}

static void setValue(const ThreadGroup &G, Slot S, unsigned Lane, uint128_t Value) {
  if (S.Bits == 128)
    G.lanes<uint128_t>(S)[Lane] = Value;
  else
    G.set(S, Lane, uint64_t(Value));
}

namespace {
/// Keeps the values of registers, and sets them again.
class SavedRegisters {
public:
  SavedRegisters(const Instruction &I, const ThreadGroup &G) : G(G) {
    for (ArrayRef<Slot> Slots : {I.Operands, I.Results})
      for (Slot S : Slots)
        if (S && S.In == Slot::Registers)
          Bytes[S.Offset].assign(G.lanes<uint8_t>(S), G.lanes<uint8_t>(S) + getSlotBytes(S.Bits));
  }
  void restore() {
    for (const auto &[Offset, Kept] : Bytes)
      copy(Kept, G.lanes<uint8_t>(Slot{Offset}));
  }

private:
  const ThreadGroup &G;
  SmallDenseMap<uint32_t, std::vector<uint8_t>, 8> Bytes;
};
} // namespace

static void findByValues(const Instruction &I, ThreadGroup &G, MutableArrayRef<LaneBits> Found) {
  const Frame &F = G.getFrame();
  SmallVector<Slot, 4> Unknown;
  for (Slot S : I.Operands)
    if (S.In == Slot::Registers && S && (F.Undefined[S.Offset / Frame::Unit] & G.getActive()) &&
        none_of(Unknown, [&](Slot Other) { return Other.Offset == S.Offset; }))
      Unknown.push_back(S);
  SavedRegisters Saved(I, G);
  SmallVector<LaneBits, 2> First(I.Results.size());
  // With one bit for each operand; of more than four, which only a mov has, all alike.
  const unsigned NumFills = Unknown.size() <= 4 ? 1u << Unknown.size() : 2;
  for (unsigned Fill = 0; Fill != NumFills; ++Fill) {
    for (const auto &[Number, S] : enumerate(Unknown))
      G.forEachLane([&, Ones = Fill >> (Number % 4) & 1, Of = S](unsigned Lane) {
        const uint128_t Bits = getUndefinedBits(F, Of, Lane), Value = getValue(G, Of, Lane);
        setValue(G, Of, Lane, Ones ? Value | Bits : Value & ~Bits);
      });
    I.Execute(I, G);
    for (const auto &[Number, S] : enumerate(I.Results))
      if (S)
        G.forEachLane([&, At = Number, Of = S](unsigned Lane) {
          const uint128_t Value = getValue(G, Of, Lane);
          if (!Fill)
            First[At][Lane] = Value;
          Found[At][Lane] |= Value ^ First[At][Lane];
        });
    Saved.restore();
  }
}

//===----------------------------------------------------------------------===//
// By the rules
//===----------------------------------------------------------------------===//

/// The undefined bits of a result whose undefined operands do not make it undefined as a whole.
static uint128_t findBits(const Instruction &I, const Frame &F, Slot Result, unsigned Lane,
                          const FlowRule &By) {
  uint128_t Undefined = 0;
  const uint128_t Element = getAllBits(By.ElementBits);
  for (const auto &[Number, S] : enumerate(I.Operands)) {
    const uint128_t Bits = getUndefinedBits(F, S, Lane);
    if (!Bits)
      continue;
    if (By.Is == BitFlow_FromLowestBit) {
      Undefined |= ~((Bits & -Bits) - 1);
    } else if (By.Is == BitFlow_Packs) {
      const size_t Place = I.Operands.size() - 1 - Number;
      if (Place * By.ElementBits >= Result.Bits)
        return getAllBits(Result.Bits);
      Undefined |= Element << (Place * By.ElementBits);
    } else {
      for (unsigned Place = 0; Place * By.ElementBits < Result.Bits; ++Place)
        if (Bits >> (Place * By.SourceBits) & getAllBits(By.SourceBits))
          Undefined |= Element << (Place * By.ElementBits);
    }
  }
  return Undefined & getAllBits(Result.Bits);
}

SmallVector<LaneBits, 0> emulator::findUndefinedResults(const Instruction &I, ThreadGroup &G) {
  const Frame &F = G.getFrame();
  SmallVector<LaneBits, 0> Found(I.Results.size(), LaneBits{});
  const FlowRule &By = I.Bits;
  if (By.Is == BitFlow_ByValues)
    findByValues(I, G, Found);
  LaneMask Whole = 0, Values = 0; // lanes with an undefined control; with an undefined value
  for (const auto &[Number, S] : enumerate(I.Operands)) {
    if (!S || S.In != Slot::Registers)
      continue;
    const LaneMask Lanes = F.Undefined[S.Offset / Frame::Unit] & G.getActive();
    Whole |= Number >= By.FirstControl ? Lanes : 0;
    Values |= S.isPredicate() ? 0 : Lanes;
  }
  for (const auto &[Number, S] : enumerate(I.Results)) {
    if (!S)
      continue;
    G.forEachLane([&, Of = S, &Bits = Found[Number]](unsigned Lane) {
      if ((Whole | (Of.isPredicate() ? Values : 0)) >> Lane & 1)
        Bits[Lane] = getAllBits(Of.Bits);
      else if (By.Is != BitFlow_ByValues && By.Is != BitFlow_Whole)
        Bits[Lane] = findBits(I, F, Of, Lane, By);
    });
  }
  return Found;
}
