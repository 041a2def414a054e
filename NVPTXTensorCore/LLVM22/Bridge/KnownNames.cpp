//===- KnownNames.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of intrinsics that LLVM 19 and this project know, as a program that is built with LLVM
// 19 (PrintKnownNames.cpp) printed them. LLVM 19 would print a call of any other as one of a
// function that nobody defines.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether LLVM 19 has an intrinsic by that name for which LLVM 22 has other operands.
static bool isOther(StringRef Name) {
#define translated false
#define refused true
#define INTRINSIC_SIGNATURE(NAME, WHAT) {NAME, WHAT},
  static const StringMap<bool> IsRefused = {
#include "Bridge/Differences.def"
  };
#undef translated
#undef refused
  return IsRefused.lookup(Name);
}

static bool isKnown(StringRef Name) {
  static const StringMap<bool> IsOverloaded = {
#define KNOWN_NAME(NAME, IS_OVERLOADED) {NAME, IS_OVERLOADED},
#include "KnownNames.inc"
  };
  if (IsOverloaded.contains(Name))
    return true;
  for (StringRef Prefix = Name; Prefix.contains('.');) {
    Prefix = Prefix.rsplit('.').first;
    if (IsOverloaded.lookup(Prefix))
      return true;
  }
  return false;
}

static const Instruction *findCall(const Function &F) {
  for (const User *U : F.users())
    if (auto *I = dyn_cast<Instruction>(U))
      return I;
  return nullptr;
}

void tensorcore::checkNames(const Module &M, Refusals &Refused) {
  for (const Function &F : M) {
    StringRef Name = F.getName();
    const bool IsOfLLVM19 = Name.consume_front(Mark);
    if (!Name.starts_with("llvm.") || F.use_empty() ||
        (isKnown(Name) && (IsOfLLVM19 || !isOther(Name))))
      continue;
    const std::string Message =
        ("LLVM 19 has no intrinsic " + Name + ", and the bridge none that means the same").str();
    if (const Instruction *Call = findCall(F))
      Refused.add(*Call, Message);
    else
      Refused.add(Message);
  }
}
