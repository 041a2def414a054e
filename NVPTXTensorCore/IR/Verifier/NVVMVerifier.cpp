//===- NVVMVerifier.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One sweep over the declarations, and one over the calls of them.
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/NVVMVerifier.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/ReportList.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Verifier/LLVMIntrinsics.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "Model/Instructions/InstructionParser.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/StatementLegality.h"
#include "Model/Tables/Errors.h"
#include "PTX/Reader.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Holds what is found once for a declaration, not for each of its calls. `Attributes` are those
/// that LLVM gives the intrinsic; clang's changes to the declaration's do not count.
struct Declaration {
  const NVVMIntrinsic *Intrinsic = nullptr; ///< null if the name means nothing
  std::optional<Fault> Wrong;               ///< what is wrong with it; nothing, mostly
  AttributeList Attributes;
};

/// Checks that the operands that must be immediates are.
static Error checkImmediates(const CallBase &Call, AttributeList Attributes) {
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (Attributes.hasParamAttr(I, Attribute::ImmArg) &&
        !isa<ConstantInt, ConstantFP>(Call.getArgOperand(I)))
      return makeError("operand " + Twine(I) + " of " + getCallee(Call)->getName() +
                       " must be a constant");
  return Error::success();
}

/// Checks that a call of a right declaration is right.
static Error checkCall(const CallBase &Call, const Declaration &Callee,
                       const TargetVersion &Target) {
  const Function &F = *getCallee(Call);
  if (Call.getFunctionType() != F.getFunctionType())
    return makeError(F.getName() + " is called with the type " +
                     printType(*Call.getFunctionType()) + ", but declared with " +
                     printType(*F.getFunctionType()));
  if (Error E = Callee.Intrinsic->check(Call, Target))
    return E;
  return checkImmediates(Call, Callee.Attributes);
}

static Declaration examine(const Function &F, const TargetVersion &Target) {
  const NVVMIntrinsic *Found = getNVVMIntrinsic(F);
  if (!Found)
    return {nullptr, Fault(ErrorKind::IntrinsicName, explainUnknownName(F.getName())), {}};
  std::optional<Fault> Wrong;
  if (Error E = Found->checkDeclaration(F, Target))
    Wrong.emplace(ErrorKind::IntrinsicType, std::move(E));
  return {Found, std::move(Wrong),
          Intrinsic::getAttributes(F.getContext(), F.getIntrinsicID(), F.getFunctionType())};
}

static void replaceByPoison(CallBase *Call) {
  if (auto *Invoke = dyn_cast<InvokeInst>(Call))
    Call = changeToCall(Invoke);
  Call->replaceAllUsesWith(PoisonValue::get(Call->getType()));
  Call->eraseFromParent();
}

/// Says what ptxas will say of an intrinsic that checkLegalIn let pass.
static void warnIfRejected(const CallBase &Call, const MMAVariant &Variant,
                           const TargetVersion &Target) {
  Error E = isOff(Check::Legality) ? Error::success() : checkLegal(Variant, Target);
  if (E)
    diagnose(Call, {getCode(ErrorKind::LegalityRejected), ("-" + getName(Check::Legality)).str()},
             toString(std::move(E)), DS_Warning);
}

/// Returns true if a call is wrong for its target only.
static bool isForOtherTarget(const CallBase &Call, const Declaration &Callee) {
  return Callee.Intrinsic && isLegalSomewhere([&](const TargetVersion &Target) {
           Error E = Callee.Intrinsic->checkDeclaration(*getCallee(Call), Target);
           return E ? std::move(E) : checkCall(Call, Callee, Target);
         });
}

/// Says that nobody has chosen a target which something needs another of.
static void addDefault(Fault &Wrong, const TargetVersion &Target) {
  if (Wrong.Needs && Target.IsDefault)
    Wrong.Message += "; no -mcpu was given, and the default is " + Target.Name;
}

