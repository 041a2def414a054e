//===- MemoryModifiers.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the modifiers of memory instructions, and executes the accesses of all lanes at once.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Memory/MemoryModifiers.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Program/FunctionReader.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

MemoryOrder emulator::getMemoryOrder(const InstructionReader &R, Strength Default,
                                     Scope DefaultScope) {
  // By the words of the groups, which begin with the absent one.
  const Strength Orders[] = {
      Default,           Strength::Weak,    Strength::Relaxed,        Strength::Relaxed,
      Strength::Acquire, Strength::Release, Strength::AcquireRelease, Strength::AcquireRelease};
  const Scope Scopes[] = {DefaultScope, Scope::CTA, Scope::Cluster, Scope::GPU, Scope::System};
  static_assert(std::size(Orders) == unsigned(words::Order::Sc) + 1);
  static_assert(std::size(Scopes) == unsigned(words::Scope::Sys) + 1);
  return {Orders[unsigned(R.get<words::Order>())], Scopes[unsigned(R.get<words::Scope>())]};
}

Space emulator::getSpace(words::StateSpace Word) {
  static constexpr Space Spaces[] = {
      Space::Generic, Space::Global,   Space::SharedCTA,  Space::SharedCTA,  Space::SharedCluster,
      Space::Local,   Space::Constant, Space::EntryParam, Space::EntryParam, Space::EntryParam};
  static_assert(std::size(Spaces) == unsigned(words::StateSpace::ParamFunc) + 1);
  return Spaces[unsigned(Word)];
}

Space emulator::getSpace(InstructionReader &R, const ptx::Operand &At) {
  const Space Named = getSpace(R.get<words::StateSpace>());
  const bool IsInFrame = R.isInFrame(At) || !R.getFunction().getResult().IsEntry;
  return Named == Space::EntryParam && IsInFrame ? Space::Local : Named;
}

Error emulator::expectLine(InstructionReader &R) {
  Expected<int64_t> Size = R.readInteger(R.operand(1));
  if (!Size)
    return Size.takeError();
  return *Size == 128 ? Error::success() : R.fail("expected 128 bytes, not " + Twine(*Size));
}

//===----------------------------------------------------------------------===//
// Accesses of all lanes
//===----------------------------------------------------------------------===//

namespace {
struct Span {
  uint64_t First = ~uint64_t(0), Last = 0, Low = 0; ///< Low: the lower bits of all addresses
};
} // namespace

static Span getSpan(const ThreadGroup &G, const uint64_t (&Addresses)[WarpSize]) {
  Span S;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const bool IsActive = G.isActive(Lane);
    S.First = std::min(S.First, IsActive ? Addresses[Lane] : ~uint64_t(0));
    S.Last = std::max(S.Last, IsActive ? Addresses[Lane] : 0);
    S.Low |= IsActive ? Addresses[Lane] : 0;
  }
  return S;
}

namespace {
struct HostRange {
  uint64_t Offset;      ///< what to add to the addresses to get host memory
  Space In;             ///< EntryParam, SharedCTA or Global
  const Allocation *Of; ///< of Global
};
} // namespace

/// Returns the memory between the first and the last access if all lanes may access all of it.
/// Otherwise, each lane has to be looked at.
static std::optional<HostRange> findRange(const ThreadGroup &G, Space In, const Span &S,
                                          unsigned Bytes, Access How) {
  if (S.Low % Bytes || S.Last + Bytes < S.Last)
    return std::nullopt;
  const uint64_t Window = S.First & Windows::Mask;
  if (In == Space::Generic && Window == (S.Last & Windows::Mask))
    In = Window == 0                 ? Space::Global
         : Window == Windows::Shared ? Space::SharedCluster
                                     : Space::Generic;
  if (In == Space::Global || In == Space::Constant) {
    const Allocation *A = G.getCluster().findAllocation(S.First);
    const bool IsInside = A && S.Last + Bytes <= A->End();
    if (!IsInside || (How != Access::Read && A->IsReadOnly))
      return std::nullopt;
    return HostRange{0, Space::Global, A};
  }
  if (In == Space::SharedCTA || In == Space::SharedCluster) {
    Block &B = G.getBlock();
    const uint32_t Base = B.getSharedBase(), First = uint32_t(S.First), Last = uint32_t(S.Last);
    const bool IsInside = First >= Base + DeviceLimits::ReservedSharedBytes &&
                          Last + uint64_t(Bytes) <= Base + uint64_t(B.Shared.size());
    if (!IsInside || First - Base != First % (1u << Windows::RankShift))
      return std::nullopt;
    return HostRange{reinterpret_cast<uint64_t>(B.Shared.data()) - (S.First - (First - Base)),
                     Space::SharedCTA, nullptr};
  }
  const std::vector<uint8_t> &Parameters = G.getLaunch().Request.Parameters;
  if (In == Space::EntryParam && How == Access::Read && S.Last + Bytes <= Parameters.size())
    return HostRange{reinterpret_cast<uint64_t>(Parameters.data()), Space::EntryParam, nullptr};
  return std::nullopt;
}

/// Accesses local memory, of which only the bounds are checked. Returns false if each lane has to
/// be looked at.
static bool accessLocal(const ThreadGroup &G, Space In, const Span &S,
                        const uint64_t (&Addresses)[WarpSize], unsigned Bytes,
                        uint8_t *(&Hosts)[WarpSize]) {
  const bool IsGeneric = In == Space::Generic && (S.First & Windows::Mask) == Windows::Local &&
                         (S.Last & Windows::Mask) == Windows::Local;
  if ((In != Space::Local && !IsGeneric) || S.Low % Bytes)
    return false;
  const uint64_t Window = IsGeneric ? Windows::Local : 0;
  const uint64_t Last = S.Last - Window, End = G.getFrame().getLocalEnd();
  if (Last > End || Bytes > End - Last)
    return false;
  uint8_t *Begin = G.getWarp().getLocal(0, 0);
  const uint64_t Distance = G.getWarp().getLocalDistance();
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Hosts[Lane] = G.isActive(Lane) ? Begin + Lane * Distance + (Addresses[Lane] - Window) : nullptr;
  return true;
}

void emulator::accessLanes(const Instruction &I, ThreadGroup &G, unsigned Bytes, Access How,
                           const MemoryOrder &Order, uint8_t *(&Hosts)[WarpSize]) {
  uint64_t Addresses[WarpSize];
  G.getAddresses(I.Addresses[0], Addresses);
  const Span S = getSpan(G, Addresses);
  if (accessLocal(G, I.In, S, Addresses, Bytes, Hosts))
    return;
  const bool HasChecks = G.getLaunch().ChecksAccesses;
  const std::optional<HostRange> Range =
      HasChecks && Order.Order != Strength::Weak ? std::nullopt : findRange(G, I.In, S, Bytes, How);
  if (Range) {
    if (HasChecks && Range->In != Space::EntryParam)
      G.getCluster().getObserver().accessLanes(G, I, Range->Of, Addresses, Bytes, How);
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Hosts[Lane] =
          G.isActive(Lane) ? reinterpret_cast<uint8_t *>(Addresses[Lane] + Range->Offset) : nullptr;
    return;
  }
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Hosts[Lane] = G.isActive(Lane) ? G.access(I, Lane, I.In, Addresses[Lane], Bytes, Bytes, How,
                                              Order.Order, Order.Within)
                                   : nullptr;
}
