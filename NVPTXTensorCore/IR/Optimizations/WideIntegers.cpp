//===- WideIntegers.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of 8 and 16 bits whose operands are known to fit, in 32 bits.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/WideIntegers.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Bounds the recursion. The numbers of lanes and tiles are computed in fewer steps.
static constexpr unsigned MaxDepth = 64;

namespace {

/// Extends values, as signed or as unsigned numbers, by computing them in 32 bits.
class Widening {
public:
  Widening(bool IsSigned, LazyValueInfo &Ranges) : IsSigned(IsSigned), Ranges(Ranges) {}

  /// Returns true if a value has 32 bits without an extension of any operand.
  bool canWiden(Value &V, unsigned Depth = 0);
  /// Returns the extension of a value for an instruction. What is not known to fit is extended.
  Value *widen(Value &V, Instruction &User);

private:
  bool isKnownToFit(TruncInst &Truncation);
  bool isExact(const Instruction &I) const;

  const bool IsSigned;
  LazyValueInfo &Ranges;
  DenseMap<Value *, bool> Known;
  DenseMap<Value *, Value *> Wide;
};

} // namespace

static bool isNarrow(const Value &V) {
  return V.getType()->isIntegerTy(8) || V.getType()->isIntegerTy(16);
}

static bool isDivision(const Instruction &I) {
  return is_contained({Instruction::SDiv, Instruction::SRem, Instruction::UDiv, Instruction::URem},
                      I.getOpcode());
}

static bool isSignedDivision(const Instruction &I) {
  return I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
}

/// Returns true if a truncation leaves the number that it is of.
bool Widening::isKnownToFit(TruncInst &Truncation) {
  if (IsSigned ? Truncation.hasNoSignedWrap() : Truncation.hasNoUnsignedWrap())
    return true;
  const ConstantRange Range =
      Ranges.getConstantRangeAtUse(Truncation.getOperandUse(0), /*UndefAllowed=*/false);
  return (IsSigned ? Range.getMinSignedBits() : Range.getActiveBits()) <=
         Truncation.getType()->getScalarSizeInBits();
}

/// Returns true if the extension of an operation is the operation of its operands' extensions.
bool Widening::isExact(const Instruction &I) const {
  switch (I.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Select:
    return true;
  case Instruction::SDiv:
  case Instruction::SRem:
    return IsSigned;
  case Instruction::UDiv:
  case Instruction::URem:
    return !IsSigned;
  case Instruction::AShr:
    return IsSigned && isa<ConstantInt>(I.getOperand(1));
  case Instruction::LShr:
    return !IsSigned && isa<ConstantInt>(I.getOperand(1));
  case Instruction::Shl:
    if (!isa<ConstantInt>(I.getOperand(1)))
      return false;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
    return IsSigned ? I.hasNoSignedWrap() : I.hasNoUnsignedWrap();
  default:
    return false;
  }
}

bool Widening::canWiden(Value &V, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !isNarrow(V))
    return isa<ConstantInt>(V);
  if (Depth == MaxDepth)
    return false;
  if (auto Found = Known.find(I); Found != Known.end())
    return Found->second;
  Known[I] = false;
  auto *Truncation = dyn_cast<TruncInst>(I);
  const bool Can =
      Truncation ? isKnownToFit(*Truncation)
                 : isExact(*I) && all_of(I->operands(), [&](Use &Operand) {
                     return Operand->getType()->isIntegerTy(1) || canWiden(*Operand, Depth + 1);
                   });
  return Known[I] = Can;
}

/// Says of a wide operation what is true of it because its result fits in fewer bits.
static void addFlags(Value *V, const Instruction &Narrow, bool IsSigned) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getOpcode() != Narrow.getOpcode())
    return;
  if (isa<OverflowingBinaryOperator>(I)) {
    I->setHasNoSignedWrap();
    I->setHasNoUnsignedWrap(!IsSigned);
  }
  if (isa<PossiblyExactOperator>(I))
    I->setIsExact(Narrow.isExact());
  if (auto *Or = dyn_cast<PossiblyDisjointInst>(I))
    Or->setIsDisjoint(cast<PossiblyDisjointInst>(Narrow).isDisjoint());
}

