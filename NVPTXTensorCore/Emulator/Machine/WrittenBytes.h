//===- WrittenBytes.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which bytes of a memory somebody wrote.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_WRITTENBYTES_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_WRITTENBYTES_H

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace llvm::tensorcore::emulator {

class WrittenBytes {
public:
  explicit WrittenBytes(uint64_t Size) : Bits((Size + 63) / 64) {}

  void add(uint64_t Address, uint64_t Bytes) {
    forEachWord(Address, Bytes, [&](uint64_t Word, uint64_t Mask) { Bits[Word] |= Mask; });
  }
  /// Whether somebody wrote all of them.
  bool contains(uint64_t Address, uint64_t Bytes) const {
    uint64_t Missing = 0;
    forEachWord(Address, Bytes,
                [&](uint64_t Word, uint64_t Mask) { Missing |= ~Bits[Word] & Mask; });
    return !Missing;
  }

private:
  /// Calls a function for each word of bits, with those that a range has there.
  template <class F> static void forEachWord(uint64_t Address, uint64_t Bytes, F Visit) {
    while (Bytes) {
      const uint64_t Count = std::min(64 - Address % 64, Bytes);
      Visit(Address / 64, maskTrailingOnes<uint64_t>(unsigned(Count)) << (Address % 64));
      Address += Count;
      Bytes -= Count;
    }
  }

  std::vector<uint64_t> Bits;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_WRITTENBYTES_H
