//===- CompanionCalls.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One intrinsic for each row.
//
//===----------------------------------------------------------------------===//

#include "IR/LoweredIntrinsics/CompanionCalls.h"
#include "IR/Intrinsics/NVVMRequirements.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class CompanionCall final : public NVVMIntrinsic {
public:
  explicit CompanionCall(const Companion &Intrinsic)
      : Intrinsic(Intrinsic), Signature(Intrinsic.Signature) {}

  StringRef getName() const override { return Intrinsic.Name; }
  bool isOverloaded() const override { return Signature.findPointer() != nullptr; }
  Stage getStage(const Function &F, const TargetVersion &Target) const override {
    return isLeftToLLVM(F, Target) ? Stage::Never : Stage::AsInstruction;
  }
  FunctionType *getType(const Function &Declaration) const override;
  void addAttributes(AttrBuilder &Builder) const override;
  Error check(const CallBase &Call, const TargetVersion &Target) const override;
  Value *lower(const CallBase &Call, IRBuilderBase &Builder, const TargetVersion &) const override;

private:
  const Companion &Intrinsic;
  const MMASignature &Signature;

  /// Returns true if LLVM selects the intrinsic on the target. For some LLVM asks for more than
  /// ptxas does, some it has for addresses of 64 bits only, and where ptxas wants an address in a
  /// register it prints a symbol.
  bool isLeftToLLVM(const Function &F, const TargetVersion &Target) const {
    const auto ID = llvm::Intrinsic::lookupIntrinsicID(Intrinsic.Name);
    return ID != llvm::Intrinsic::not_intrinsic &&
           (!Target.GPU || F.getDataLayout().getPointerSize() == 8) &&
           !needsAddressInRegister(Intrinsic) && !errorToBool(checkNVVMRequirements(ID, Target));
  }
  std::optional<CompanionForm> getForm(const CallBase &Call) const;
  Error rejectCombination(const CallBase &Call) const;
  SmallVector<Value *, 16> getOperands(const CallBase &Call, CompanionForm Form,
                                       const FunctionType &Type, IRBuilderBase &Builder) const;
};

} // namespace

/// The address space that the end of an overloaded name says, ".p3"; nothing if it says none.
static std::optional<unsigned> parseSpace(StringRef Suffix) {
  unsigned Space;
  if (!Suffix.consume_front(".p") || Suffix.getAsInteger(10, Space))
    return std::nullopt;
  return Space;
}

FunctionType *CompanionCall::getType(const Function &F) const {
  unsigned Space = 0;
  if (const MMAArgument *Pointer = Signature.findPointer()) {
    std::optional<unsigned> Named = parseSpace(F.getName().drop_front(getName().size()));
    if (!Named || !isChoice(Intrinsic, Pointer->Name, *Named))
      return nullptr;
    Space = *Named;
  }
  return getSignatureFunctionType(F.getContext(), Signature, Space);
}

void CompanionCall::addAttributes(AttrBuilder &Builder) const {
  tensorcore::addAttributes(Builder, Intrinsic.Effects);
}

std::optional<CompanionForm> CompanionCall::getForm(const CallBase &Call) const {
  return chooseForm(Intrinsic, [&](StringRef Name) -> uint64_t {
    const Value *Operand = Call.getArgOperand(*Signature.find(Name));
    if (auto *Pointer = dyn_cast<PointerType>(Operand->getType()))
      return Pointer->getAddressSpace();
    return cast<ConstantInt>(Operand)->getZExtValue();
  });
}

/// "llvm.nvvm.… has no form with report 1 and ignore_oob 1": immediates that are not 0.
Error CompanionCall::rejectCombination(const CallBase &Call) const {
  SmallVector<std::string, 4> Words;
  for (auto [Index, Argument] : enumerate(Signature.Arguments))
    if (auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Index));
        Constant && Argument.IsImmediate && !Constant->isZero())
      Words.push_back((Argument.Name + " " + Twine(Constant->getZExtValue())).str());
  return makeError(getName() + " has no form with " + join(Words, " and ") +
                   "; expected some of these to be 0");
}

Error CompanionCall::check(const CallBase &Call, const TargetVersion &Target) const {
  for (auto [Index, Argument] : enumerate(Signature.Arguments)) {
    if (!Argument.IsImmediate)
      continue;
    auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Index));
    if (!Constant || !isChoice(Intrinsic, Argument.Name, Constant->getZExtValue()))
      return makeError("operand " + Twine(Index) + " of " + getName() + ", " + Argument.Name +
                       ", must be " + (Constant ? "" : "a constant, ") +
                       printChoices(Intrinsic, Argument.Name));
  }
  std::optional<CompanionForm> Form = getForm(Call);
  // The model does not know targets without tensor cores. LLVM knows which of them have what the
  // first GPU with tensor cores has.
  if (!Target.GPU && Form && isLeftToLLVM(*Call.getCalledFunction(), Target) &&
      any_of(getCompanionFormInfo(*Form).Legality, [](const MMALegality &Rule) {
        return Rule.Targets.contains(&getGPUTargets().front());
      }))
    return Error::success();
  return Form ? checkLegal(*Form, Target) : rejectCombination(Call);
}

