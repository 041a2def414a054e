//===- SwizzledOffsets.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/SwizzledOffsets.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Pass.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace llvm::tensorcore;

namespace {

class SwizzledOffsets : public FunctionPass {
public:
  static char ID;
  SwizzledOffsets() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX swizzled offsets"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesCFG(); }
  bool runOnFunction(Function &F) override;
};

char SwizzledOffsets::ID = 0;

/// The constant and the other operand of each `xor`.
using Swizzles = DenseSet<std::pair<Value *, const Constant *>>;

} // namespace

/// Makes `a ^ b`, or `c ^ (d ^ b)` of `a` if that is `c ^ d` with constants d and b.
static Value *createXor(IRBuilder<> &Builder, Value *A, Value *B) {
  Value *C;
  Constant *D;
  if (isa<Constant>(B) && match(A, m_Xor(m_Value(C), m_ImmConstant(D))))
    return Builder.CreateXor(C, Builder.CreateXor(D, B));
  return Builder.CreateXor(A, B);
}

/// Returns `(a ^ b) + constant` for `(a + constant) ^ b` if b is less than the lowest bit of the
/// constant; null otherwise. The sums overflow at the same values of a.
static Value *addBehind(Value *Sum, Value *Swizzle, Instruction &I) {
  Value *A;
  const APInt *Constant;
  if (!match(Sum, m_AddLike(m_Value(A), m_APInt(Constant))) ||
      computeKnownBits(Swizzle, I.getDataLayout()).countMaxActiveBits() > Constant->countr_zero())
    return nullptr;
  IRBuilder<> Builder(&I);
  Instruction *Behind = cast<Instruction>(Sum)->clone();
  Behind->setOperand(0, createXor(Builder, A, Swizzle));
  Behind->setDebugLoc(I.getDebugLoc());
  return Builder.Insert(Behind);
}

/// Returns `(a ^ c) + b` for `a ^ (b + c)`, where a has no bits of b, if there is `a ^ c`, too;
/// null otherwise.
static Value *addZeroBits(Instruction &I, const Swizzles &Found) {
  Value *A = I.getOperand(0);
  const APInt &Constant = cast<ConstantInt>(I.getOperand(1))->getValue();
  const APInt Added = Constant & computeKnownBits(A, I.getDataLayout()).Zero;
  const APInt Rest = Constant ^ Added;
  IRBuilder<> Builder(&I);
  if (!Added.isStrictlyPositive() || (!Rest.isZero() && !Found.contains({A, Builder.getInt(Rest)})))
    return nullptr;
  Value *Swizzled = Rest.isZero() ? A : Builder.CreateXor(A, Builder.getInt(Rest));
  return Builder.CreateAdd(Swizzled, Builder.getInt(Added), "", /*HasNUW=*/true, /*HasNSW=*/true);
}

/// Moves constants behind each `xor` of a sum, operands first.
static bool addBehindAll(Function &F) {
  bool Changed = false;
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : make_early_inc_range(*Block)) {
      Value *A, *B;
      if (!match(&I, m_Xor(m_Value(A), m_Value(B))))
        continue;
      Value *Behind = addBehind(A, B, I);
      if (!Behind)
        Behind = addBehind(B, A, I);
      if (!Behind)
        continue;
      I.replaceAllUsesWith(Behind);
      I.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

bool SwizzledOffsets::runOnFunction(Function &F) {
  if (!optimizesOrdinaryCode() && !F.hasFnAttribute(MatrixFunctionAttribute))
    return false;
  bool Changed = addBehindAll(F);
  Swizzles Found;
  SmallVector<Instruction *> Constants;
  for (Instruction &I : instructions(F))
    if (match(&I, m_Xor(m_Value(), m_ConstantInt()))) {
      Found.insert({I.getOperand(0), cast<ConstantInt>(I.getOperand(1))});
      Constants.push_back(&I);
    }
  SmallVector<Instruction *> Replaced; // stay until nothing is looked up by their addresses
  for (Instruction *I : Constants)
    if (Value *Sum = addZeroBits(*I, Found)) {
      I->replaceAllUsesWith(Sum);
      Replaced.push_back(I);
    }
  for (Instruction *I : Replaced)
    I->eraseFromParent();
  return Changed || !Replaced.empty();
}

FunctionPass *tensorcore::createSwizzledOffsetsPass() { return new SwizzledOffsets(); }
