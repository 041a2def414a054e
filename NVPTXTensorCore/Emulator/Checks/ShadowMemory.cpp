//===- ShadowMemory.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words with more than two records, and bytes that were written.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/ShadowMemory.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

std::vector<AccessRecord> &ShadowMemory::getOthers(ShadowWord &Word) {
  if (!Word.More && FreeOthers.empty()) {
    Others.emplace_back();
    Word.More = uint32_t(Others.size());
  } else if (!Word.More) {
    Word.More = FreeOthers.back();
    FreeOthers.pop_back();
  }
  return Others[Word.More - 1];
}

void ShadowMemory::dropOthers(ShadowWord &Word) {
  FreeOthers.push_back(Word.More);
  Word.More = 0;
}

void ShadowMemory::define(uint64_t Address, unsigned Bytes) {
  for (uint64_t At = Address, End = Address + Bytes; At != End;) {
    const unsigned Count = unsigned(std::min(64 - At % 64, End - At));
    Defined[At / 64] |= maskTrailingOnes<uint64_t>(Count) << (At % 64);
    At += Count;
  }
}

void ShadowMemory::undefine(uint64_t Address, unsigned Bytes) {
  for (uint64_t At = Address; At != Address + Bytes; ++At)
    Defined[At / 64] &= ~(uint64_t(1) << (At % 64));
}

uint64_t ShadowMemory::findUndefined(uint64_t Address, unsigned Bytes) const {
  for (uint64_t At = Address, End = Address + Bytes; At != End;) {
    // As much as one word of bits has.
    const unsigned Count = unsigned(std::min(64 - At % 64, End - At));
    const uint64_t Missing = ~(Defined[At / 64] >> (At % 64)) & maskTrailingOnes<uint64_t>(Count);
    if (Missing)
      return At + llvm::countr_zero(Missing);
    At += Count;
  }
  return ~uint64_t(0);
}
