//===- MemoryAccess.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every access to memory: where it is, and whether it may be there.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"
#include "Emulator/Machine/MemoryNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static std::string printAddress(uint64_t Address) { return "0x" + utohexstr(Address, true); }

static const char *describe(Access How) {
  return How == Access::Read ? "read" : How == Access::Write ? "write" : "read and write";
}

void Cluster::fault(const Actor &Who, Check Kind, const Twine &Sentence, const Twine &Missing,
                    std::optional<unsigned> SharedOf) {
  Report R;
  R.Kind = Kind;
  R.Level = Of.Reports.getSeverity(Kind);
  R.Sentence = Sentence.str();
  R.Missing = Missing.str();
  R.SharedOf = SharedOf;
  R.At.Kernel = Of.Request.Kernel->Name;
  if (Who.Of) {
    const Dim3 Position = Who.Of->getPosition();
    R.At.Block = {Position.X, Position.Y, Position.Z};
  }
  if (Who.At) {
    R.At.Instruction = Who.At->Source;
    R.At.SourceLine = Who.At->SourceLine;
  }
  if (Who.Group)
    R.At = Who.Group->getLocation(*Who.At, LaneMask(1) << Who.Lane);
  Of.Reports.add(std::move(R));
  Of.IsStopped = true;
}

/// Reports an address that is not a multiple of the access' size.
static bool checkAlignment(Cluster &C, const Actor &Who, bool IsShared, uint64_t Address,
                           unsigned Alignment) {
  if (Address % Alignment == 0)
    return true;
  const Launch &L = C.getLaunch();
  C.fault(Who, Check::Misaligned,
          (IsShared ? printShared(L, uint32_t(Address)) : printGlobal(L, Address)) +
              " is not a multiple of " + Twine(Alignment));
  return false;
}

/// Returns true if a thread has seen what a warp did.
static bool hasSeenWarp(const VectorClock *Seen, uint64_t Cluster, unsigned ClusterWarp) {
  const WarpClock *Clock = Seen ? Seen->find(Cluster, ClusterWarp) : nullptr;
  return Clock && Clock->hasAny();
}

bool Cluster::knowsBegun(const ThreadGroup &G, unsigned Lane, const Block &B) {
  if (G.getWarp().KnowsCluster >> Lane & 1)
    return true;
  const VectorClock *Seen = Order.getSeen(Order.getClusterWarp(G), Lane);
  const auto HasSeen = [&](const auto &W) {
    return hasSeenWarp(Seen, Number, Order.getClusterWarp(*W));
  };
  // A thread of another warp may have waited for the cluster.
  return any_of(B.Warps, HasSeen) ||
         any_of(G.getBlock().Warps, [&](const auto &W) { return W->KnowsCluster && HasSeen(W); });
}

/// Reports an access to shared memory of another block that may not have begun.
void Cluster::checkBegun(const Actor &Who, const Block &B, uint32_t Offset, unsigned Bytes,
                         Access How) {
  if (knowsBegun(*Who.Group, Who.Lane, B))
    return;
  const unsigned ClusterWarp = Order.getClusterWarp(*Who.Group);
  const bool HasArrived = ClusterWarp < Barrier.Arrived.size() && Barrier.Arrived[ClusterWarp];
  Who.Group->report(*Who.At, Check::Race, LaneMask(1) << Who.Lane,
                    Twine(describe(How)) + " of " + Twine(Bytes) + " bytes at " +
                        printShared(Of, B.getSharedBase() + Offset) + " of block " +
                        Twine(B.getRank()) + " of the cluster, which may not have begun",
                    HasArrived ? "barrier.cluster.wait between barrier.cluster.arrive and it"
                               : "barrier.cluster before it");
}

/// Says that several lanes issued an operation, which then arrives more often than it is waited
/// for.
static std::string printIssuers(const Cluster &C, const Actor &Who) {
  const AsyncAuthor *Author = Who.Operation;
  const OperationKind Is = Author && Author->At ? Author->At->Operation : OperationKind_Other;
  const unsigned NumLanes = Is == OperationKind_AsyncCopy || isBulkCopy(Is)
                                ? C.Order.countIssuers(Author->ClusterWarp, Author->Number)
                                : 1;
  return NumLanes == 1 ? ""
                       : "; " + utostr(NumLanes) +
                             " lanes of the warp issue it: one thread should (elect.sync)";
}

/// Says where the address and the size of a matrix come from.
static std::string printMatrix(const Actor &Who) {
  const bool IsTCGen05 = Who.At && Who.At->Operation == OperationKind_TCGen05Multiply;
  if (!IsTCGen05 && !(Who.At && Who.At->Operation == OperationKind_WGMMA))
    return "";
  return std::string("; the start address, the leading and the stride bytes of the matrix "
                     "descriptor") +
         (IsTCGen05 ? ", and M and N of the instruction descriptor," : "") + " lead there";
}

