//===- WGMMAProgram.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function as Hopper's asynchronous warpgroup MMAs see it: which events happen in which
// order, and which registers each touches. What an event means, and which orders are wrong,
// is the business of WGMMAHazards.h; how instructions become events, of the caller.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_HAZARDS_WGMMAPROGRAM_H
#define NVPTXTENSORCORE_HAZARDS_WGMMAPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <tuple>
#include <vector>

namespace llvm::tensorcore {

/// A register of a thread, numbered from 0 without large gaps.
using WGMMARegister = unsigned;
using WGMMARegisterList = SmallVector<WGMMARegister, 0>;

enum class WGMMAEventKind : uint8_t {
  Issue,  ///< wgmma.mma_async
  Fence,  ///< wgmma.fence
  Commit, ///< wgmma.commit_group
  Wait,   ///< wgmma.wait_group
  Access, ///< anything else that reads or writes registers
  Exit,   ///< the function returns; what follows in its block never happens
};

/// One instruction. Made by the function of its kind.
struct WGMMAEvent {
  WGMMAEventKind Kind = WGMMAEventKind::Access;
  /// Wait: how many of the most recent groups it leaves pending.
  unsigned PendingGroups = 0;
  /// Issue: the shape MxNxK, as any number that no other shape has.
  unsigned Shape = 0;
  /// Issue: the registers of D, read and written asynchronously.
  WGMMARegisterList Accumulators;
  /// Issue: the registers of A, read asynchronously; none if A lies in shared memory.
  WGMMARegisterList Fragments;
  /// Access: what it reads, before it writes.
  WGMMARegisterList Reads;
  WGMMARegisterList Writes;

  static WGMMAEvent issue(unsigned Shape, ArrayRef<WGMMARegister> Accumulators,
                          ArrayRef<WGMMARegister> Fragments = {}) {
    WGMMAEvent Event;
    Event.Kind = WGMMAEventKind::Issue;
    Event.Shape = Shape;
    Event.Accumulators.assign(Accumulators.begin(), Accumulators.end());
    Event.Fragments.assign(Fragments.begin(), Fragments.end());
    return Event;
  }
  static WGMMAEvent access(ArrayRef<WGMMARegister> Reads, ArrayRef<WGMMARegister> Writes) {
    WGMMAEvent Event;
    Event.Reads.assign(Reads.begin(), Reads.end());
    Event.Writes.assign(Writes.begin(), Writes.end());
    return Event;
  }
  static WGMMAEvent fence() { return ofKind(WGMMAEventKind::Fence); }
  static WGMMAEvent commit() { return ofKind(WGMMAEventKind::Commit); }
  static WGMMAEvent wait(unsigned PendingGroups) {
    WGMMAEvent Event = ofKind(WGMMAEventKind::Wait);
    Event.PendingGroups = PendingGroups;
    return Event;
  }
  static WGMMAEvent exit() { return ofKind(WGMMAEventKind::Exit); }

private:
  static WGMMAEvent ofKind(WGMMAEventKind Kind) {
    WGMMAEvent Event;
    Event.Kind = Kind;
    return Event;
  }
};

/// Events in order, then any one of the successors.
struct WGMMABlock {
  std::vector<WGMMAEvent> Events;
  SmallVector<unsigned, 2> Successors;
};

/// Block 0 is the entry. It may have predecessors; blocks may be unreachable.
struct WGMMAProgram {
  std::vector<WGMMABlock> Blocks;
};

/// Locates an event in its program.
struct WGMMALocation {
  unsigned Block = 0;
  unsigned Index = 0;

  bool operator==(const WGMMALocation &Other) const {
    return Block == Other.Block && Index == Other.Index;
  }
  bool operator!=(const WGMMALocation &Other) const { return !(*this == Other); }
  bool operator<(const WGMMALocation &Other) const {
    return std::tie(Block, Index) < std::tie(Other.Block, Other.Index);
  }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_HAZARDS_WGMMAPROGRAM_H
