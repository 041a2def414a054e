//===- ResultPadding.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declaration is made anew; each call is, too, and its result put into the padded
// struct that its users expect.
//
//===----------------------------------------------------------------------===//

#include "IR/ResultPadding.h"
#include "IR/MMACall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether a struct is another one and an array of bytes behind it.
static bool isPadded(Type *Padded, Type *Plain) {
  auto *Outer = dyn_cast<StructType>(Padded), *Inner = dyn_cast<StructType>(Plain);
  if (!Outer || !Inner || Outer->isPacked() ||
      Outer->getNumElements() != Inner->getNumElements() + 1)
    return false;
  auto *Padding = dyn_cast<ArrayType>(Outer->elements().back());
  return Padding && Padding->getElementType()->isIntegerTy(8) &&
         Outer->elements().drop_back() == Inner->elements();
}

/// The type that a declaration should have, if it differs by padding only; else null.
static FunctionType *getTypeWithoutPadding(const Function &F) {
  const MMAVariant *Variant = F.isDeclaration() ? getMMAVariant(F) : nullptr;
  if (!Variant || !isa<StructType>(F.getReturnType()))
    return nullptr;
  FunctionType *Type = getMMAFunctionType(F.getContext(), *Variant, /*AddressSpace=*/0);
  bool DiffersByPadding = Type->params() == F.getFunctionType()->params() &&
                          isPadded(F.getReturnType(), Type->getReturnType());
  return DiffersByPadding ? Type : nullptr;
}

/// Calls `Callee` instead, whose result is that of `Call` without padding.
static void replaceCall(CallInst &Call, Function &Callee) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *, 8> Arguments(Call.args());
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallInst *Plain = Builder.CreateCall(&Callee, Arguments, Bundles);
  Plain->setAttributes(Call.getAttributes());
  Plain->setTailCallKind(Call.getTailCallKind());
  Value *Result = PoisonValue::get(Call.getType());
  for (unsigned I = 0, E = Callee.getReturnType()->getStructNumElements(); I != E; ++I)
    Result = Builder.CreateInsertValue(Result, Builder.CreateExtractValue(Plain, I), I);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

bool tensorcore::removeResultPadding(Module &M) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    FunctionType *Type = getTypeWithoutPadding(F);
    if (!Type || !all_of(F.users(), [&F](const User *U) {
          auto *Call = dyn_cast<CallInst>(U);
          return Call && Call->getCalledFunction() == &F;
        }))
      continue;
    Function *Plain = Function::Create(Type, F.getLinkage(), F.getAddressSpace(), "", &M);
    Plain->copyAttributesFrom(&F);
    Plain->takeName(&F);
    for (User *U : make_early_inc_range(F.users()))
      replaceCall(*cast<CallInst>(U), *Plain);
    F.eraseFromParent();
    Changed = true;
  }
  return Changed;
}
