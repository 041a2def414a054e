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

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

std::vector<AccessRecord> &ShadowMemory::getOthers(ShadowWord &Word) {
  if (!Word.More) {
    Others.emplace_back();
    Word.More = uint32_t(Others.size());
  }
  return Others[Word.More - 1];
}

void ShadowMemory::define(uint64_t Address, unsigned Bytes) {
  for (uint64_t At = Address; At != Address + Bytes; ++At)
    Defined[At / 64] |= uint64_t(1) << (At % 64);
}

void ShadowMemory::undefine(uint64_t Address, unsigned Bytes) {
  for (uint64_t At = Address; At != Address + Bytes; ++At)
    Defined[At / 64] &= ~(uint64_t(1) << (At % 64));
}

uint64_t ShadowMemory::findUndefined(uint64_t Address, unsigned Bytes) const {
  for (uint64_t At = Address; At != Address + Bytes; ++At)
    if (!isDefined(At))
      return At;
  return ~uint64_t(0);
}
