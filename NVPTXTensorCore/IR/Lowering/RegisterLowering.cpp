//===- RegisterLowering.cpp -----------------------------------------------===//
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

#include "IR/Lowering/RegisterLowering.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/RegisterParts.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "IR/Intrinsics/WGMMAInstructions.h"
#include "IR/Lowering/WGMMAScaleD.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class RegisterLowering {
public:
  RegisterLowering(Function &F, unsigned PTXVersion) : F(F), PTXVersion(PTXVersion), Parts(F) {}

  bool run();

private:
  const MMAVariant *getLowered(const Instruction &I);
  bool isAnyOurs(const Instruction &I) { return getLowered(I) || isWGMMAIssueAsm(I); }
  MMADescriptor getDescriptor(const MMAVariant &Variant, const CallBase &Call);
  SmallVector<Value *, 0> getArguments(const MMAVariant &Variant, MMAOpcode Opcode, CallBase &Call,
                                       IRBuilderBase &Builder);
  SmallVector<Value *, 0> getRegisters(Value *Argument, IRBuilderBase &Builder);
  Value *getAddress(Value *Pointer, IRBuilderBase &Builder);
  void lower(CallBase &Call, const MMAVariant &Variant);
  void replace(CallBase &Call, CallInst &New, MMAOpcode Opcode, IRBuilderBase &Builder);
  void replaceReduced(CallBase &Call, ArrayRef<Value *> Loaded, Value *Reduced,
                      IRBuilderBase &Builder);

  Function &F;
  unsigned PTXVersion;
  RegisterParts Parts;
  DenseMap<const Function *, const MMAVariant *> Callees;
  DenseMap<std::pair<unsigned, Type *>, Function *> Declarations;
  DenseMap<Value *, Value *> Addresses;
  SmallVector<CallBase *> Multiplications; ///< of wgmma, in register form
  SmallVector<Instruction *> Dead;
};

} // namespace

/// The variant of a call that has a register form. A declaration is looked up once.
const MMAVariant *RegisterLowering::getLowered(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  if (!Callee || !Callee->isDeclaration())
    return nullptr;
  auto [It, IsNew] = Callees.try_emplace(Callee);
  if (IsNew)
    if (const MMAVariant *Variant = getMMAVariant(*Callee);
        Variant && hasRegisterForm(Variant->Opcode))
      It->second = Variant;
  return It->second;
}

/// The MMA descriptor of a call, except for a wgmma's scale-d.
MMADescriptor RegisterLowering::getDescriptor(const MMAVariant &Variant, const CallBase &Call) {
  if (Variant.Family != MMAFamily_WGMMA)
    return getTCGen05Descriptor(Variant, Call);
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
  return Result;
}

/// The registers of one argument.
SmallVector<Value *, 0> RegisterLowering::getRegisters(Value *Argument, IRBuilderBase &Builder) {
  if (Argument->getType()->isVectorTy())
    return Parts.get(Argument);
  if (Argument->getType()->isPointerTy())
    return {getAddress(Argument, Builder)};
  return {Argument};
}

