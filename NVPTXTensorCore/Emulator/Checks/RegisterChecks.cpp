//===- RegisterChecks.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers in flight, and registers that nobody wrote.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/RegisterChecks.h"
#include "Emulator/Checks/ClusterChecks.h"
#include "Emulator/Checks/UndefinedBits.h"
#include "Emulator/Checks/WaitCauses.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Tensor/Warpgroup.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// In flight
//===----------------------------------------------------------------------===//

/// The asynchronous instruction that has a register; null if none has.
static const RegisterInFlight *findInFlight(const ThreadGroup &G, Slot S, bool IsWrite) {
  if (S.In != Slot::Registers || !S)
    return nullptr;
  for (const RegisterInFlight &R : G.getWarp().InFlight)
    if (R.Register.Offset == S.Offset && R.In == &G.getFrame() && (IsWrite || R.IsWritten))
      return &R;
  return nullptr;
}

static StringRef getWait(const Instruction &By) {
  if (By.Operation == OperationKind_WGMMA)
    return "wgmma.commit_group, and wgmma.wait_group";
  return By.Operation == OperationKind_TCGen05Store ? "tcgen05.wait::st" : "tcgen05.wait::ld";
}

/// Returns true if both are wgmma or both are tcgen05.
static bool areOfOneUnit(OperationKind A, OperationKind B) {
  return isTCGen05(A) ? isTCGen05(B) : A == OperationKind_WGMMA && B == OperationKind_WGMMA;
}

static void checkInFlight(const Instruction &I, ThreadGroup &G, Slot S, bool IsWrite) {
  const RegisterInFlight *Found = findInFlight(G, S, IsWrite);
  // An instruction of the same kind may go on with what it writes.
  if (!Found || (Found->IsWritten && areOfOneUnit(I.Operation, Found->By->Operation)))
    return;
  Report R;
  R.Kind = Check::RegistersInFlight;
  R.Level = G.getLaunch().Reports.getSeverity(R.Kind);
  R.At = G.getLocation(I, G.getActive());
  R.Sentence = std::string("a register is ") + (IsWrite ? "written" : "read") + " that '" +
               Found->By->Source->getMnemonic() + "' still " +
               (Found->IsWritten ? "writes" : "reads");
  const WaitCause Cause = findRegisterCause(G, *Found->By, Found->Group);
  R.Sentence += Cause.Sentence;
  R.Missing = Cause ? Cause.Missing : getWait(*Found->By).str();
  R.IsAfterAsync = true;
  R.HasCause = !Cause.Sentence.empty();
  R.Others.push_back({"the asynchronous instruction", G.getLocation(*Found->By, G.getActive())});
  if (Cause.There)
    R.Others.push_back({Cause.WhatIsThere, G.getLocation(*Cause.There, G.getActive())});
  G.getLaunch().Reports.add(std::move(R));
}

//===----------------------------------------------------------------------===//
// Undefined
//===----------------------------------------------------------------------===//

static LaneMask getActiveUndefined(const ThreadGroup &G, Slot S) {
  return getUndefinedLanes(G.getFrame(), S) & G.getActive();
}

/// The lanes of an operand that make what an instruction does undefined. A store or an exchange
/// writes what compilers leave in the padding of a structure: of it, all bits have to be undefined.
static LaneMask getUndefinedUse(const Instruction &I, const ThreadGroup &G, Slot S) {
  const LaneMask Lanes = getActiveUndefined(G, S);
  if (!Lanes || (I.Operation != OperationKind_Store && I.Operation != OperationKind_Atomic) ||
      G.getFrame().UndefinedValues.empty())
    return Lanes;
  const unsigned Width = I.On.Width ? std::min<unsigned>(I.On.getBits(), S.Bits) : S.Bits;
  LaneMask Undefined = 0;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const uint128_t Defined = ~getUndefinedBits(G.getFrame(), S, Lane);
    Undefined |= LaneMask(!(Defined << (128 - Width))) << Lane;
  }
  return Undefined;
}

/// Returns true if an instruction makes nothing but effects, for which its operands matter.
static bool usesOperands(const Instruction &I) {
  switch (I.Operation) {
  case OperationKind_WarpMatrix:
  case OperationKind_Atomic:
    return true;
  case OperationKind_Store: // storeUndefined looks at them
  case OperationKind_WGMMA:
  case OperationKind_WGMMASync:
  case OperationKind_Call:
  case OperationKind_Return:
    return false;
  default:
    return I.Results.empty() && !isTCGen05(I.Operation);
  }
}

