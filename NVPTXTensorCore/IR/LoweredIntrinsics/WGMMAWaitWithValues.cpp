//===- WGMMAWaitWithValues.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsic, and what it stands for: the plain wait, behind which the values are
// what they were. Ordering then holds them there (IR/Ordering/WGMMAOrdering.h).
//
//===----------------------------------------------------------------------===//

#include "IR/LoweredIntrinsics/WGMMAWaitWithValues.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/MatrixIntrinsics.h"
#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "IR/Intrinsics/RegisterParts.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral Name = "llvm.nvvm.wgmma.wait_group.sync.aligned";

static const MMAVariant &getPlainWait() { return *lookupMMAVariant(Name); }

/// The type of the intrinsic for values of these types.
static FunctionType *getWaitType(LLVMContext &Context, ArrayRef<Type *> Values) {
  SmallVector<Type *> Arguments = {Type::getInt64Ty(Context)};
  append_range(Arguments, Values);
  Type *Result = Values.size() == 1 ? Values.front() : StructType::get(Context, Values);
  return FunctionType::get(Result, Arguments, /*isVarArg=*/false);
}

static bool isHandedOn(Type *T) {
  return isRegisterType(T) || (T->isVectorTy() && getRegisterPartType(T));
}

static Function *getDeclaration(Module &M, ArrayRef<Type *> Values) {
  std::string FullName = Name.str();
  for (Type *T : Values)
    FullName += "." + getTypeSuffix(*T);
  return declareIntrinsic(M, FullName, getWaitType(M.getContext(), Values),
                          getTrueAttributes(M.getContext(), MMAFamily_WGMMASync));
}

namespace {

class WaitWithValues final : public LoweredIntrinsic {
public:
  StringRef getName() const override { return Name; }
  bool isOverloaded() const override { return true; }

  FunctionType *getType(const Function &F) const override {
    SmallVector<Type *> Values(F.getFunctionType()->params());
    if (Values.size() < 2 || !all_of(drop_begin(Values), isHandedOn))
      return nullptr;
    return getWaitType(F.getContext(), ArrayRef(Values).drop_front());
  }

  void addAttributes(AttrBuilder &Builder) const override {
    addTrueAttributes(Builder, MMAFamily_WGMMASync);
  }

  Error check(const CallBase &Call, const TargetVersion &Target) const override {
    if (Error E = checkLegal(getPlainWait(), Target))
      return E;
    return checkGroupCount(getPlainWait(), Call);
  }

  Value *lower(const CallBase &Call, IRBuilderBase &Builder, const TargetVersion &) const override;
};

} // namespace

Value *WaitWithValues::lower(const CallBase &Call, IRBuilderBase &Builder,
                             const TargetVersion &) const {
  Module &M = *Builder.GetInsertBlock()->getModule();
  FunctionType *Type = getMMAFunctionType(M.getContext(), getPlainWait(), /*AddressSpace=*/0);
  FunctionCallee Plain = M.getOrInsertFunction(Name, Type);
  AttributeList Attributes = AttributeList().addFnAttributes(
      M.getContext(), getTrueAttributes(M.getContext(), MMAFamily_WGMMASync));
  CallInst *Wait = Builder.CreateCall(Plain, Call.getArgOperand(0));
  Wait->setAttributes(Attributes);
  if (Call.arg_size() == 2)
    return Call.getArgOperand(1);
  Value *Result = PoisonValue::get(Call.getType());
  for (unsigned I = 1; I < Call.arg_size(); ++I)
    Result = Builder.CreateInsertValue(Result, Call.getArgOperand(I), I - 1);
  return Result;
}

void tensorcore::addWGMMAWaitWithValues(NVVMIntrinsics &Intrinsics) {
  Intrinsics.push_back(std::make_unique<WaitWithValues>());
}

SmallVector<Value *, 0> tensorcore::createWGMMAWaitWithValues(IRBuilderBase &Builder, Value *Groups,
                                                              ArrayRef<Value *> Values) {
  SmallVector<Type *> Types;
  SmallVector<Value *> Arguments = {Groups};
  for (Value *V : Values) {
    Types.push_back(V->getType());
    Arguments.push_back(V);
  }
  Function *Callee = getDeclaration(*Builder.GetInsertBlock()->getModule(), Types);
  if (!Callee)
    return {};
  CallInst *Wait = Builder.CreateCall(Callee, Arguments);
  Wait->setAttributes(Callee->getAttributes());
  if (Values.size() == 1)
    return {Wait};
  SmallVector<Value *, 0> Results;
  for (unsigned I = 0; I < Values.size(); ++I)
    Results.push_back(Builder.CreateExtractValue(Wait, I));
  return Results;
}