/// Returns true if a call cannot stay. Calls for another target stay if -nvptx-legality says so,
/// except for those of LLVM's own intrinsics: nothing selects them there.
static bool isFaulty(const CallBase &Call, const Declaration &Callee, const TargetVersion &Target,
                     ReportList &Found) {
  std::optional<Fault> Wrong = Callee.Wrong;
  if (!Wrong)
    if (Error E = checkCall(Call, Callee, Target))
      Wrong.emplace(ErrorKind::IntrinsicOperand, std::move(E));
  if (Wrong) {
    addDefault(*Wrong, Target);
    const bool IsOfTarget = isForOtherTarget(Call, Callee);
    Wrong->IsFixed = !IsOfTarget || Callee.Intrinsic == &getLLVMIntrinsic();
    const bool Stays = !Wrong->IsFixed && getMode(Check::Legality) != CheckMode::Error;
    const std::string Cause = IsOfTarget ? getCode(Wrong->Kind) : "";
    Found.add(Stays ? std::optional(Check::Legality) : std::nullopt, Call, std::move(*Wrong),
              Cause);
    return !Stays;
  }
  if (const MMAVariant *Variant = Callee.Intrinsic->getVariant();
      Variant && !Variant->Legality.Rejected.empty())
    warnIfRejected(Call, *Variant, Target);
  return false;
}

/// Returns true if the descriptors of a call are wrong, so that it cannot stay.
static bool hasWrongDescriptor(const CallBase &Call, const NVVMIntrinsic &Intrinsic,
                               const TargetVersion &Target, ReportList &Found) {
  Error E = Intrinsic.checkDescriptors(Call, Target);
  if (!E)
    return false;
  Found.add(Check::Descriptors, Call, toString(std::move(E)));
  return getMode(Check::Descriptors) == CheckMode::Error;
}

/// Replaces the faulty calls of a function, asked for in program order. True if there were some.
static bool removeCalls(Function &F, function_ref<bool(const CallBase &)> IsFaulty) {
  SmallVector<CallBase *> Faulty;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && IsFaulty(*Call))
      Faulty.push_back(Call);
  for (CallBase *Call : Faulty)
    replaceByPoison(Call);
  return !Faulty.empty();
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
    reportError(M.getContext(), ErrorKind::IntrinsicUse,
                Value.getName() + " cannot be defined here: names that start with " + NVVMPrefix +
                    " belong to intrinsics of NVPTX");
    Value.setName("invalid_intrinsic");
    Fine = false;
  }
  return Fine;
}

/// Reports uses of an intrinsic that are not calls of it, and an unknown name that
/// nobody calls.
static bool verifyOtherUses(Function &F) {
  LLVMContext &Context = F.getContext();
  if (!getNVVMIntrinsic(F) && none_of(F.uses(), isCallee)) {
    reportError(Context, ErrorKind::IntrinsicName, explainUnknownName(F.getName()));
  } else if (!all_of(F.uses(), isCallee)) {
    reportError(Context, ErrorKind::IntrinsicUse,
                "the address of " + F.getName() + " is taken; an intrinsic can only be called");
  } else {
    return true;
  }
  F.replaceUsesWithIf(PoisonValue::get(F.getType()), [](Use &U) { return !isCallee(U); });
  return false;
}

/// Returns true if a function is an intrinsic, or has the name of one. LLVM keeps all
/// names with this prefix for intrinsics.
static bool isIntrinsicDeclaration(const Function &F) {
  return F.isDeclaration() && F.getName().starts_with("llvm.") &&
         (F.getName().starts_with(NVVMPrefix) || F.getIntrinsicID() == Intrinsic::not_intrinsic);
}

/// Returns true if a module has tokens of convergence control. Hardly any has.
static bool hasConvergenceControl(const Module &M) {
  return any_of(M, [](const Function &F) {
    Intrinsic::ID ID = F.getIntrinsicID();
    return ID == Intrinsic::experimental_convergence_entry ||
           ID == Intrinsic::experimental_convergence_anchor ||
           ID == Intrinsic::experimental_convergence_loop;
  });
}

