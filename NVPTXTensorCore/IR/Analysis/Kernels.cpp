//===- Kernels.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/Kernels.h"
#include "Model/RegisterBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace llvm::tensorcore;

SmallVector<unsigned, 3> tensorcore::getKernelNumbers(const Function &F, StringRef Name) {
  SmallVector<unsigned, 3> Numbers;
  const Attribute A = F.getFnAttribute(("nvvm." + Name).str());
  if (!A.isStringAttribute())
    return Numbers;
  for (StringRef Text : split(A.getValueAsString(), ','))
    if (Text.trim().getAsInteger(10, Numbers.emplace_back()) || Numbers.size() > 3)
      return {};
  return Numbers;
}

void tensorcore::setKernelNumbers(Function &F, StringRef Name, ArrayRef<unsigned> Numbers) {
  auto Texts = map_range(Numbers, [](unsigned Number) { return utostr(Number); });
  F.addFnAttr(("nvvm." + Name).str(), join(Texts, ","));
}

std::optional<unsigned> tensorcore::getKernelNumber(const Function &F, StringRef Name) {
  const SmallVector<unsigned, 3> Numbers = getKernelNumbers(F, Name);
  return Numbers.empty() ? std::nullopt : std::optional(Numbers.front());
}

std::optional<unsigned> tensorcore::getKernelExtent(const Function &F, StringRef Name) {
  const SmallVector<unsigned, 3> Numbers = getKernelNumbers(F, Name);
  if (Numbers.empty())
    return std::nullopt;
  return accumulate(Numbers, 1u, std::multiplies<>());
}

bool tensorcore::isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::PTX_Kernel;
}

BlockShape tensorcore::getBlockShape(const Function &Kernel) {
  BlockShape Shape;
  const SmallVector<unsigned, 3> Exact = getKernelNumbers(Kernel, "reqntid"),
                                 Most = getKernelNumbers(Kernel, "maxntid");
  auto IsDeep = [](ArrayRef<unsigned> Numbers) {
    return any_of(Numbers.drop_front(!Numbers.empty()), [](unsigned N) { return N > 1; });
  };
  if (!Exact.empty()) {
    Shape.X = std::clamp(Exact.front(), 1u, MaxBlockThreads);
    Shape.IsOneDimensional = !IsDeep(Exact);
  }
  const unsigned Max =
      getKernelExtent(Kernel, Exact.empty() ? "maxntid" : "reqntid").value_or(MaxBlockThreads);
  Shape.MayBeDeep = IsDeep(Exact) || IsDeep(Most);
  Shape.MaxThreads = std::clamp(Max, 1u, MaxBlockThreads);
  return Shape;
}
