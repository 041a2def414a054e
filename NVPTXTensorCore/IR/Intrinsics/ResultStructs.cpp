//===- ResultStructs.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declaration is made anew; each call is, too, and its result put into the struct that
// its users expect.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/ResultStructs.h"
#include "IR/Intrinsics/MMACall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether members are those of another struct. A boolean is i8 in memory.
static bool areSame(ArrayRef<Type *> Dressed, ArrayRef<Type *> Plain) {
  return Dressed.size() == Plain.size() && all_of(zip(Dressed, Plain), [](const auto &Pair) {
           auto [Outer, Inner] = Pair;
           return Outer == Inner || (Outer->isIntegerTy(8) && Inner->isIntegerTy(1));
         });
}

/// Whether a struct is another one, with a name or an array of bytes behind it or both.
static bool isDressedUp(Type *Dressed, Type *Plain) {
  auto *Outer = dyn_cast<StructType>(Dressed), *Inner = dyn_cast<StructType>(Plain);
  if (!Outer || !Inner || Outer == Inner || Outer->isOpaque() || Outer->isPacked())
    return false;
  if (areSame(Outer->elements(), Inner->elements()))
    return true;
  if (Outer->getNumElements() != Inner->getNumElements() + 1)
    return false;
  auto *Padding = dyn_cast<ArrayType>(Outer->elements().back());
  return Padding && Padding->getElementType()->isIntegerTy(8) &&
         areSame(Outer->elements().drop_back(), Inner->elements());
}

/// The type that a declaration of that name should have; null if it is not known.
static FunctionType *getSignature(const Function &F) {
  if (const MMAVariant *Variant = getMMAVariant(F)) {
    Type *First = F.arg_empty() ? nullptr : F.getArg(0)->getType();
    return getMMAFunctionType(F.getContext(), *Variant,
                              First && First->isPointerTy() ? First->getPointerAddressSpace() : 0);
  }
  Intrinsic::ID ID = F.getIntrinsicID();
  bool IsKnown = ID != Intrinsic::not_intrinsic && !Intrinsic::isOverloaded(ID);
  return IsKnown ? Intrinsic::getType(F.getContext(), ID) : nullptr;
}

/// The type that a declaration should have, if it differs by its struct's dress only.
static FunctionType *getPlainType(const Function &F) {
  if (!F.isDeclaration() || !isa<StructType>(F.getReturnType()))
    return nullptr;
  FunctionType *Type = getSignature(F);
  return Type && Type->params() == F.getFunctionType()->params() &&
                 isDressedUp(F.getReturnType(), Type->getReturnType())
             ? Type
             : nullptr;
}

/// Calls `Callee` instead, whose result is that of `Call` in another struct.
static void replaceCall(CallInst &Call, Function &Callee) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *, 8> Arguments(Call.args());
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallInst *Plain = Builder.CreateCall(&Callee, Arguments, Bundles);
  Plain->setAttributes(Call.getAttributes());
  Plain->setTailCallKind(Call.getTailCallKind());
  Value *Result = PoisonValue::get(Call.getType());
  for (unsigned I = 0, E = Callee.getReturnType()->getStructNumElements(); I != E; ++I) {
    Value *Member = Builder.CreateZExt(Builder.CreateExtractValue(Plain, I),
                                       Call.getType()->getStructElementType(I));
    Result = Builder.CreateInsertValue(Result, Member, I);
  }
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

bool tensorcore::makeResultStructsPlain(Module &M) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    FunctionType *Type = getPlainType(F);
    if (!Type || !all_of(F.users(), [&F](const User *U) {
          auto *Call = dyn_cast<CallInst>(U);
          return Call && Call->getCalledFunction() == &F;
        }))
      continue;
    Function *Plain = Function::Create(Type, F.getLinkage(), F.getAddressSpace(), "", &M);
    Plain->copyAttributesFrom(&F);
    // Not takeName, which leaves a function without the ID of its name.
    const std::string Name = F.getName().str();
    F.setName("");
    Plain->setName(Name);
    for (User *U : make_early_inc_range(F.users()))
      replaceCall(*cast<CallInst>(U), *Plain);
    F.eraseFromParent();
    Changed = true;
  }
  return Changed;
}
