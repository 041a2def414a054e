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

#include "IR/SignatureTypes.h"
#include "Model/MMASignature.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

Type *tensorcore::getSignatureType(LLVMContext &Context, StringRef Text) {
  if (Text == "f16")
    return Type::getHalfTy(Context);
  if (Text == "bf16")
    return Type::getBFloatTy(Context);
  if (Text == "f32")
    return Type::getFloatTy(Context);
  unsigned Number = 0;
  if (Text.consume_front("v")) {
    Text.consumeInteger(10, Number);
    return FixedVectorType::get(getSignatureType(Context, Text), Number);
  }
  bool IsInteger = Text.starts_with("i");
  Text.drop_front().getAsInteger(10, Number);
  if (IsInteger)
    return Type::getIntNTy(Context, Number);
  return PointerType::get(Context, Number);
}

FunctionType *tensorcore::makeFunctionType(LLVMContext &Context, ArrayRef<Type *> Results,
                                           ArrayRef<Type *> Arguments) {
  Type *Result = Results.empty()       ? Type::getVoidTy(Context)
                 : Results.size() == 1 ? Results.front()
                                       : StructType::get(Context, Results);
  return FunctionType::get(Result, Arguments, /*isVarArg=*/false);
}

FunctionType *tensorcore::getSignatureFunctionType(LLVMContext &Context,
                                                   const MMASignature &Signature) {
  SmallVector<Type *, 4> Results;
  SmallVector<Type *, 16> Arguments;
  for (StringRef Result : Signature.Results)
    Results.push_back(getSignatureType(Context, Result));
  for (const MMAArgument &Argument : Signature.Arguments)
    Arguments.push_back(getSignatureType(Context, Argument.Type));
  return makeFunctionType(Context, Results, Arguments);
}
