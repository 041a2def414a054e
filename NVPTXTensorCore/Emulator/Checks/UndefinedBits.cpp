//===- UndefinedBits.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Propagates undefined bits from operands to results. Of a bitwise instruction, a result's bit
// is undefined if it changes with the undefined bits: the instruction is executed with all of
// them 0 and 1. Sums and products change from the lowest undefined bit on, unless they come out
// the same with two other values of what nobody wrote: an exclusive sum may be x + y - y. Packed
// arithmetic changes whole elements. Of any other instruction, an undefined bit makes the whole
// result undefined.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/UndefinedBits.h"
#include "Emulator/Machine/Block.h"
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
  if (!(getUndefinedLanes(F, S) >> Lane & 1))
    return 0;
  const auto Found = F.UndefinedValues.find(S.Offset);
  const uint128_t All = getAllBits(S.Bits);
  return Found == F.UndefinedValues.end() ? All : Found->second->Bits[Lane] & All;
}

UndefinedValue emulator::getUndefined(const Frame &F, Slot S) {
  UndefinedValue Value;
  const LaneMask Lanes = getUndefinedLanes(F, S);
  const auto Found = F.UndefinedValues.find(S.Offset);
  if (Lanes && Found != F.UndefinedValues.end())
    Value.Load = Found->second->Load;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const auto Lane = unsigned(llvm::countr_zero(Left));
    if (Found == F.UndefinedValues.end())
      Value.forget(Lane, S.Offset + Lane);
    else
      Value.copyLane(Lane, *Found->second, Lane);
  }
  return Value;
}

void emulator::setUndefined(Frame &F, Slot S, LaneMask Lanes, const UndefinedValue &Value) {
  LaneMask &Mask = F.Undefined[S.Offset / Frame::Unit];
  std::unique_ptr<UndefinedValue> &Kept = F.UndefinedValues[S.Offset];
  if (!Kept) {
    Kept = std::make_unique<UndefinedValue>();
    for (LaneMask Left = Mask; Left; Left &= Left - 1)
      Kept->forget(llvm::countr_zero(Left), S.Offset + llvm::countr_zero(Left));
  }
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const auto Lane = unsigned(llvm::countr_zero(Left));
    const bool IsUndefined = (Value.Bits[Lane] & getAllBits(S.Bits)) != 0;
    Mask = (Mask & ~(LaneMask(1) << Lane)) | LaneMask(IsUndefined) << Lane;
    Kept->copyLane(Lane, Value, Lane);
  }
  if (Value.Load)
    Kept->Load = Value.Load;
}

//===----------------------------------------------------------------------===//
// By values
//===----------------------------------------------------------------------===//

/// As the register is, whatever its use negates.
static uint128_t getValue(const ThreadGroup &G, Slot S, unsigned Lane) {
  S.IsNegated = false;
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

/// Finds what executing an instruction changes if what nobody wrote is something else.
static void findByValues(const Instruction &I, ThreadGroup &G,
                         MutableArrayRef<UndefinedValue> Found) {
  SmallVector<std::pair<Slot, UndefinedValue>, 4> Unknown;
  for (Slot S : I.Operands)
    if ((getUndefinedLanes(G.getFrame(), S) & G.getActive()) &&
        none_of(Unknown, [&](const auto &Other) { return Other.first.Offset == S.Offset; }))
      Unknown.emplace_back(S, getUndefined(G.getFrame(), S));
  SavedRegisters Saved(I, G);
  SmallVector<LaneBits, 2> First(I.Results.size());
  const auto Execute = [&](auto Change, auto Note) {
    for (const auto &[Number, Of] : enumerate(Unknown))
      G.forEachLane([&, At = Number, S = Of.first, &Value = Of.second](unsigned Lane) {
        setValue(G, S, Lane, Change(At, getValue(G, S, Lane), Value, Lane));
      });
    I.Execute(I, G);
    for (const auto &[Number, S] : enumerate(I.Results))
      if (S)
        G.forEachLane([&, At = Number, Of = S](unsigned Lane) {
          Note(Found[At], First[At][Lane], getValue(G, Of, Lane), Lane);
        });
    Saved.restore();
  };
  Execute([](size_t, uint128_t Value, const UndefinedValue &, unsigned) { return Value; },
          [](UndefinedValue &, uint128_t &First, uint128_t Value, unsigned) { First = Value; });
  for (unsigned Other = 0; Other != 2; ++Other)
    Execute([Other](size_t, uint128_t Value, const UndefinedValue &Of,
                    unsigned Lane) { return Value ^ Of.Changes[Other][Lane]; },
            [Other](UndefinedValue &Of, uint128_t First, uint128_t Value, unsigned Lane) {
              Of.Changes[Other][Lane] = Value ^ First;
            });
  if (I.Bits.Is != BitFlow_ByValues)
    return;
  // With one bit for each operand; of more than four, which only a mov has, all alike.
  const unsigned NumFills = Unknown.size() <= 4 ? 1u << Unknown.size() : 2;
  for (unsigned Fill = 0; Fill != NumFills; ++Fill)
    Execute(
        [Fill](size_t Number, uint128_t Value, const UndefinedValue &Of, unsigned Lane) {
          return Fill >> (Number % 4) & 1 ? Value | Of.Bits[Lane] : Value & ~Of.Bits[Lane];
        },
        [](UndefinedValue &Of, uint128_t First, uint128_t Value, unsigned Lane) {
          Of.Bits[Lane] |= Value ^ First;
        });
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
      const size_t Location = I.Operands.size() - 1 - Number;
      if (Location * By.ElementBits >= Result.Bits)
        return getAllBits(Result.Bits);
      Undefined |= Element << (Location * By.ElementBits);
    } else {
      for (unsigned Location = 0; Location * By.ElementBits < Result.Bits; ++Location)
        if (Bits >> (Location * By.SourceBits) & getAllBits(By.SourceBits))
          Undefined |= Element << (Location * By.ElementBits);
    }
  }
  return Undefined & getAllBits(Result.Bits);
}

