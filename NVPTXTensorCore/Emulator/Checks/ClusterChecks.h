//===- ClusterChecks.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All checks of a cluster, as what observes its execution.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_CLUSTERCHECKS_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_CLUSTERCHECKS_H

#include "Emulator/Checks/AccessChecks.h"
#include "Emulator/Checks/TileUses.h"
#include "Emulator/Machine/Block.h"

namespace llvm::tensorcore::emulator {

class ClusterChecks : public ClusterObserver {
public:
  explicit ClusterChecks(Cluster &Of);
  static std::unique_ptr<ClusterObserver> make(Cluster &Of);
  /// Returns the checks of a cluster, whose observer is one.
  static ClusterChecks &of(Cluster &C) { return static_cast<ClusterChecks &>(C.getObserver()); }

  SmallVector<UndefinedValue, 0> beginInstruction(const Instruction &I, ThreadGroup &G) override;
  void endInstruction(const Instruction &I, ThreadGroup &G,
                      ArrayRef<UndefinedValue> Undefined) override;
  void exit(const Instruction &I, ThreadGroup &G) override;
  void accessLanes(ThreadGroup &G, const Instruction &I, const Allocation *Global,
                   const uint64_t (&Addresses)[WarpSize], unsigned Bytes, Access How) override;
  void accessShared(const Actor &Who, Block &B, uint32_t Offset, unsigned Bytes,
                    Access How) override;
  void accessGlobal(const Actor &Who, const Allocation &A, uint64_t Address, unsigned Bytes,
                    Access How) override;
  void accessTensor(const Actor &Who, Block &B, ShadowMemory &Shadow, uint32_t Offset,
                    unsigned Bytes, Access How) override;
  bool endTensor(const TensorEnd &End, const Block &B, ShadowMemory &Shadow, uint32_t Offset,
                 unsigned Bytes) override;
  void writeTile(const Block &B, const Instruction &I, uint32_t Offset, uint32_t Bytes,
                 unsigned Swizzle, StringRef Type) override;
  void readTile(const Block &B, const Instruction &I, uint32_t Offset, uint32_t Bytes,
                unsigned Swizzle, StringRef Type) override;
  void readTwice(const Block &B, const Instruction &I, uint64_t Bytes, uint64_t All) override;
  void reportDeadlock(ArrayRef<Cluster *> Waiting) override;
  void finish() override;

  AccessChecks Accesses;

private:
  Cluster &Of;
  std::vector<TileUses> Tiles; ///< of each block
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_CLUSTERCHECKS_H
