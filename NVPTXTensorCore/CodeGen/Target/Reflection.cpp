//===- Reflection.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What CUDA's libdevice asks the compiler by `__nvvm_reflect`.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "llvm/IR/Function.h"

using namespace llvm;

/// As usePrecSqrtF32 of the target's lowering, for a function.
static bool hasPreciseSquareRoots(const Function &F) {
  static const tensorcore::HostOption<bool> Precise("nvptx-prec-sqrtf32", cl::Hidden,
                                                    cl::init(true));
  if (Precise.getNumOccurrences())
    return Precise;
  return !F.getFnAttribute("unsafe-fp-math").getValueAsBool();
}

int tensorcore::getReflected(StringRef Name, const Function &F) {
  return Name == "__CUDA_PREC_SQRT" && hasPreciseSquareRoots(F);
}
