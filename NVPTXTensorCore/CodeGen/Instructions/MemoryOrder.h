//===- MemoryOrder.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memory order with its scope as PTX has them (.acquire.gpu), in the number that is the first
// operand of LLVM's ld and st: there 0 is a plain access and 1 is .volatile. What an instruction of
// IR becomes is AtomicSelection.cpp's to know.
//
// PTX ISA, "Memory Consistency Model: Scope", and "ld", "st", "atom", "membar, fence".
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MEMORYORDER_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MEMORYORDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/AtomicOrdering.h"
#include "llvm/Support/Error.h"

namespace llvm {
class LLVMContext;
class NVPTXSubtarget;
} // namespace llvm

namespace llvm::tensorcore {

/// The threads among which an order holds. PTX has none for a single thread.
enum class MemoryScope : unsigned { Thread, CTA, Cluster, GPU, System };

/// The scope that a name of IR's means; an error for one that is not NVPTX's.
Expected<MemoryScope> getMemoryScope(const LLVMContext &Context, uint8_t SyncScope);

enum : unsigned { PlainAccess = 0, VolatileAccess = 1 };

/// The number of an order; without one, of a scope alone. A single thread gets .cta.
unsigned encodeMemoryOrder(AtomicOrdering Order, MemoryScope Scope);

/// Whether PTX has orders for the target: sm_70 and PTX ISA 6.0. Before them there are .volatile
/// and membar.
bool hasMemoryOrders(const NVPTXSubtarget &Subtarget);

/// An error if the target does not have the scope.
Error checkMemoryScope(MemoryScope Scope, const NVPTXSubtarget &Subtarget);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MEMORYORDER_H
