//===- TCGen05PackedForms.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From words to the variant that has them.
//
//===----------------------------------------------------------------------===//

#include "IR/LoweredIntrinsics/TCGen05PackedForms.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class PackedForm final : public LoweredIntrinsic {
public:
  PackedForm(unsigned CTAGroup, bool IsSparse, bool IsBlockScaled, bool IsStationary);

  StringRef getName() const override { return Name; }
  FunctionType *getType(const Function &Declaration) const override;
  void addAttributes(AttrBuilder &Builder) const override {
    addTrueAttributes(Builder, MMAFamily_TCGen05MMA);
  }
  Error check(const CallBase &Call, const TargetVersion &Target) const override;
  Value *lower(const CallBase &Call, IRBuilderBase &Builder, const TargetVersion &) const override;

private:
  unsigned getPosition(StringRef Role) const;
  Value *getArgument(const CallBase &Call, StringRef Role) const {
    return Call.getArgOperand(getPosition(Role));
  }
  Expected<MMADescriptor> getWords(const CallBase &Call) const;
  Error checkName(MMADescriptor Words) const;

  std::string Name;
  SmallVector<StringRef, 10> Roles; ///< of the arguments
  MMADescriptor Implied;            ///< what the name says of the words
};

} // namespace

/// The words of a group of opcodes.
static MMADescriptor getImplied(unsigned CTAGroup, bool IsSparse, bool IsBlockScaled,
                                bool IsStationary) {
  MMADescriptor Words = cantFail(decodeTCGen05Words(0, 0));
  const std::pair<MMAField, unsigned> Fields[] = {{MMAField_CTAGroup, CTAGroup},
                                                  {MMAField_Sparsity, IsSparse},
                                                  {MMAField_BlockScale, IsBlockScaled},
                                                  {MMAField_Stationary, IsStationary}};
  for (auto [Field, Value] : Fields)
    Words = cantFail(Words.with(Field, Value));
  return Words;
}

PackedForm::PackedForm(unsigned CTAGroup, bool IsSparse, bool IsBlockScaled, bool IsStationary)
    : Name(("llvm.nvvm.tcgen05.mma.cta_group__" + Twine(CTAGroup) + (IsStationary ? ".ws" : "") +
            (IsSparse ? ".sp" : "") + (IsBlockScaled ? ".block_scale" : ""))
               .str()),
      Roles({"d", "a", "b"}), Implied(getImplied(CTAGroup, IsSparse, IsBlockScaled, IsStationary)) {
  if (IsSparse)
    Roles.push_back("metadata");
  Roles.push_back("idesc");
  if (IsBlockScaled)
    Roles.append({"scale_a", "scale_b"});
  Roles.append({"kind_word", "collector_word", "enable_input_d"});
}

unsigned PackedForm::getPosition(StringRef Role) const { return find(Roles, Role) - Roles.begin(); }

FunctionType *PackedForm::getType(const Function &Declaration) const {
  LLVMContext &Context = Declaration.getContext();
  Type *I32 = Type::getInt32Ty(Context), *I64 = Type::getInt64Ty(Context);
  FunctionType *Declared = Declaration.getFunctionType();
  bool InTensorMemory = Declared->getNumParams() > 1 && Declared->getParamType(1) == I32;
  SmallVector<Type *, 10> Arguments;
  for (StringRef Role : Roles) {
    bool IsWide = Role == "b" || (Role == "a" && !InTensorMemory);
    Arguments.push_back(Role == "enable_input_d" ? Type::getInt1Ty(Context) : IsWide ? I64 : I32);
  }
  return FunctionType::get(Type::getVoidTy(Context), Arguments, /*isVarArg=*/false);
}

Expected<MMADescriptor> PackedForm::getWords(const CallBase &Call) const {
  constexpr StringLiteral Names[] = {"kind_word", "collector_word"};
  uint64_t Words[2];
  for (auto [Word, Role] : zip(Words, Names)) {
    auto *Constant = dyn_cast<ConstantInt>(getArgument(Call, Role));
    if (!Constant)
      return makeError("operand " + Twine(getPosition(Role)) + " of " + Name + ", " + Role +
                       ", must be a constant");
    Word = Constant->getZExtValue();
  }
  Expected<MMADescriptor> Decoded = decodeTCGen05Words(Words[0], Words[1]);
  return Decoded ? std::move(Decoded) : makeError(Name + ": " + toString(Decoded.takeError()));
}

