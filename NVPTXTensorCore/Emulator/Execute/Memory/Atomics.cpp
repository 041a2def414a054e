//===- Atomics.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// atom and red. Threads of the host run blocks, so the operations are atomic on the host, too: each
// is repeated until nobody has written in between. Of packed and vector types each element is
// atomic by itself.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/Arithmetic.h"
#include "Emulator/Execute/Memory/MemoryModifiers.h"
#include "Emulator/Machine/Reduction.h"
#include <mutex>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct AtomicDetails {
  MemoryOrder How;
  AtomicOperation Is;
  Type Of;              ///< of a part that is atomic by itself
  unsigned NumParts;    ///< of a register
  bool Flushes = false; ///< subnormal floats
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The parts that are atomic by themselves, of one register.
uint64_t updateRegister(const AtomicDetails &Of, uint8_t *At, uint64_t B, uint64_t C,
                        bool &HasChanged) {
  const unsigned Width = Of.Of.Width;
  uint64_t Old = 0;
  for (unsigned Part = 0; Part != Of.NumParts; ++Part, At += Width / 8) {
    const unsigned Shift = Part * Width;
    const auto Compute = [&](uint64_t Value) {
      const uint64_t New = Of.Is != AtomicOperation::Cas
                               ? combine(Of.Is, Of.Of, Of.Flushes, Value, B >> Shift)
                           : Value == B ? C
                                        : Value;
      HasChanged |= New != Value;
      return New;
    };
    Old |= update(At, Width, Compute) << Shift;
  }
  return Old;
}

/// .b128: not every host has an instruction for it.
uint128_t updateWide(AtomicOperation Is, uint8_t *At, uint128_t B, uint128_t C) {
  static std::mutex Lock;
  std::lock_guard<std::mutex> Guard(Lock);
  uint128_t Old;
  std::memcpy(&Old, At, sizeof(Old));
  const uint128_t New = Is == AtomicOperation::Exch ? B : Old == B ? C : Old;
  std::memcpy(At, &New, sizeof(New));
  return Old;
}

Step executeWide(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<AtomicDetails>();
  const bool HasC = Of.Is == AtomicOperation::Cas;
  G.forEachLane([&](unsigned Lane) {
    uint8_t *At = G.access(I, Lane, I.In, G.getAddress(I.Addresses[0], Lane), 16, 16,
                           Access::ReadWrite, Of.How.Order, Of.How.Within);
    if (!At)
      return;
    const uint128_t B = G.lanes<uint128_t>(I.Operands[0])[Lane];
    const uint128_t C = HasC ? G.lanes<uint128_t>(I.Operands[1])[Lane] : 0;
    const uint128_t Old = updateWide(Of.Is, At, B, C);
    ++G.getCluster().NumChanges;
    if (!I.Results.empty())
      G.lanes<uint128_t>(I.Results[0])[Lane] = Old;
  });
  return Step::Next;
}

/// Operands are those of a vector, or one, and c.
Step executeAtomic(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<AtomicDetails>();
  const bool HasC = Of.Is == AtomicOperation::Cas;
  const size_t Count = I.Operands.size() - HasC;
  const unsigned RegisterBytes = Of.NumParts * Of.Of.Width / 8;
  const unsigned Bytes = unsigned(Count) * RegisterBytes;
  bool HasChanged = false;
  G.forEachLane([&](unsigned Lane) {
    const uint64_t Address = G.getAddress(I.Addresses[0], Lane);
    uint8_t *At = G.access(I, Lane, I.In, Address, Bytes, Bytes, Access::ReadWrite, Of.How.Order,
                           Of.How.Within);
    if (!At)
      return;
    const uint64_t C = HasC ? G.get(I.Operands[1], Lane) : 0;
    for (size_t Element = 0; Element != Count; ++Element, At += RegisterBytes) {
      const uint64_t Old = updateRegister(Of, At, G.get(I.Operands[Element], Lane), C, HasChanged);
      if (!I.Results.empty())
        G.set(I.Results[Element], Lane, Old);
    }
    if (G.getLaunch().isInWorkspace(Address))
      G.getLaunch().noteGridArrival(G.getBlock().getPosition());
  });
  G.getCluster().NumChanges += HasChanged;
  return Step::Next;
}

} // namespace

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

template <Scope DefaultScope = Scope::GPU> static Error readAtomic(InstructionReader &R) {
  const Type T = R.type();
  AtomicDetails Of;
  Of.How = getMemoryOrder(R, Strength::Relaxed, DefaultScope);
  Of.Is = R.get<words::AtomicOperation>();
  Of.NumParts = T.Count;
  Of.Of = T;
  Of.Of.Count = 1;
  R.Result.In = getSpace(R.get<words::StateSpace>());
  Of.Flushes = T.isFloat(32) && R.Result.In == Space::Global &&
               R.get<words::Vector>() == words::Vector::None &&
               R.get<words::NoFtz>() == words::NoFtz::None;
  R.setDetails(Of);
  R.Result.Polls = !R.Result.Results.empty();
  R.Result.On = T;
  R.Result.Execute = T.Width == 128 ? executeWide : executeAtomic;
  return Error::success();
}

ArrayRef<MnemonicReader> emulator::getAtomicRows() {
  // On one device, a multimem address is that of one location.
  static constexpr MnemonicReader Rows[] = {
      {"atom", readAtomic<>}, {"red", readAtomic<>}, {"multimem.red", readAtomic<Scope::System>}};
  return Rows;
}
