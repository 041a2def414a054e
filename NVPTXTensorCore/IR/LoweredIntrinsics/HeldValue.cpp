//===- HeldValue.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, and that nothing becomes of it.
//
//===----------------------------------------------------------------------===//

#include "IR/LoweredIntrinsics/HeldValue.h"
#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral Name = "llvm.nvvm.registers.hold";

bool tensorcore::canHold(const Type &T) {
  if (auto *Struct = dyn_cast<StructType>(&T))
    return all_of(Struct->elements(), [](const Type *Element) { return canHold(*Element); });
  return !isa<ScalableVectorType>(T) && (T.isIntOrIntVectorTy() || T.isFPOrFPVectorTy());
}

namespace {

class HeldValue final : public LoweredIntrinsic {
public:
  StringRef getName() const override { return Name; }
  bool isOverloaded() const override { return true; }

  FunctionType *getType(const Function &F) const override {
    if (F.arg_size() != 1)
      return nullptr;
    Type *T = F.getFunctionType()->getParamType(0);
    return canHold(*T) ? FunctionType::get(T, T, /*isVarArg=*/false) : nullptr;
  }

  void addAttributes(AttrBuilder &Builder) const override {
    addTrueAttributes(Builder, MMAFamily_Hold);
  }

  Error check(const CallBase &, const TargetVersion &) const override { return Error::success(); }

  Value *lower(const CallBase &Call, IRBuilderBase &, const TargetVersion &) const override {
    return Call.getArgOperand(0);
  }
};

} // namespace

void tensorcore::addHeldValue(NVVMIntrinsics &Intrinsics) {
  Intrinsics.push_back(std::make_unique<HeldValue>());
}

bool tensorcore::isHeldValue(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with(Name);
}

Value *tensorcore::createHeldValue(IRBuilderBase &Builder, Value &V) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  std::string FullName = (Name + "." + getTypeSuffix(*V.getType())).str();
  auto *Type = FunctionType::get(V.getType(), V.getType(), /*isVarArg=*/false);
  Function *Callee =
      declareIntrinsic(M, FullName, Type, getTrueAttributes(M.getContext(), MMAFamily_Hold));
  if (!Callee)
    return &V;
  CallInst *Call = Builder.CreateCall(Callee, &V);
  Call->setAttributes(Callee->getAttributes());
  return Call;
}
