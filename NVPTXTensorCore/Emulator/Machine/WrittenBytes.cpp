//===- WrittenBytes.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bit for each byte; a step of each loop is as much as one word of bits has.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/WrittenBytes.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore::emulator;

void WrittenBytes::add(uint64_t Address, uint64_t Bytes) {
  for (uint64_t At = Address, End = Address + Bytes; At != End;) {
    const unsigned Count = unsigned(std::min(64 - At % 64, End - At));
    Bits[At / 64] |= maskTrailingOnes<uint64_t>(Count) << (At % 64);
    At += Count;
  }
}

uint64_t WrittenBytes::findMissing(uint64_t Address, uint64_t Bytes) const {
  for (uint64_t At = Address, End = Address + Bytes; At != End;) {
    const unsigned Count = unsigned(std::min(64 - At % 64, End - At));
    const uint64_t Missing = ~(Bits[At / 64] >> (At % 64)) & maskTrailingOnes<uint64_t>(Count);
    if (Missing)
      return At + llvm::countr_zero(Missing);
    At += Count;
  }
  return ~uint64_t(0);
}
