//===- Occupancy.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes how many blocks of a kernel a multiprocessor has at once. Registers are those that
// ptxas gives a thread; without ptxas, no more than the kernel names, or may have.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INTERFACE_OCCUPANCY_H
#define NVPTXTENSORCORE_EMULATOR_INTERFACE_OCCUPANCY_H

#include "Emulator/Program/Program.h"
#include <string>

namespace llvm::tensorcore::run {

struct RegisterCount {
  unsigned OfThread = 0;
  bool IsOfPTXAS = false; ///< else it is an upper bound
  /// "24 registers of a thread (ptxas)"
  std::string print() const;
};

/// Asks ptxas once for each kernel.
RegisterCount countRegisters(const emulator::Program &P, const emulator::Function &Kernel);

struct Occupancy {
  unsigned Blocks = 0, Warps = 0, MaxWarps = 0;
  const char *Limit = ""; ///< what allows no more
  RegisterCount Registers;
};

/// SharedBytes are those of a block, without what the system reserves.
Occupancy getOccupancy(const emulator::Program &P, const emulator::Function &Kernel, unsigned SM,
                       unsigned Threads, uint64_t SharedBytes);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_EMULATOR_INTERFACE_OCCUPANCY_H
