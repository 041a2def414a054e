//===- NVVMIntrinsic.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of declarations and attributes that most intrinsics have in common.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
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

void tensorcore::addAttributes(AttrBuilder &Builder, const MMAEffects &Effects) {
  if (Effects.IsPure)
    return addArithmeticAttributes(Builder);
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback, Attribute::NoFree})
    Builder.addAttribute(Kind);
  if (Effects.IsConvergent)
    Builder.addAttribute(Attribute::Convergent);
  Builder.addMemoryAttr(
      MemoryEffects(ModRefInfo(Effects.OtherMemory))
          .getWithModRef(IRMemLocation::ArgMem, ModRefInfo(Effects.ArgumentMemory))
          .getWithModRef(IRMemLocation::InaccessibleMem, ModRefInfo(Effects.InaccessibleMemory)));
}

void tensorcore::addTrueAttributes(AttrBuilder &Builder, MMAFamily Family) {
  addAttributes(Builder, lookupMMAFamily(Family)->Effects);
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

/// Returns where two signatures differ first.
static std::string printDifference(const FunctionType &Declared, const FunctionType &Right) {
  auto Print = [](const Twine &What, const Type *Is, const Type *Expected) {
    return ("; " + What + " is " + printType(*Is) + " in place of " + printType(*Expected)).str();
  };
  if (Declared.getReturnType() != Right.getReturnType())
    return Print("the result", Declared.getReturnType(), Right.getReturnType());
  if (Declared.getNumParams() != Right.getNumParams())
    return ("; it has " + Twine(Right.getNumParams()) + " operands, and the declaration " +
            Twine(Declared.getNumParams()))
        .str();
  for (auto [Index, Is, Expected] : enumerate(Declared.params(), Right.params()))
    if (Is != Expected)
      return Print("operand " + Twine(Index), Is, Expected);
  return "";
}

Error tensorcore::rejectType(const Function &F, FunctionType *Expected) {
  return makeError(F.getName() + " is declared with the type " + printType(*F.getFunctionType()) +
                   ", which is not its signature" +
                   (Expected ? "; it is " + printType(*Expected) +
                                   printDifference(*F.getFunctionType(), *Expected)
                             : std::string()));
}

std::string tensorcore::printType(const Type &T) {
  std::string Text;
  raw_string_ostream(Text) << T;
  return Text;
}