/// Reports the convergent calls without a token of a function in which others have one.
static bool verifyTokens(Function &F) {
  SmallVector<CallBase *> Uncontrolled;
  bool IsControlled = false;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->isConvergent())
      continue;
    if (isa<ConvergenceControlInst>(Call) ||
        Call->getOperandBundle(LLVMContext::OB_convergencectrl))
      IsControlled = true;
    else
      Uncontrolled.push_back(Call);
  }
  if (!IsControlled)
    return true;
  for (CallBase *Call : Uncontrolled) {
    reportError(*Call, ErrorKind::Convergence,
                "the call of " + Call->getCalledOperand()->getName() +
                    " is convergent; in a function with convergence control tokens it needs one "
                    "too: an operand bundle \"convergencectrl\"");
    replaceByPoison(Call);
  }
  return Uncontrolled.empty();
}

bool tensorcore::verifyConvergenceControl(Module &M) {
  bool Fine = true;
  if (hasConvergenceControl(M))
    for (Function &F : M)
      Fine &= verifyTokens(F);
  return Fine;
}

namespace {

/// Finds inline assembly with a statement that the target does not have, or with a matrix
/// instruction or a companion that no target has.
class AssemblyVerifier {
public:
  explicit AssemblyVerifier(const TargetVersion &Target) : Target(Target) {}

  /// Returns true if the assembly has to be removed.
  bool isFaulty(const CallBase &Call, const InlineAsm &Assembly, ReportList &Found) {
    auto [It, IsNew] = Verdicts.try_emplace(&Assembly);
    const Verdict &V = It->second;
    if (IsNew)
      It->second = judge(Assembly);
    for (const auto &[Of, Message] : V.Wrong)
      Found.add(Of, Call, Message);
    if (!V.Illegal)
      return false;
    const bool IsError = getMode(Check::Legality) == CheckMode::Error;
    Found.add(IsError ? std::nullopt : std::optional(Check::Legality), Call, *V.Illegal,
              getCode(V.Illegal->Kind));
    return IsError && isa<CallInst>(Call);
  }

private:
  /// Describes the first faults of a template.
  struct Verdict {
    std::optional<Fault> Illegal;                        ///< on the target
    SmallVector<std::pair<Check, std::string>, 0> Wrong; ///< one of each check
  };

  /// The pass that orders wgmma reports it.
  static bool isUnknownWGMMA(const ptx::Statement &S) {
    return S.Name == "wgmma" && errorToBool(parseInstruction(S).takeError());
  }

  Verdict judge(const InlineAsm &Assembly) const {
    Verdict V;
    const ptx::StatementList Read =
        ptx::readStatements(Assembly.getAsmString(), ptx::Dialect::Template);
    const SmallVector<unsigned, 8> Bits = getAssemblyWidths(Assembly);
    for (const ptx::Statement &S : Read.Statements) {
      if (!S.Wrong.empty())
        continue;
      if (!V.Illegal && !isOff(Check::Legality))
        if (Error E = checkLegal(S, Target)) {
          V.Illegal.emplace(ErrorKind::LegalityTarget, std::move(E));
          addDefault(*V.Illegal, Target);
        }
      if (!isUnknownWGMMA(S))
        if (std::optional<StatementFault> Wrong = checkStatement(S, Bits))
          addWrong(V, *Wrong);
    }
    return V;
  }

  static void addWrong(Verdict &V, const StatementFault &Wrong) {
    const Check Of = Wrong.IsCertain ? Check::InlineAssemblyOperands : Check::InlineAssembly;
    if (none_of(V.Wrong, [&](const auto &Known) { return Known.first == Of; }))
      V.Wrong.emplace_back(Of, "inline assembly: " + Wrong.Message);
  }

