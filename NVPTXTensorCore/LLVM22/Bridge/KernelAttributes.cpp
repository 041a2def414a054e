//===- KernelAttributes.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 has launch bounds and grid constants as attributes "nvvm.…"; LLVM 19's back end and this
// project read them as nvvm.annotations. Clusters they read as attributes too. Whatever else is
// named so is refused, as it would be lost.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
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
    {"nvvm.maxntid", {"maxntidx", "maxntidy", "maxntidz"}},
    {"nvvm.reqntid", {"reqntidx", "reqntidy", "reqntidz"}},
    {"nvvm.minctasm", {"minctasm"}},
    {"nvvm.maxnreg", {"maxnreg"}},
    {"nvvm.maxclusterrank", {"maxclusterrank"}},
};

/// What the project reads as it is (IR/Lowering/ClusterDims.h).
static constexpr StringLiteral Kept[] = {"nvvm.cluster_dim", "nvvm.blocksareclusters"};
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

static void refuseOthers(const Function &F, Refusals &Refused) {
  for (AttributeSet Set : F.getAttributes())
    for (Attribute A : Set)
      if (A.isStringAttribute() && A.getKindAsString().starts_with(Prefix) &&
          !is_contained(Kept, A.getKindAsString()))
        Refused.add(F, "\"" + A.getKindAsString() +
                           "\" is no attribute that LLVM 19 has a form for; expected one of "
                           "nvvm.maxntid, reqntid, minctasm, maxnreg, maxclusterrank, "
                           "cluster_dim, blocksareclusters and grid_constant");
}

void tensorcore::convertKernelAttributes(Module &M, Refusals &Refused) {
  for (Function &F : M) {
    for (const LaunchBound &Bound : LaunchBounds)
      if (F.hasFnAttribute(Bound.Attribute)) {
        convertLaunchBound(F, Bound, Refused);
        F.removeFnAttr(Bound.Attribute);
      }
    convertGridConstants(F);
    refuseOthers(F, Refused);
  }
}
