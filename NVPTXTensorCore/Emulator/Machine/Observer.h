//===- Observer.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface by which the machine tells checks what it executes. The machine does not know
// what is checked; Checks/ClusterChecks.h implements the interface.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_OBSERVER_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_OBSERVER_H

#include "Emulator/Machine/Reports.h"
#include "Emulator/Machine/ThreadGroup.h"
#include "Emulator/Machine/VectorClock.h"
#include "Model/Layouts/TensorMap.h"

namespace llvm::tensorcore::emulator {

class Block;
class Cluster;
struct Allocation;

/// The end of the use of tensor memory: it is given back, or its block ends.
struct TensorEnd {
  Location At;
  const char *What;             ///< the beginning of a sentence
  unsigned ClusterWarp;         ///< of a thread that ends it
  const VectorClock *Seen;      ///< by those that end it; null: nothing
  bool IsOfOtherBlocks = false; ///< asks for the operations of other blocks alone
};

/// Observes the execution of a cluster.
class ClusterObserver {
public:
  virtual ~ClusterObserver() = default;

  // Instructions, with checks.

  /// Before an instruction is executed for the active threads. Returns what of its results
  /// is undefined; nothing if its operands are defined.
  virtual SmallVector<UndefinedValue, 0> beginInstruction(const Instruction &I, ThreadGroup &G) = 0;
  /// After it: which of its results are defined.
  virtual void endInstruction(const Instruction &I, ThreadGroup &G,
                              ArrayRef<UndefinedValue> Undefined) = 0;
  /// The active threads end.
  virtual void exit(const Instruction &I, ThreadGroup &G) = 0;

  // Accesses to memory, if Launch::ChecksAccesses.

  /// Weak accesses of all active lanes, each aligned to its size and where memory is: in an
  /// allocation, or, if that is null, in shared memory of the lanes' block.
  virtual void accessLanes(ThreadGroup &G, const Instruction &I, const Allocation *Global,
                           const uint64_t (&Addresses)[WarpSize], unsigned Bytes, Access How) = 0;
  /// Offset is that in the block's shared memory.
  virtual void accessShared(const Actor &Who, Block &B, uint32_t Offset, unsigned Bytes,
                            Access How) = 0;
  virtual void accessGlobal(const Actor &Who, const Allocation &A, uint64_t Address, unsigned Bytes,
                            Access How) = 0;
  /// A column of a lane of tensor memory: Offset is its number in the block, times 4.
  virtual void accessTensor(const Actor &Who, Block &B, ShadowMemory &Shadow, uint32_t Offset,
                            unsigned Bytes, Access How) = 0;
  /// Columns of a lane of tensor memory whose use ends. False if operations may go on in them,
  /// which is reported.
  virtual bool endTensor(const TensorEnd &End, const Block &B, ShadowMemory &Shadow,
                         uint32_t Offset, unsigned Bytes) = 0;

  // Tiles, with checks.

  /// A tensor copy begins to write a tile at an offset in a block's memory. The swizzle is the
  /// bytes of its lines; 0 of none. The type of its elements is empty if it is not known.
  virtual void writeTile(const Block &B, const Instruction &I, uint32_t Offset, uint32_t Bytes,
                         unsigned Swizzle, StringRef Type) = 0;
  /// A multiplication reads a piece of a matrix, with the swizzle of its descriptor, as elements of
  /// a type.
  virtual void readTile(const Block &B, const Instruction &I, uint32_t Offset, uint32_t Bytes,
                        unsigned Swizzle, StringRef Type) = 0;
  /// Is called if a descriptor reads `Bytes` of the `All` bytes of a matrix more than once.
  virtual void readTwice(const Block &B, const Instruction &I, uint64_t Bytes, uint64_t All) = 0;

  // Ends.

  /// All threads wait, of this cluster or of several.
  virtual void reportDeadlock(ArrayRef<Cluster *> Waiting) = 0;
  /// All threads have ended.
  virtual void finish() = 0;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_OBSERVER_H