  const TargetVersion &Target;
  DenseMap<const InlineAsm *, Verdict> Verdicts;
};

} // namespace

bool tensorcore::verifyNVVMIntrinsics(Module &M, const TargetVersion &Target) {
  bool Fine = verifyNames(M) & verifyConvergenceControl(M);
  DenseMap<const Function *, Declaration> Declared;
  for (Function &F : M) {
    if (!isIntrinsicDeclaration(F))
      continue;
    Fine &= verifyOtherUses(F);
    if (any_of(F.uses(), isCallee))
      Declared.try_emplace(&F, examine(F, Target));
  }
  ReportList Found(Check::Legality);
  AssemblyVerifier Assembly(Target);
  for (Function &F : M)
    Fine &= !removeCalls(F, [&](const CallBase &Call) {
      if (auto *Template = dyn_cast<InlineAsm>(Call.getCalledOperand()))
        return Assembly.isFaulty(Call, *Template, Found);
      auto It = Declared.find(getCallee(Call));
      return It != Declared.end() && isFaulty(Call, It->second, Target, Found);
    });
  Found.report();
  // Declarations without a call may have any type, and would collide with a right declaration.
  for (Function &F : make_early_inc_range(M))
    if (isIntrinsicDeclaration(F) && F.use_empty())
      F.eraseFromParent();
  return Fine;
}

/// Reports calls of an intrinsic with another type than its declaration has, which LLVM allows of
/// functions alone.
static bool verifyCallTypes(Function &F) {
  SmallVector<CallBase *> Wrong;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledOperand() == &F && Call->getFunctionType() != F.getFunctionType())
      Wrong.push_back(Call);
  for (CallBase *Call : Wrong) {
    reportError(*Call, ErrorKind::IntrinsicType,
                F.getName() + " is called with the type " + printType(*Call->getFunctionType()) +
                    ", which is not its signature; it is " + printType(*F.getFunctionType()));
    replaceByPoison(Call);
  }
  return Wrong.empty();
}

/// Explains the first immediate of a call that LLVM's verifier rejects, which names neither the
/// function nor the operand. Returns an empty string if there is none, and what LLVM says.
static std::string explainImmediate(const CallBase &Call, AttributeList Attributes,
                                    std::string &OfLLVM) {
  for (unsigned I = 0; I < Call.arg_size(); ++I) {
    if (!Attributes.hasParamAttr(I, Attribute::ImmArg))
      continue;
    const std::string Operand =
        ("operand " + Twine(I) + " of " + getCallee(Call)->getName() + " must be ").str();
    auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(I));
    const Attribute Range = Attributes.getParamAttr(I, Attribute::Range);
    if (!Number && !isa<ConstantFP>(Call.getArgOperand(I)))
      return Operand + "a constant";
    if (Number && Range.isValid() && !Range.getRange().contains(Number->getValue())) {
      const ConstantRange &Legal = Range.getRange();
      OfLLVM = "; immarg value " + toString(Number->getValue(), 10, true) + " out of range [" +
               toString(Legal.getLower(), 10, true) + ", " + toString(Legal.getUpper(), 10, true) +
               ")";
      return Operand + "from " + toString(Legal.getSignedMin(), 10, true) + " to " +
             toString(Legal.getSignedMax(), 10, true);
    }
    // The verifier rejects some numbers of registers, too.
    if (Number && getCallee(Call)->getName().starts_with("llvm.nvvm.setmaxnreg.") &&
        (Number->getZExtValue() % 8 != 0 || Number->getZExtValue() < 24 ||
         Number->getZExtValue() > 256))
      return Operand + "from 24 to 256 in steps of 8";
  }
  return "";
}

/// Says the same in the words of the instruction, if it has some for that.
static std::string explainInWords(const CallBase &Call, const NVVMIntrinsic &Intrinsic,
                                  std::string Message) {
  isLegalSomewhere([&](const TargetVersion &Target) -> Error {
    Error E = Intrinsic.check(Call, Target);
    if (!E)
      return E;
    Fault Wrong(ErrorKind::IntrinsicOperand, std::move(E));
    if (Wrong.Needs)
      return makeError("another target has it");
    Message = Wrong.Message;
    return Error::success();
  });
  return Message;
}

