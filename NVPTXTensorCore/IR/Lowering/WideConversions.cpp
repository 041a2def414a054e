//===- WideConversions.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/WideConversions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// A number of integers as floating point, towards zero; infinity if it is too large.
static Constant *getBound(Type *Float, const APInt &Bound, bool IsSigned) {
  APFloat Value(Float->getScalarType()->getFltSemantics());
  const APFloat::opStatus Status = Value.convertFromAPInt(Bound, IsSigned, APFloat::rmTowardZero);
  if (Status & APFloat::opOverflow)
    Value = APFloat::getInf(Value.getSemantics(), Value.isNegative());
  return ConstantFP::get(Float, Value);
}

/// An ordinary conversion, whose result does not count where the operand is out of range.
static Value *saturate(IntrinsicInst &Call, bool IsSigned) {
  IRBuilder<> Builder(&Call);
  Type *Wide = Call.getType();
  Value *X = Call.getArgOperand(0);
  const unsigned Width = Wide->getScalarSizeInBits();
  const APInt Min = IsSigned ? APInt::getSignedMinValue(Width) : APInt::getZero(Width);
  const APInt Max = IsSigned ? APInt::getSignedMaxValue(Width) : APInt::getMaxValue(Width);
  // The first number that is too large is a power of two.
  Constant *Above = getBound(X->getType(), APInt::getOneBitSet(Width + 2, Width - IsSigned), true);
  Constant *Below = getBound(X->getType(), Min, IsSigned);
  Value *Result = IsSigned ? Builder.CreateFPToSI(X, Wide) : Builder.CreateFPToUI(X, Wide);
  Result =
      Builder.CreateSelect(Builder.CreateFCmpOLE(X, Below), ConstantInt::get(Wide, Min), Result);
  Result =
      Builder.CreateSelect(Builder.CreateFCmpOGE(X, Above), ConstantInt::get(Wide, Max), Result);
  return Builder.CreateSelect(Builder.CreateFCmpUNO(X, X), Constant::getNullValue(Wide), Result);
}

/// Gives a conversion of an integer that may be too large for its result infinity there. LLVM's
/// expansion of it does not look at the size.
static bool addInfinity(CastInst &Cast) {
  Type *Wide = Cast.getSrcTy(), *Float = Cast.getType();
  const bool IsSigned = isa<SIToFPInst>(Cast);
  const unsigned Width = Wide->getScalarSizeInBits();
  // It goes through float for smaller types.
  const fltSemantics &Semantics =
      Float->getScalarType()->isDoubleTy() ? APFloat::IEEEdouble() : APFloat::IEEEsingle();
  const unsigned MaxExponent = APFloat::semanticsMaxExponent(Semantics) + 1;
  if (Width - IsSigned <= MaxExponent || !Float->getScalarType()->isIEEELikeFPTy())
    return false;
  // Half of the last bit below the power of two rounds up.
  const APInt Limit =
      APInt::getOneBitSet(Width, MaxExponent) -
      APInt::getOneBitSet(Width, MaxExponent - APFloat::semanticsPrecision(Semantics) - 1);
  IRBuilder<> Builder(Cast.getNextNode());
  Value *X = Cast.getOperand(0);
  Value *Above = IsSigned ? Builder.CreateICmpSGE(X, ConstantInt::get(Wide, Limit))
                          : Builder.CreateICmpUGE(X, ConstantInt::get(Wide, Limit));
  auto *Result = cast<Instruction>(
      Builder.Insert(SelectInst::Create(Above, ConstantFP::getInfinity(Float), &Cast)));
  Cast.replaceUsesWithIf(Result, [&](Use &U) { return U.getUser() != Result; });
  if (!IsSigned)
    return true;
  Value *Below = Builder.CreateICmpSLE(X, ConstantInt::get(Wide, -Limit));
  auto *Last = cast<Instruction>(Builder.Insert(
      SelectInst::Create(Below, ConstantFP::getInfinity(Float, /*Negative=*/true), Result)));
  Result->replaceUsesWithIf(Last, [&](Use &U) { return U.getUser() != Last; });
  return true;
}

bool tensorcore::isWideConversion(const Instruction &I) {
  return isa<SIToFPInst, UIToFPInst>(I) && I.getOperand(0)->getType()->getScalarSizeInBits() > 64;
}

bool tensorcore::lowerWideConversions(Module &M, ArrayRef<WeakVH> Conversions) {
  bool Changed = false;
  for (const WeakVH &Conversion : Conversions)
    if (Conversion)
      Changed |= addInfinity(*cast<CastInst>(Conversion));
  for (Function &F : M) {
    const Intrinsic::ID ID = F.getIntrinsicID();
    if ((ID != Intrinsic::fptosi_sat && ID != Intrinsic::fptoui_sat) ||
        F.getReturnType()->getScalarSizeInBits() <= 64)
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<IntrinsicInst>(U);
      if (!Call)
        continue;
      Value *Result = saturate(*Call, ID == Intrinsic::fptosi_sat);
      Result->takeName(Call);
      Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
      Changed = true;
    }
  }
  return Changed;
}