/// Success if the kind word says what the name says, and nothing that needs an operand which
/// is not there.
Error PackedForm::checkName(MMADescriptor Words) const {
  for (MMAField Field :
       {MMAField_CTAGroup, MMAField_Sparsity, MMAField_BlockScale, MMAField_Stationary})
    if (Words.get(Field) != Implied.get(Field))
      return makeError(Name + ": the kind word has " + Twine(Words.get(Field)) + " in '" +
                       lookupMMAField(Field)->Key + "'; the intrinsic needs " +
                       Twine(Implied.get(Field)));
  if (Words.get(MMAField_ScaleInput))
    return makeError(Name +
                     " has no operand for scale-input-d; llvm.nvvm.tcgen05.mma.shared.scale_d "
                     "and its relatives have");
  return Error::success();
}

static bool isInTensorMemory(const Value *A) { return A->getType()->isIntegerTy(32); }

Error PackedForm::check(const CallBase &Call, const TargetVersion &Target) const {
  Expected<MMADescriptor> Words = getWords(Call);
  if (!Words)
    return Words.takeError();
  bool InTensorMemory = isInTensorMemory(getArgument(Call, "a"));
  if (Error E = checkTCGen05MMA(Name, *Words, InTensorMemory, Target))
    return E;
  return checkName(*Words);
}

/// The words of a variant with what its calls decide taken from others.
static MMADescriptor mergeWords(const MMAVariant &Variant, MMADescriptor Words) {
  MMADescriptor Result = getMMADescriptor(Variant);
  for (const MMAArgument &Argument : Variant.Signature.Arguments)
    if (const TCGen05Immediate *Immediate = lookupTCGen05Immediate(Argument.Name))
      if (Immediate->Field)
        Result = cantFail(Result.with(*Immediate->Field, Words.get(*Immediate->Field)));
  return Result;
}

/// The variant whose calls can have these words, without masks.
static const MMAVariant &findVariant(MMADescriptor Words, bool InTensorMemory) {
  return *find_if(getMMAVariants(), [&](const MMAVariant &V) {
    return V.Family == MMAFamily_TCGen05MMA && isAInTensorMemory(V.Opcode) == InTensorMemory &&
           !V.Signature.find("disable_output_lane") && !V.Signature.find("zero_column_mask") &&
           mergeWords(V, Words) == Words;
  });
}

Value *PackedForm::lower(const CallBase &Call, IRBuilderBase &Builder,
                         const TargetVersion &) const {
  MMADescriptor Words = cantFail(getWords(Call));
  const MMAVariant &Variant = findVariant(Words, isInTensorMemory(getArgument(Call, "a")));
  Module &M = *Builder.GetInsertBlock()->getModule();
  FunctionType *Type = getMMAFunctionType(M.getContext(), Variant, /*AddressSpace=*/0);
  SmallVector<Value *, 12> Arguments;
  for (auto [Argument, Wanted] : zip(Variant.Signature.Arguments, Type->params())) {
    const TCGen05Immediate *Immediate = lookupTCGen05Immediate(Argument.Name);
    Value *V = Immediate && Immediate->Field
                   ? ConstantInt::get(Wanted, Immediate->getImmediate(Words.get(*Immediate->Field)))
                   : getArgument(Call, Argument.Name);
    Arguments.push_back(Wanted->isPointerTy() ? Builder.CreateIntToPtr(V, Wanted) : V);
  }
  FunctionCallee Callee = M.getOrInsertFunction(Variant.Name, Type);
  CallInst *New = Builder.CreateCall(Callee, Arguments);
  New->setAttributes(AttributeList().addFnAttributes(
      M.getContext(), getTrueAttributes(M.getContext(), MMAFamily_TCGen05MMA)));
  New->setDebugLoc(Call.getDebugLoc());
  return nullptr;
}

void tensorcore::addTCGen05PackedForms(NVVMIntrinsics &Intrinsics) {
  for (bool IsSparse : {false, true}) {
    for (unsigned CTAGroup : {1, 2})
      for (bool IsBlockScaled : {false, true})
        Intrinsics.push_back(std::make_unique<PackedForm>(CTAGroup, IsSparse, IsBlockScaled,
                                                          /*IsStationary=*/false));
    Intrinsics.push_back(std::make_unique<PackedForm>(/*CTAGroup=*/1, IsSparse,
                                                      /*IsBlockScaled=*/false,
                                                      /*IsStationary=*/true));
  }
}
