//===- WGMMALowering.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call at a time, in an order in which what a call needs has been lowered before.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/WGMMALowering.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/RegisterParts.h"
#include "IR/Lowering/WGMMAInstructions.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether a value is of no consequence, or a zero that scale-d can stand for. -0 is
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
static void settleScaleD(CallBase &Call) {
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

namespace {

class Lowering {
public:
  Lowering(Function &F, unsigned PTXVersion) : F(F), PTXVersion(PTXVersion), Parts(F) {}

  bool run();

private:
  void lower(CallBase &Call, const MMAVariant &Variant);
  uint64_t getWord(CallBase &Call, const MMAVariant &Variant);

  Function &F;
  unsigned PTXVersion;
  RegisterParts Parts;
  SmallVector<CallBase *> Lowered;
};

} // namespace

/// The MMA descriptor of a call, but for scale-d.
uint64_t Lowering::getWord(CallBase &Call, const MMAVariant &Variant) {
  MMADescriptor Result = cantFail(describe(Variant, /*AddressSpace=*/0, PTXVersion));
  const std::tuple<StringRef, MMAField, int64_t> Immediates[] = {
      {"imm_scale_a", MMAField_NegateA, -1},
      {"imm_scale_b", MMAField_NegateB, -1},
      {"imm_trans_a", MMAField_TransA, 1},
      {"imm_trans_b", MMAField_TransB, 1}};
  for (auto [Role, Field, Set] : Immediates)
    if (std::optional<unsigned> Argument = Variant.Signature.find(Role))
      Result = cantFail(Result.with(
          Field, cast<ConstantInt>(Call.getArgOperand(*Argument))->getSExtValue() == Set));
  return Result.getWord();
}

void Lowering::lower(CallBase &Call, const MMAVariant &Variant) {
  IRBuilder<> Builder(&Call);
  Type *Register = getRegisterPartType(Call.getType());
  Function *Callee = getRegisterFormDeclaration(*F.getParent(), Variant.Opcode, *Register);
  SmallVector<Value *, 0> Arguments;
  for (unsigned I = 0, Last = *Variant.Signature.find("scale_d"); I <= Last; ++I)
    if (Value *Argument = Call.getArgOperand(I); Argument->getType()->isVectorTy())
      append_range(Arguments, Parts.get(Argument));
    else
      Arguments.push_back(Argument);
  Arguments.push_back(Builder.getInt64(getWord(Call, Variant)));
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallInst *New = Builder.CreateCall(Callee, Arguments, Bundles);
  New->setAttributes(Callee->getAttributes());
  New->setDebugLoc(Call.getDebugLoc());
  SmallVector<Value *, 0> Results;
  for (unsigned I = 0; I < getMMAOpcodeInfo(Variant.Opcode).DCount; ++I)
    Results.push_back(Builder.CreateExtractValue(New, I));
  Parts.replace(Call, Results);
  Lowered.push_back(New);
}

/// The variant of a wgmma that has not been lowered; null for everything else.
static const MMAVariant *getWGMMA(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  const MMAVariant *Variant = Callee ? getMMAVariant(*Callee) : nullptr;
  return Variant && Variant->Family == MMAFamily_WGMMA ? Variant : nullptr;
}

bool Lowering::run() {
  for (BasicBlock &BB : F) // of all functions: nothing unwinds, and there is a place behind a call
    if (auto *Invoke = dyn_cast<InvokeInst>(BB.getTerminator()))
      changeToCall(Invoke);
  SmallVector<std::pair<CallBase *, const MMAVariant *>> Calls;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      if (const MMAVariant *Variant = getWGMMA(I); Variant || isWGMMAIssueAsm(I))
        Calls.push_back({cast<CallBase>(&I), Variant});
  for (auto [Call, Variant] : Calls) {
    if (Variant)
      lower(*Call, *Variant);
    else if (getRegisterPartType(Call->getType()))
      Parts.get(Call);
  }
  Parts.finish();
  for (CallBase *Call : Lowered) {
    foldZeros(*Call);
    settleScaleD(*Call);
  }
  return !Calls.empty();
}

bool tensorcore::lowerWGMMA(Function &F, unsigned PTXVersion) {
  auto IsAny = [](const Instruction &I) { return getWGMMA(I) || isWGMMAIssueAsm(I); };
  if (none_of(instructions(F), IsAny))
    return false;
  removeUnreachableBlocks(F); // where values may be made of themselves
  return Lowering(F, PTXVersion).run();
}
