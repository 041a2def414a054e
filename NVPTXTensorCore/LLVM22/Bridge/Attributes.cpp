//===- Attributes.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes that LLVM 19 does not parse are dropped, or spelled in its words. Declarations of
// intrinsics get none: LLVM 19 and the gate of this project set what is true.
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/Attributes.h"
#include "Bridge/Steps.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;
using namespace llvm::tensorcore;

static const Attribute::AttrKind Dropped[] = {
#define dropped(KIND) Attribute::KIND,
#define translated(KIND)
#define other(KIND)
#define former(KIND)
#define ATTRIBUTE(KIND, TEXT, WHAT) WHAT(KIND)
#include "Bridge/Differences.def"
#undef dropped
#undef translated
#undef other
#undef former
};

/// LLVM 19 counts errno and the targets' own memory to what is neither argument memory nor
/// inaccessible.
static MemoryEffects convertMemory(MemoryEffects Effects) {
  ModRefInfo Other = Effects.getModRef(IRMemLocation::Other);
  for (IRMemLocation Location : Effects.locations())
    if (Location != IRMemLocation::ArgMem && Location != IRMemLocation::InaccessibleMem)
      Other |= Effects.getModRef(Location);
  // The printer leaves out what equals "other".
  MemoryEffects Result(Other);
  for (IRMemLocation Location : {IRMemLocation::ArgMem, IRMemLocation::InaccessibleMem})
    Result = Result.getWithModRef(Location, Effects.getModRef(Location));
  return Result;
}

static AttributeSet convert(LLVMContext &Context, AttributeSet Set) {
  if (!Set.hasAttributes())
    return Set;
  AttrBuilder Builder(Context, Set);
  for (Attribute::AttrKind Kind : Dropped)
    Builder.removeAttribute(Kind);
  if (Set.hasAttribute(Attribute::Captures)) {
    Builder.removeAttribute(Attribute::Captures);
    if (capturesNothing(Set.getAttribute(Attribute::Captures).getCaptureInfo()))
      Builder.addAttribute((Mark + "nocapture").str());
  }
  if (Set.hasAttribute(Attribute::Memory))
    Builder.addMemoryAttr(convertMemory(Set.getMemoryEffects()));
  return AttributeSet::get(Context, Builder);
}

static AttributeSet convert(LLVMContext &Context, AttributeSet Set, Type *T) {
  if (Set.hasAttribute(Attribute::NoFPClass) && !hasFloatsOfLLVM19(T))
    Set = Set.removeAttribute(Context, Attribute::NoFPClass);
  return convert(Context, Set);
}

/// `Types` are those of the arguments.
static AttributeList convert(LLVMContext &Context, AttributeList List, Type *Result,
                             ArrayRef<Type *> Types) {
  SmallVector<AttributeSet, 8> Parameters;
  for (auto [I, T] : enumerate(Types))
    Parameters.push_back(convert(Context, List.getParamAttrs(I), T));
  return AttributeList::get(Context, convert(Context, List.getFnAttrs()),
                            convert(Context, List.getRetAttrs(), Result), Parameters);
}

static AttributeList keepConvergent(const Function &F) {
  AttrBuilder Builder(F.getContext());
  if (F.isConvergent())
    Builder.addAttribute(Attribute::Convergent);
  return AttributeList::get(F.getContext(), AttributeList::FunctionIndex, Builder);
}

void tensorcore::convertAttributes(Module &M) {
  LLVMContext &Context = M.getContext();
  for (Function &F : M) {
    F.setAttributes(F.getName().starts_with("llvm.")
                        ? keepConvergent(F)
                        : convert(Context, F.getAttributes(), F.getReturnType(),
                                  F.getFunctionType()->params()));
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        SmallVector<Type *, 8> Types;
        for (Value *V : Call->args())
          Types.push_back(V->getType());
        Call->setAttributes(convert(Context, Call->getAttributes(), Call->getType(), Types));
      }
  }
}
