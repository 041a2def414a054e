//===- WGMMAScaleD.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds accumulators that are zeros, also where phis bring them.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/WGMMAScaleD.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "Model/Instructions/MMADescriptor.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if a value is of no consequence, or a zero that scale-d can stand for. -0 is
/// not: it makes the sum of nothing but -0 another one.
static bool isZeroOrUndefined(const Value *V) {
  auto *C = dyn_cast<Constant>(V);
  return C && (isa<UndefValue>(C) || C->isNullValue());
}

/// The predicate that is false where phis bring zeros, if zeros is what they bring
/// somewhere and nobody else wants them: `Accumulators` are then all of one block, used
/// once each, and each incoming edge brings zeros to all of them or to none.
static Value *makePredicateOfZeros(ArrayRef<Value *> Accumulators) {
  auto *First = dyn_cast<PHINode>(Accumulators.front());
  auto IsPHIOfIt = [First](Value *V) {
    auto *Phi = dyn_cast<PHINode>(V);
    return Phi && Phi->getParent() == First->getParent() && Phi->hasOneUse();
  };
  if (!First || !all_of(Accumulators, IsPHIOfIt))
    return nullptr;
  auto IsZeroOn = [](Value *Phi, BasicBlock *Edge) {
    return isZeroOrUndefined(cast<PHINode>(Phi)->getIncomingValueForBlock(Edge));
  };
  SmallSetVector<BasicBlock *, 4> Zero;
  for (BasicBlock *Edge : First->blocks()) {
    unsigned Zeros = count_if(Accumulators, [&](Value *Phi) { return IsZeroOn(Phi, Edge); });
    if (Zeros == Accumulators.size())
      Zero.insert(Edge);
    else if (Zeros)
      return nullptr;
  }
  if (Zero.empty())
    return nullptr;
  IRBuilder<> Builder(First);
  PHINode *Predicate =
      Builder.CreatePHI(Builder.getInt1Ty(), First->getNumIncomingValues(), "accumulate");
  for (BasicBlock *Edge : First->blocks())
    Predicate->addIncoming(Builder.getInt1(!Zero.contains(Edge)), Edge);
  for (Value *Phi : Accumulators)
    for (BasicBlock *Edge : Zero)
      cast<PHINode>(Phi)->setIncomingValueForBlock(Edge, PoisonValue::get(Phi->getType()));
  return Predicate;
}

/// Says by scale-d what zeros in the accumulators say, so that nobody has to make them.
static void foldZeros(CallBase &Call) {
  unsigned Registers = getMMAOpcodeInfo(*getRegisterFormOpcode(*getCallee(Call))).DCount;
  unsigned ScaleD = Call.arg_size() - 2;
  SmallVector<Value *, 0> Accumulators(Call.arg_begin(), Call.arg_begin() + Registers);
  Value *Scale = Call.getArgOperand(ScaleD);
  if (all_of(Accumulators, isZeroOrUndefined)) {
    Call.setArgOperand(ScaleD, ConstantInt::getFalse(Call.getContext()));
  } else if (Value *Predicate = makePredicateOfZeros(Accumulators)) {
    IRBuilder<> Builder(&Call);
    Call.setArgOperand(ScaleD, match(Scale, PatternMatch::m_One())
                                   ? Predicate
                                   : Builder.CreateAnd(Scale, Predicate));
  }
}

/// Moves a constant scale-d into the MMA descriptor, and forgets accumulators that are
/// not looked at.
static void moveScaleD(CallBase &Call) {
  unsigned ScaleD = Call.arg_size() - 2, Descriptor = ScaleD + 1;
  uint64_t Word = cast<ConstantInt>(Call.getArgOperand(Descriptor))->getZExtValue();
  auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(ScaleD));
  MMADescriptor Settled = cantFail(MMADescriptor::decode(Word));
  Settled = cantFail(Settled.with(MMAField_Predicate, !Constant));
  Settled = cantFail(Settled.with(MMAField_ScaleD, Constant && Constant->isOne()));
  Call.setArgOperand(Descriptor,
                     ConstantInt::get(Type::getInt64Ty(Call.getContext()), Settled.getWord()));
  if (!Constant || Constant->isOne())
    return;
  unsigned Registers = getMMAOpcodeInfo(*getRegisterFormOpcode(*getCallee(Call))).DCount;
  for (unsigned I = 0; I < Registers; ++I)
    Call.setArgOperand(I, PoisonValue::get(Call.getArgOperand(I)->getType()));
}

void tensorcore::settleScaleD(CallBase &Call) {
  foldZeros(Call);
  moveScaleD(Call);
}