/// Says how much dynamic shared memory an access beyond the end of a block's needs.
static std::string printDynamicShared(const Launch &L, uint32_t Offset, unsigned Bytes) {
  const uint64_t End = DeviceLimits::ReservedSharedBytes + L.SharedPadding + L.SharedBytes;
  const uint64_t Dynamic = L.Request.DynamicSharedBytes;
  if (!Dynamic || Offset < End)
    return "";
  return ", " + utostr(Dynamic) +
         " bytes of which are dynamic shared memory of the launch (--shared); this access needs at "
         "least " +
         utostr(Dynamic + Offset + Bytes - End);
}

/// Names the bytes that are not announced if the phase which an operation is of has ended too
/// early; the beginning of what is missing.
static std::string printEarlyPhase(Cluster &C, const Actor &Who) {
  const AsyncRecord *R = Who.Operation ? C.Order.findRecord(*Who.Operation) : nullptr;
  MBarrier *Object = R && R->MBarrier ? C.MBarriers.find(*R->MBarrier) : nullptr;
  if (!Object || !Object->hasBytes(R->Phase) || Object->Phase <= R->Phase)
    return "";
  const PhaseBytes &Bytes = Object->getBytes(R->Phase);
  return Bytes.Announced < Bytes.Copied
             ? "mbarrier.arrive.expect_tx of " + utostr(Bytes.Copied) + " bytes instead of " +
                   utostr(Bytes.Announced) + " for " + printMBarrier(C.getLaunch(), *R->MBarrier) +
                   ", a phase of which ended before the operation; or "
             : "";
}

uint8_t *Cluster::accessShared(const Actor &Who, uint32_t Address, unsigned Bytes,
                               unsigned Alignment, Access How) {
  const unsigned Rank = Address >> Windows::RankShift;
  const uint32_t Offset = Address & ((1u << Windows::RankShift) - 1);
  if (!checkAlignment(*this, Who, /*IsShared=*/true, Address, Alignment))
    return nullptr;
  if (Rank >= Blocks.size()) {
    fault(Who, Check::OutOfBounds,
          "shared address " + printAddress(Address) + " is of block " + Twine(Rank) +
              " of a cluster of " + Twine(Blocks.size()));
    return nullptr;
  }
  Block &B = *Blocks[Rank];
  if (Offset < getLaunch().FirstSharedByte || Offset + uint64_t(Bytes) > B.Shared.size()) {
    fault(Who, Check::OutOfBounds,
          Twine(describe(How)) + " of " + Twine(Bytes) + " bytes at shared address " +
              printAddress(Address) + "; the block has " +
              (B.Shared.size() > getLaunch().FirstSharedByte
                   ? printAddress(B.getSharedBase() + getLaunch().FirstSharedByte) + " to " +
                         printAddress(B.getSharedBase() + B.Shared.size() - 1) +
                         printDynamicShared(getLaunch(), Offset, Bytes) + printMatrix(Who)
                   : "no shared memory; expected .shared variables, or dynamic shared memory of "
                     "the launch (--shared)"));
    return nullptr;
  }
  const bool IsOwn = Who.Group && &Who.Group->getBlock() == &B;
  if (!IsOwn && B.hasEnded()) {
    fault(Who, Check::OutOfBounds,
          Twine(describe(How)) + " of " + Twine(Bytes) + " bytes of shared memory of block " +
              Twine(Rank) + " of the cluster, all threads of which have ended" +
              printIssuers(*this, Who),
          printEarlyPhase(*this, Who) +
              (Blocks.size() == 1
                   ? "a wait for the operation before the block ends"
                   : "barrier.cluster at the end of the kernel, after the last access to the other "
                     "block, or a wait for it in that block"),
          Rank);
    return nullptr;
  }
  if (Of.ChecksOrder && Who.Group && !IsOwn)
    checkBegun(Who, B, Offset, Bytes, How);
  if (Of.ChecksAccesses)
    Observer->accessShared(Who, B, Offset, Bytes, How);
  if (Who.Group && Who.Order != Strength::Weak)
    Order.accessStrongly(*Who.Group, Who.Lane, Ordering::FlagOfShared | Number << 32 | Address, How,
                         Who.Order, Who.Within);
  return B.Shared.data() + Offset;
}

const Allocation *Cluster::lookUpAllocation(uint64_t Address) {
  if (KnownSince != Of.Global.getGeneration())
    Known.fill(nullptr);
  KnownSince = Of.Global.getGeneration();
  const Allocation *A = Of.Global.find(Address);
  if (A)
    Known[NextKnown++ % Known.size()] = A;
  return A;
}

