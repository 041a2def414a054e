//===- SignatureTypes.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of the signatures in TableGen's rows as LLVM's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_SIGNATURETYPES_H
#define NVPTXTENSORCORE_IR_INTRINSICS_SIGNATURETYPES_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace llvm {
class FunctionType;
class LLVMContext;
class Type;
} // namespace llvm

namespace llvm::tensorcore {

struct MMASignature;

/// A function's type, whose argument of type p* points to `AddressSpace`; several results are a
/// struct.
FunctionType *getSignatureFunctionType(LLVMContext &Context, const MMASignature &Signature,
                                       unsigned AddressSpace = 0);

/// The same with results and arguments that are types already.
FunctionType *makeFunctionType(LLVMContext &Context, ArrayRef<Type *> Results,
                               ArrayRef<Type *> Arguments);

/// Returns a type as the name of an overloaded intrinsic has it: i32, v2bf16, p3, s_v2f32_f32.
std::string getTypeSuffix(const Type &T);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_SIGNATURETYPES_H
