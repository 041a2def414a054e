//===- RegisterBudget.h - registers that launch bounds leave ----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes how many registers a thread of a kernel may have, as ptxas counts them from the
// kernel's performance-tuning directives, and whether that makes setmaxnreg work. Where a
// directive comes from is not known here (IR/Analysis/Kernels.h).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_REGISTERBUDGET_H
#define NVPTXTENSORCORE_MODEL_REGISTERBUDGET_H

#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <optional>
#include <string>

namespace llvm::tensorcore {

/// Holds the number of registers that ptxas needs to compile an instruction: the number that is
/// certain, and the one that is right for all that is known.
struct RegisterNeed {
  unsigned Min = 0, Max = 0;

  RegisterNeed() = default;
  RegisterNeed(unsigned Count) : Min(Count), Max(Count) {}
  RegisterNeed(unsigned Min, unsigned Max) : Min(Min), Max(Max) {}

  RegisterNeed &operator|=(const RegisterNeed &Other) {
    Min = std::max(Min, Other.Min);
    Max = std::max(Max, Other.Max);
    return *this;
  }
};

/// Holds the launch bounds of a kernel.
struct LaunchBounds {
  std::optional<unsigned> Threads;   ///< of a block: .reqntid, or at most: .maxntid
  std::optional<unsigned> Blocks;    ///< of a multiprocessor, at least: .minnctapersm
  std::optional<unsigned> Registers; ///< of a thread, at most: .maxnreg
  bool AreThreadsExact = false;      ///< .reqntid
  RegisterNeed Need = {};            ///< of the kernel's largest instruction

  /// The directive that says how many threads there are.
  StringRef getThreadsDirective() const { return AreThreadsExact ? ".reqntid" : ".maxntid"; }
};

struct RegisterBudget {
  unsigned Registers; ///< of a thread, at most
  /// True if ptxas knows how many registers a thread has when the kernel begins. If not, it
  /// ignores setmaxnreg (C7508). With .maxntid alone it knows where one block of that size
  /// is all that a multiprocessor can have; what cannot be decided is not known, but may be.
  bool IsKnownAtEntry;
  bool MayBeKnownAtEntry;
  /// The reason for the number: "65536 registers for 384 threads (.maxntid)".
  std::string Source;
};

/// The most that any thread has, and the least that ptxas compiles for.
inline constexpr unsigned MaxRegistersPerThread = 255, MinRegistersPerThread = 24;

/// The number of registers by which a thread gets more.
inline constexpr unsigned RegisterUnit = 8;

// Numbers that all targets have (CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability"). TableGen/MultiprocessorRegisters.td has those that differ.

inline constexpr unsigned WarpThreads = 32;
/// The threads that execute a wgmma or a setmaxnreg together.
inline constexpr unsigned WarpgroupThreads = 128;
/// The most threads of a block.
inline constexpr unsigned MaxBlockThreads = 1024;
/// The most blocks of a cluster, and the most that a kernel may have without asking for more.
inline constexpr unsigned MaxClusterBlocks = 16, PortableClusterBlocks = 8;
/// The most bytes of shared memory that a block has without asking for more.
inline constexpr unsigned MaxStaticSharedBytes = 48 * 1024;
/// The most bytes of local memory of a thread.
inline constexpr unsigned MaxLocalBytes = 512 * 1024;

/// `SM` is a target's number, 90 for sm_90a.
RegisterBudget getRegisterBudget(const LaunchBounds &Bounds, unsigned SM);

/// Returns the registers of a thread if `Blocks` blocks of `Threads` threads are on a
/// multiprocessor.
unsigned getRegistersOfThread(unsigned Threads, unsigned Blocks, unsigned SM);

/// Returns the most threads of one block, in whole warps, that can have `Registers` registers
/// each; 0 if none can.
unsigned getMaxThreadsWith(unsigned Registers, unsigned SM);

/// Returns true if ptxas takes `Blocks` as .minnctapersm for blocks of `Threads` threads, and
/// false if it ignores that.
bool areBlocksPossible(unsigned Threads, unsigned Blocks, unsigned SM);

/// Holds what a multiprocessor of a target can have at once.
struct MultiprocessorLimits {
  unsigned Threads, Blocks;
  unsigned SharedBytes;
  unsigned ReservedSharedBytes;    ///< of each block
  unsigned TensorColumns;          ///< of tensor memory; 0 without
  unsigned ExclusiveTensorColumns; ///< of an exclusive allocation

  unsigned getSharedBytesOfBlock() const { return SharedBytes - ReservedSharedBytes; }
};
MultiprocessorLimits getMultiprocessorLimits(unsigned SM);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_REGISTERBUDGET_H
