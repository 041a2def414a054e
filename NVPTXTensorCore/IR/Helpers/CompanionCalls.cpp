//===- CompanionCalls.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One helper for each row.
//
//===----------------------------------------------------------------------===//

#include "IR/Helpers/CompanionCalls.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class CompanionCall final : public NVVMIntrinsic {
public:
  explicit CompanionCall(const Companion &Intrinsic)
      : Intrinsic(Intrinsic), Signature(Intrinsic.Signature) {}

  StringRef getName() const override { return Intrinsic.Name; }
  bool isOverloaded() const override { return Signature.findPointer() != nullptr; }
  Stage getStage() const override { return Stage::AsInstruction; }
  FunctionType *getType(const Function &Declaration) const override;
  void addAttributes(AttrBuilder &Builder) const override;
  Error check(const CallBase &Call, const TargetVersion &Target) const override;
  Value *lower(const CallBase &Call, IRBuilderBase &Builder) const override;

private:
  const Companion &Intrinsic;
  const MMASignature &Signature;

  std::optional<CompanionForm> getForm(const CallBase &Call) const;
};

} // namespace

/// The address space that the end of an overloaded name says, ".p3"; nothing if it says none.
static std::optional<unsigned> parseSpace(StringRef Suffix) {
  unsigned Space;
  if (!Suffix.consume_front(".p") || Suffix.getAsInteger(10, Space))
    return std::nullopt;
  return Space;
}

/// The result as it was declared, where that is right: C++ has bool in a struct as 8 bits.
static Type *chooseResult(Type *Declared, Type *Expected) {
  auto *Struct = dyn_cast<StructType>(Declared), *Right = dyn_cast<StructType>(Expected);
  if (!Struct || !Right || Struct->getNumElements() != Right->getNumElements())
    return Expected;
  for (auto [D, E] : zip(Struct->elements(), Right->elements()))
    if (D != E && !(D->isIntegerTy(8) && E->isIntegerTy(1)))
      return Expected;
  return Declared;
}

FunctionType *CompanionCall::getType(const Function &F) const {
  unsigned Space = 0;
  if (const MMAArgument *Pointer = Signature.findPointer()) {
    std::optional<unsigned> Named = parseSpace(F.getName().drop_front(getName().size()));
    if (!Named || !isChoice(Intrinsic, Pointer->Name, *Named))
      return nullptr;
    Space = *Named;
  }
  FunctionType *Expected = getSignatureFunctionType(F.getContext(), Signature, Space);
  return FunctionType::get(chooseResult(F.getReturnType(), Expected->getReturnType()),
                           Expected->params(), /*isVarArg=*/false);
}

void CompanionCall::addAttributes(AttrBuilder &Builder) const {
  if (Intrinsic.IsPure)
    return addArithmeticAttributes(Builder);
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback, Attribute::NoFree})
    Builder.addAttribute(Kind);
  if (Intrinsic.IsConvergent)
    Builder.addAttribute(Attribute::Convergent);
  MemoryEffects Effects =
      MemoryEffects::none()
          .getWithModRef(IRMemLocation::ArgMem, ModRefInfo(Intrinsic.ArgumentMemory))
          .getWithModRef(IRMemLocation::InaccessibleMem, ModRefInfo(Intrinsic.InaccessibleMemory))
          .getWithModRef(IRMemLocation::Other, ModRefInfo(Intrinsic.OtherMemory));
  Builder.addMemoryAttr(Effects);
}

std::optional<CompanionForm> CompanionCall::getForm(const CallBase &Call) const {
  return chooseForm(Intrinsic, [&](StringRef Name) -> uint64_t {
    const Value *Operand = Call.getArgOperand(*Signature.find(Name));
    if (auto *Pointer = dyn_cast<PointerType>(Operand->getType()))
      return Pointer->getAddressSpace();
    return cast<ConstantInt>(Operand)->getZExtValue();
  });
}

