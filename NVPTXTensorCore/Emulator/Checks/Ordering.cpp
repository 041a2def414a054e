//===- Ordering.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders of accesses.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/Ordering.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace llvm::tensorcore::emulator {
class VectorClock {};
} // namespace llvm::tensorcore::emulator

void Ordering::release(ThreadGroup &, LaneMask, SyncClock &) {}
void Ordering::acquire(ThreadGroup &, LaneMask, const SyncClock &) {}
void Ordering::synchronize(ThreadGroup &, LaneMask) {}
void Ordering::fence(ThreadGroup &, LaneMask, FenceKind, Strength, Scope) {}

std::shared_ptr<AsyncAuthor> Ordering::issue(ThreadGroup &G, unsigned Lane, const Instruction &I) {
  auto Result = std::make_shared<AsyncAuthor>();
  Result->Of = &G.getBlock();
  Result->At = &I;
  Result->Warp = G.getWarp().getNumber();
  Result->Lane = Lane;
  return Result;
}

void Ordering::complete(AsyncAuthor &, SyncClock &) {}