/// Reports the lanes in which a register is undefined. What came from shared memory may be a sum
/// whose other parts make up for it, and is a finding of its own, unless nobody wrote there.
static void reportUndefined(const Instruction &I, ThreadGroup &G, Slot S, LaneMask Lanes,
                            StringRef What) {
  const UndefinedValue Value = getUndefined(G.getFrame(), S);
  LaneMask Unwritten = 0;
  for (LaneMask Left = Lanes & Value.OfShared; Left; Left &= Left - 1)
    Unwritten |= LaneMask(Value.Unwritten[llvm::countr_zero(Left)] != 0) << llvm::countr_zero(Left);
  const Instruction *Shuffle = G.getWarp().LastUndefinedShuffle;
  if (const LaneMask Other = Lanes & ~Value.OfShared)
    G.report(I, Check::Uninitialized, Other,
             What + " depends on an uninitialized register" +
                 (Shuffle ? ", or on what '" + Shuffle->Source->getMnemonic() + "' on line " +
                                Twine(Shuffle->Source->At.Line) +
                                " took from a lane that does not take part in it"
                          : ""));
  if (Unwritten)
    ClusterChecks::of(G.getCluster())
        .Accesses.reportUnwritten(G, *Value.Load, Unwritten,
                                  Value.Unwritten[llvm::countr_zero(Unwritten)],
                                  {What.str() + " depends on it", G.getLocation(I, Unwritten)});
  if (const LaneMask Stored = Lanes & Value.OfShared & ~Unwritten)
    G.report(I, Check::UninitializedShared, Stored,
             What + " depends on an uninitialized value, which '" +
                 Value.Load->Source->getMnemonic() + "' on line " +
                 Twine(Value.Load->Source->At.Line) + " reads");
}

static void checkUndefined(const Instruction &I, ThreadGroup &G) {
  if (I.Guard)
    if (const LaneMask Lanes = getUndefinedLanes(G.getFrame(), I.Guard) & G.getThreads())
      reportUndefined(I, G, I.Guard, Lanes, "the guard");
  for (const Address &A : I.Addresses)
    if (A.Is == Address::InSlot)
      if (const LaneMask Lanes = getActiveUndefined(G, A.Base))
        reportUndefined(I, G, A.Base, Lanes, "the address");
  if (!usesOperands(I))
    return;
  for (const auto &[Index, S] : enumerate(I.Operands))
    if (const LaneMask Lanes =
            getUndefinedUse(I, G, S) & (I.LanesRead.empty() ? AllLanes : I.LanesRead[Index]))
      reportUndefined(I, G, S, Lanes, "an operand");
}

/// Returns true if results depend on the operands alone. Instructions that read other lanes or
/// memory look at these themselves.
static bool isOfRegisters(const Instruction &I) {
  return !I.Results.empty() && I.Addresses.empty() && I.Needs == Convergence::None &&
         I.Operation != OperationKind_Shuffle;
}

//===----------------------------------------------------------------------===//
// Undefined in shared memory
//===----------------------------------------------------------------------===//

/// Returns the block of the cluster that has these bytes as its shared memory; null if none has.
static Block *findBlock(const ThreadGroup &G, const uint8_t *At) {
  for (const std::unique_ptr<Block> &B : G.getCluster().Blocks)
    if (B->Shadow && At >= B->Shared.data() && At < B->Shared.data() + B->Shared.size())
      return B.get();
  return nullptr;
}

void emulator::storeUndefined(const Instruction &I, ThreadGroup &G, uint8_t *const (&To)[WarpSize],
                              unsigned ElementBytes) {
  for (const auto &[Number, S] : enumerate(I.Operands)) {
    const LaneMask Lanes = getActiveUndefined(G, S);
    if (!Lanes)
      continue;
    const UndefinedValue Value = getUndefined(G.getFrame(), S);
    LaneMask Used = 0;
    for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
      const auto Lane = unsigned(llvm::countr_zero(Left));
      const uint8_t *At = To[Lane] + Number * ElementBytes;
      if (!To[Lane] || G.getWarp().isLocal(At))
        continue;
      Block *B = findBlock(G, At);
      if (!B) {
        Used |= Left & -Left;
        continue;
      }
      std::unique_ptr<UndefinedBytes> &Undefined = B->Shadow->Undefined;
      if (!Undefined)
        Undefined = std::make_unique<UndefinedBytes>(B->Shared.size());
      for (unsigned Byte = 0; Byte != ElementBytes; ++Byte) {
        if (uint8_t(Value.Bits[Lane] >> (8 * Byte)) != 0xff)
          continue;
        const uint64_t Offset = At + Byte - B->Shared.data();
        Undefined->add(Offset, 1);
        for (unsigned Other = 0; Other != 2; ++Other)
          Undefined->Changes[Offset][Other] = uint8_t(Value.Changes[Other][Lane] >> (8 * Byte));
      }
    }
    if (Used &= getUndefinedUse(I, G, S))
      reportUndefined(I, G, S, Used, "an operand");
  }
}