/// Notes which load the results depend on.
static void findOrigin(const Instruction &I, const ThreadGroup &G, UndefinedValue &Found) {
  for (Slot S : I.Operands) {
    const LaneMask Lanes = getUndefinedLanes(G.getFrame(), S) & G.getActive();
    const auto Of = G.getFrame().UndefinedValues.find(S.Offset);
    if (!Lanes || Of == G.getFrame().UndefinedValues.end() || !(Of->second->OfShared & Lanes))
      continue;
    Found.Load = Of->second->Load;
    Found.OfShared |= Of->second->OfShared & Lanes;
    for (LaneMask Left = Of->second->OfShared & Lanes; Left; Left &= Left - 1) {
      const auto Lane = unsigned(llvm::countr_zero(Left));
      Found.Unwritten[Lane] = std::max(Found.Unwritten[Lane], Of->second->Unwritten[Lane]);
    }
  }
}

SmallVector<UndefinedValue, 0> emulator::findUndefinedResults(const Instruction &I,
                                                              ThreadGroup &G) {
  const Frame &F = G.getFrame();
  UndefinedValue Origin;
  findOrigin(I, G, Origin);
  SmallVector<UndefinedValue, 0> Found(I.Results.size(), Origin);
  const FlowRule &By = I.Bits;
  const bool IsSum = By.Is == BitFlow_FromLowestBit;
  if (By.Is == BitFlow_ByValues || IsSum)
    findByValues(I, G, Found);
  LaneMask Whole = 0, Values = 0; // lanes with an undefined control; with an undefined value
  for (const auto &[Number, S] : enumerate(I.Operands)) {
    const LaneMask Lanes = getUndefinedLanes(F, S) & G.getActive();
    Whole |= Number >= By.FirstControl ? Lanes : 0;
    Values |= S.isPredicate() ? 0 : Lanes;
  }
  for (const auto &[Number, S] : enumerate(I.Results)) {
    if (!S)
      continue;
    G.forEachLane([&, Of = S, &Value = Found[Number]](unsigned Lane) {
      uint128_t &Bits = Value.Bits[Lane];
      if ((Whole | (Of.isPredicate() ? Values : 0)) >> Lane & 1)
        Bits = getAllBits(Of.Bits);
      else if (By.Is != BitFlow_ByValues && By.Is != BitFlow_Whole)
        Bits = findBits(I, F, Of, Lane, By);
      if (IsSum && !Value.Changes[0][Lane] && !Value.Changes[1][Lane])
        Bits = 0;
      else if (Bits && By.Is != BitFlow_ByValues && !IsSum)
        Value.change(Lane, ++G.getWarp().NumUndefined);
    });
  }
  return Found;
}
