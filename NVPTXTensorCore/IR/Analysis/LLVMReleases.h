//===- LLVMReleases.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM 22 calls differently from LLVM 19. The layers up to IR/ are compiled for both releases:
// for the back end, and for the optimisation pipelines of opt-22 and clang-22 (LLVM22/Plugin). This
// is the only file that asks which one it is.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_LLVMRELEASES_H
#define NVPTXTENSORCORE_IR_ANALYSIS_LLVMRELEASES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/TargetParser/Triple.h"

namespace llvm::tensorcore {

/// The module flag that says of a module of LLVM 19 that it was a newer release's: its number.
constexpr char NewerLLVMFlag[] = "nvptx-newer-llvm";

/// The intrinsic of a name in LLVM's own tables.
inline Intrinsic::ID lookupIntrinsicID(StringRef Name) {
#if LLVM_VERSION_MAJOR >= 20
  return Intrinsic::lookupIntrinsicID(Name);
#else
  return Function::lookupIntrinsicID(Name);
#endif
}

/// Returns true for a companion that the NVPTX target of this LLVM selects itself, with the same
/// instruction: its PTX is to be that of stock LLVM. LLVM 19 knows too few of them to tell apart.
inline bool isSelectedByLLVM(StringRef Name) {
  return LLVM_VERSION_MAJOR >= 21 && lookupIntrinsicID(Name) != Intrinsic::not_intrinsic;
}

/// The attributes that LLVM gives an intrinsic, whatever the declaration says.
inline AttributeList getIntrinsicAttributes(const Function &F) {
#if LLVM_VERSION_MAJOR >= 21
  return Intrinsic::getAttributes(F.getContext(), F.getIntrinsicID(), F.getFunctionType());
#else
  return Intrinsic::getAttributes(F.getContext(), F.getIntrinsicID());
#endif
}

/// Whether front ends give kernels attributes, "nvvm.maxntid"="128,1,1", in the place of
/// annotations.
#if LLVM_VERSION_MAJOR >= 20
inline constexpr bool KernelsHaveAttributes = true;
#else
inline constexpr bool KernelsHaveAttributes = false;
#endif

/// A target triple as targets and modules take it, which is a text in LLVM 19.
#if LLVM_VERSION_MAJOR >= 21
using TripleArgument = Triple;
#else
using TripleArgument = std::string;
#endif
inline TripleArgument asTripleArgument(const Triple &T) { return TripleArgument(T.str()); }

/// The address of a parameter as a generic pointer, a call in LLVM 19; newer releases have a cast.
inline bool isParameterAddress(Intrinsic::ID ID) {
#if LLVM_VERSION_MAJOR >= 20
  return false;
#else
  return ID == Intrinsic::nvvm_ptr_param_to_gen;
#endif
}

/// The variable parts of an address, as GEPOperator::collectOffset gives them.
#if LLVM_VERSION_MAJOR >= 21
using VariableOffsets = SmallMapVector<Value *, APInt, 4>;
#else
using VariableOffsets = MapVector<Value *, APInt>;
#endif

/// The source variable that an alloca stands for; null if there is none.
inline const DILocalVariable *findVariable(AllocaInst &Alloca) {
  for (DbgVariableRecord *Record : findDVRDeclares(&Alloca))
    return Record->getVariable();
#if LLVM_VERSION_MAJOR < 21
  for (DbgDeclareInst *Declare : findDbgDeclares(&Alloca))
    return Declare->getVariable();
#endif
  return nullptr;
}

/// A cast between generic pointers and those to parameters; with LLVM 22 no call is one.
inline bool isParameterCast(Intrinsic::ID ID) {
#if LLVM_VERSION_MAJOR >= 20
  return false;
#else
  return ID == Intrinsic::nvvm_ptr_gen_to_param || ID == Intrinsic::nvvm_ptr_param_to_gen;
#endif
}

/// The signature of an intrinsic that LLVM 22 has, whose verifier takes no other: arguments that
/// came later are added behind the bridge. With LLVM 19, and of other intrinsics, null.
inline FunctionType *getNewerLLVMType(const Function &F) {
#if LLVM_VERSION_MAJOR >= 20
  const Intrinsic::ID ID = F.getIntrinsicID();
  if (ID != Intrinsic::not_intrinsic && !Intrinsic::isOverloaded(ID))
    return Intrinsic::getType(F.getContext(), ID);
#endif
  return nullptr;
}

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_LLVMRELEASES_H
