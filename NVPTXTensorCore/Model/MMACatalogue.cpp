//===- MMACatalogue.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indexes over the variant rows, built at first use.
//
//===----------------------------------------------------------------------===//

#include "MMACatalogue.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct Index {
  StringMap<const MMAVariant *> ByName;
  DenseMap<uint64_t, const MMAVariant *> ByDescriptor;
  std::vector<MMADescriptor> Descriptors;

  Index() {
    for (const MMAVariant &Variant : getMMAVariants()) {
      Descriptors.push_back(MMADescriptor::forVariant(Variant));
      ByName.try_emplace(Variant.Name, &Variant);
      ByDescriptor.try_emplace(Descriptors.back().getWord(), &Variant);
    }
  }
};

const Index &getIndex() {
  static const Index TheIndex;
  return TheIndex;
}

/// Removes ".p0", ".p3", … at the end of a name.
StringRef dropPointerSuffix(StringRef Name) {
  StringRef Stem = Name.rtrim("0123456789");
  return Stem.size() < Name.size() && Stem.ends_with(".p") ? Stem.drop_back(2) : Name;
}

} // namespace

const MMAVariant *tensorcore::lookupMMAVariant(StringRef IntrinsicName) {
  const auto &ByName = getIndex().ByName;
  auto It = ByName.find(IntrinsicName);
  if (It == ByName.end())
    It = ByName.find(dropPointerSuffix(IntrinsicName));
  return It == ByName.end() ? nullptr : It->second;
}

const MMAVariant *tensorcore::lookupMMAVariant(MMADescriptor Descriptor) {
  for (MMAField Field : {MMAField_Space, MMAField_Aligned})
    if (Descriptor.has(Field))
      Descriptor = cantFail(Descriptor.with(Field, 0));
  return getIndex().ByDescriptor.lookup(Descriptor.getWord());
}

MMADescriptor tensorcore::getMMADescriptor(const MMAVariant &Variant) {
  return getIndex().Descriptors[&Variant - getMMAVariants().data()];
}

/// "mma" of "llvm.nvvm.mma.m16n8k16.…".
static StringRef getMnemonic(StringRef Name) {
  Name.consume_front("llvm.nvvm.");
  return Name.split('.').first;
}

StringRef tensorcore::findNearestName(StringRef Name, ArrayRef<StringRef> Names) {
  // More than a third changed of what tells names apart is no misspelling. Names of the
  // same instruction go before others.
  StringRef Significant = Name;
  Significant.consume_front("llvm.nvvm.");
  unsigned Limit = Significant.size() / 3 + 1;
  for (bool SameInstruction : {true, false}) {
    StringRef Best;
    for (StringRef Candidate : Names) {
      if ((getMnemonic(Name) == getMnemonic(Candidate)) != SameInstruction)
        continue;
      unsigned Distance = Name.edit_distance(Candidate, /*AllowReplacements=*/true, Limit);
      if (Distance < Limit) {
        Limit = Distance;
        Best = Candidate;
      }
    }
    if (!Best.empty())
      return Best;
  }
  return {};
}
