//===- NVVMVerifier.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One check a call, and one sweep over the declarations to find the calls.
//
//===----------------------------------------------------------------------===//

#include "IR/NVVMVerifier.h"
#include "IR/MMACall.h"
#include "IR/NVVMRequirements.h"
#include "Model/Errors.h"
#include "Model/MMAAlternatives.h"
#include "Model/MMACatalogue.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

void tensorcore::reportError(const Function &F, const DebugLoc &Loc, const Twine &Message) {
  F.getContext().diagnose(DiagnosticInfoUnsupported(F, Message, Loc));
}

/// All names that an `llvm.nvvm.*` call may have.
static ArrayRef<StringRef> getKnownNames() {
  static const std::vector<StringRef> Names = [] {
    std::vector<StringRef> Result;
    for (unsigned ID = 1; ID < Intrinsic::num_intrinsics; ++ID)
      if (StringRef Name = Intrinsic::getBaseName(ID); Name.starts_with(NVVMPrefix))
        Result.push_back(Name);
    for (const MMAVariant &Variant : getMMAVariants())
      if (!getMMAVariant(Function::lookupIntrinsicID(Variant.Name)))
        Result.push_back(Variant.Name);
    return Result;
  }();
  return Names;
}

static std::string explainUnknownName(StringRef Name) {
  std::string Message = (Name + " is not an intrinsic of NVPTX").str();
  if (std::string Words = suggestWords(Name); !Words.empty())
    return Message + "; " + Words;
  StringRef Nearest = findNearestName(Name, getKnownNames());
  return Nearest.empty() ? Message : Message + "; did you mean " + Nearest.str() + "?";
}

/// The function that a call names, also if it calls it with another type.
static Function *getCallee(const CallBase &Call) {
  return dyn_cast<Function>(Call.getCalledOperand());
}

template <typename T> static std::string print(const T &Value) {
  std::string Text;
  raw_string_ostream(Text) << Value;
  return Text;
}

/// The address space of a declaration's first parameter if that is a pointer.
static unsigned getPointerSpace(const Function &F) {
  FunctionType *Type = F.getFunctionType();
  bool HasPointer = Type->getNumParams() && Type->getParamType(0)->isPointerTy();
  return HasPointer ? Type->getParamType(0)->getPointerAddressSpace() : 0;
}

/// Whether anybody knows the name of a declaration.
static bool isKnown(const Function &F) {
  return F.getIntrinsicID() != Intrinsic::not_intrinsic || getMMAVariant(F);
}

/// Whether two types are the same but for the name of a struct.
static bool isSameButForName(Type *L, Type *R) {
  auto *Left = dyn_cast<StructType>(L), *Right = dyn_cast<StructType>(R);
  return L == R || (Left && Right && Left->isLayoutIdentical(Right));
}

/// Whether a name ends in the address space of its pointer, if it has one.
static Error checkSuffix(const Function &F, const MMAVariant &Variant) {
  std::string Expected = Variant.Name.str();
  if (getMMADescriptor(Variant).has(MMAField_Space))
    Expected += ".p" + std::to_string(getPointerSpace(F));
  if (F.getName() == Expected)
    return Error::success();
  return makeError(F.getName() + " does not say what its arguments are; with the type " +
                   print(*F.getFunctionType()) + " the name is " + Expected);
}

/// Whether an intrinsic is declared with its own type. Nobody else looks at those
/// that LLVM does not know; and clang lets an `asm("llvm.nvvm…")` label declare
/// anything of the others too. A struct that is returned has a name then, which is
/// fine as long as LLVM's own verifier does not know better.
static Error checkSignature(const Function &F) {
  if (const MMAVariant *Variant = getMMAVariant(F)) {
    FunctionType *Expected = getMMAFunctionType(F.getContext(), *Variant, getPointerSpace(F));
    bool IsNameFree = F.getIntrinsicID() == Intrinsic::not_intrinsic;
    if (F.getFunctionType() == Expected ||
        (IsNameFree && F.getFunctionType()->params() == Expected->params() &&
         !F.isVarArg() && isSameButForName(F.getReturnType(), Expected->getReturnType())))
      return checkSuffix(F, *Variant);
    return makeError(F.getName() + " is declared with the type " + print(*F.getFunctionType()) +
                     ", which is not its signature; it is " + print(*Expected));
  }
  Intrinsic::ID ID = F.getIntrinsicID();
  SmallVector<Type *, 4> Overloads;
  if (Intrinsic::getIntrinsicSignature(ID, F.getFunctionType(), Overloads))
    return Error::success();
  std::string Expected =
      Intrinsic::isOverloaded(ID) ? "" : "; it is " + print(*Intrinsic::getType(F.getContext(), ID));
  return makeError(F.getName() + " is declared with the type " + print(*F.getFunctionType()) +
                   ", which is not its signature" + Expected);
}

/// Whether the declaration as such can be called on the target.
static Error checkDeclaration(const Function &F, const TargetVersion &Target) {
  if (!isKnown(F))
    return makeError(explainUnknownName(F.getName()));
  if (Error E = checkSignature(F))
    return E;
  if (const MMAVariant *Variant = getMMAVariant(F))
    return checkLegalIn(*F.getParent(), *Variant, Target);
  return checkNVVMRequirements(F.getIntrinsicID(), Target);
}

