//===- MMAAttributes.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes by family.
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/MMAAttributes.h"
#include "IR/Verifier/Declarations.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "IR/Verifier/NVVMVerifier.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Holds the calls of a function, also through aliases, and whether anything else uses it, so that
/// it may be called through a pointer.
struct Uses {
  SmallVector<CallBase *> Calls;
  bool IsAddressTaken = false;

  explicit Uses(const GlobalValue &Callee) { collect(Callee); }

private:
  void collect(const Constant &Callee) {
    for (const Use &U : Callee.uses()) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      if (Call && Call->isCallee(&U))
        Calls.push_back(Call);
      else if (isa<GlobalAlias, ConstantExpr>(U.getUser()))
        collect(*cast<Constant>(U.getUser()));
      else
        IsAddressTaken = true;
    }
  }
};

namespace {

/// Sets the attributes of a declaration or of its calls, which mostly have all the same.
class AttributeSetter {
public:
  /// With `MayBeUndefined`, operands need not be defined.
  AttributeSetter(const AttrBuilder &True, bool MayBeUndefined)
      : True(True), MayBeUndefined(MayBeUndefined) {}

  /// True if that changed anything.
  template <typename T> bool set(T &Holder) {
    AttributeList Old = Holder.getAttributes();
    if (!HasLast || Old != LastOld) {
      LLVMContext &Context = Holder.getContext();
      LastOld = Old;
      LastNew = Old.removeFnAttribute(Context, Attribute::Memory)
                    .removeFnAttribute(Context, Attribute::Convergent)
                    .addFnAttributes(Context, True);
      if (MayBeUndefined)
        for (unsigned Index : LastNew.indexes())
          if (Index >= AttributeList::FirstArgIndex && Index != AttributeList::FunctionIndex)
            LastNew = LastNew.removeAttributeAtIndex(Context, Index, Attribute::NoUndef);
      HasLast = true;
    }
    if (Old != LastNew)
      Holder.setAttributes(LastNew);
    return Old != LastNew;
  }

private:
  const AttrBuilder &True;
  bool MayBeUndefined;
  AttributeList LastOld, LastNew;
  bool HasLast = false;
};

} // namespace

/// Takes the convergence control token away from a call that is not convergent any more, which
/// must not have one.
static void dropToken(CallBase &Call) {
  if (Call.isConvergent() || !Call.getOperandBundle(LLVMContext::OB_convergencectrl))
    return;
  CallBase *New =
      CallBase::removeOperandBundle(&Call, LLVMContext::OB_convergencectrl, Call.getIterator());
  New->takeName(&Call);
  New->copyMetadata(Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
}

/// Makes a call convergent, and the function that it stands in.
static bool makeConvergent(CallBase &Call, SmallVectorImpl<Function *> &Worklist) {
  bool Changed = !Call.isConvergent();
  Call.setConvergent();
  Function *Caller = Call.getFunction();
  if (!Caller->isConvergent()) {
    Caller->setConvergent();
    Worklist.push_back(Caller);
    Changed = true;
  }
  return Changed;
}

/// A function that calls a convergent one is convergent, and so is the call. Once such a function's
/// address is taken, this is true of every call through a pointer.
static bool makeCallersConvergent(Module &M, SmallVector<Function *> Worklist) {
  bool Changed = false, IsAnyAddressTaken = false;
  auto Spread = [&] {
    while (!Worklist.empty()) {
      Uses Found(*Worklist.pop_back_val());
      IsAnyAddressTaken |= Found.IsAddressTaken;
      for (CallBase *Call : Found.Calls)
        Changed |= makeConvergent(*Call, Worklist);
    }
  };
  Spread();
  if (IsAnyAddressTaken) {
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall())
          Changed |= makeConvergent(*Call, Worklist);
    Spread();
  }
  return Changed;
}

bool tensorcore::addMMAAttributes(Module &M) {
  bool Changed = false;
  SmallVector<Function *> Convergent;
  for (Function &F : M) {
    const NVVMIntrinsic *Intrinsic = getNVVMIntrinsic(F);
    AttrBuilder True(F.getContext());
    if (Intrinsic)
      Intrinsic->addAttributes(True);
    if (!True.hasAttributes())
      continue;
    bool MayBeUndefined = Intrinsic->mayBeUndefined();
    Changed |= AttributeSetter(True, MayBeUndefined).set(F);
    True.removeAttribute(Attribute::Speculatable); // which only declarations may be
    AttributeSetter OfCalls(True, MayBeUndefined);
    for (CallBase *Call : Uses(F).Calls) {
      Changed |= OfCalls.set(*Call);
      dropToken(*Call);
    }
    if (True.contains(Attribute::Convergent))
      Convergent.push_back(&F);
  }
  return makeCallersConvergent(M, std::move(Convergent)) || Changed;
}

PreservedAnalyses MMAAttributesPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = correctDeclarations(M);
  Changed |= addMMAAttributes(M);
  Changed |= !verifyConvergenceControl(M); // else the host's verifier aborts
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
