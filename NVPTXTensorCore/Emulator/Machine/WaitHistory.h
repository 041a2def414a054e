//===- WaitHistory.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remembers for groups of asynchronous operations which wait left them in flight, and when they
// were waited for. Only reports need it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_WAITHISTORY_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_WAITHISTORY_H

#include "Emulator/Program/Program.h"
#include <deque>

namespace llvm::tensorcore::emulator {

/// Describes what became of a group, or of an operation in one.
struct GroupFate {
  static constexpr uint32_t NotYet = ~uint32_t(0);
  const Instruction *LeftBy = nullptr; ///< the last wait that left it in flight
  const Instruction *ReadBy = nullptr; ///< a wait for its reads alone
  /// Says how many groups were committed after it at that wait; none if it was not committed
  /// itself.
  std::optional<uint64_t> NumAfter;
  uint32_t WaitedAt = NotYet; ///< the warp's time when a wait for all of it ended
};

/// The last groups of a thread or a warp, by their numbers.
class WaitHistory {
public:
  /// Null of a number that is too old.
  GroupFate *get(uint64_t Number) {
    while (Number >= First + Fates.size())
      Fates.emplace_back();
    for (; Fates.size() > MaxKept; ++First)
      Fates.pop_front();
    return Number < First ? nullptr : &Fates[Number - First];
  }
  GroupFate find(uint64_t Number) const {
    return Number < First || Number >= First + Fates.size() ? GroupFate() : Fates[Number - First];
  }
  const Instruction *LastWait = nullptr;
  uint32_t LastWaitAt = 0; ///< the warp's time

private:
  static constexpr size_t MaxKept = 256;
  uint64_t First = 0;
  std::deque<GroupFate> Fates;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_WAITHISTORY_H