/// Whether the operands that must be immediates are. `Attributes` are those that LLVM
/// gives the intrinsic; what clang made of the declaration's does not count.
static Error checkImmediates(const CallBase &Call, AttributeList Attributes) {
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (Attributes.hasParamAttr(I, Attribute::ImmArg) &&
        !isa<ConstantInt, ConstantFP>(Call.getArgOperand(I)))
      return makeError("operand " + Twine(I) + " of " + getCallee(Call)->getName() +
                       " must be a constant");
  return Error::success();
}

/// The value of an operand if it is a constant between two bounds and a multiple of
/// a number.
static bool isConstantIn(const Value *Operand, uint64_t Low, uint64_t High, uint64_t Multiple = 1) {
  auto *Constant = dyn_cast<ConstantInt>(Operand);
  return Constant && Constant->getValue().uge(Low) && Constant->getValue().ule(High) &&
         Constant->getZExtValue() % Multiple == 0;
}

static bool isAtomicAddressSpace(unsigned AddressSpace) {
  return AddressSpace == 0 || AddressSpace == 1 || AddressSpace == 3;
}

/// What an intrinsic wants of its first operand beyond what its declaration says.
/// Upstream crashes, or prints what ptxas rejects, where it does not get that.
static Error checkFirstOperand(const CallBase &Call) {
  auto Fail = [&Call](const Twine &What) {
    return makeError(getCallee(Call)->getName() + " needs " + What + " as its operand");
  };
  StringRef String;
  switch (getCallee(Call)->getIntrinsicID()) {
  case Intrinsic::nvvm_reflect:
    if (!getConstantStringInfo(Call.getArgOperand(0), String))
      return Fail("a constant string");
    break;
  case Intrinsic::nvvm_texsurf_handle_internal:
    if (!isa<GlobalVariable>(Call.getArgOperand(0)))
      return Fail("a global variable");
    break;
  case Intrinsic::nvvm_bar_sync:
    if (!isConstantIn(Call.getArgOperand(0), 0, 15))
      return Fail("a constant from 0 to 15 (the barriers of a CTA)");
    break;
  case Intrinsic::nvvm_setmaxnreg_inc_sync_aligned_u32:
  case Intrinsic::nvvm_setmaxnreg_dec_sync_aligned_u32:
    if (!isConstantIn(Call.getArgOperand(0), 24, 256, 8))
      return Fail("a constant from 24 to 256 that is a multiple of 8");
    break;
  case Intrinsic::nvvm_atomic_load_inc_32:
  case Intrinsic::nvvm_atomic_load_dec_32:
    if (!isAtomicAddressSpace(Call.getArgOperand(0)->getType()->getPointerAddressSpace()))
      return Fail("a pointer to generic, global (1) or shared (3) memory");
    break;
  default:
    break;
  }
  return Error::success();
}

/// Whether an operand that selects something does so within its range.
static Error checkRange(const MMAVariant &Variant, const CallBase &Call, unsigned Argument,
                        StringRef Name, MMASelectorRange Range) {
  auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Argument));
  if (Constant && Constant->getValue().getActiveBits() <= 64 &&
      Range.contains(Constant->getZExtValue()))
    return Error::success();
  return makeError("operand " + Twine(Argument) + " of " + Variant.Name + ", the " + Name +
                   ", must be " + (Constant ? "" : "a constant, ") + Range.spell() + " (" +
                   Variant.Source + ")");
}

static Error checkSparsitySelector(const MMAVariant &Variant, const CallBase &Call) {
  std::optional<unsigned> Argument = getSelectorArgument(Variant);
  return Argument ? checkRange(Variant, Call, *Argument, "sparsity selector",
                               getSparsitySelectorRange(Variant))
                  : Error::success();
}

/// byte-id and thread-id of the scales may be registers, whose content nobody knows;
/// constants are checked here, for ptxas does not see them in registers.
static Error checkScaleSelectors(const MMAVariant &Variant, const CallBase &Call) {
  std::optional<unsigned> First = getScaleArgument(Variant);
  if (!First)
    return Error::success();
  auto Check = [&](unsigned Argument, StringRef Name, MMASelectorRange Range) {
    return isa<ConstantInt>(Call.getArgOperand(Argument))
               ? checkRange(Variant, Call, Argument, Name, Range)
               : Error::success();
  };
  Error E = Check(*First + 1, "byte-id of A's scales", getScaleByteRange(Variant));
  E = joinErrors(std::move(E), Check(*First + 2, "thread-id of A's scales", getScaleThreadRange(Variant, true)));
  E = joinErrors(std::move(E), Check(*First + 4, "byte-id of B's scales", getScaleByteRange(Variant)));
  return joinErrors(std::move(E), Check(*First + 5, "thread-id of B's scales", getScaleThreadRange(Variant, false)));
}