Error CompanionCall::check(const CallBase &Call, const TargetVersion &Target) const {
  for (auto [Index, Argument] : enumerate(Signature.Arguments)) {
    if (!Argument.IsImmediate)
      continue;
    auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Index));
    if (!Constant || !isChoice(Intrinsic, Argument.Name, Constant->getZExtValue()))
      return makeError("operand " + Twine(Index) + " of " + getName() + ", " + Argument.Name +
                       ", must be " + (Constant ? "" : "a constant, ") +
                       spellChoices(Intrinsic, Argument.Name));
  }
  std::optional<CompanionForm> Form = getForm(Call);
  assert(Form && "forms are all combinations of what their immediates may be");
  return checkLegal(*Form, Target);
}

/// The registers of a value.
static void appendParts(Value *Whole, IRBuilderBase &Builder, SmallVectorImpl<Value *> &Parts) {
  if (Whole->getType()->isIntegerTy(128)) {
    Parts.push_back(Builder.CreateTrunc(Whole, Builder.getInt64Ty()));
    Parts.push_back(Builder.CreateTrunc(Builder.CreateLShr(Whole, 64), Builder.getInt64Ty()));
  } else if (auto *Vector = dyn_cast<FixedVectorType>(Whole->getType());
             Vector && Vector->getNumElements() == 4) {
    for (unsigned I = 0; I < 4; ++I)
      Parts.push_back(Builder.CreateExtractElement(Whole, I));
  } else {
    Parts.push_back(Whole);
  }
}

/// What registers hold as the type that the call has.
static Value *convertResult(Value *Result, Type *Declared, IRBuilderBase &Builder) {
  if (Result->getType() == Declared)
    return Result;
  auto *Struct = dyn_cast<StructType>(Declared);
  if (!Struct)
    return Builder.CreateBitCast(Result, Declared);
  Value *Whole = PoisonValue::get(Struct);
  for (unsigned I = 0; I < Struct->getNumElements(); ++I) {
    Value *Part = Builder.CreateExtractValue(Result, I);
    if (Part->getType() != Struct->getElementType(I))
      Part = Builder.CreateZExt(Part, Struct->getElementType(I));
    Whole = Builder.CreateInsertValue(Whole, Part, I);
  }
  return Whole;
}

/// Whether a form has an argument among its operands, whole or in parts.
static bool isOperand(CompanionForm Form, StringRef Name) {
  const MMASignature &Signature = getCompanionFormInfo(Form).Signature;
  return Signature.find(Name) || Signature.find((Name + "0").str());
}

Value *CompanionCall::lower(const CallBase &Call, IRBuilderBase &Builder) const {
  CompanionForm Form = *getForm(Call);
  Module &M = *const_cast<Module *>(Call.getModule());
  SmallVector<Value *, 16> Operands;
  for (auto [Index, Argument] : enumerate(Signature.Arguments))
    if (isOperand(Form, Argument.Name))
      appendParts(Call.getArgOperand(Index), Builder, Operands);
  FunctionCallee Callee =
      M.getOrInsertFunction((RegisterFormPrefix + getCompanionFormInfo(Form).Name).str(),
                            getCompanionFunctionType(M.getContext(), Form));
  AttrBuilder Attributes(M.getContext());
  addAttributes(Attributes);
  Attributes.removeAttribute(Attribute::Speculatable); // which only declarations may be
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallInst *Lowered = Builder.CreateCall(Callee, Operands, Bundles);
  Lowered->setAttributes(Lowered->getAttributes().addFnAttributes(M.getContext(), Attributes));
  return Call.getType()->isVoidTy() ? nullptr : convertResult(Lowered, Call.getType(), Builder);
}

void tensorcore::addCompanionCalls(NVVMIntrinsics &Helpers) {
  for (const Companion &Intrinsic : getCompanions())
    Helpers.push_back(std::make_unique<CompanionCall>(Intrinsic));
}
