//===- Steps.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of the bridge, in their order, and what they share. Each step leaves a module that
// LLVM 22 prints; what LLVM 22 has no name for any more is put in under marked names, whose mark
// the last step takes off the text.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LLVM22_BRIDGE_STEPS_H
#define NVPTXTENSORCORE_LLVM22_BRIDGE_STEPS_H

#include "Bridge/Bridge.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallInst;
class ConstantExpr;
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// What has been refused so far.
class Refusals {
public:
  void add(const Instruction &Where, const Twine &Message);
  void add(const Function &Where, const Twine &Message);
  void add(const Twine &Message);

  /// All of them; success if there are none.
  Error take() { return std::move(List); }

private:
  Error List = Error::success();
};

/// What the names begin with that the last step changes: of attributes, and of functions.
inline constexpr StringLiteral Mark = "nvptx-ir-bridge:";

/// A call of a function of LLVM 19 that LLVM 22 would not take for its own.
CallInst *callMarked(IRBuilderBase &Builder, StringRef Name, Type *Result,
                     ArrayRef<Value *> Arguments);

/// Whether a type may have fast-math flags, or nofpclass, in LLVM 19: no struct may.
bool hasFloatsOfLLVM19(Type *T);

/// Structs that the two data layouts place differently are refused.
void convertDataLayout(Module &M, Refusals &Refused);

/// Launch bounds and grid constants, which are function attributes in LLVM 22, become
/// nvvm.annotations.
void convertKernelAttributes(Module &M, Refusals &Refused);

/// Attributes of functions, parameters and calls.
void convertAttributes(Module &M);

/// Fast-math flags.
void convertFastMath(Module &M);

/// Instructions, their flags, operations and constant expressions.
void convertInstructions(Module &M);

/// All constant expressions that a module uses.
SetVector<ConstantExpr *> findExpressions(Module &M);

/// Pointers of shared::cluster memory, address space 7.
void convertSharedCluster(Module &M, Refusals &Refused);

/// LLVM's intrinsics that have another signature or another name.
void convertIntrinsics(Module &M);

/// If LLVM 19 has nothing like an intrinsic of NVPTX or has it under another name: what stands for
/// a call, built where `Builder` stands; null if the call may stay.
Value *convertNVVMCall(CallInst &Call, IRBuilderBase &Builder);

/// All intrinsics that are called have to be ones of LLVM 19 or of this project.
void checkNames(const Module &M, Refusals &Refused);

/// The printed module: marks, and the fields and words of debug information.
std::string rewriteText(StringRef Text, Refusals &Refused);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LLVM22_BRIDGE_STEPS_H
