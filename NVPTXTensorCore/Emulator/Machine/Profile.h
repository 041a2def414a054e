//===- Profile.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts for --statistics how often each instruction is executed, by how many threads, and what
// its accesses need of memory. A warp's access to shared memory takes a wavefront for each word
// that its fullest bank (of 32, 4 bytes wide) has; accesses of 8 and 16 bytes are done by halves
// and quarters of a warp. One to global memory reads or writes sectors of 32 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_PROFILE_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_PROFILE_H

#include "Emulator/Program/Program.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm::tensorcore::emulator {

struct InstructionCounts {
  const ptx::Statement *SourceLine = nullptr; ///< the .loc before it
  uint64_t Warps = 0, Lanes = 0, AliveLanes = 0;
  uint64_t Waits = 0; ///< how often it could not be done at once
  uint64_t SharedRequests = 0, Wavefronts = 0, MinWavefronts = 0;
  uint64_t GlobalRequests = 0, Sectors = 0;
  uint64_t MultiplyAdds = 0; ///< of threads, of floats

  void add(const InstructionCounts &O);
};

using Profile = DenseMap<const ptx::Statement *, InstructionCounts>;

/// Describes what a group of threads did for a time, which is in instructions of warps of its
/// cluster.
struct TimelineEvent {
  const ptx::Statement *WaitsAt; ///< null of a group's whole life
  std::array<unsigned, 3> Block;
  unsigned Warp;
  LaneMask Lanes;
  uint64_t Begin, End;
};

/// Counts an instruction that a group is about to execute.
void countInstruction(const Instruction &I, const ThreadGroup &G, Profile &To);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_PROFILE_H
