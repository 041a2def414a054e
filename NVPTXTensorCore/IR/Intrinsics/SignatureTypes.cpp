//===- SignatureTypes.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From words to types.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/SignatureTypes.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// A scalar, or a vector's element. Of a pointer to one of several address spaces, the space is
/// `Space`.
static Type *getElementType(LLVMContext &Context, const MMAArgumentType &T, unsigned Space) {
  switch (T.Kind) {
  case MMATypeKind_Integer:
    return Type::getIntNTy(Context, T.Bits);
  case MMATypeKind_BFloat:
    return Type::getBFloatTy(Context);
  case MMATypeKind_Float:
    return T.Bits == 16   ? Type::getHalfTy(Context)
           : T.Bits == 32 ? Type::getFloatTy(Context)
                          : Type::getDoubleTy(Context);
  case MMATypeKind_AnyPointer:
    return PointerType::get(Context, Space);
  case MMATypeKind_Pointer:
  case MMATypeKind_BaseAddress:
  case MMATypeKind_RegisterAddress:
    return PointerType::get(Context, T.AddressSpace);
  }
  llvm_unreachable("all kinds of types have a case");
}

static Type *getType(LLVMContext &Context, const MMAArgumentType &T, unsigned Space) {
  Type *Element = getElementType(Context, T, Space);
  return T.Lanes ? FixedVectorType::get(Element, T.Lanes) : Element;
}

FunctionType *tensorcore::makeFunctionType(LLVMContext &Context, ArrayRef<Type *> Results,
                                           ArrayRef<Type *> Arguments) {
  Type *Result = Results.empty()       ? Type::getVoidTy(Context)
                 : Results.size() == 1 ? Results.front()
                                       : StructType::get(Context, Results);
  return FunctionType::get(Result, Arguments, /*isVarArg=*/false);
}

FunctionType *tensorcore::getSignatureFunctionType(LLVMContext &Context,
                                                   const MMASignature &Signature,
                                                   unsigned AddressSpace) {
  SmallVector<Type *, 4> Results;
  SmallVector<Type *, 16> Arguments;
  for (const MMAArgumentType &Result : Signature.Results)
    Results.push_back(getType(Context, Result, AddressSpace));
  for (const MMAArgument &Argument : Signature.Arguments)
    Arguments.push_back(getType(Context, Argument.Type, AddressSpace));
  return makeFunctionType(Context, Results, Arguments);
}

std::string tensorcore::getTypeSuffix(const Type &T) {
  if (T.isPointerTy())
    return "p" + utostr(T.getPointerAddressSpace());
  if (auto *Vector = dyn_cast<FixedVectorType>(&T))
    return "v" + utostr(Vector->getNumElements()) + getTypeSuffix(*Vector->getElementType());
  if (auto *Struct = dyn_cast<StructType>(&T)) {
    std::string Text = "s";
    for (const Type *Element : Struct->elements())
      Text += "_" + getTypeSuffix(*Element);
    return Text;
  }
  const StringRef Kind = T.isIntegerTy() ? "i" : T.isBFloatTy() ? "bf" : "f";
  return (Kind + Twine(T.getScalarSizeInBits())).str();
}