/// Whether a call of a legal declaration is legal.
static Error checkCall(const CallBase &Call, AttributeList Attributes,
                       const TargetVersion &Target) {
  const Function &F = *getCallee(Call);
  if (Call.getFunctionType() != F.getFunctionType())
    return makeError(F.getName() + " is called with the type " + print(*Call.getFunctionType()) +
                     ", but declared with " + print(*F.getFunctionType()));
  if (Error E = checkImmediates(Call, Attributes))
    return E;
  if (Error E = checkFirstOperand(Call))
    return E;
  const MMAVariant *Variant = getMMAVariant(F);
  if (!Variant)
    return Error::success();
  if (Error E = checkSparsitySelector(*Variant, Call))
    return E;
  if (Error E = checkScaleSelectors(*Variant, Call))
    return E;
  return describe(*Variant, getMMAAddressSpace(*Variant, Call), Target.PTXVersion).takeError();
}

static void replaceByPoison(CallBase *Call) {
  if (auto *Invoke = dyn_cast<InvokeInst>(Call))
    Call = changeToCall(Invoke);
  Call->replaceAllUsesWith(PoisonValue::get(Call->getType()));
  Call->eraseFromParent();
}

/// Says what ptxas will say of an intrinsic that checkLegalIn let pass.
static void warnIfRejected(const Function &F, const CallBase &Call, const MMAVariant &Variant,
                           const TargetVersion &Target) {
  if (Error E = checkLegal(Variant, Target))
    F.getContext().diagnose(DiagnosticInfoUnsupported(F, toString(std::move(E)), Call.getDebugLoc(),
                                                      DS_Warning));
}

/// What is found out once for a declaration, not for each of its calls.
struct Declaration {
  std::string Error; ///< what is wrong with it; nothing, mostly
  AttributeList Attributes;
};

using Declarations = DenseMap<const Function *, Declaration>;

/// Reports the faulty calls of one function, in program order.
static bool verifyFunction(Function &F, const Declarations &Declared, const TargetVersion &Target) {
  SmallVector<CallBase *> Faulty;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    auto It = Call ? Declared.find(getCallee(*Call)) : Declared.end();
    if (It == Declared.end())
      continue;
    std::string Message = It->second.Error;
    if (Message.empty())
      if (Error E = checkCall(*Call, It->second.Attributes, Target))
        Message = toString(std::move(E));
    if (!Message.empty()) {
      reportError(F, Call->getDebugLoc(), Message);
      Faulty.push_back(Call);
    } else if (const MMAVariant *Variant = getMMAVariant(*getCallee(*Call))) {
      warnIfRejected(F, *Call, *Variant, Target);
    }
  }
  for (CallBase *Call : Faulty)
    replaceByPoison(Call);
  return Faulty.empty();
}

static bool isCallee(const Use &U) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && Call->isCallee(&U);
}

/// Reports what has an intrinsic's name and is none: definitions, variables, aliases.
static bool verifyNames(Module &M) {
  bool Fine = true;
  for (GlobalValue &Value : M.global_values()) {
    bool IsIntrinsic = isa<Function>(Value) && Value.isDeclaration();
    if (IsIntrinsic || !Value.getName().starts_with(NVVMPrefix))
      continue;
    M.getContext().emitError(Value.getName() + " cannot be defined here: names that start with " +
                             NVVMPrefix + " belong to intrinsics of NVPTX");
    Value.setName("invalid_intrinsic");
    Fine = false;
  }
  return Fine;
}

/// Reports uses of an intrinsic that are not calls of it, and an unknown name that
/// nobody calls.
static bool verifyOtherUses(Function &F) {
  LLVMContext &Context = F.getContext();
  if (!isKnown(F) && none_of(F.uses(), isCallee)) {
    Context.emitError(explainUnknownName(F.getName()));
  } else if (!all_of(F.uses(), isCallee)) {
    Context.emitError("the address of " + F.getName() +
                      " is taken; an intrinsic can only be called");
  } else {
    return true;
  }
  F.replaceUsesWithIf(PoisonValue::get(F.getType()), [](Use &U) { return !isCallee(U); });
  return false;
}

/// Whether a function is an intrinsic, or passes itself off as one. LLVM keeps all
/// names with this prefix for intrinsics.
static bool isIntrinsicDeclaration(const Function &F) {
  return F.isDeclaration() && F.getName().starts_with("llvm.") &&
         (F.getName().starts_with(NVVMPrefix) || F.getIntrinsicID() == Intrinsic::not_intrinsic);
}

bool tensorcore::verifyNVVMIntrinsics(Module &M, const TargetVersion &Target) {
  bool Fine = verifyNames(M);
  Declarations Declared;
  for (Function &F : M) {
    if (!isIntrinsicDeclaration(F))
      continue;
    Fine &= verifyOtherUses(F);
    if (any_of(F.uses(), isCallee)) {
      Error E = checkDeclaration(F, Target);
      Declared[&F] = {E ? toString(std::move(E)) : std::string(),
                      Intrinsic::getAttributes(F.getContext(), F.getIntrinsicID())};
    }
  }
  if (!Declared.empty())
    for (Function &F : M)
      Fine &= verifyFunction(F, Declared, Target);
  return Fine;
}
