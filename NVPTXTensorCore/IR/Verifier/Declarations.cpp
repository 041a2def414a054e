//===- Declarations.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declaration is made anew. So is each call, with 0 for the arguments that it lacks and its
// result in the type that its users expect.
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/Declarations.h"
#include "IR/Analysis/Location.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "IR/Verifier/NVVMVerifier.h"
#include "Model/Descriptors/BitLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if members are those of another struct. A boolean is i8 in memory.
static bool areSame(ArrayRef<Type *> Dressed, ArrayRef<Type *> Plain) {
  return Dressed.size() == Plain.size() && all_of(zip(Dressed, Plain), [](const auto &Pair) {
           auto [Outer, Inner] = Pair;
           return Outer == Inner || (Outer->isIntegerTy(8) && Inner->isIntegerTy(1));
         });
}

/// Returns true if a struct is another one, with a name or an array of bytes behind it or both.
static bool isDressedUp(Type *Dressed, Type *Plain) {
  auto *Outer = dyn_cast<StructType>(Dressed), *Inner = dyn_cast<StructType>(Plain);
  if (!Outer || !Inner || Outer == Inner || Outer->isOpaque() || Outer->isPacked())
    return false;
  if (areSame(Outer->elements(), Inner->elements()))
    return true;
  if (Outer->getNumElements() != Inner->getNumElements() + 1)
    return false;
  auto *Padding = dyn_cast<ArrayType>(Outer->elements().back());
  return Padding && Padding->getElementType()->isIntegerTy(8) &&
         areSame(Outer->elements().drop_back(), Inner->elements());
}

/// Returns true if a type is another one, or the vector of one such element that LLVM 23 has in its
/// place.
static bool isSameOrSingle(Type *Declared, Type *Right) {
  auto *Vector = dyn_cast<FixedVectorType>(Declared);
  return Declared == Right ||
         (Vector && Vector->getNumElements() == 1 && Vector->getElementType() == Right);
}

static bool haveSameParameters(const FunctionType &Declared, const FunctionType &Right) {
  return Declared.getNumParams() == Right.getNumParams() &&
         all_of(zip(Declared.params(), Right.params()), [](const auto &Pair) {
           return isSameOrSingle(std::get<0>(Pair), std::get<1>(Pair));
         });
}

/// Returns true if an argument is a field that came later.
static bool isAdded(const NVVMIntrinsic &Intrinsic, unsigned Index) {
  const BitSlot *Field = Intrinsic.getDescriptorField(Index);
  return Field && Field->IsAdded;
}

/// Returns true if the arguments of a declaration are those of the intrinsic, without the added
/// ones.
static bool lacksAdded(const FunctionType &Declared, const FunctionType &Right,
                       const NVVMIntrinsic &Intrinsic) {
  SmallVector<Type *, 16> Older;
  for (auto [Index, Parameter] : enumerate(Right.params()))
    if (!isAdded(Intrinsic, Index))
      Older.push_back(Parameter);
  return Older.size() < Right.getNumParams() && ArrayRef(Older) == Declared.params();
}

/// The type that a declaration should have, if it differs in one of the ways above.
static FunctionType *getRightType(const Function &F, const NVVMIntrinsic &Intrinsic) {
  FunctionType *Declared = F.getFunctionType();
  FunctionType *Right = Intrinsic.getType(F);
  if (!Right || Declared == Right)
    return nullptr;
  if (!lacksAdded(*Declared, *Right, Intrinsic) && !haveSameParameters(*Declared, *Right))
    return nullptr;
  bool HasResult = isSameOrSingle(Declared->getReturnType(), Right->getReturnType());
  return HasResult || isDressedUp(Declared->getReturnType(), Right->getReturnType()) ? Right
                                                                                     : nullptr;
}

/// The arguments of a call, with 0 for those that it lacks, and elements for vectors of one.
static SmallVector<Value *, 16> completeArguments(const CallInst &Call, const FunctionType &Right,
                                                  const NVVMIntrinsic &Intrinsic,
                                                  IRBuilderBase &Builder) {
  SmallVector<Value *, 16> Arguments(Call.args());
  if (Arguments.size() < Right.getNumParams())
    for (auto [Index, Parameter] : enumerate(Right.params()))
      if (isAdded(Intrinsic, Index))
        Arguments.insert(Arguments.begin() + Index, Constant::getNullValue(Parameter));
  for (auto [Argument, Parameter] : zip(Arguments, Right.params()))
    Argument = Builder.CreateBitCast(Argument, Parameter);
  return Arguments;
}

