//===- SourceAttributes.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's attributes that clang 22 does not know, or does not compile. FrontEnd/CUDAAttributes.cpp
// teaches them to clang, which can carry them no further than to an annotation; here the annotation
// becomes what the back end understands. So does the attribute of kernels that LLVM 20 had.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_SOURCEATTRIBUTES_H
#define NVPTXTENSORCORE_IR_LOWERING_SOURCEATTRIBUTES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// Precedes an attribute's own name in its annotation.
inline constexpr StringLiteral SourceAttributePrefix = "nvptx.";

/// Marks a kernel in IR of LLVM 20.
inline constexpr StringLiteral KernelAttribute = "nvvm.kernel";

/// Marks a variable as one of `__managed__`: memory that host and device share.
inline void setManaged(GlobalVariable &V) {
  LLVMContext &C = V.getContext();
  Metadata *const Fields[] = {ValueAsMetadata::get(&V), MDString::get(C, "managed"),
                              ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1))};
  V.getParent()->getOrInsertNamedMetadata("nvvm.annotations")->addOperand(MDNode::get(C, Fields));
}

/// Turns annotations into attributes and metadata of kernels, functions with KernelAttribute into
/// kernels, and reports what is wrong with them. True if anything changed.
bool lowerSourceAttributes(Module &M);

/// The same as a pass, with the texts of assembly: `nvptx-source-attributes`, at the start of the
/// pipelines of opt and clang.
struct SourceAttributesPass : PassInfoMixin<SourceAttributesPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_SOURCEATTRIBUTES_H
