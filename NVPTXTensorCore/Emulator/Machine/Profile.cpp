//===- Profile.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses of a warp as wavefronts of shared memory and sectors of global memory.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Profile.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

void InstructionCounts::add(const InstructionCounts &O) {
  SourceLine = O.SourceLine;
  Warps += O.Warps;
  Lanes += O.Lanes;
  AliveLanes += O.AliveLanes;
  Waits += O.Waits;
  SharedRequests += O.SharedRequests;
  Wavefronts += O.Wavefronts;
  MinWavefronts += O.MinWavefronts;
  GlobalRequests += O.GlobalRequests;
  Sectors += O.Sectors;
  MultiplyAdds += O.MultiplyAdds;
}

namespace {
/// An access of a warp: the bytes of each lane.
struct LaneAccess {
  unsigned Bytes = 0;
  LaneMask Lanes = 0;
  Space In = Space::Generic;
};
} // namespace

static void countShared(const uint64_t (&Addresses)[WarpSize], const LaneAccess &A,
                        InstructionCounts &To) {
  constexpr unsigned NumBanks = 32, BankBytes = 4;
  const unsigned Group = A.Bytes > 8 ? 8 : A.Bytes > 4 ? 16 : WarpSize;
  ++To.SharedRequests;
  for (unsigned Begin = 0; Begin != WarpSize; Begin += Group) {
    SmallSet<uint64_t, 32> Words[NumBanks];
    size_t Fullest = 0, NumWords = 0;
    for (unsigned Lane = Begin; Lane != Begin + Group; ++Lane) {
      if (!(A.Lanes >> Lane & 1))
        continue;
      const uint64_t First = Addresses[Lane] / BankBytes,
                     Last = (Addresses[Lane] + A.Bytes - 1) / BankBytes;
      for (uint64_t Word = First; Word <= Last; ++Word) {
        auto &Bank = Words[Word % NumBanks];
        NumWords += Bank.insert(Word).second;
        Fullest = std::max<size_t>(Fullest, Bank.size());
      }
    }
    To.Wavefronts += Fullest;
    To.MinWavefronts += (NumWords + NumBanks - 1) / NumBanks;
  }
}

static void countGlobal(const uint64_t (&Addresses)[WarpSize], const LaneAccess &A,
                        InstructionCounts &To) {
  constexpr uint64_t SectorBytes = 32;
  SmallSet<uint64_t, 32> Sectors;
  for (LaneMask Left = A.Lanes; Left; Left &= Left - 1) {
    const uint64_t Address = Addresses[llvm::countr_zero(Left)];
    for (uint64_t S = Address / SectorBytes; S <= (Address + A.Bytes - 1) / SectorBytes; ++S)
      Sectors.insert(S);
  }
  ++To.GlobalRequests;
  To.Sectors += Sectors.size();
}

static void countAccess(const ThreadGroup &G, const Address &At, LaneAccess A,
                        InstructionCounts &To) {
  uint64_t Addresses[WarpSize];
  G.getAddresses(At, Addresses);
  if (A.In == Space::Generic) {
    const uint64_t Window = Addresses[llvm::countr_zero(A.Lanes)] & Windows::Mask;
    A.In = Window == Windows::Shared ? Space::SharedCTA : Window ? Space::Local : Space::Global;
  }
  if (A.In == Space::SharedCTA || A.In == Space::SharedCluster)
    countShared(Addresses, A, To);
  else if (A.In == Space::Global)
    countGlobal(Addresses, A, To);
}

void emulator::countInstruction(const Instruction &I, const ThreadGroup &G, Profile &To) {
  if (!I.Source)
    return;
  InstructionCounts &C = To[I.Source];
  C.SourceLine = I.SourceLine;
  ++C.Warps;
  C.Lanes += unsigned(llvm::popcount(G.getActive()));
  C.AliveLanes += unsigned(llvm::popcount(G.getWarp().getAlive()));
  if (I.Operation == OperationKind_MultiplyAdd)
    C.MultiplyAdds += unsigned(llvm::popcount(G.getActive())) * I.On.Count;
  if (I.Addresses.empty())
    return;
  LaneAccess A;
  A.Lanes = G.getActive();
  A.In = I.In;
  switch (I.Operation) {
  case OperationKind_Load:
    A.Bytes = unsigned(I.On.getBytes() * I.Results.size());
    break;
  case OperationKind_Store:
    A.Bytes = unsigned(I.On.getBytes() * I.Operands.size());
    break;
  case OperationKind_Atomic:
  case OperationKind_Reduction:
    A.Bytes = I.On.getBytes();
    break;
  case OperationKind_MatrixMove: {
    // A register of the warp holds eight rows, of which a lane each has the address.
    constexpr unsigned RowBytes = 16, RowsOfRegister = 8;
    A.Bytes = RowBytes;
    A.In = Space::SharedCTA;
    const size_t NumRows = (I.Results.size() + I.Operands.size()) * RowsOfRegister;
    A.Lanes &= maskTrailingOnes<LaneMask>(unsigned(NumRows));
    break;
  }
  case OperationKind_AsyncCopy:
    A.Bytes = unsigned(I.Source->Operands[2].Value);
    A.In = Space::SharedCTA;
    if (A.Bytes && A.Bytes <= 16)
      countAccess(G, I.Addresses[0], A, C);
    A.In = Space::Global;
    if (A.Bytes && A.Bytes <= 16)
      countAccess(G, I.Addresses[1], A, C);
    return;
  default:
    return;
  }
  if (A.Bytes && A.Lanes)
    countAccess(G, I.Addresses[0], A, C);
}
