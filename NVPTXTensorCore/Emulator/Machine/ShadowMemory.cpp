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
  if (Others.empty())
    Others.reserve(std::min(Words.size(), size_t(GlobalShadow::PageBytes / 4)));
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
  getOthers(Word).clear();
  FreeOthers.push_back(Word.More);
  Word.More = 0;
}

void ShadowMemory::listAll(ShadowWord &Word) {
  OtherRecords &List = makeOthers(Word);
  const AccessRecord &Second = Word.Reads[1];
  for (unsigned Number = 0; Number <= Word.NumBetween; ++Number) {
    AccessRecord R = Second;
    R.Cluster = Second.Cluster - Word.Distance + Number * Word.Distance;
    if (R.Cluster != Second.Cluster)
      List.add(R);
  }
  Word.NumBetween = 0;
}

AccessRecord *OtherRecords::findNewest(const AccessRecord &R) {
  if (Newest.empty())
    for (const auto &[Number, Each] : enumerate(Records))
      Newest[Each.getAuthor()] = uint32_t(Number);
  const auto It = Newest.find(R.getAuthor());
  return It != Newest.end() ? &Records[It->second] : nullptr;
}
