//===- GenericIR.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/GenericIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class GenericIRLowering {
public:
  GenericIRLowering(Instruction &I, const TargetVersion &Target)
      : I(I), Builder(&I), Target(Target) {}

  /// What the instruction becomes; null if LLVM may have it.
  Value *lower();

private:
  Value *lowerIntrinsic(IntrinsicInst &Call);
  Value *lowerElements(Value *Argument, function_ref<Value *(Value *)> LowerScalar);
  Value *exp2(Value *X);
  Value *canonicalize(Value *X);
  Value *saveStack();
  Value *lowerCast(BitCastInst &Cast);

  bool flushesDenormals() const {
    return I.getFunction()->getDenormalMode(APFloat::IEEEsingle()).Output ==
           DenormalMode::PreserveSign;
  }

  Instruction &I;
  IRBuilder<> Builder;
  const TargetVersion &Target;
};

} // namespace

/// Whether the elements are of a type that this file knows an instruction for.
static bool isSupported(Intrinsic::ID ID, Type *Element) {
  if (ID == Intrinsic::exp2)
    return Element->isHalfTy() || Element->isBFloatTy() || Element->isFloatTy();
  return Element->isHalfTy() || Element->isFloatTy() || Element->isDoubleTy();
}

Value *GenericIRLowering::exp2(Value *X) {
  Type *Ty = X->getType();
  if (Ty->isFloatTy())
    return Builder.CreateIntrinsic(flushesDenormals() ? Intrinsic::nvvm_ex2_approx_ftz_f
                                                      : Intrinsic::nvvm_ex2_approx_f,
                                   {}, {X});
  if (Ty->isHalfTy() && Target.FullSmVersion >= 750 && Target.PTXVersion >= 70)
    return Builder.CreateIntrinsic(Intrinsic::nvvm_ex2_approx_f16, {}, {X});
  return Builder.CreateFPTrunc(exp2(Builder.CreateFPExt(X, Builder.getFloatTy())), Ty);
}

/// A multiplication by 1, which LLVM must not know as one.
Value *GenericIRLowering::canonicalize(Value *X) {
  Type *Ty = X->getType();
  Value *One = ConstantFP::get(Ty, 1);
  if (Ty->isHalfTy())
    return Builder.CreateIntrinsic(Intrinsic::nvvm_fma_rn_f16, {},
                                   {X, One, ConstantFP::getNegativeZero(Ty)});
  if (Ty->isDoubleTy())
    return Builder.CreateIntrinsic(Intrinsic::nvvm_mul_rn_d, {}, {X, One});
  return Builder.CreateIntrinsic(
      flushesDenormals() ? Intrinsic::nvvm_mul_rn_ftz_f : Intrinsic::nvvm_mul_rn_f, {}, {X, One});
}

Value *GenericIRLowering::lowerElements(Value *Argument,
                                        function_ref<Value *(Value *)> LowerScalar) {
  auto *Vector = dyn_cast<FixedVectorType>(Argument->getType());
  if (!Vector)
    return LowerScalar(Argument);
  Value *Result = PoisonValue::get(Vector);
  for (unsigned Index = 0; Index < Vector->getNumElements(); ++Index)
    Result = Builder.CreateInsertElement(
        Result, LowerScalar(Builder.CreateExtractElement(Argument, Index)), Index);
  return Result;
}

/// The saved pointer is to local memory; only llvm.stackrestore reads it.
Value *GenericIRLowering::saveStack() {
  auto *Save = InlineAsm::get(FunctionType::get(Builder.getInt64Ty(), false), "stacksave.u64 $0;",
                              "=l", /*hasSideEffects=*/true);
  return Builder.CreateIntToPtr(Builder.CreateCall(Save), I.getType());
}

Value *GenericIRLowering::lowerIntrinsic(IntrinsicInst &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  bool HasStack = Target.FullSmVersion >= 520 && Target.PTXVersion >= 73;
  if (ID == Intrinsic::stacksave)
    return HasStack ? saveStack() : nullptr;
  if (ID == Intrinsic::stackrestore && HasStack) {
    Value *Saved = Builder.CreatePtrToInt(Call.getArgOperand(0), Builder.getInt64Ty());
    auto *Restore = InlineAsm::get(FunctionType::get(Builder.getVoidTy(), Saved->getType(), false),
                                   "stackrestore.u64 $0;", "l,~{memory}", /*hasSideEffects=*/true);
    return Builder.CreateCall(Restore, Saved);
  }
  if ((ID != Intrinsic::exp2 && ID != Intrinsic::canonicalize) ||
      !isSupported(ID, Call.getType()->getScalarType()))
    return nullptr;
  return lowerElements(Call.getArgOperand(0),
                       [&](Value *X) { return ID == Intrinsic::exp2 ? exp2(X) : canonicalize(X); });
}

/// LLVM 19 stores the one and loads the other. It folds a load into the cast itself.
Value *GenericIRLowering::lowerCast(BitCastInst &Cast) {
  auto *Bytes = FixedVectorType::get(Builder.getInt8Ty(), 2);
  Type *Word = Builder.getInt16Ty();
  Value *From = Cast.getOperand(0);
  if (isa<LoadInst>(From))
    return nullptr;
  if (From->getType() == Bytes) {
    Value *Lower = Builder.CreateZExt(Builder.CreateExtractElement(From, uint64_t(0)), Word);
    Value *Upper = Builder.CreateZExt(Builder.CreateExtractElement(From, 1), Word);
    return Builder.CreateBitCast(Builder.CreateOr(Lower, Builder.CreateShl(Upper, 8)),
                                 Cast.getType());
  }
  if (Cast.getType() != Bytes)
    return nullptr;
  Value *Bits = Builder.CreateBitCast(From, Word);
  Value *Lower = Builder.CreateTrunc(Bits, Builder.getInt8Ty());
  Value *Upper = Builder.CreateTrunc(Builder.CreateLShr(Bits, 8), Builder.getInt8Ty());
  Value *Vector = Builder.CreateInsertElement(PoisonValue::get(Bytes), Lower, uint64_t(0));
  return Builder.CreateInsertElement(Vector, Upper, 1);
}

Value *GenericIRLowering::lower() {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return lowerIntrinsic(*Call);
  if (auto *Cast = dyn_cast<BitCastInst>(&I))
    return lowerCast(*Cast);
  return nullptr;
}

bool tensorcore::lowerGenericIR(Module &M, const TargetVersion &Target) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (Value *Lowered = GenericIRLowering(I, Target).lower()) {
        if (!I.getType()->isVoidTy()) {
          Lowered->takeName(&I);
          I.replaceAllUsesWith(Lowered);
        }
        I.eraseFromParent();
        Changed = true;
      }
  return Changed;
}
