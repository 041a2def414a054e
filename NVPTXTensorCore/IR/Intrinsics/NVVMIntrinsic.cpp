//===- NVVMIntrinsic.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What most intrinsics have in common: types of declarations, attributes.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "Model/Tables/Errors.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

NVVMIntrinsic::~NVVMIntrinsic() = default;

Error NVVMIntrinsic::checkDeclaration(const Function &F, const TargetVersion &) const {
  FunctionType *Expected = getType(F);
  bool IsRight = Expected && isSameButForName(*F.getFunctionType(), *Expected);
  return IsRight ? Error::success() : rejectType(F, Expected);
}

void tensorcore::addArithmeticAttributes(AttrBuilder &Builder) {
  for (Attribute::AttrKind Kind :
       {Attribute::Speculatable, Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback,
        Attribute::NoFree, Attribute::NoSync})
    Builder.addAttribute(Kind);
  Builder.addMemoryAttr(MemoryEffects::none());
}

static MemoryEffects getMemoryEffects(MMAFamily Family) {
  switch (Family) {
  case MMAFamily_WMMALoad:
  case MMAFamily_LdMatrix:
    return MemoryEffects::argMemOnly(ModRefInfo::Ref);
  case MMAFamily_WMMAStore:
  case MMAFamily_StMatrix:
    return MemoryEffects::argMemOnly(ModRefInfo::Mod);
  case MMAFamily_WMMA:
  case MMAFamily_MMA:
  case MMAFamily_MovMatrix:
    return MemoryEffects::none();
  case MMAFamily_WGMMA:
    // Reads shared memory, some time later; stays between what orders it.
    return MemoryEffects::readOnly() | MemoryEffects::inaccessibleMemOnly();
  case MMAFamily_Hold:
    return MemoryEffects::inaccessibleMemOnly();
  case MMAFamily_TCGen05Access:
    // Tensor memory, which nothing but tcgen05 reaches.
    return MemoryEffects::inaccessibleMemOnly();
  case MMAFamily_TCGen05Copy:
  case MMAFamily_TCGen05MMA:
    // Reads shared memory too, some time later.
    return MemoryEffects::readOnly() | MemoryEffects::inaccessibleMemOnly();
  case MMAFamily_TCGen05:
  case MMAFamily_WGMMASync:
  case MMAFamily_Companion:
    break;
  }
  return MemoryEffects::unknown();
}

void tensorcore::addTrueAttributes(AttrBuilder &Builder, MMAFamily Family) {
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback, Attribute::NoFree})
    Builder.addAttribute(Kind);
  // Holding registers is not a convergent operation, and one thread issues a tcgen05.mma.
  if (Family != MMAFamily_Hold && Family != MMAFamily_TCGen05MMA)
    Builder.addAttribute(Attribute::Convergent);
  Builder.addMemoryAttr(getMemoryEffects(Family));
}

AttrBuilder tensorcore::getTrueAttributes(LLVMContext &Context, MMAFamily Family) {
  AttrBuilder Builder(Context);
  addTrueAttributes(Builder, Family);
  return Builder;
}

Function *tensorcore::declareIntrinsic(Module &M, StringRef Name, FunctionType *Type,
                                       const AttrBuilder &Attributes) {
  auto *F = dyn_cast<Function>(M.getOrInsertFunction(Name, Type).getCallee());
  if (!F || F->getFunctionType() != Type)
    return nullptr;
  F->addFnAttrs(Attributes);
  return F;
}

bool tensorcore::isSameButForName(const FunctionType &L, const FunctionType &R) {
  auto *Left = dyn_cast<StructType>(L.getReturnType()),
       *Right = dyn_cast<StructType>(R.getReturnType());
  return &L == &R || (L.params() == R.params() && L.isVarArg() == R.isVarArg() && Left && Right &&
                      Left->isLayoutIdentical(Right));
}

Error tensorcore::rejectType(const Function &F, FunctionType *Expected) {
  return makeError(F.getName() + " is declared with the type " + printType(*F.getFunctionType()) +
                   ", which is not its signature" +
                   (Expected ? "; it is " + printType(*Expected) : std::string()));
}

std::string tensorcore::printType(const Type &T) {
  std::string Text;
  raw_string_ostream(Text) << T;
  return Text;
}
