//===- InputPatterns.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates the inputs of kernels. Patterns for which any order of additions gives the same
// result tell a misplaced element from a badly rounded one; random ones find unexpected faults;
// edge ones hold the largest and the smallest numbers, infinities and NaNs. It does not know
// which thread gets which element.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_INPUTPATTERNS_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_INPUTPATTERNS_H

#include "Numbers/Accuracy.h"
#include "Numbers/Multiplication.h"
#include <random>
#include <string>

namespace llvm::tensorcore {

/// One input, and what is asked of the result.
struct InputPattern {
  std::string Name;
  OperandTiles Tiles;
  Demand Asked = Demand::Bounded;
};

/// The same generator everywhere: the standard leaves its distributions open.
class RandomSource {
public:
  explicit RandomSource(uint64_t Seed) : Engine(Seed) {}
  /// From 0 to Limit - 1.
  uint64_t below(uint64_t Limit) { return Engine() % Limit; }
  int64_t between(int64_t Low, int64_t High) { return Low + int64_t(below(High - Low + 1)); }
  uint64_t word() { return Engine(); }
  bool flip() { return Engine() & 1; }

private:
  std::mt19937_64 Engine;
};

std::vector<InputPattern> makePatterns(const Multiplication &Mul, uint64_t Seed);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_INPUTPATTERNS_H