/// Attributes of a call or a declaration that has not changed its arguments; of others those of the
/// function and the result.
static AttributeList keepAttributes(const AttributeList &Old, bool HasSameArguments,
                                    LLVMContext &Context) {
  return HasSameArguments ? Old
                          : AttributeList::get(Context, Old.getFnAttrs(), Old.getRetAttrs(), {});
}

/// Calls `Callee` instead, whose result is that of `Call`, or that in another struct, or the
/// element of a vector of one.
static void replaceCall(CallInst &Call, Function &Callee, const NVVMIntrinsic &Intrinsic) {
  IRBuilder<> Builder(&Call);
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallInst *Right = Builder.CreateCall(
      &Callee, completeArguments(Call, *Callee.getFunctionType(), Intrinsic, Builder), Bundles);
  Right->setAttributes(keepAttributes(Call.getAttributes(), Right->arg_size() == Call.arg_size(),
                                      Call.getContext()));
  Right->setTailCallKind(Call.getTailCallKind());
  Value *Result = Right;
  if (!Call.getType()->isStructTy()) {
    Result = Builder.CreateBitCast(Right, Call.getType());
  } else if (Right->getType() != Call.getType()) {
    Result = PoisonValue::get(Call.getType());
    for (unsigned I = 0, E = Callee.getReturnType()->getStructNumElements(); I != E; ++I) {
      Value *Member = Builder.CreateZExt(Builder.CreateExtractValue(Right, I),
                                         Call.getType()->getStructElementType(I));
      Result = Builder.CreateInsertValue(Result, Member, I);
    }
  }
  Result->takeName(&Call);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

/// Declares an intrinsic anew, with its right type, and has its calls call that.
static void replaceDeclaration(Function &F, FunctionType &Type, const NVVMIntrinsic &Intrinsic) {
  Function *Right = Function::Create(&Type, F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  const bool HasSameArguments = Type.getNumParams() == F.arg_size();
  Right->copyAttributesFrom(&F);
  Right->setAttributes(keepAttributes(F.getAttributes(), HasSameArguments, F.getContext()));
  // Not takeName, which leaves a function without the ID of its name.
  const std::string Name = F.getName().str();
  F.setName("");
  Right->setName(Name);
  for (User *U : make_early_inc_range(F.users()))
    replaceCall(*cast<CallInst>(U), *Right, Intrinsic);
  F.eraseFromParent();
}

/// The name that stands for LLVM 23's tcgen05.ld.red, whose immediates say the operation: min or
/// max, of floats also .abs and .NaN. Integers have no sign there. Empty if an immediate is not
/// right.
static std::string nameReduction(const CallInst &Call, StringRef Stem, unsigned NumAddresses,
                                 bool IsFloat) {
  if (Call.arg_size() != NumAddresses + (IsFloat ? 3 : 1))
    return "";
  std::string Name = Stem.str();
  const StringRef Words[][2] = {{".min", ".max"}, {"", ".abs"}, {"", ".NaN"}};
  for (auto [Argument, Choice] : zip(drop_begin(Call.args(), NumAddresses), Words)) {
    auto *Immediate = dyn_cast<ConstantInt>(Argument);
    if (!Immediate || Immediate->getValue().ugt(1))
      return "";
    Name += Choice[Immediate->getZExtValue()];
  }
  return Name + (IsFloat ? ".f32" : ".u32");
}

/// Replaces calls of LLVM 23's tcgen05.ld.red by those of the intrinsics that have the operation in
/// their names.
static bool replaceReductions(Function &F) {
  const auto [Stem, Element] = F.getName().rsplit('.');
  if (!Stem.starts_with("llvm.nvvm.tcgen05.ld.red.") || (Element != "i32" && Element != "f32"))
    return false;
  const unsigned NumAddresses = Stem.contains(".16x32bx2.") ? 2 : 1;
  bool Changed = false;
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledFunction() != &F)
      continue;
    const std::string Name = nameReduction(*Call, Stem, NumAddresses, Element == "f32");
    if (Name.empty())
      continue;
    const SmallVector<Value *, 2> Addresses(Call->arg_begin(), Call->arg_begin() + NumAddresses);
    auto *Right =
        FunctionType::get(Call->getType(), F.getFunctionType()->params().take_front(NumAddresses),
                          /*isVarArg=*/false);
    Function *Callee = declareIntrinsic(*F.getParent(), Name, Right, AttrBuilder(F.getContext()));
    if (!Callee)
      continue;
    CallInst *Named = IRBuilder<>(Call).CreateCall(Callee, Addresses);
    Named->setAttributes(keepAttributes(Call->getAttributes(), false, F.getContext()));
    Named->setTailCallKind(Call->getTailCallKind());
    Named->takeName(Call);
    Call->replaceAllUsesWith(Named);
    Call->eraseFromParent();
    Changed = true;
  }
  if (Changed && F.use_empty())
    F.eraseFromParent();
  return Changed;
}

