//===- Addresses.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the allocation that an address of tensor memory comes from. tcgen05.alloc writes an address
// to shared memory; what is loaded from there, and computed from that, is an address inside the
// allocation. Follows values only: when a load happens is not its business.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_ADDRESSES_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_ADDRESSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class LoadInst;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// Is a location in memory: a constant distance from a value that is not followed any further.
/// Without a base the distance is the address.
struct MemoryLocation {
  const Value *Base = nullptr;
  int64_t Offset = 0;

  bool operator==(const MemoryLocation &Other) const;

  /// Returns true if two locations are certainly different.
  bool isApartFrom(const MemoryLocation &Other) const;
};

/// Returns what a cast that keeps an address casts, or null.
const Value *getCastOperand(const Value &V);

/// Returns the location that a pointer, or a number that is one, points to.
MemoryLocation getMemoryLocation(const Value &Pointer, const DataLayout &Layout);

/// An address of tensor memory that was loaded from a location to which an alloc writes.
struct TensorAddress {
  MemoryLocation Location;
  SmallVector<const LoadInst *, 2> Loads; ///< all that it may come from
  std::optional<int64_t> Offset;          ///< behind the start of the allocation
  std::optional<uint16_t> Column;         ///< its lower half, which may be known alone
};

/// Follows an address. Nothing if it is not loaded, or not from one location alone for which
/// `IsAllocated` holds.
std::optional<TensorAddress>
followTensorAddress(const Value &Address, const DataLayout &Layout,
                    function_ref<bool(const MemoryLocation &)> IsAllocated);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_ADDRESSES_H
