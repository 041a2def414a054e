//===- ShadowMemory.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words with more than two records of reads, or more than one of writes.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/ShadowMemory.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

OtherRecords &ShadowMemory::getOthers(ShadowWord &Word) {
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
  Others[Word.More - 1].HasWeak = false;
  FreeOthers.push_back(Word.More);
  Word.More = 0;
}
