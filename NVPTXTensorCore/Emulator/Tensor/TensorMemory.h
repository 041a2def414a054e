//===- TensorMemory.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensor memory of a block: 128 lanes of 512 columns of 32 bits, what of it is allocated, and
// the one way to access it. What waits for accesses and multiplications is kept here, too. An
// address has the lane in its upper 16 bits and the column in the lower ones.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_TENSOR_TENSORMEMORY_H
#define NVPTXTENSORCORE_EMULATOR_TENSOR_TENSORMEMORY_H

#include "Emulator/Machine/Observer.h"
#include "Emulator/Machine/Ordering.h"
#include "Emulator/Machine/ShadowMemory.h"
#include "Emulator/Machine/ThreadGroup.h"
#include <map>
#include <optional>

namespace llvm::tensorcore::emulator {

struct TensorAddress {
  unsigned Lane = 0, Column = 0;
  TensorAddress() = default;
  explicit TensorAddress(uint32_t Word) : Lane(Word >> 16), Column(Word & 0xFFFF) {}
  TensorAddress(unsigned Lane, unsigned Column) : Lane(Lane), Column(Column) {}
  uint32_t getWord() const { return Lane << 16 | Column; }
};

/// Columns that a tcgen05.alloc gave.
struct TensorAllocation {
  unsigned First, Count;
  unsigned CTAGroup;
  const Instruction *At;
  unsigned Warp;
  bool IsExclusive = false; ///< there is no other
  // When the warp had it, for a check of pairs.
  uint32_t Time = 0;         ///< of the warp
  uint64_t ClusterPhase = 0; ///< the first barrier.cluster that the warp arrives at after it
};

/// A tcgen05.alloc.cta_group::2, which waits for the other block of the pair.
struct PairRequest {
  const Warp *By = nullptr; ///< null: nobody waits
  unsigned Count = 0;
  std::optional<unsigned> Given; ///< the first column
};

/// A tcgen05.ld or tcgen05.st that goes on.
struct TensorTransfer {
  bool IsLoad = false, IsDone = false;
  std::shared_ptr<AsyncAuthor> Author;
  SyncClock Done;
};

/// The last tcgen05.wait::ld and tcgen05.wait::st of a warp, for reports.
struct TransferWaits {
  struct Wait {
    const Instruction *At = nullptr;
    uint32_t Time = 0; ///< of the warp
  };
  Wait OfLoads, OfStores;
};

class TensorMemory {
public:
  static constexpr unsigned NumLanes = 128, NumColumns = 512, MinColumns = 32;

  explicit TensorMemory(Block &Of) : Of(Of) {}

  /// Host memory for an access to columns of one lane. Null after a fault, which is reported.
  uint32_t *access(Cluster &C, const Actor &Who, unsigned Lane, unsigned Column, unsigned Columns,
                   Access How);

  // Allocation.

  /// Returns true if there may be another allocation in addition to those that are there.
  bool hasPermit(bool IsExclusive) const {
    return Allocations.empty() || !(IsExclusive || Allocations.front().IsExclusive);
  }
  /// The first column of a gap; none if there is none.
  std::optional<unsigned> findGap(unsigned Count) const { return findGap(Count, *this); }
  /// A gap here and in another block's.
  std::optional<unsigned> findGap(unsigned Count, const TensorMemory &Other) const;
  void allocate(const TensorAllocation &A) {
    Allocations.push_back(A);
    Last = A;
  }
  /// The last allocation, which may be given back; none if there was none.
  std::optional<TensorAllocation> Last;
  /// Returns what may be the cause of an address that is not allocated: the end of a sentence.
  StringRef getCause() const;
  /// The allocation that begins at a column; null if none does.
  const TensorAllocation *find(unsigned First) const;
  void free(unsigned First);
  bool isAllocated(unsigned First, unsigned Count) const;
  /// Checks that no operation may go on in columns whose use ends.
  void checkEnd(Cluster &C, const TensorEnd &End, unsigned First, unsigned Count);
  const std::vector<TensorAllocation> &getAllocations() const { return Allocations; }

  /// Returns which instruction descriptor may be wrong if elements of D are not there: "; or …".
  std::string printLastMultiply() const;
  /// Describes multiplications, for reports.
  struct Multiply {
    const Instruction *At;
    unsigned M, N, Column, NumColumns; ///< the columns of D
  };
  void note(const Multiply &M);
  /// Returns multiplications of which D of one begins within D of the other, of which one is of an
  /// instruction; if both have a column. None if there are none.
  std::optional<std::pair<Multiply, Multiply>> findOverlap(const Instruction &I,
                                                           unsigned Column) const;

  bool IsPermitGivenBack = false;
  PairRequest Request;

  // Operations that have not ended.

  /// By warp.
  std::map<unsigned, std::vector<std::shared_ptr<TensorTransfer>>> Transfers;
  std::map<unsigned, TransferWaits> Waits;
  /// Multiplications and copies, by the thread that issued them: for tcgen05.commit.
  std::map<unsigned, std::vector<std::shared_ptr<AsyncAuthor>>> Uncommitted;
  /// The reads of A in shared memory of a thread's multiplications: for a tcgen05.commit of these.
  std::map<unsigned, SyncClock> ReadsOfA;
  /// The matrices in the collector buffers: their descriptors or addresses.
  std::array<std::optional<uint64_t>, 4> Collectors;
  uint64_t Chain = 0; ///< of multiplications, copies and shifts; 0 before the first

  Block &getBlock() const { return Of; }

private:
  bool overlaps(unsigned First, unsigned Count) const;

  Block &Of;
  std::vector<TensorAllocation> Allocations;
  std::vector<uint32_t> Cells; ///< lane by lane; empty before the first access
  std::unique_ptr<ShadowMemory> Shadow;
  std::vector<Multiply> Multiplies; ///< the last ones that differ
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_TENSOR_TENSORMEMORY_H