uint8_t *Cluster::accessGlobal(const Actor &Who, uint64_t Address, unsigned Bytes,
                               unsigned Alignment, Access How) {
  if (!checkAlignment(*this, Who, /*IsShared=*/false, Address, Alignment))
    return nullptr;
  const Allocation *A = findAllocation(Address);
  if (A && Bytes <= A->End() - Address) {
    if (How == Access::Read || !A->IsReadOnly) {
      if (Of.ChecksAccesses)
        Observer->accessGlobal(Who, *A, Address, Bytes, How);
      if (Who.Group && Who.Order != Strength::Weak)
        Order.accessStrongly(*Who.Group, Who.Lane, Address, How, Who.Order, Who.Within);
      return reinterpret_cast<uint8_t *>(Address);
    }
    fault(Who, Check::OutOfBounds, "a write to " + A->What + ", which is constant");
    return nullptr;
  }
  std::string Near;
  if (const Allocation *Before = A ? A : Of.Global.findBefore(Address)) {
    const bool Overlaps = Address < Before->End();
    Near = "; " + Before->What + " of " + utostr(Before->Size) + " bytes ends " +
           (Overlaps ? utostr(Before->End() - Address) + " bytes after it"
                     : utostr(Address - Before->End()) + " bytes before it");
  }
  fault(Who, Check::OutOfBounds,
        Twine(describe(How)) + " of " + Twine(Bytes) + " bytes at global address " +
            printAddress(Address) + ", where nothing is allocated" + Near);
  return nullptr;
}

static uint8_t *accessLocal(ThreadGroup &G, const Instruction &I, unsigned Lane, uint64_t Address,
                            unsigned Bytes, unsigned Alignment) {
  const uint64_t Begin = 0, End = G.getFrame().getLocalEnd();
  if (Address % Alignment) {
    G.fault(I, Check::Misaligned, LaneMask(1) << Lane,
            "local address " + printAddress(Address) + " is not a multiple of " + Twine(Alignment));
    return nullptr;
  }
  if (Address < Begin || Address > End || Bytes > End - Address) {
    G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            Twine(Bytes) + " bytes at local address " + printAddress(Address) +
                "; the thread has " + Twine(End) + " bytes");
    return nullptr;
  }
  return G.getWarp().getLocal(Lane, Address);
}

/// The parameters of a kernel are read only.
static uint8_t *accessParam(ThreadGroup &G, const Instruction &I, unsigned Lane, uint64_t Address,
                            unsigned Bytes, unsigned Alignment, Access How) {
  const std::vector<uint8_t> &Parameters = G.getLaunch().Request.Parameters;
  if (Address % Alignment) {
    G.fault(I, Check::Misaligned, LaneMask(1) << Lane,
            "parameter address " + printAddress(Address) + " is not a multiple of " +
                Twine(Alignment));
    return nullptr;
  }
  if (How != Access::Read || Address > Parameters.size() || Bytes > Parameters.size() - Address) {
    G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            Twine(describe(How)) + " of " + Twine(Bytes) + " bytes at " + Twine(Address) +
                " of the kernel's parameters, which have " + Twine(Parameters.size()) + " bytes");
    return nullptr;
  }
  return const_cast<uint8_t *>(Parameters.data()) + Address;
}

uint8_t *ThreadGroup::access(const Instruction &I, unsigned Lane, Space In, uint64_t Address,
                             unsigned Bytes, unsigned Alignment, Access How, Strength Order,
                             Scope Within) {
  Actor Who = getActor(I, Lane);
  Who.Order = Order;
  Who.Within = Within;
  if (In == Space::Generic) {
    const uint64_t Window = Address & Windows::Mask;
    In = Window == Windows::Shared  ? Space::SharedCluster
         : Window == Windows::Local ? Space::Local
         : Window == Windows::Param ? Space::EntryParam
                                    : Space::Global;
    if (In != Space::Global)
      Address &= ~Windows::Mask;
  }
  switch (In) {
  case Space::SharedCTA:
    if (uint32_t(Address) >> Windows::RankShift != getBlock().getRank()) {
      fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            "shared::cta address " + printAddress(uint32_t(Address)) + " is of another block");
      return nullptr;
    }
    return getCluster().accessShared(Who, uint32_t(Address), Bytes, Alignment, How);
  case Space::SharedCluster:
    return getCluster().accessShared(Who, uint32_t(Address), Bytes, Alignment, How);
  case Space::Local:
    return accessLocal(*this, I, Lane, Address, Bytes, Alignment);
  case Space::EntryParam:
    return accessParam(*this, I, Lane, Address, Bytes, Alignment, How);
  default:
    return getCluster().accessGlobal(Who, Address, Bytes, Alignment, How);
  }
}
