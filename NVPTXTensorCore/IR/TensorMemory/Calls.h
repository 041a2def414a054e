//===- Calls.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes what a call does to tensor memory, by itself or in the functions that it calls. It
// knows single calls only; the verifier combines them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_CALLS_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_CALLS_H

#include "Model/Tables/MMATables.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

enum class TensorMemoryAction {
  None,
  Allocate,
  Deallocate,
  Relinquish,
  Issue,  ///< what one thread issues: mma, commit, cp, shift
  Access, ///< what a warp does together: ld, st
  Wait,   ///< also a warp's
  Fence
};

/// The columns of a multiprocessor's tensor memory.
inline constexpr unsigned AllColumns = 512;

/// Those of an exclusive allocation, on the targets that have the most.
inline constexpr unsigned AllColumnsExclusive = 576;

/// One call of an `llvm.nvvm.tcgen05.*` intrinsic.
struct TensorMemoryCall {
  CallBase *Call = nullptr;
  const MMAVariant *Variant = nullptr;
  TensorMemoryAction Action = TensorMemoryAction::None;
  unsigned CTAGroup = 0; ///< 0: has none

  TensorMemoryCall() = default;
  explicit TensorMemoryCall(Instruction &I);

  explicit operator bool() const { return Action != TensorMemoryAction::None; }
  bool is(TensorMemoryAction Other) const { return Action == Other; }

  /// Returns true if all threads of a warp execute it together (`.sync.aligned`).
  bool isOfWarp() const;

  /// The arguments that are addresses of tensor memory.
  SmallVector<Value *, 4> getAddresses() const;

  /// The number of columns, if it is a constant; 0 if not.
  unsigned getColumns() const;

  /// Returns true if an alloc or a dealloc is .exclusive.
  bool isExclusive() const;
};

/// Returns true if a call is a tcgen05.commit.
bool isCommit(const TensorMemoryCall &Call);

/// The section of PTX ISA that is about an instruction: "tcgen05.mma".
StringRef getMnemonic(const TensorMemoryCall &Call);

/// Holds what may happen inside a call, including the functions that it calls.
struct CallEffects {
  bool Allocates = false, Deallocates = false, Relinquishes = false;
  bool Synchronizes = false; ///< with other warps
  bool Commits = false;      ///< what its thread has issued, to an mbarrier
  bool AsksMBarrier = false; ///< whether a phase is complete: test_wait, try_wait

  CallEffects &operator|=(const CallEffects &Other);
  static CallEffects unknown() { return {true, true, true, true, true, true}; }
};

/// Asks what calls do. Remembers what it found out about functions.
class CallEffectsFinder {
public:
  /// Says that a function has lost calls, which were wrong: nobody knows what it does.
  void setDamaged(const Function &F) { Damaged.insert(&F); }
  bool isDamaged(const Function &F) const { return Damaged.contains(&F); }

  /// An intrinsic of tcgen05 has only the effects that its name says.
  CallEffects get(const Instruction &I);

  /// Everything that a function may do.
  CallEffects get(const Function &F);

private:
  DenseMap<const Function *, CallEffects> Known;
  DenseSet<const Function *> Damaged;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_CALLS_H
