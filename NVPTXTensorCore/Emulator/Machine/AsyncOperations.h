//===- AsyncOperations.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that go on after their instruction: copies, wgmma, tcgen05. One is performed at a
// random time, at the latest when all threads wait. Operations of one chain are performed in
// their order, those of several chains in any.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_ASYNCOPERATIONS_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_ASYNCOPERATIONS_H

#include "Emulator/Machine/Actor.h"
#include <deque>
#include <memory>
#include <random>
#include <vector>

namespace llvm::tensorcore::emulator {

class Cluster;

/// Returns the actor of an operation after its issue. The author is null without checks.
Actor makeAsyncActor(const Instruction &I, Block &Of, const std::shared_ptr<AsyncAuthor> &Author,
                     Proxy Through = Proxy::Async);

/// Bytes of shared or global memory, or columns of a lane of a block's tensor memory.
struct WrittenLocation {
  const Block *Of = nullptr; ///< of tensor memory
  uint64_t Address = 0;
  uint32_t Size = 0;
  bool IsTensor = false, IsGlobal = false;
  bool overlaps(uint64_t Begin, uint64_t Bytes) const {
    return Begin < Address + Size && Address < Begin + Bytes;
  }
  static constexpr uint32_t BytesOfLane = 512 * 4; ///< of tensor memory
  /// Returns true if they are in some columns of a block's tensor memory.
  bool isInTensor(const Block &B, unsigned Column, unsigned Columns) const {
    return IsTensor && Of == &B &&
           overlaps(Address / BytesOfLane * BytesOfLane + Column * 4, uint64_t(Columns) * 4);
  }
};

class AsyncOperation {
public:
  virtual ~AsyncOperation() = default;
  /// Does a part of it, or all. True if it is done.
  virtual bool perform(Cluster &C) = 0;
  /// For reports: the author, if the operation will write some of the bytes; null if not.
  virtual const AsyncAuthor *findWriter(const WrittenLocation &) const { return nullptr; }
};

class AsyncOperations {
public:
  using Chain = uint64_t;
  /// A chain for one operation alone.
  Chain makeChain() { return NextChain++; }

  void add(Chain Of, std::unique_ptr<AsyncOperation> Operation);
  bool isEmpty() const { return Chains.empty(); }
  /// Performs a part of one operation.
  void performOne(Cluster &C, uint64_t Choice);
  /// For reports: the author of an operation that will write some of the bytes; null if there is
  /// none.
  const AsyncAuthor *findWriter(const WrittenLocation &At) const;
  /// Performs all that there is.
  void performAll(Cluster &C);

private:
  struct Queue {
    Chain Of;
    std::deque<std::unique_ptr<AsyncOperation>> Operations;
  };
  std::vector<std::unique_ptr<Queue>> Chains;
  Chain NextChain = 1;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_ASYNCOPERATIONS_H
