//===- Intrinsics.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intrinsics that have other operands or another name in LLVM 19.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace llvm::tensorcore;

CallInst *tensorcore::callMarked(IRBuilderBase &Builder, StringRef Name, Type *Result,
                                 ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 4> Types;
  for (Value *V : Arguments)
    Types.push_back(V->getType());
  Module *M = Builder.GetInsertBlock()->getModule();
  return Builder.CreateCall(
      M->getOrInsertFunction((Mark + Name).str(), FunctionType::get(Result, Types, false)),
      Arguments);
}

/// With the size of its operand, which LLVM 19 has besides.
static Value *convertLifetime(CallInst &Call, IRBuilderBase &Builder) {
  Value *Slot = Call.getArgOperand(0);
  std::optional<TypeSize> Size;
  if (auto *Alloca = dyn_cast<AllocaInst>(Slot))
    Size = Alloca->getAllocationSize(Call.getDataLayout());
  const bool IsKnown = Size && !Size->isScalable();
  return callMarked(Builder, Call.getCalledFunction()->getName(), Builder.getVoidTy(),
                    {Builder.getInt64(IsKnown ? Size->getFixedValue() : -1), Slot});
}

/// With the alignment of its pointer, which LLVM 22 has as an attribute, before its mask.
static Value *convertMasked(CallInst &Call, IRBuilderBase &Builder, unsigned Pointer) {
  SmallVector<Value *, 4> Arguments(Call.args());
  Value *Alignment = Builder.getInt32(Call.getParamAlign(Pointer).valueOrOne().value());
  Arguments.insert(Arguments.begin() + Pointer + 1, Alignment);
  return callMarked(Builder, Call.getCalledFunction()->getName(), Call.getType(), Arguments);
}

static Value *convertName(CallInst &Call, IRBuilderBase &Builder) {
  static const std::pair<StringLiteral, StringLiteral> Names[] = {
#define INTRINSIC_NAME(NEW, OLD) {NEW, OLD},
#include "Bridge/Differences.def"
  };
  const StringRef Name = Call.getCalledFunction()->getName();
  for (const auto &[New, Old] : Names)
    if (StringRef Suffix = Name; Suffix.consume_front(New) && Suffix.starts_with("."))
      return callMarked(Builder, (Old + Suffix).str(), Call.getType(),
                        SmallVector<Value *>(Call.args()));
  return nullptr;
}

/// Null if the call may stay.
static Value *convertCall(CallInst &Call, IRBuilderBase &Builder) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
    return convertLifetime(Call, Builder);
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return convertMasked(Call, Builder, 0);
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return convertMasked(Call, Builder, 1);
  default:
    if (Value *V = convertName(Call, Builder))
      return V;
    return convertNVVMCall(Call, Builder);
  }
}

static void replaceCall(CallInst &Call, Value &New) {
  if (auto *NewCall = dyn_cast<CallInst>(&New)) {
    NewCall->copyMetadata(Call);
    if (isa<FPMathOperator>(Call) && isa<FPMathOperator>(NewCall))
      NewCall->copyFastMathFlags(&Call);
  }
  if (!Call.getType()->isVoidTy()) {
    New.takeName(&Call);
    Call.replaceAllUsesWith(&New);
  }
  Call.eraseFromParent();
}

/// A declaration that nobody calls any more, of a name or a type that LLVM 19 does not have.
static void eraseUnused(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && F.getName().starts_with("llvm."))
      F.eraseFromParent();
}

void tensorcore::convertIntrinsics(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !Call->getCalledFunction() ||
          !Call->getCalledFunction()->getName().starts_with("llvm."))
        continue;
      IRBuilder<> Builder(Call);
      if (Value *New = convertCall(*Call, Builder))
        replaceCall(*Call, *New);
    }
  eraseUnused(M);
}
