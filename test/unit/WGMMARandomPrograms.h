//===- WGMMARandomPrograms.h ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small programs of asynchronous warpgroup MMAs by chance: one to six blocks as lines,
// diamonds, loops and nests of them, or linked at will; two to five registers, one to three
// shapes. And the reverse: a smaller program that a test fails on, too.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_WGMMARANDOMPROGRAMS_H
#define NVPTXTENSORCORE_TEST_UNIT_WGMMARANDOMPROGRAMS_H

#include "Hazards/WGMMAHazards.h"
#include <random>

namespace llvm::tensorcore {

class WGMMARandomPrograms {
public:
  explicit WGMMARandomPrograms(uint64_t Seed) : Engine(Seed) {}

  WGMMAProgram makeProgram();
  /// The program without one event, or with one more, at a place taken by chance.
  WGMMAProgram makeVariant(WGMMAProgram Program);
  /// A number less than the limit. The same on every machine, which std's distributions are not.
  unsigned pick(unsigned Limit) { return unsigned(Engine() % Limit); }

private:
  WGMMAEvent makeEvent();
  WGMMARegisterList makeRegisters(unsigned Max);
  void addStage(WGMMABlock &Block);
  void addBlocks(WGMMAProgram &Program);

  std::mt19937_64 Engine;
  unsigned NumRegisters = 2, NumShapes = 1, NumIssuesLeft = 0;
};

/// Takes away events, edges and registers as long as the test fails.
WGMMAProgram shrink(WGMMAProgram Program, function_ref<bool(const WGMMAProgram &)> Fails);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TEST_UNIT_WGMMARANDOMPROGRAMS_H
