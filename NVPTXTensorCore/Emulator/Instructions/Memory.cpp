//===- Memory.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of registers.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/InstructionTable.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Program/FunctionReader.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct MemoryDetails {
  Strength Order = Strength::Weak;
  Scope Within = Scope::System;
  unsigned ElementBytes, Bytes; ///< of an element; of the access
};
} // namespace

static Step load(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MemoryDetails>();
  const unsigned Unused = 64 - std::min(Of.ElementBytes * 8, 64u);
  G.forEachLane([&](unsigned Lane) {
    const uint8_t *From = G.access(I, Lane, I.In, G.getAddress(I.Addresses[0], Lane), Of.Bytes,
                                   Of.Bytes, Access::Read, Of.Order, Of.Within);
    if (!From)
      return;
    for (Slot To : I.Results) {
      if (Of.ElementBytes == 16) {
        std::memcpy(G.lanes<unsigned __int128>(To) + Lane, From, 16);
      } else {
        uint64_t Value = 0;
        std::memcpy(&Value, From, Of.ElementBytes);
        if (I.On.isSigned())
          Value = uint64_t(int64_t(Value << Unused) >> Unused);
        G.set(To, Lane, Value);
      }
      From += Of.ElementBytes;
    }
  });
  return Step::Next;
}

static Step store(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MemoryDetails>();
  G.forEachLane([&](unsigned Lane) {
    uint8_t *To = G.access(I, Lane, I.In, G.getAddress(I.Addresses[0], Lane), Of.Bytes, Of.Bytes,
                           Access::Write, Of.Order, Of.Within);
    if (!To)
      return;
    for (Slot From : I.Operands) {
      if (Of.ElementBytes == 16) {
        std::memcpy(To, G.lanes<unsigned __int128>(From) + Lane, 16);
      } else {
        const uint64_t Value = G.get(From, Lane);
        std::memcpy(To, &Value, Of.ElementBytes);
      }
      To += Of.ElementBytes;
    }
  });
  return Step::Next;
}

/// .weak, .volatile, .relaxed.scope, .acquire.scope, .release.scope, .mmio.relaxed.sys
static void takeStrength(InstructionReader &R, MemoryDetails &Of) {
  R.take(".mmio");
  const StringRef Word = R.takeOneOf({".weak", ".volatile", ".relaxed", ".acquire", ".release"});
  Of.Order = StringSwitch<Strength>(Word)
                 .Cases(".volatile", ".relaxed", Strength::Relaxed)
                 .Case(".acquire", Strength::Acquire)
                 .Case(".release", Strength::Release)
                 .Default(Strength::Weak);
  Of.Within = StringSwitch<Scope>(R.takeOneOf({".cta", ".cluster", ".gpu", ".sys"}))
                  .Case(".cta", Scope::CTA)
                  .Case(".cluster", Scope::Cluster)
                  .Case(".gpu", Scope::GPU)
                  .Default(Scope::System);
}

/// The state space; generic if none is there.
static Space takeSpace(InstructionReader &R, const ptx::Operand &At) {
  const StringRef Word =
      R.takeOneOf({".global", ".const", ".shared", ".shared::cta", ".shared::cluster", ".local",
                   ".param", ".param::entry", ".param::func"});
  if (Word.starts_with(".param"))
    return R.isInFrame(At) || !R.getFunction().getResult().IsEntry ? Space::Local
                                                                   : Space::EntryParam;
  return StringSwitch<Space>(Word)
      .Case(".global", Space::Global)
      .Case(".const", Space::Constant)
      .Cases(".shared", ".shared::cta", Space::SharedCTA)
      .Case(".shared::cluster", Space::SharedCluster)
      .Case(".local", Space::Local)
      .Default(Space::Generic);
}

static Error readAccess(InstructionReader &R, bool IsLoad) {
  if (Error E = R.expectOperands(2, 3)) // the third is a cache policy
    return E;
  const ptx::Operand &At = R.operand(IsLoad ? 1 : 0), &Values = R.operand(IsLoad ? 0 : 1);
  MemoryDetails Of;
  takeStrength(R, Of);
  R.takeCacheModifiers();
  R.Result.In = takeSpace(R, At);
  R.takeOneOf({".unified"});
  unsigned Count = StringSwitch<unsigned>(R.takeOneOf({".v2", ".v4", ".v8"}))
                       .Case(".v2", 2)
                       .Case(".v4", 4)
                       .Case(".v8", 8)
                       .Default(1);
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (Values.elements().size() != Count)
    return R.fail("expected " + Twine(Count) + " registers, not " +
                  Twine(Values.elements().size()));
  SmallVector<Slot, 8> Slots;
  if (Error E = IsLoad ? R.writeAll(Values, *T, Slots, true) : R.readAll(Values, *T, Slots, true))
    return E;
  Expected<Address> A = R.readAddress(At);
  if (!A)
    return A.takeError();
  Of.ElementBytes = T->getBytes();
  Of.Bytes = Of.ElementBytes * Count;
  R.setAddresses(*A);
  if (IsLoad)
    R.setResults(Slots);
  else
    R.setOperands(Slots);
  R.setDetails(Of);
  R.Result.On = *T;
  R.Result.Execute = IsLoad ? load : store;
  return Error::success();
}

static Error readLoad(InstructionReader &R) { return readAccess(R, true); }
static Error readStore(InstructionReader &R) { return readAccess(R, false); }

ArrayRef<InstructionFamily> emulator::getMemoryInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"ld", readLoad}, {"ldu", readLoad}, {"st", readStore}};
  return Families;
}
