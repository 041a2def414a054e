//===- KernelAttributes.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 has launch bounds and grid constants as attributes "nvvm.…", and the alignment of results
// as "alignstack"; LLVM 19's back end and this project read them as nvvm.annotations. Clusters they
// read as attributes too. Whatever else is named so is refused, as it would be lost.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// An attribute of numbers between commas, and the annotation of each.
struct LaunchBound {
  StringLiteral Attribute;
  std::vector<StringLiteral> Annotations;
};

} // namespace

static const LaunchBound LaunchBounds[] = {
#define LAUNCH_BOUND(NAME, ...) {NAME, {__VA_ARGS__}},
#include "Bridge/Differences.def"
};

static constexpr StringLiteral Kept[] = {
#define translated(NAME)
#define kept(NAME) NAME,
#define KERNEL_ATTRIBUTE(NAME, WHAT) WHAT(NAME)
#include "Bridge/Differences.def"
#undef translated
#undef kept
};

static constexpr StringLiteral GridConstant = "nvvm.grid_constant";
static constexpr StringLiteral Prefix = "nvvm.";

static ConstantAsMetadata *getNumber(LLVMContext &Context, unsigned Number) {
  return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), Number));
}

static void annotate(Function &F, StringRef Name, Metadata *Value) {
  LLVMContext &Context = F.getContext();
  F.getParent()
      ->getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(
          MDNode::get(Context, {ValueAsMetadata::get(&F), MDString::get(Context, Name), Value}));
}

static void convertLaunchBound(Function &F, const LaunchBound &Bound, Refusals &Refused) {
  const StringRef Text = F.getFnAttribute(Bound.Attribute).getValueAsString();
  SmallVector<StringRef, 3> Words;
  Text.split(Words, ',');
  SmallVector<unsigned, 3> Numbers;
  for (StringRef Word : Words)
    if (unsigned Number; !Word.trim().getAsInteger(10, Number))
      Numbers.push_back(Number);
  if (Numbers.size() != Words.size() || Numbers.size() > Bound.Annotations.size())
    return Refused.add(
        F,
        "\"" + Bound.Attribute + "\" is \"" + Text + "\"; expected " +
            (Bound.Annotations.size() == 1 ? "a number" : "one to three numbers between commas"));
  for (auto [Name, Number] : zip(Bound.Annotations, Numbers))
    annotate(F, Name, getNumber(F.getContext(), Number));
}

/// LLVM 19 reads the first such annotation only, so there is one.
static void convertGridConstants(Function &F) {
  SmallVector<Metadata *, 4> Parameters;
  for (Argument &Parameter : F.args())
    if (Parameter.hasAttribute(GridConstant)) {
      Parameters.push_back(getNumber(F.getContext(), Parameter.getArgNo() + 1));
      F.removeParamAttr(Parameter.getArgNo(), GridConstant);
    }
  if (!Parameters.empty())
    annotate(F, "grid_constant", MDNode::get(F.getContext(), Parameters));
}

/// LLVM 19 has alignstack on parameters, and for results NVVM's metadata with the index 0, of
/// functions and of calls.
static void convertResultAlignment(Function &F) {
  if (MaybeAlign A = F.getAttributes().getRetStackAlignment()) {
    annotate(F, "align", getNumber(F.getContext(), A->value()));
    F.removeRetAttr(Attribute::StackAlignment);
  }
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (MaybeAlign A = Call ? Call->getAttributes().getRetStackAlignment() : std::nullopt) {
      Call->setMetadata("callalign",
                        MDNode::get(F.getContext(), getNumber(F.getContext(), A->value())));
      Call->removeRetAttr(Attribute::StackAlignment);
    }
  }
}

/// "nvvm.maxntid, nvvm.reqntid, …"
static std::string listKnown() {
  static constexpr StringLiteral Known[] = {
#define LAUNCH_BOUND(NAME, ...) NAME,
#define KERNEL_ATTRIBUTE(NAME, WHAT) NAME,
#include "Bridge/Differences.def"
  };
  return join(ArrayRef(Known), ", ");
}

static void refuseOthers(const Function &F, Refusals &Refused) {
  for (AttributeSet Set : F.getAttributes())
    for (Attribute A : Set)
      if (A.isStringAttribute() && A.getKindAsString().starts_with(Prefix) &&
          !is_contained(Kept, A.getKindAsString()))
        Refused.add(F, "\"" + A.getKindAsString() +
                           "\" is no attribute that LLVM 19 has a form for; expected one of " +
                           listKnown());
}

void tensorcore::convertKernelAttributes(Module &M, Refusals &Refused) {
  for (Function &F : M) {
    for (const LaunchBound &Bound : LaunchBounds)
      if (F.hasFnAttribute(Bound.Attribute)) {
        convertLaunchBound(F, Bound, Refused);
        F.removeFnAttr(Bound.Attribute);
      }
    convertGridConstants(F);
    convertResultAlignment(F);
    refuseOthers(F, Refused);
  }
}
