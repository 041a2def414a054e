//===- ClusterChecks.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Leads from what the machine tells to the check that asks for it. Deadlock.cpp has the check of
// deadlocks.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/ClusterChecks.h"
#include "Emulator/Checks/ExitChecks.h"
#include "Emulator/Checks/RegisterChecks.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

ClusterChecks::ClusterChecks(Cluster &Of) : Accesses(Of), Of(Of) {
  for (const auto &B : Of.Blocks)
    Tiles.emplace_back(*B);
}

std::unique_ptr<ClusterObserver> ClusterChecks::make(Cluster &Of) {
  return std::make_unique<ClusterChecks>(Of);
}

SmallVector<UndefinedValue, 0> ClusterChecks::beginInstruction(const Instruction &I,
                                                               ThreadGroup &G) {
  return checkRegisters(I, G);
}

void ClusterChecks::endInstruction(const Instruction &I, ThreadGroup &G,
                                   ArrayRef<UndefinedValue> Undefined) {
  defineResults(I, G, Undefined);
}

void ClusterChecks::exit(const Instruction &I, ThreadGroup &G) { checkExit(I, G); }

void ClusterChecks::accessLanes(ThreadGroup &G, const Instruction &I, const Allocation *Global,
                                const uint64_t (&Addresses)[WarpSize], unsigned Bytes, Access How) {
  Accesses.checkLanes(G, I, Global, Addresses, Bytes, How);
}

void ClusterChecks::accessShared(const Actor &Who, Block &B, uint32_t Offset, unsigned Bytes,
                                 Access How) {
  Accesses.checkShared(Who, B, Offset, Bytes, How);
}

void ClusterChecks::accessGlobal(const Actor &Who, const Allocation &A, uint64_t Address,
                                 unsigned Bytes, Access How) {
  Accesses.checkGlobal(Who, A, Address, Bytes, How);
}

void ClusterChecks::accessTensor(const Actor &Who, Block &B, ShadowMemory &Shadow, uint32_t Offset,
                                 unsigned Bytes, Access How) {
  Accesses.checkTensor(Who, B, Shadow, Offset, Bytes, How);
}

bool ClusterChecks::endTensor(const TensorEnd &End, const Block &B, ShadowMemory &Shadow,
                              uint32_t Offset, unsigned Bytes) {
  return Accesses.checkTensorEnd(End, B, Shadow, Offset, Bytes);
}

void ClusterChecks::writeTile(const Block &B, const Instruction &I, uint32_t Offset, uint32_t Bytes,
                              unsigned Swizzle, StringRef Type) {
  Tiles[B.getRank()].write(I, Offset, Bytes, Swizzle, Type);
}

void ClusterChecks::readTile(const Block &B, const Instruction &I, uint32_t Offset, uint32_t Bytes,
                             unsigned Swizzle, StringRef Type) {
  Tiles[B.getRank()].read(I, Offset, Bytes, Swizzle, Type);
}

void ClusterChecks::readTwice(const Block &B, const Instruction &I, uint64_t Bytes, uint64_t All) {
  Tiles[B.getRank()].readTwice(I, Bytes, All);
}

/// Reports a setmaxnreg that not all warps of a warpgroup have executed.
static void checkRegisterChanges(const Block &B) {
  for (const auto &W : B.Warps)
    for (const auto &Other : B.getWarpgroup(*W)) {
      const std::vector<const Instruction *> &All = W->RegisterChanges;
      const size_t NumTheirs = Other->RegisterChanges.size();
      if (All.size() <= NumTheirs)
        continue;
      const Instruction &I = *All[NumTheirs];
      Report R;
      R.Kind = Check::Divergence;
      R.Level = Severity::Error;
      R.At = W->getLocation(I, W->getThreads());
      R.Sentence = "'" + I.Source->getMnemonic() + "' is executed without warp " +
                   utostr(Other->getNumber()) + " of the warpgroup, which has ended";
      R.Missing = "the same setmaxnreg in all four warps of a warpgroup";
      return B.getLaunch().Reports.add(std::move(R));
    }
}

void ClusterChecks::finish() {
  checkMatrixUnitsAtEnd(Of);
  if (!Of.getLaunch().IsStopped)
    for (const auto &B : Of.Blocks)
      checkRegisterChanges(*B);
  for (TileUses &T : Tiles)
    T.finish();
}
