//===- ConditionMasks.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/ConditionMasks.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace llvm::tensorcore;

namespace {

class ConditionMasks : public FunctionPass {
public:
  static char ID;
  ConditionMasks() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX condition masks"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesCFG(); }
  bool runOnFunction(Function &F) override;
};

char ConditionMasks::ID = 0;

} // namespace

static bool isMask(const Value *V) {
  return V->getType()->isIntegerTy() &&
         match(V, m_Select(m_Value(), m_ConstantInt(), m_ConstantInt()));
}

/// Computes an instruction for one value of its mask; null if that is not a number.
static ConstantInt *fold(Instruction &I, const Value *Mask, Value *Number) {
  SmallVector<Constant *, 2> Operands;
  for (Value *Operand : I.operands())
    Operands.push_back(dyn_cast<ConstantInt>(Operand == Mask ? Number : Operand));
  if (is_contained(Operands, nullptr))
    return nullptr;
  return dyn_cast_or_null<ConstantInt>(ConstantFoldInstOperands(&I, Operands, I.getDataLayout()));
}

/// Returns what an instruction computes of a mask and constants: another mask, the condition, its
/// opposite, or a constant. Null if it is something else.
static Value *compute(Instruction &I, SelectInst &Mask) {
  if (!isa<BinaryOperator, ICmpInst, CastInst>(I) || !I.getType()->isIntegerTy())
    return nullptr;
  ConstantInt *Then = fold(I, &Mask, Mask.getTrueValue());
  ConstantInt *Else = fold(I, &Mask, Mask.getFalseValue());
  if (!Then || !Else || Then == Else)
    return Then == Else ? Then : nullptr;
  IRBuilder<> Builder(&I);
  if (I.getType()->isIntegerTy(1))
    return Then->isOne() ? Mask.getCondition() : Builder.CreateNot(Mask.getCondition());
  return Builder.CreateSelect(Mask.getCondition(), Then, Else);
}

static bool foldUsers(SelectInst &First) {
  bool Changed = false;
  SmallVector<Instruction *> Masks = {&First};
  while (!Masks.empty()) {
    auto *Mask = cast<SelectInst>(Masks.pop_back_val());
    const SmallSetVector<User *, 8> Users(Mask->user_begin(), Mask->user_end());
    for (User *U : Users) {
      auto *I = cast<Instruction>(U);
      Value *Computed = compute(*I, *Mask);
      if (!Computed)
        continue;
      I->replaceAllUsesWith(Computed);
      I->eraseFromParent();
      if (isMask(Computed))
        Masks.push_back(cast<Instruction>(Computed));
      Changed = true;
    }
  }
  return Changed;
}

/// Makes one bit of two conditions: of `a ? 0 : b ? 1 : 0`, and the other way round.
static bool joinConditions(SelectInst &I) {
  Value *Condition;
  auto Bit =
      m_CombineOr(m_ZExt(m_Value(Condition)), m_Select(m_Value(Condition), m_One(), m_Zero()));
  const bool IsElse = match(I.getTrueValue(), m_Zero()) && match(I.getFalseValue(), Bit);
  if ((!IsElse && !(match(I.getFalseValue(), m_Zero()) && match(I.getTrueValue(), Bit))) ||
      !Condition->getType()->isIntegerTy(1) || !I.getType()->isIntegerTy())
    return false;
  IRBuilder<> Builder(&I);
  Value *False = Builder.getFalse();
  Value *Both = IsElse ? Builder.CreateSelect(I.getCondition(), False, Condition)
                       : Builder.CreateSelect(I.getCondition(), Condition, False);
  I.replaceAllUsesWith(Builder.CreateZExt(Both, I.getType()));
  I.eraseFromParent();
  return true;
}

bool ConditionMasks::runOnFunction(Function &F) {
  if (!F.hasFnAttribute(MatrixFunctionAttribute))
    return false;
  bool Changed = false;
  SmallVector<SelectInst *> Masks;
  for (Instruction &I : instructions(F))
    if (isMask(&I))
      Masks.push_back(cast<SelectInst>(&I));
  for (SelectInst *Mask : Masks)
    Changed |= foldUsers(*Mask);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Select = dyn_cast<SelectInst>(&I))
      Changed |= joinConditions(*Select);
  return Changed;
}

FunctionPass *tensorcore::createConditionMasksPass() { return new ConditionMasks(); }