void emulator::loadUndefined(const Instruction &I, ThreadGroup &G, uint8_t *const (&From)[WarpSize],
                             unsigned ElementBytes) {
  const auto HasUndefined = [](const auto &B) { return B->Shadow && B->Shadow->Undefined; };
  const LaneMask OfUnwritten = ClusterChecks::of(G.getCluster()).Accesses.takeUnwrittenReads();
  if (!OfUnwritten && none_of(G.getCluster().Blocks, HasUndefined))
    return;
  SmallVector<UndefinedValue, 0> Results(I.Results.size());
  bool IsUndefined = false;
  G.forEachLane([&](unsigned Lane) {
    const Block *B = From[Lane] ? findBlock(G, From[Lane]) : nullptr;
    if (!B)
      return;
    const ShadowMemory &Shadow = *B->Shadow;
    uint64_t Offset = From[Lane] - B->Shared.data();
    for (auto [S, Value] : zip(I.Results, Results)) {
      if ((OfUnwritten >> Lane & 1) && !Shadow.Written.containsAny(Offset, ElementBytes))
        Value.Unwritten[Lane] = B->getSharedBase() + uint32_t(Offset);
      for (unsigned Byte = 0; Byte != ElementBytes; ++Byte, ++Offset) {
        const bool IsUnwritten = (OfUnwritten >> Lane & 1) && !Shadow.Written.contains(Offset, 1);
        if (!IsUnwritten && !(Shadow.Undefined && Shadow.Undefined->contains(Offset, 1)))
          continue;
        UndefinedValue OfByte;
        OfByte.change(0, Offset);
        Value.Bits[Lane] |= uint128_t(0xff) << (8 * Byte);
        for (unsigned Other = 0; Other != 2; ++Other)
          Value.Changes[Other][Lane] |=
              uint128_t(IsUnwritten ? uint8_t(OfByte.Changes[Other][0])
                                    : Shadow.Undefined->Changes[Offset][Other])
              << (8 * Byte);
      }
      if (I.On.isSigned())
        for (LaneBits *Bits : {&Value.Bits, &Value.Changes[0], &Value.Changes[1]})
          if ((*Bits)[Lane] >> (8 * ElementBytes - 1))
            (*Bits)[Lane] |= ~uint128_t(0) >> (128 - S.Bits) << (8 * ElementBytes - 1);
      IsUndefined |= Value.Bits[Lane] != 0;
    }
  });
  if (!IsUndefined)
    return;
  for (UndefinedValue &Value : Results) {
    Value.OfShared = AllLanes;
    Value.Load = &I;
  }
  G.getWarp().Undefined = std::move(Results);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

SmallVector<UndefinedValue, 0> emulator::checkRegisters(const Instruction &I, ThreadGroup &G) {
  SmallVector<UndefinedValue, 0> Undefined;
  if (G.getLaunch().ChecksDefined) {
    checkUndefined(I, G);
    if (isOfRegisters(I) && any_of(I.Operands, [&](Slot S) { return getActiveUndefined(G, S); }))
      Undefined = findUndefinedResults(I, G);
  }
  FencedRegisters *Fenced = G.getWarp().Fenced;
  if (Fenced && Fenced->Of == &G.getFrame() && !isWGMMA(I))
    Fenced->access(I);
  if (G.getWarp().InFlight.empty())
    return Undefined;
  for (Slot S : I.Operands)
    checkInFlight(I, G, S, false);
  for (Slot S : I.Results)
    checkInFlight(I, G, S, true);
  for (const Address &A : I.Addresses)
    if (A.Is == Address::InSlot)
      checkInFlight(I, G, A.Base, false);
  checkInFlight(I, G, I.Guard, false);
  return Undefined;
}

void emulator::defineResults(const Instruction &I, ThreadGroup &G,
                             ArrayRef<UndefinedValue> Undefined) {
  if (I.Results.empty() || !G.getLaunch().ChecksDefined)
    return;
  SmallVector<UndefinedValue, 0> &OfInstruction = G.getWarp().Undefined;
  if (Undefined.empty())
    Undefined = OfInstruction;
  for (const auto &[Number, S] : enumerate(I.Results))
    if (!S)
      continue;
    else if (Undefined.empty())
      setDefined(G.getFrame(), S, G.getActive());
    else
      setUndefined(G.getFrame(), S, G.getActive(), Undefined[Number]);
  OfInstruction.clear();
}