/// The 32 bits of a pointer to tensor memory, made once, where the pointer is.
Value *RegisterLowering::getAddress(Value *Pointer, IRBuilderBase &Builder) {
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

/// The registers that an instruction reads, in its order: a wgmma's are the arguments up to
/// scale-d.
SmallVector<Value *, 0> RegisterLowering::getArguments(const MMAVariant &Variant, MMAOpcode Opcode,
                                                       CallBase &Call, IRBuilderBase &Builder) {
  SmallVector<Value *, 0> Result;
  if (Variant.Family == MMAFamily_WGMMA)
    for (unsigned I = 0, Last = *Variant.Signature.find("scale_d"); I <= Last; ++I)
      append_range(Result, getRegisters(Call.getArgOperand(I), Builder));
  for (const MMAOperandGroup &Group : getMMAOpcodeInfo(Opcode).Operands)
    append_range(Result, getRegisters(getTCGen05Argument(Variant, Call, Group.Role), Builder));
  return Result;
}

/// The type of the registers that a call makes; i32 if it makes none. A load that reduces makes a
/// vector, and one more register of the same type.
static Type *getRegisterType(const CallBase &Call) {
  Type *Result = Call.getType();
  if (auto *Struct = dyn_cast<StructType>(Result))
    Result = Struct->getElementType(0);
  if (Result->isVoidTy())
    return Type::getInt32Ty(Call.getContext());
  return isRegisterType(Result) ? Result : getRegisterPartType(Result);
}

/// Keeps the text of a call for diagnostics, which have lines if there is debug information.
static void markCall(CallInst &New, const CallBase &Call) {
  if (Call.getDebugLoc())
    return;
  const std::string Result = Call.hasName() ? "%" + Call.getName().str() + " = " : "";
  LLVMContext &Context = Call.getContext();
  const std::string Text = Result + "call @" + getCallee(Call)->getName().str();
  New.setMetadata(CallMark, MDNode::get(Context, MDString::get(Context, Text)));
}

void RegisterLowering::lower(CallBase &Call, const MMAVariant &Variant) {
  IRBuilder<> Builder(&Call);
  MMADescriptor Descriptor = getDescriptor(Variant, Call);
  MMAOpcode Opcode = Variant.Opcode;
  Type *Register = getRegisterType(Call);
  Function *&Callee = Declarations[{Opcode, Register}];
  if (!Callee)
    Callee = getRegisterFormDeclaration(*F.getParent(), Opcode, *Register);
  SmallVector<Value *, 0> Arguments = getArguments(Variant, Opcode, Call, Builder);
  Arguments.push_back(Builder.getInt64(Descriptor.getWord()));
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallInst *New = Builder.CreateCall(Callee, Arguments, Bundles);
  New->setAttributes(Callee->getAttributes());
  New->setDebugLoc(Call.getDebugLoc());
  if (Variant.Family == MMAFamily_WGMMA) {
    Multiplications.push_back(New);
    markCall(*New, Call);
  }
  replace(Call, *New, Opcode, Builder);
}

/// Gives the users of a call what the call in register form makes.
void RegisterLowering::replace(CallBase &Call, CallInst &New, MMAOpcode Opcode,
                               IRBuilderBase &Builder) {
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
/// users of it.
void RegisterLowering::replaceReduced(CallBase &Call, ArrayRef<Value *> Loaded, Value *Reduced,
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

bool RegisterLowering::run() {
  if (none_of(instructions(F), [this](const Instruction &I) { return isAnyOurs(I); }))
    return false;
  removeUnreachableBlocks(F); // where values may be made of themselves
  for (BasicBlock &BB : F)    // nothing unwinds, and there is a location after a call
    if (auto *Invoke = dyn_cast<InvokeInst>(BB.getTerminator()))
      changeToCall(Invoke);
  SmallVector<CallBase *> Calls;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      if (isAnyOurs(I))
        Calls.push_back(cast<CallBase>(&I));
  const bool HasAsm = any_of(Calls, [](const CallBase *Call) { return isWGMMAIssueAsm(*Call); });
  for (CallBase *Call : Calls) {
    if (const MMAVariant *Variant = getLowered(*Call))
      lower(*Call, *Variant);
    else if (getRegisterPartType(Call->getType()))
      Parts.get(Call);
  }
  Parts.finish(/*AsLLVM=*/!HasAsm && Multiplications.empty()); // LLVM has no wgmma.mma_async
  for (Instruction *I : Dead)
    I->eraseFromParent();
  for (CallBase *Call : Multiplications)
    settleScaleD(*Call);
  return !Calls.empty();
}

bool tensorcore::lowerToRegisters(Function &F, unsigned PTXVersion) {
  return RegisterLowering(F, PTXVersion).run();
}
