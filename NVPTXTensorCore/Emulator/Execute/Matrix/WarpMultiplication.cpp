//===- WarpMultiplication.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gather, multiply, scatter. A multiplication of several tiles (mma.m8n8k4 of f16 has four) is
// that many multiplications.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/WarpMultiplication.h"
#include "Emulator/Execute/Matrix/MatrixStatements.h"
#include "Emulator/Machine/Block.h"
#include <map>
#include <mutex>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
/// Matrices of all tiles, and those of one.
struct Workspace {
  NumberTiles One;
  std::vector<double> A, B, D;
};
} // namespace

static Workspace &getWorkspace() {
  static thread_local Workspace W;
  return W;
}

NumberTiles &WarpMultiplication::begin() const {
  NumberTiles &T = getWorkspace().One;
  T.resize(Mul);
  return T;
}

static void multiplyOne(const Multiplication &Mul, ThreadGroup &G, NumberTiles &T) {
  Cluster &C = G.getCluster();
  if (!G.getLaunch().Options.PerturbsNumbers)
    return multiply(Mul, T);
  std::mt19937_64 Random(C.choose(~uint64_t(0)));
  multiply(Mul, T, &Random);
}

/// Where D of each tile takes the place of C.
static void multiplyTiles(const Multiplication &Mul, ThreadGroup &G, Workspace &W) {
  NumberTiles &T = W.One;
  for (unsigned Tile = 0; Tile != Mul.Count; ++Tile) {
    const auto Take = [Tile](std::vector<double> &To, const std::vector<double> &All) {
      std::copy_n(All.begin() + Tile * To.size(), To.size(), To.begin());
    };
    Take(T.A, W.A);
    Take(T.B, W.B);
    Take(T.D, W.D);
    multiplyOne(Mul, G, T);
    std::copy(T.D.begin(), T.D.end(), W.D.begin() + Tile * T.D.size());
  }
}

void WarpMultiplication::execute(const Instruction &I, ThreadGroup &G) const {
  Workspace &W = getWorkspace();
  const bool HasTiles = Mul.Count != 1;
  if (HasTiles) {
    W.A.resize(W.One.A.size() * Mul.Count);
    W.B.resize(W.One.B.size() * Mul.Count);
    W.D.resize(W.One.D.size() * Mul.Count);
  }
  std::vector<double> &OfA = HasTiles ? W.A : W.One.A, &OfB = HasTiles ? W.B : W.One.B,
                      &OfD = HasTiles ? W.D : W.One.D;
  ArrayRef<Slot> Operands = I.Operands;
  const auto Gather = [&](const FragmentTable &Table, std::vector<double> &To) {
    Table.gather(G, Operands.take_front(Table.getNumRegisters()), To.data());
    Operands = Operands.drop_front(Table.getNumRegisters());
  };
  Gather(A, OfA);
  Gather(B, OfB);
  Gather(C, OfD);
  if (HasTiles)
    multiplyTiles(Mul, G, W);
  else
    multiplyOne(Mul, G, W.One);
  D.scatter(G, I.Results, OfD.data(), Mul.Saturates);
  G.getCluster().Statistics.MultiplyAdds += uint64_t(Mul.M) * Mul.N * Mul.K * Mul.Count;
}

const WarpMultiplication &emulator::getWarpMultiplication(const MMAVariant &Variant,
                                                          function_ref<WarpMultiplication()> Make) {
  static std::mutex Lock;
  static std::map<const MMAVariant *, std::unique_ptr<const WarpMultiplication>> Known;
  const std::lock_guard<std::mutex> Guard(Lock);
  std::unique_ptr<const WarpMultiplication> &Result = Known[&Variant];
  if (!Result)
    Result = std::make_unique<const WarpMultiplication>(Make());
  return *Result;
}

Error emulator::readMultiplication(InstructionReader &R, const WarpMultiplication &Of,
                                   SmallVectorImpl<Slot> &Operands) {
  SmallVector<Slot, 16> Results;
  if (Error E = writeFragment(R, R.operand(0), Of.D.getRegisterBits(), Results))
    return E;
  R.setResults(Results);
  unsigned Location = 1;
  for (const FragmentTable *Table : {&Of.A, &Of.B, &Of.C})
    if (Error E = readFragment(R, R.operand(Location++), Table->getRegisterBits(), Operands))
      return E;
  return Error::success();
}
