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

#include "Emulator/Machine/ShadowMemory.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

OtherRecords &ShadowMemory::makeOthers(ShadowWord &Word) {
  if (!Word.More && FreeOthers.empty()) {
    Others.emplace_back();
    Word.More = uint32_t(Others.size());
  } else if (!Word.More) {
    Word.More = FreeOthers.back();
    FreeOthers.pop_back();
  }
  return getOthers(Word);
}

void ShadowMemory::dropOthers(ShadowWord &Word) {
  OtherRecords &Dropped = getOthers(Word);
  Dropped.Records.clear();
  Dropped.Warps = Dropped.Clusters = 0;
  Dropped.FirstTime = ~0u;
  Dropped.HasWeak = Dropped.HasWrite = false;
  FreeOthers.push_back(Word.More);
  Word.More = 0;
}
