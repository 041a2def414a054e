//===- Reflection.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers the questions that CUDA's libdevice asks the compiler by `__nvvm_reflect`.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Analysis/Location.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

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

/// Returns true if a call asks for a name, as those of libdevice do.
static bool hasName(const CallInst &Call) {
  if (Call.arg_size() != 1)
    return false;
  const auto *Name = dyn_cast<GlobalVariable>(Call.getArgOperand(0)->stripPointerCasts());
  if (!Name || !Name->hasInitializer())
    return false;
  const auto *Text = dyn_cast<ConstantDataSequential>(Name->getInitializer());
  return Text && Text->isCString() && Text->getNumElements() > 1;
}

void tensorcore::rejectReflections(Function &F) {
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledFunction() != &F || hasName(*Call))
      continue;
    reportError(*Call, ErrorKind::UnsupportedIR,
                "an argument of " + F.getName() +
                    " that is not the name of a property; expected the address of a constant "
                    "string, such as \"__CUDA_ARCH\"");
    Call->replaceAllUsesWith(PoisonValue::get(Call->getType()));
    Call->eraseFromParent();
  }
  const auto IsCall = [](const Use &U) {
    const auto *Call = dyn_cast<CallInst>(U.getUser());
    return Call && Call->isCallee(&U);
  };
  if (all_of(F.uses(), IsCall))
    return;
  reportError(F.getContext(), ErrorKind::UnsupportedIR,
              "the address of " + F.getName() +
                  " is used, which is not a function at run time; "
                  "expected calls");
  F.replaceUsesWithIf(PoisonValue::get(F.getType()), [&](Use &U) { return !IsCall(U); });
}
