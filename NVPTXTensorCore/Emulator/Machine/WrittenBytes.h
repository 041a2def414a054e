//===- WrittenBytes.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remembers which bytes of a memory were written.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_WRITTENBYTES_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_WRITTENBYTES_H

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sys/mman.h>

namespace llvm::tensorcore::emulator {

/// Words that are zero, of which the host's memory holds those pages alone that somebody changes.
class LazyZeros {
public:
  explicit LazyZeros(uint64_t Count) : Bytes(Count * sizeof(uint64_t)) {
    if (isMapped()) {
      constexpr int Flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
      void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, Flags, -1, 0);
      Words = Memory == MAP_FAILED ? nullptr : static_cast<uint64_t *>(Memory);
    } else {
      Words = static_cast<uint64_t *>(std::calloc(std::max<uint64_t>(Count, 1), sizeof(uint64_t)));
    }
    if (!Words)
      report_bad_alloc_error("no memory for the bytes that were written");
  }
  ~LazyZeros() {
    if (isMapped())
      munmap(Words, Bytes);
    else
      std::free(Words);
  }
  LazyZeros(const LazyZeros &Other) : LazyZeros(Other.Bytes / sizeof(uint64_t)) {
    constexpr uint64_t Part = 512; // words of a page
    const uint64_t Count = Bytes / sizeof(uint64_t);
    for (uint64_t First = 0; First < Count; First += Part) {
      const uint64_t *From = Other.Words + First, *End = From + std::min(Part, Count - First);
      if (std::any_of(From, End, [](uint64_t Word) { return Word != 0; }))
        std::copy(From, End, Words + First);
    }
  }
  LazyZeros &operator=(LazyZeros Other) {
    std::swap(Bytes, Other.Bytes);
    std::swap(Words, Other.Words);
    return *this;
  }

  uint64_t &operator[](uint64_t Number) { return Words[Number]; }
  uint64_t operator[](uint64_t Number) const { return Words[Number]; }

private:
  /// The system does not promise memory for large ones, which may be larger than all that it has.
  bool isMapped() const { return Bytes > (uint64_t(1) << 20); }

  uint64_t Bytes;
  uint64_t *Words;
};

class WrittenBytes {
public:
  explicit WrittenBytes(uint64_t Size) : Bits((Size + 63) / 64) {}

  void add(uint64_t Address, uint64_t Bytes) {
    forEachWord(Address, Bytes, [&](uint64_t Word, uint64_t Mask) { Bits[Word] |= Mask; });
  }
  /// Returns true if somebody wrote all of them.
  bool contains(uint64_t Address, uint64_t Bytes) const {
    uint64_t Missing = 0;
    forEachWord(Address, Bytes,
                [&](uint64_t Word, uint64_t Mask) { Missing |= ~Bits[Word] & Mask; });
    return !Missing;
  }

  void remove(uint64_t Address, uint64_t Bytes) {
    forEachWord(Address, Bytes, [&](uint64_t Word, uint64_t Mask) { Bits[Word] &= ~Mask; });
  }
  bool containsAny(uint64_t Address, uint64_t Bytes) const {
    uint64_t Found = 0;
    forEachWord(Address, Bytes, [&](uint64_t Word, uint64_t Mask) { Found |= Bits[Word] & Mask; });
    return Found != 0;
  }

private:
  /// Calls a function for each word of bits, with those that a range has there.
  template <class F> static void forEachWord(uint64_t Address, uint64_t Bytes, F Visit) {
    if (Bytes - 1 < 64 - Address % 64) // mostly
      return Visit(Address / 64, maskTrailingOnes<uint64_t>(unsigned(Bytes)) << (Address % 64));
    while (Bytes) {
      const uint64_t Count = std::min(64 - Address % 64, Bytes);
      Visit(Address / 64, maskTrailingOnes<uint64_t>(unsigned(Count)) << (Address % 64));
      Address += Count;
      Bytes -= Count;
    }
  }

  LazyZeros Bits;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_WRITTENBYTES_H
