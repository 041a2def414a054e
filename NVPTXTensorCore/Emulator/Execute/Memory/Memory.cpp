//===- Memory.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of registers. All lanes are loaded or stored together if what they access lies
// in one allocation and no check wants to see each access.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/RegisterChecks.h"
#include "Emulator/Execute/Memory/MemoryModifiers.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Program/FunctionReader.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct MemoryDetails {
  MemoryOrder How;
  unsigned Bytes;
};
/// The widest access: .v8.b32.
constexpr unsigned MaxBytes = 32;
} // namespace

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Writes elements to a register that is as wide as they are or wider.
template <class E, class W>
static void writeElements(const ThreadGroup &G, Slot To, const E (&Elements)[WarpSize]) {
  W Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = W(Elements[Lane]);
  G.set(To, Values);
}

/// An element of each lane, and of the next ones for the other results. E has the sign of the type.
template <class E>
static void loadElements(const Instruction &I, const ThreadGroup &G,
                         const uint8_t *const (&From)[WarpSize]) {
  unsigned Offset = 0;
  for (Slot To : I.Results) {
    E Elements[WarpSize];
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      std::memcpy(&Elements[Lane], From[Lane] + Offset, sizeof(E));
    Offset += sizeof(E);
    if (To.Bits == 8 * sizeof(E))
      G.set(To, Elements);
    else if (To.Bits == 16)
      writeElements<E, uint16_t>(G, To, Elements);
    else if (To.Bits == 32)
      writeElements<E, uint32_t>(G, To, Elements);
    else if (To.Bits == 64)
      writeElements<E, uint64_t>(G, To, Elements);
    else
      writeElements<E, uint128_t>(G, To, Elements);
  }
}

template <class E> static Step load(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MemoryDetails>();
  alignas(16) static const uint8_t Nothing[MaxBytes] = {};
  uint8_t *Hosts[WarpSize];
  const uint8_t *From[WarpSize];
  accessLanes(I, G, Of.Bytes, Access::Read, Of.How, Hosts);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    From[Lane] = Hosts[Lane] ? Hosts[Lane] : Nothing;
  loadElements<E>(I, G, From);
  if (G.getLaunch().ChecksDefined)
    loadUndefined(I, G, Hosts, sizeof(E));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

template <class E, class W>
static void storeElement(const ThreadGroup &G, Slot From, uint8_t *const (&To)[WarpSize],
                         unsigned Offset) {
  const W *Values = G.lanes<W>(From);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const E Element = E(Values[Lane]);
    if (To[Lane])
      std::memcpy(To[Lane] + Offset, &Element, sizeof(E));
  }
}

template <class E> static Step store(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MemoryDetails>();
  uint8_t *To[WarpSize];
  accessLanes(I, G, Of.Bytes, Access::Write, Of.How, To);
  unsigned Offset = 0;
  for (Slot From : I.Operands) {
    if (From.Bits == 8)
      storeElement<E, uint8_t>(G, From, To, Offset);
    else if (From.Bits == 16)
      storeElement<E, uint16_t>(G, From, To, Offset);
    else if (From.Bits == 32)
      storeElement<E, uint32_t>(G, From, To, Offset);
    else if (From.Bits == 64)
      storeElement<E, uint64_t>(G, From, To, Offset);
    else
      storeElement<E, uint128_t>(G, From, To, Offset);
    Offset += sizeof(E);
  }
  if (G.getLaunch().ChecksDefined && I.Operation == OperationKind_Store)
    storeUndefined(I, G, To, sizeof(E));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// Calls `Choose` with a number as wide as the type, of its sign.
template <class F> static Handler chooseByWidth(const Type &T, F Choose) {
  switch (T.getBytes()) {
  case 1:
    return T.isSigned() ? Choose(int8_t()) : Choose(uint8_t());
  case 2:
    return T.isSigned() ? Choose(int16_t()) : Choose(uint16_t());
  case 4:
    return T.isSigned() ? Choose(int32_t()) : Choose(uint32_t());
  case 8:
    return Choose(uint64_t());
  default:
    return Choose(uint128_t());
  }
}

/// multimem.ld_reduce, too: of one device, the reduction is of one value.
template <bool IsLoad> static Error readAccess(InstructionReader &R) {
  const Type T = R.type();
  const MemoryDetails Of = {getMemoryOrder(R, Strength::Weak, Scope::System),
                            T.getBytes() << unsigned(R.get<words::Vector>())};
  R.Result.In = getSpace(R, R.operand(IsLoad ? 1 : 0));
  R.Result.Execute = chooseByWidth(
      T, [](auto E) -> Handler { return IsLoad ? load<decltype(E)> : store<decltype(E)>; });
  // The first level caches what the kernel does not write.
  const ptx::Statement &Source = *R.Result.Source;
  R.Result.IsReadOnly =
      IsLoad && Source.hasModifier(".nc") && !Source.hasModifier(".L1::no_allocate");
  R.Result.Polls = IsLoad && Of.How.Order != Strength::Weak;
  R.Result.On = T;
  R.setDetails(Of);
  return Error::success();
}

ArrayRef<MnemonicReader> emulator::getMemoryRows() {
  // Memory of .proxy::readonly is not written, so that the value is the same.
  static constexpr MnemonicReader Rows[] = {
      {"ld", readAccess<true>},           {"ld.mmio", readAccess<true>},
      {"ldu", readAccess<true>},          {"multimem.ld_reduce", readAccess<true>},
      {"st", readAccess<false>},          {"st.mmio", readAccess<false>},
      {"multimem.st", readAccess<false>},
  };
  return Rows;
}
