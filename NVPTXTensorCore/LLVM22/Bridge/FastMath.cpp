//===- FastMath.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fast-math flags. LLVM 19 parses them at fewer places than LLVM 22; dropping one there forbids an
// optimization and changes nothing else. What LLVM 22's back end makes of "afn", LLVM 19's makes of
// a function attribute only, so that approximate divisions and functions become the intrinsics of
// the instructions that LLVM 22 prints.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace llvm::tensorcore;

bool tensorcore::hasFloatsOfLLVM19(Type *T) {
  while (auto *Array = dyn_cast<ArrayType>(T))
    T = Array->getElementType();
  return T->isFPOrFPVectorTy();
}

/// Whether LLVM 19 parses flags of an instruction that has them in LLVM 22.
static bool mayHaveFlags(const Instruction &I) {
  if (isa<FPTruncInst, FPExtInst>(I))
    return false;
  return !isa<PHINode, SelectInst, CallBase>(I) || hasFloatsOfLLVM19(I.getType());
}

namespace {

/// An instruction and its form that flushes denormals.
struct Approximation {
  Intrinsic::ID Plain, Flushing;
};

} // namespace

static Value *approximate(Instruction &I, const Approximation &By, ArrayRef<Value *> Arguments) {
  IRBuilder<> Builder(&I);
  const DenormalMode Mode = I.getFunction()->getDenormalMode(APFloat::IEEEsingle());
  return Builder.CreateIntrinsic(Mode.Output == DenormalMode::PreserveSign ? By.Flushing : By.Plain,
                                 Arguments);
}

static constexpr Approximation
    Division = {Intrinsic::nvvm_div_approx_f, Intrinsic::nvvm_div_approx_ftz_f},
    Root = {Intrinsic::nvvm_sqrt_approx_f, Intrinsic::nvvm_sqrt_approx_ftz_f},
    ReciprocalRoot = {Intrinsic::nvvm_rsqrt_approx_f, Intrinsic::nvvm_rsqrt_approx_ftz_f},
    Sine = {Intrinsic::nvvm_sin_approx_f, Intrinsic::nvvm_sin_approx_ftz_f},
    Cosine = {Intrinsic::nvvm_cos_approx_f, Intrinsic::nvvm_cos_approx_ftz_f};

/// What LLVM 22 selects for an operation with the flag afn; null if that says nothing new.
static Value *approximate(Instruction &I) {
  Value *X;
  if (match(&I, m_FDiv(m_FPOne(), m_Sqrt(m_Value(X)))) &&
      cast<Instruction>(I.getOperand(1))->hasApproxFunc())
    return approximate(I, ReciprocalRoot, {X});
  if (I.getOpcode() == Instruction::FDiv)
    return approximate(I, Division, {I.getOperand(0), I.getOperand(1)});
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::sqrt:
    return approximate(I, Root, {Call->getArgOperand(0)});
  case Intrinsic::sin:
    return approximate(I, Sine, {Call->getArgOperand(0)});
  case Intrinsic::cos:
    return approximate(I, Cosine, {Call->getArgOperand(0)});
  default:
    return nullptr;
  }
}

static void convertFlags(Instruction &I) {
  if (!mayHaveFlags(I))
    return I.copyFastMathFlags(FastMathFlags());
  if (!I.getType()->isFloatTy() || !I.hasApproxFunc())
    return;
  if (Value *V = approximate(I)) {
    V->takeName(&I);
    I.replaceAllUsesWith(V);
    I.eraseFromParent();
  }
}

void tensorcore::convertFastMath(Module &M) {
  SmallVector<Instruction *> Instructions;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<FPMathOperator>(I))
        Instructions.push_back(&I);
  for (Instruction *I : reverse(Instructions)) // a division before the root that it divides by
    convertFlags(*I);
}