/// The same bits in another type, of which the upper ones are zero if it is wider.
static Value *convertBits(Value *V, Type *To, IRBuilderBase &Builder) {
  if (V->getType()->isIntegerTy() && To->isIntegerTy())
    return Builder.CreateZExt(V, To);
  if (V->getType()->isPointerTy() && To->isIntegerTy())
    return Builder.CreatePtrToInt(V, To);
  return Builder.CreateBitCast(V, To);
}

/// The halves or the lanes of a value.
static void appendParts(Value *Whole, IRBuilderBase &Builder, SmallVectorImpl<Value *> &Parts) {
  if (Whole->getType()->isIntegerTy(128)) {
    Parts.push_back(Builder.CreateTrunc(Whole, Builder.getInt64Ty()));
    Parts.push_back(Builder.CreateTrunc(Builder.CreateLShr(Whole, 64), Builder.getInt64Ty()));
    return;
  }
  for (unsigned I = 0; I < cast<FixedVectorType>(Whole->getType())->getNumElements(); ++I)
    Parts.push_back(Builder.CreateExtractElement(Whole, I));
}

/// The values that a call returned.
static SmallVector<Value *, 4> splitResult(CallInst *Call, IRBuilderBase &Builder) {
  auto *Struct = dyn_cast<StructType>(Call->getType());
  if (!Struct)
    return {Call};
  SmallVector<Value *, 4> Values;
  for (unsigned I = 0; I < Struct->getNumElements(); ++I)
    Values.push_back(Builder.CreateExtractValue(Call, I));
  return Values;
}

/// One result of the call: the next register, or the next ones where each has a lane. `Registers`
/// loses them.
static Value *joinResult(Type *Declared, bool InLanes, ArrayRef<Value *> &Registers,
                         IRBuilderBase &Builder) {
  auto *Vector = dyn_cast<FixedVectorType>(Declared);
  if (!InLanes || !Vector || Vector->getScalarSizeInBits() != 32) {
    Value *Whole = convertBits(Registers.front(), Declared, Builder);
    Registers = Registers.drop_front();
    return Whole;
  }
  Value *Joined = PoisonValue::get(Vector);
  for (unsigned I = 0; I < Vector->getNumElements(); ++I)
    Joined = Builder.CreateInsertElement(Joined, Registers[I], I);
  Registers = Registers.drop_front(Vector->getNumElements());
  return Joined;
}

/// Converts the registers of a result to the type that the call has.
static Value *convertResult(CallInst *Lowered, Type *Declared, IRBuilderBase &Builder) {
  if (Lowered->getType() == Declared)
    return Lowered;
  SmallVector<Value *, 4> Values = splitResult(Lowered, Builder);
  ArrayRef<Value *> Registers = Values;
  auto *Struct = dyn_cast<StructType>(Declared);
  const bool InLanes = Registers.size() > (Struct ? Struct->getNumElements() : 1);
  if (!Struct)
    return joinResult(Declared, InLanes, Registers, Builder);
  Value *Whole = PoisonValue::get(Struct);
  for (unsigned I = 0; I < Struct->getNumElements(); ++I)
    Whole = Builder.CreateInsertValue(
        Whole, joinResult(Struct->getElementType(I), InLanes, Registers, Builder), I);
  return Whole;
}

/// The arguments that are operands of a form, whole or in parts, and its word.
SmallVector<Value *, 16> CompanionCall::getOperands(const CallBase &Call, CompanionForm Form,
                                                    const FunctionType &Type,
                                                    IRBuilderBase &Builder) const {
  const MMASignature &OfForm = getCompanionFormInfo(Form).Signature;
  SmallVector<Value *, 16> Operands;
  CompanionWord Word = {Form, {}};
  for (auto [Index, Argument] : enumerate(Signature.Arguments)) {
    Value *Whole = Call.getArgOperand(Index);
    const std::optional<unsigned> Known = OfForm.find(Argument.Name);
    if (Known && !OfForm.Arguments[*Known].Words.empty())
      Word.Words.push_back(cast<ConstantInt>(Whole)->getZExtValue());
    else if (Known)
      Operands.push_back(convertBits(Whole, Type.getParamType(Operands.size()), Builder));
    else if (OfForm.find((Argument.Name + "0").str()))
      appendParts(Whole, Builder, Operands);
  }
  Operands.push_back(Builder.getInt64(Word.encode()));
  return Operands;
}

Value *CompanionCall::lower(const CallBase &Call, IRBuilderBase &Builder,
                            const TargetVersion &) const {
  CompanionForm Form = *getForm(Call);
  Module &M = *const_cast<Module *>(Call.getModule());
  Function *Callee = getCompanionDeclaration(M, Form);
  SmallVector<Value *, 16> Operands = getOperands(Call, Form, *Callee->getFunctionType(), Builder);
  AttrBuilder Attributes(M.getContext());
  addAttributes(Attributes);
  Attributes.removeAttribute(Attribute::Speculatable); // which only declarations may be
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallInst *Lowered = Builder.CreateCall(Callee, Operands, Bundles);
  Lowered->setAttributes(Lowered->getAttributes().addFnAttributes(M.getContext(), Attributes));
  return Call.getType()->isVoidTy() ? nullptr : convertResult(Lowered, Call.getType(), Builder);
}

void tensorcore::addCompanionCalls(NVVMIntrinsics &Intrinsics) {
  for (const Companion &Intrinsic : getCompanions())
    Intrinsics.push_back(std::make_unique<CompanionCall>(Intrinsic));
}
