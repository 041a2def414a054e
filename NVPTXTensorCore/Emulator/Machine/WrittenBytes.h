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

#include <cstdint>
#include <vector>

namespace llvm::tensorcore::emulator {

class WrittenBytes {
public:
  explicit WrittenBytes(uint64_t Size) : Bits((Size + 63) / 64) {}

  bool contains(uint64_t Address) const { return Bits[Address / 64] >> (Address % 64) & 1; }
  void add(uint64_t Address, uint64_t Bytes);
  /// The first byte that nobody wrote; ~0 if there is none.
  uint64_t findMissing(uint64_t Address, uint64_t Bytes) const;

private:
  std::vector<uint64_t> Bits;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_WRITTENBYTES_H