bool tensorcore::correctDeclarations(Module &M) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M))
    Changed |= F.isDeclaration() && replaceReductions(F);
  for (Function &F : make_early_inc_range(M)) {
    const NVVMIntrinsic *Intrinsic = getNVVMIntrinsic(F);
    FunctionType *Type = Intrinsic ? getRightType(F, *Intrinsic) : nullptr;
    if (!Type || !all_of(F.users(), [&F](const User *U) {
          auto *Call = dyn_cast<CallInst>(U);
          return Call && Call->getCalledFunction() == &F;
        }))
      continue;
    replaceDeclaration(F, *Type, *Intrinsic);
    Changed = true;
  }
  return Changed;
}

/// Returns true if LLVM had an intrinsic of that name and type before, such as
/// `llvm.nvvm.barrier0`. The question is asked of a copy, because the answer may rename the
/// function.
static bool isOfOlderLLVM(const Function &F) {
  Module Scratch("", F.getContext());
  Function *Copy = Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                                    F.getAddressSpace(), F.getName(), &Scratch);
  Function *New = nullptr;
  return UpgradeIntrinsicFunction(Copy, New);
}

/// Returns true if LLVM has an intrinsic of that name with another type.
static bool isMisdeclared(const Function &F) {
  SmallVector<Type *, 4> Overloads;
  const Intrinsic::ID ID = F.getIntrinsicID();
  return ID != Intrinsic::not_intrinsic && F.getName().starts_with("llvm.nvvm.") &&
         !Intrinsic::getIntrinsicSignature(ID, F.getFunctionType(), Overloads);
}

/// Returns true if a tool is told to leave LLVM's verifier out.
static bool isVerifierOff() {
  const cl::Option *Option = cl::getRegisteredOptions().lookup("disable-verify");
  return Option && Option->getNumOccurrences();
}

bool tensorcore::rejectMisdeclaredIntrinsics(Module &M) {
  const bool Fine = verifyDeclarations(M, isMisdeclared, [](const Function &) { return true; });
  return (isVerifierOff() || verifyImmediates(M)) && Fine;
}

PreservedAnalyses DeclarationsPass::run(Module &M, ModuleAnalysisManager &) {
  auto IsRenamed = [](const Function &F) {
    return F.isDeclaration() && F.getName().starts_with("llvm.nvvm.") && !getNVVMIntrinsic(F) &&
           isOfOlderLLVM(F);
  };
  for (Function &F : make_early_inc_range(M))
    if (isMisdeclared(F) || IsRenamed(F))
      UpgradeCallsToIntrinsic(&F);
  verifyDeclarations(M, isMisdeclared, IsRenamed);
  return PreservedAnalyses::none();
}

static const CallBase *findCall(const Function &F) {
  for (const User *U : F.users())
    if (const auto *Call = dyn_cast<CallBase>(U))
      return Call;
  return nullptr;
}

PreservedAnalyses LinkTimePass::run(Module &M, ModuleAnalysisManager &) {
  for (const Function &F : M)
    if (const CallBase *Call = findCall(F);
        Call && getNVVMIntrinsic(F) && F.getIntrinsicID() == Intrinsic::not_intrinsic)
      reportError(*Call, ErrorKind::Target,
                  F.getName() + " would be compiled at link time, where clang loads no "
                                "plug-in; expected a compilation without -foffload-lto");
  return PreservedAnalyses::all();
}
