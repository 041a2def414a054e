//===- Warpgroup.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a warpgroup for wgmma: the multiplications that its warps have come to, and how
// far each warp has committed and waited. Four warps begin a multiplication; it goes on without
// them, in the order in which they began it. Each multiplication is read off its instruction
// once.
//
// Between a wgmma.fence and a wgmma nobody may write the registers that the wgmma uses. The values
// at the fence are kept, and those at the wgmma compared with them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_TENSOR_WARPGROUP_H
#define NVPTXTENSORCORE_EMULATOR_TENSOR_WARPGROUP_H

#include "Emulator/Machine/Ordering.h"
#include "Emulator/Machine/ThreadGroup.h"
#include "Emulator/Machine/WaitHistory.h"
#include "Emulator/Tensor/MatrixReader.h"
#include "Emulator/Tensor/WarpgroupFragment.h"
#include "Numbers/ElementCodec.h"
#include "Numbers/FastMultiplication.h"
#include <array>
#include <deque>

namespace llvm::tensorcore::emulator {

/// A wgmma.mma_async, read off its statement.
struct WGMMADetails {
  explicit WGMMADetails(const MMAVariant &Variant);

  Multiplication Mul;
  ElementCodec CodecA, CodecB, CodecD;
  bool NegatesA = false, NegatesB = false;
  bool IsAKMajor = true, IsBKMajor = true;
  bool HasSharedA = true;
  WarpgroupFragment D, A, Metadata;
  unsigned Selector = 0;
  Slot ScaleD, DescriptorA, DescriptorB, MetadataRegister;
  ArrayRef<Slot> RegistersOfA;
};

/// A wgmma of a warpgroup, from the first warp on that comes to it.
struct WarpgroupMultiply {
  const Instruction *At = nullptr;
  std::array<std::shared_ptr<Frame>, WarpsOfGroup> Frames;
  std::array<Warp *, WarpsOfGroup> Warps = {};
  unsigned NumWarps = 0; ///< that have come
  uint64_t DescriptorA = 0, DescriptorB = 0;
  MatrixRequest A, B;
  bool AddsD = false, IsDone = false;
  std::shared_ptr<AsyncAuthor> Author;
  SyncClock Done;
};

/// The registers that the wgmmas of a function use.
class WGMMARegisters {
public:
  explicit WGMMARegisters(const Function &F);

  size_t getCount() const { return Count; }
  /// The numbers of those that an instruction reads and writes. Of a wgmma those that it accesses
  /// asynchronously: results, then A and metadata.
  ArrayRef<unsigned> getNumbers(const Instruction &I) const { return Numbers[size_t(&I - First)]; }

private:
  const Instruction *First;
  size_t Count = 0;
  std::vector<std::vector<unsigned>> Numbers; ///< of each instruction of the function
};

/// Describes what happened to registers of wgmmas since the last wgmma.fence.
struct FencedRegisters {
  const Frame *Of = nullptr;                 ///< null before the first fence
  const WGMMARegisters *Registers = nullptr; ///< of its function
  std::vector<const Instruction *> Accesses; ///< the last one, by the registers' numbers

  void begin(const Frame &In, const WGMMARegisters &OfFunction);
  /// An instruction that is no wgmma.
  void access(const Instruction &I);
  /// A wgmma counts as an access where it stands. It leaves others', which are worse.
  void accessByMultiply(const Instruction &I);
};

/// Describes how far a warp is.
struct WarpProgress {
  uint64_t NumBegun = 0;          ///< multiplications of the warpgroup
  std::deque<uint64_t> Committed; ///< of each group that was not waited for: its end
  uint64_t LastCommitted = 0;
  uint64_t NumWaitedFor = 0; ///< multiplications
  FencedRegisters Fenced;
  WaitHistory History; ///< by the numbers of multiplications; with checks
};

struct Warpgroup {
  std::deque<std::shared_ptr<WarpgroupMultiply>> Begun;
  uint64_t First = 0; ///< the number of the first in Begun
  std::array<WarpProgress, WarpsOfGroup> Warps;
  uint64_t Chain = 0; ///< of asynchronous operations; 0 before the first

  WarpgroupMultiply &get(uint64_t Number) { return *Begun[Number - First]; }
  /// Forgets what all warps have waited for.
  void forget();
};

/// All registers of a wgmma but those that it reads at once: results, then A and metadata.
SmallVector<Slot, 0> getAsynchronousRegisters(const Instruction &I);
inline bool isWGMMA(const Instruction &I) { return I.Operation == OperationKind_WGMMA; }

/// The 32 lanes of a register of a frame.
inline uint32_t *getRegister(Frame &In, Slot S) {
  return reinterpret_cast<uint32_t *>(In.Registers.get() + S.Offset);
}

/// Begins a multiplication that all warps have come to.
void beginMultiply(Cluster &C, Block &B, Warpgroup &G,
                   const std::shared_ptr<WarpgroupMultiply> &Operation);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_TENSOR_WARPGROUP_H
