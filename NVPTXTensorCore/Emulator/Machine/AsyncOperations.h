//===- AsyncOperations.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What goes on after its instruction: copies, wgmma, tcgen05. An operation is performed at a time
// that chance chooses, at the latest when everybody waits. Operations of one chain are performed in
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

/// Who does what an operation does after its issue. The author is null without checks.
Actor makeAsyncActor(const Instruction &I, Block &Of, const std::shared_ptr<AsyncAuthor> &Author,
                     Proxy Through = Proxy::Async);

class AsyncOperation {
public:
  virtual ~AsyncOperation() = default;
  /// Does a part of it, or all. True if it is done.
  virtual bool perform(Cluster &C) = 0;
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
