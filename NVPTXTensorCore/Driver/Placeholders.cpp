//===- Placeholders.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read off the names and the table; no target is named here.
//
//===----------------------------------------------------------------------===//

#include "Placeholders.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

unsigned tensorcore::getTargetNumber(StringRef Name) {
  unsigned Number = 0;
  return Name.consume_front("sm_") && !Name.consumeInteger(10, Number) ? Number : 0;
}

static StringRef getSuffix(const GPUTarget &Target) {
  return Target.Name.drop_front(strlen("sm_")).ltrim("0123456789");
}

StringRef tensorcore::getPlaceholder(const GPUTarget &Target) {
  const GPUTarget *Nearest = nullptr;
  for (const GPUTarget &T : getGPUTargets())
    if (T.InClang && T.FullSmVersion <= Target.FullSmVersion &&
        (getSuffix(T).empty() || !getSuffix(Target).empty()))
      Nearest = &T;
  return Nearest->Name;
}

std::vector<std::string> tensorcore::getTargetMacros(const GPUTarget &Target) {
  const std::string Number = utostr(getTargetNumber(Target.Name)), Arch = Number + "0";
  const StringRef Suffix = getSuffix(Target);
  std::vector<std::string> Macros;
  if (!Target.InClang) {
    Macros = {"-U__CUDA_ARCH__",
              "-U__CUDA_ARCH_FEAT_SM" + utostr(getTargetNumber(getPlaceholder(Target))) + "_ALL",
              "-D__CUDA_ARCH__=" + Arch};
    if (Suffix == "a")
      Macros.push_back("-D__CUDA_ARCH_FEAT_SM" + Number + "_ALL");
  }
  if (Suffix == "a")
    Macros.push_back("-D__CUDA_ARCH_SPECIFIC__=" + Arch);
  if (!Suffix.empty())
    Macros.push_back("-D__CUDA_ARCH_FAMILY_SPECIFIC__=" + Arch);
  return Macros;
}