bool tensorcore::verifyDeclarations(Module &M, function_ref<bool(const Function &)> IsMisdeclared,
                                    function_ref<bool(const Function &)> IsKnown) {
  bool Fine = verifyNames(M);
  DenseMap<const Function *, std::optional<Fault>> Wrong;
  for (Function &F : M) {
    const NVVMIntrinsic *Intrinsic = getNVVMIntrinsic(F);
    if (!isIntrinsicDeclaration(F) || (Intrinsic ? !IsMisdeclared(F) : IsKnown(F))) {
      if (Intrinsic)
        Fine &= verifyCallTypes(F);
      continue;
    }
    Fine &= verifyOtherUses(F);
    Wrong.try_emplace(
        &F, Intrinsic ? Fault(ErrorKind::IntrinsicType, rejectType(F, Intrinsic->getType(F)))
                      : Fault(ErrorKind::IntrinsicName, explainUnknownName(F.getName())));
  }
  ReportList Found(Check::Legality);
  if (!Wrong.empty())
    for (Function &F : M)
      Fine &= !removeCalls(F, [&](const CallBase &Call) {
        auto It = Wrong.find(getCallee(Call));
        if (It != Wrong.end())
          Found.add(std::nullopt, Call, *It->second, "");
        return It != Wrong.end();
      });
  Found.report();
  return Fine;
}

bool tensorcore::verifyImmediates(Module &M) {
  DenseMap<const Function *, std::pair<const NVVMIntrinsic *, AttributeList>> Declared;
  for (const Function &F : M) {
    const NVVMIntrinsic *Intrinsic =
        F.isIntrinsic() && !F.use_empty() ? getNVVMIntrinsic(F) : nullptr;
    if (!Intrinsic)
      continue;
    const AttributeList Attributes =
        Intrinsic::getAttributes(F.getContext(), F.getIntrinsicID(), F.getFunctionType());
    if (Attributes.hasAttrSomewhere(Attribute::ImmArg))
      Declared.try_emplace(&F, Intrinsic, Attributes);
  }
  bool Fine = true;
  ReportList Found(Check::Legality);
  if (!Declared.empty())
    for (Function &F : M)
      Fine &= !removeCalls(F, [&](const CallBase &Call) {
        auto It = Declared.find(getCallee(Call));
        if (It == Declared.end())
          return false;
        const auto &[Intrinsic, Attributes] = It->second;
        std::string OfLLVM;
        const std::string Wrong = explainImmediate(Call, Attributes, OfLLVM);
        if (!Wrong.empty())
          Found.add(
              std::nullopt, Call,
              Fault(ErrorKind::IntrinsicOperand, explainInWords(Call, *Intrinsic, Wrong) + OfLLVM),
              "");
        return !Wrong.empty();
      });
  Found.report();
  return Fine;
}

bool tensorcore::verifyDescriptors(Module &M, const TargetVersion &Target) {
  if (isOff(Check::Descriptors))
    return false;
  DenseMap<const Function *, const NVVMIntrinsic *> Declared;
  for (const Function &F : M)
    if (const NVVMIntrinsic *Intrinsic = getNVVMIntrinsic(F);
        Intrinsic && Intrinsic->hasDescriptors())
      Declared.try_emplace(&F, Intrinsic);
  bool Changed = false;
  ReportList Found(Check::Descriptors);
  if (!Declared.empty())
    for (Function &F : M)
      Changed |= removeCalls(F, [&](const CallBase &Call) {
        auto It = Declared.find(getCallee(Call));
        return It != Declared.end() && hasWrongDescriptor(Call, *It->second, Target, Found);
      });
  Found.report();
  return Changed;
}
