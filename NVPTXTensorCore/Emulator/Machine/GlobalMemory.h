//===- GlobalMemory.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Global memory: allocations of the host, of variables of modules, and of tensor maps' data. A
// device address is the address of the bytes in this process, so that the host may read what is
// mapped or managed; it is the same in each run. Between allocations there are gaps, which no
// access reaches.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_GLOBALMEMORY_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_GLOBALMEMORY_H

#include "Emulator/Machine/WrittenBytes.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>

namespace llvm::tensorcore::emulator {

struct Allocation {
  uint64_t Address = 0;
  uint64_t Size = 0;
  std::string What;        ///< "variable 'x'", "allocation 3"
  bool IsReadOnly = false; ///< for kernels
  std::string Type;        ///< of its elements, "e4m3"; empty if it is not known
  /// Holds what the host and kernels wrote; null if nobody asks, and all of it counts as written.
  std::shared_ptr<WrittenBytes> Written;
  uint64_t End() const { return Address + Size; }
};

class GlobalMemory {
public:
  GlobalMemory();
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory &) = delete;
  GlobalMemory &operator=(const GlobalMemory &) = delete;

  /// Zero if there is no memory left. The bytes have a pattern that is no sensible number.
  uint64_t allocate(uint64_t Size, uint64_t Alignment, const std::string &What,
                    bool IsReadOnly = false);
  /// From here on, bytes of an allocation count as written after somebody wrote them.
  void watchWrites(uint64_t Address);
  /// Says of what type the elements of an allocation are.
  void setType(uint64_t Address, const std::string &Type);
  /// Keeps what is allocated next apart from what is there: a kernel that goes beyond the end of
  /// an allocation does not come to another one.
  void leaveGap(uint64_t Bytes);
  /// The host writes bytes.
  void write(uint64_t Address, uint64_t Bytes);
  /// The host copies bytes, from memory of its own or of the device.
  void copy(uint64_t To, uint64_t From, uint64_t Bytes);
  /// Memory of the host that kernels may access, too.
  void add(void *Host, uint64_t Size, const std::string &What);
  /// False if no allocation begins there.
  bool free(uint64_t Address);

  /// The allocation that an address is in; null if it is in none.
  const Allocation *find(uint64_t Address) const;
  /// The nearest allocation before the address, for messages.
  const Allocation *findBefore(uint64_t Address) const;
  /// Changes whenever an allocation begins or ends.
  uint64_t getGeneration() const { return Generation; }
  uint64_t getTotalSize() const { return TotalSize; }
  uint64_t getUsedSize() const { return UsedSize; }

  template <class F> void forEach(F Visit) const {
    for (const auto &[Address, A] : Allocations)
      Visit(A);
  }

private:
  std::map<uint64_t, Allocation> Allocations;
  mutable std::shared_mutex Lock; ///< of the map: kernels allocate, too
  std::atomic<uint64_t> Generation{0};
  uint64_t Begin = 0, Next = 0, TotalSize = 0, UsedSize = 0;
};

/// The bytes of memory that the host has.
uint64_t getHostMemorySize();

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_GLOBALMEMORY_H
