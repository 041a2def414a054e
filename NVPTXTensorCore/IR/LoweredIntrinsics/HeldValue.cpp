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
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral Name = "llvm.nvvm.registers.hold";

/// "v64f32", "i32", "s_v2f32_f32"; empty for types that cannot be held.
static std::string spellType(const Type &T) {
  if (auto *Vector = dyn_cast<FixedVectorType>(&T))
    return "v" + std::to_string(Vector->getNumElements()) + spellType(*Vector->getElementType());
  if (auto *Struct = dyn_cast<StructType>(&T)) {
    std::string Text = "s";
    for (const Type *Element : Struct->elements()) {
      std::string Spelling = spellType(*Element);
      if (Spelling.empty())
        return "";
      Text += "_" + Spelling;
    }
    return Text;
  }
  if (T.isBFloatTy())
    return "bf16";
  return T.isIntegerTy() || T.isFloatingPointTy()
             ? (T.isIntegerTy() ? "i" : "f") + std::to_string(T.getScalarSizeInBits())
             : "";
}

bool tensorcore::canHold(const Type &T) { return !spellType(T).empty(); }

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
  std::string FullName = (Name + "." + spellType(*V.getType())).str();
  auto *Type = FunctionType::get(V.getType(), V.getType(), /*isVarArg=*/false);
  Function *Callee =
      declareIntrinsic(M, FullName, Type, getTrueAttributes(M.getContext(), MMAFamily_Hold));
  if (!Callee)
    return &V;
  CallInst *Call = Builder.CreateCall(Callee, &V);
  Call->setAttributes(Callee->getAttributes());
  return Call;
}
