//===- Events.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that a function does to tensor memory, gathered once for its checks: which
// instructions allocate, use which allocation, deallocate, and which may do any of that unseen.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_EVENTS_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_EVENTS_H

#include "IR/Analysis/Checks.h"
#include "IR/Analysis/ControlFacts.h"
#include "IR/TensorMemory/Addresses.h"
#include "IR/TensorMemory/Calls.h"

namespace llvm {
class Twine;
} // namespace llvm

namespace llvm::tensorcore {

class FunctionCopies;

/// A tcgen05.alloc, and where it writes the address to.
struct TensorMemoryAllocation {
  TensorMemoryCall Call;
  MemoryLocation Location;
};

/// A call with an address of tensor memory that was followed to where it was loaded.
struct TensorMemoryUse {
  TensorMemoryCall Call;
  TensorAddress Address;
};

class TensorMemoryEvents {
public:
  /// `Copy` is one of `F`.
  TensorMemoryEvents(Function &Copy, const Function &F, CallEffectsFinder &Effects,
                     FunctionCopies &Copies);

  const Function &F;
  bool IsKernel;
  FunctionPaths Paths;

  SmallVector<TensorMemoryCall, 0> Calls; ///< all of them
  SmallVector<TensorMemoryAllocation, 2> Allocations;
  SmallVector<TensorMemoryUse, 0> Uses; ///< deallocations among them
  SmallVector<TensorMemoryCall, 2> Deallocations, Relinquishments;

  /// Instructions that may deallocate, or synchronise with other threads, and are no
  /// tcgen05 intrinsics.
  SmallVector<const Instruction *, 0> OtherDeallocations, Synchronizations;

  /// Instructions that may commit, and those that may ask an mbarrier for a phase.
  SmallVector<const Instruction *, 0> Commits, MBarrierWaits;
  bool HasOtherAllocations = false;

  /// The locations that allocs write to, each once, unless others write to it as well.
  SmallVector<MemoryLocation, 2> Locations;

  SmallVector<const TensorMemoryAllocation *, 2> getAllocations(const MemoryLocation &At) const;

  /// Follows an address to one of these locations.
  std::optional<TensorAddress> follow(const Value &Address) const;

  /// Returns true if a deallocation may be that of an address that was written there.
  bool mayDeallocate(const TensorMemoryCall &Deallocation, const MemoryLocation &Allocated) const;

  /// The conditions of an edge and before it that are the same for all threads of a block.
  ControlFacts getUniformFacts(const BranchEdge &Edge) const;

  /// Returns true if some thread executes an instruction if such an edge is taken.
  bool isExecuted(const Instruction &I, const BranchEdge &Edge, ControlFacts Facts) const;

  /// Reports what a check has found at an instruction of the copy.
  void report(Check C, const Instruction &At, const Twine &Message) const;

private:
  void addCall(const TensorMemoryCall &Call);
  void addWrites(const Instruction &I);

  const DataLayout &Layout;
  FunctionCopies &Copies;
  SmallVector<MemoryLocation, 0> Written; ///< by others than allocs
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_EVENTS_H
