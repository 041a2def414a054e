//===- Actor.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An actor accesses memory: threads of a group, or an operation that goes on without them. Every
// access names its actor, so that faults and checks have a location.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_ACTOR_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_ACTOR_H

#include "Emulator/Program/Program.h"

namespace llvm::tensorcore::emulator {

class Block;
class ThreadGroup;
struct AsyncAuthor;

/// Describes how memory is reached (PTX ISA, "Proxies"). Accesses of two of them are ordered by a
/// proxy fence only.
enum class Proxy : uint8_t {
  Generic,
  Async,     ///< wgmma, tcgen05, bulk and tensor copies
  TensorMap, ///< what reads a tensor map
  ReadOnly,  ///< the cache of ld.global.nc
};

enum class Access : uint8_t { Read, Write, ReadWrite };

/// Describes how strong an access is (PTX ISA, "Memory Consistency Model").
enum class Strength : uint8_t { Weak, Relaxed, Acquire, Release, AcquireRelease };
enum class Scope : uint8_t { CTA, Cluster, GPU, System };

struct Actor {
  ThreadGroup *Group = nullptr; ///< null of an operation after its issue
  unsigned Lane = 0;
  Proxy Through = Proxy::Generic;
  AsyncAuthor *Operation = nullptr; ///< null of a thread
  Block *Of = nullptr;              ///< the block that issued it
  const Instruction *At = nullptr;
  Strength Order = Strength::Weak;
  Scope Within = Scope::System;
  bool ReadsAccumulators = false; ///< of an operation: what it adds to
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_ACTOR_H