Value *Widening::widen(Value &V, Instruction &User) {
  if (Value *Found = Wide.lookup(&V))
    return Found;
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !(canWiden(*I) || (isDivision(*I) && isExact(*I)))) {
    IRBuilder<> Builder(&User);
    return IsSigned ? Builder.CreateSExt(&V, Builder.getInt32Ty())
                    : Builder.CreateZExt(&V, Builder.getInt32Ty());
  }
  IRBuilder<> Builder(I);
  if (isa<TruncInst>(I)) {
    Value &Source = *I->getOperand(0);
    return Wide[I] = isNarrow(Source) ? widen(Source, *I)
                                      : Builder.CreateTrunc(&Source, Builder.getInt32Ty());
  }
  SmallVector<Value *, 3> Operands;
  for (Use &Operand : I->operands())
    Operands.push_back(Operand->getType()->isIntegerTy(1) ? Operand.get() : widen(*Operand, *I));
  Value *Result = isa<SelectInst>(I) ? Builder.CreateSelect(Operands[0], Operands[1], Operands[2])
                                     : Builder.CreateBinOp(cast<BinaryOperator>(I)->getOpcode(),
                                                           Operands[0], Operands[1]);
  addFlags(Result, *I, IsSigned);
  return Wide[I] = Result;
}

namespace {

/// Widens the instructions of a function.
class IntegerWidener {
public:
  explicit IntegerWidener(LazyValueInfo &Ranges)
      : Signed(/*IsSigned=*/true, Ranges), Unsigned(/*IsSigned=*/false, Ranges) {}

  bool widen(Instruction &I);
  /// Erases what has been widened.
  void finish() { RecursivelyDeleteTriviallyDeadInstructionsPermissive(Old); }

private:
  bool widenDivision(Instruction &Division);
  bool widenExtension(CastInst &Extension);
  bool widenComparison(ICmpInst &Comparison);
  bool replace(Instruction &I, Value *New) {
    I.replaceAllUsesWith(New);
    Old.push_back(&I);
    return true;
  }

  Widening Signed, Unsigned;
  SmallVector<WeakTrackingVH, 0> Old;
};

} // namespace

bool IntegerWidener::widenDivision(Instruction &Division) {
  const bool IsSigned = isSignedDivision(Division);
  Value *Wide = (IsSigned ? Signed : Unsigned).widen(Division, Division);
  return replace(Division, IRBuilder<>(&Division).CreateTrunc(Wide, Division.getType(), "",
                                                              /*IsNUW=*/!IsSigned,
                                                              /*IsNSW=*/IsSigned));
}

bool IntegerWidener::widenExtension(CastInst &Extension) {
  const bool IsSigned = isa<SExtInst>(Extension);
  Widening &Way = IsSigned ? Signed : Unsigned;
  Value &Narrow = *Extension.getOperand(0);
  if (Extension.getType()->getScalarSizeInBits() < 32 || !Way.canWiden(Narrow))
    return false;
  Value *Wide = Way.widen(Narrow, Extension);
  IRBuilder<> Builder(&Extension);
  return replace(Extension, IsSigned ? Builder.CreateSExt(Wide, Extension.getType())
                                     : Builder.CreateZExt(Wide, Extension.getType()));
}

bool IntegerWidener::widenComparison(ICmpInst &Comparison) {
  Value &Left = *Comparison.getOperand(0), &Right = *Comparison.getOperand(1);
  auto CanWiden = [&](Widening &Way) { return Way.canWiden(Left) && Way.canWiden(Right); };
  Widening *Way = nullptr;
  if (!Comparison.isUnsigned() && CanWiden(Signed))
    Way = &Signed;
  else if (!Comparison.isSigned() && CanWiden(Unsigned))
    Way = &Unsigned;
  else
    return false;
  Value *A = Way->widen(Left, Comparison), *B = Way->widen(Right, Comparison);
  return replace(Comparison, IRBuilder<>(&Comparison).CreateICmp(Comparison.getPredicate(), A, B));
}

bool IntegerWidener::widen(Instruction &I) {
  if (isNarrow(I) && isDivision(I))
    return widenDivision(I);
  if (isa<SExtInst, ZExtInst>(I))
    return widenExtension(cast<CastInst>(I));
  return widenComparison(cast<ICmpInst>(I));
}

/// Returns true for a division, an extension or a comparison of a few bits.
static bool isCandidate(const Instruction &I) {
  return isNarrow(I) ? isDivision(I)
                     : isa<SExtInst, ZExtInst, ICmpInst>(I) && isNarrow(*I.getOperand(0)) &&
                           isa<Instruction>(I.getOperand(0));
}

PreservedAnalyses WideIntegersPass::run(Function &F, FunctionAnalysisManager &AM) {
  SmallVector<Instruction *, 0> Candidates;
  if (optimizesOrdinaryCode())
    for (Instruction &I : instructions(F))
      if (isCandidate(I))
        Candidates.push_back(&I);
  if (Candidates.empty())
    return PreservedAnalyses::all();
  IntegerWidener Widener(AM.getResult<LazyValueAnalysis>(F));
  bool Changed = false;
  for (Instruction *I : Candidates)
    Changed |= Widener.widen(*I);
  Widener.finish();
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
