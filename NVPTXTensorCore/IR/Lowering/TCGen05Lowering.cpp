//===- TCGen05Lowering.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operand by operand, as the opcode lists them.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/TCGen05Lowering.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/RegisterParts.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class Lowering {
public:
  explicit Lowering(Function &F) : F(F), Parts(F) {}

  bool run();

private:
  const MMAVariant *getWithRegisterForm(const Instruction &I);
  void lower(CallBase &Call, const MMAVariant &Variant);
  SmallVector<Value *, 0> getRegisters(Value *Argument, IRBuilderBase &Builder);
  Value *getAddress(Value *Pointer, IRBuilderBase &Builder);
  void replace(CallBase &Call, Instruction &New, MMAOpcode Opcode, IRBuilderBase &Builder);
  void replaceReduced(CallBase &Call, ArrayRef<Value *> Loaded, Value *Reduced,
                      IRBuilderBase &Builder);

  Function &F;
  RegisterParts Parts;
  DenseMap<const Function *, const MMAVariant *> Callees;
  DenseMap<std::pair<unsigned, Type *>, Function *> Declarations;
  DenseMap<Value *, Value *> Addresses;
  SmallVector<Instruction *> Dead;
};

} // namespace

/// The variant of a call that has a register form. A declaration is looked up once.
const MMAVariant *Lowering::getWithRegisterForm(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  if (!Callee || !Callee->isDeclaration())
    return nullptr;
  auto [It, IsNew] = Callees.try_emplace(Callee);
  if (IsNew)
    if (const MMAVariant *Variant = getTCGen05(I); Variant && hasRegisterForm(Variant->Opcode))
      It->second = Variant;
  return It->second;
}

/// The registers of one argument.
SmallVector<Value *, 0> Lowering::getRegisters(Value *Argument, IRBuilderBase &Builder) {
  if (Argument->getType()->isVectorTy())
    return Parts.get(Argument);
  if (Argument->getType()->isPointerTy())
    return {getAddress(Argument, Builder)};
  return {Argument};
}

/// The 32 bits of a pointer to tensor memory, made once, where the pointer is.
Value *Lowering::getAddress(Value *Pointer, IRBuilderBase &Builder) {
  Value *&Address = Addresses[Pointer];
  if (Address)
    return Address;
  IRBuilderBase::InsertPointGuard Guard(Builder);
  BasicBlock::iterator At = F.getEntryBlock().getFirstInsertionPt();
  if (auto *I = dyn_cast<Instruction>(Pointer))
    At = *I->getInsertionPointAfterDef();
  Builder.SetInsertPoint(At->getParent(), At);
  return Address = Builder.CreatePtrToInt(Pointer, Builder.getInt32Ty());
}

/// The opcode of a call; its cta_group may be an immediate.
static MMAOpcode getOpcode(const MMAVariant &Variant, MMADescriptor Descriptor) {
  if (Variant.Family != MMAFamily_TCGen05MMA)
    return Variant.Opcode;
  return getOpcodeOfGroup(Variant.Opcode, Descriptor.get(MMAField_CTAGroup));
}

void Lowering::lower(CallBase &Call, const MMAVariant &Variant) {
  MMADescriptor Descriptor = getTCGen05Descriptor(Variant, Call);
  MMAOpcode Opcode = getOpcode(Variant, Descriptor);
  IRBuilder<> Builder(&Call);
  SmallVector<Value *, 0> Arguments;
  for (const MMAOperandGroup &Group : getMMAOpcodeInfo(Opcode).Operands)
    append_range(Arguments, getRegisters(getTCGen05Argument(Variant, Call, Group.Role), Builder));
  Arguments.push_back(Builder.getInt64(Descriptor.getWord()));
  bool IsFloat = Descriptor.get(MMAField_Element) == MMAType_F32;
  Type *Register = IsFloat ? Builder.getFloatTy() : cast<Type>(Builder.getInt32Ty());
  Function *&Callee = Declarations[{Opcode, Register}];
  if (!Callee)
    Callee = getRegisterFormDeclaration(*F.getParent(), Opcode, *Register);
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallInst *New = Builder.CreateCall(Callee, Arguments, Bundles);
  New->setAttributes(Callee->getAttributes());
  New->setDebugLoc(Call.getDebugLoc());
  replace(Call, *New, Opcode, Builder);
}

/// Gives the users of a call what the call in register form makes.
void Lowering::replace(CallBase &Call, Instruction &New, MMAOpcode Opcode, IRBuilderBase &Builder) {
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Opcode);
  if (Info.DCount <= 1) {
    Call.replaceAllUsesWith(&New);
    Call.eraseFromParent();
    return;
  }
  SmallVector<Value *, 0> Results;
  for (unsigned I = 0; I < Info.DCount; ++I)
    Results.push_back(Builder.CreateExtractValue(&New, I));
  if (Info.HasReduced)
    replaceReduced(Call, Results, Builder.CreateExtractValue(&New, unsigned(Info.DCount)), Builder);
  else
    Parts.replace(Call, Results);
}

/// The vector and the scalar of a load that reduces; the struct of both is made for
/// whoever wants it.
void Lowering::replaceReduced(CallBase &Call, ArrayRef<Value *> Loaded, Value *Reduced,
                              IRBuilderBase &Builder) {
  for (User *U : make_early_inc_range(Call.users())) {
    auto *Extract = dyn_cast<ExtractValueInst>(U);
    if (!Extract)
      continue;
    if (Extract->getIndices().front() == 0) {
      Parts.replace(*Extract, Loaded);
    } else {
      Extract->replaceAllUsesWith(Reduced);
      Extract->eraseFromParent();
    }
  }
  if (any_of(Call.users(), [](User *U) { return !isa<ExtractValueInst>(U); })) {
    Value *Vector = PoisonValue::get(cast<StructType>(Call.getType())->getElementType(0));
    for (auto [Index, Register] : enumerate(Loaded))
      Vector = Builder.CreateInsertElement(Vector, Register, Index);
    Value *Whole = Builder.CreateInsertValue(PoisonValue::get(Call.getType()), Vector, 0);
    Whole = Builder.CreateInsertValue(Whole, Reduced, 1);
    Call.replaceUsesWithIf(Whole, [](Use &U) { return !isa<ExtractValueInst>(U.getUser()); });
  }
  Dead.push_back(&Call);
}

bool Lowering::run() {
  if (none_of(instructions(F), [this](const Instruction &I) { return getWithRegisterForm(I); }))
    return false;
  removeUnreachableBlocks(F); // where values may be made of themselves
  SmallVector<std::pair<CallBase *, const MMAVariant *>> Calls;
  for (BasicBlock &BB : F)
    if (auto *Invoke = dyn_cast<InvokeInst>(BB.getTerminator());
        Invoke && getWithRegisterForm(*Invoke))
      changeToCall(Invoke);
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      if (const MMAVariant *Variant = getWithRegisterForm(I))
        Calls.push_back({cast<CallBase>(&I), Variant});
  for (auto [Call, Variant] : Calls)
    lower(*Call, *Variant);
  Parts.finish();
  for (Instruction *I : Dead)
    I->eraseFromParent();
  return !Calls.empty();
}

bool tensorcore::lowerTCGen05(Function &F) { return Lowering(F).run(); }
