//===- MMAAttributes.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives every tensor-core declaration and every call of one its true attributes.
//
// All threads of a warp execute a `.sync.aligned` instruction together, so no copy of
// it may end up under more conditions than the original: it is convergent. Upstream's
// declarations do not say so, and `opt -O2` then duplicates an mma
// into both arms of a divergent branch. They also lack willreturn, so that a dead mma
// lives on. A function that holds such a call is convergent for the same reason, and
// so are its callers; front ends other than clang's do not always say so.
//
// `noduplicate` is not among them on purpose. It would forbid what is right and
// wanted - unrolling the loop over K, inlining a tile function into two callers - and
// convergent already forbids what is wrong.
//
// A matrix instruction's operands may be undefined. clang says of every parameter in C++ that
// it is not (`noundef`), so that an accumulator that was never set would make the call
// unreachable, and all before it. It is right where scale-d or enable-input-d is false.
//
// Every intrinsic (IR/Intrinsics/NVVMIntrinsic.h) says its own.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_MMAATTRIBUTES_H
#define NVPTXTENSORCORE_IR_VERIFIER_MMAATTRIBUTES_H

#include "Model/Tables/MMATables.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// Sets the attributes; true if anything changed. Call sites get them too because
/// a declaration's are reset to upstream's whenever a module is read again.
bool addMMAAttributes(Module &M);

/// The same as a pass: `nvptx-mma-attributes`, at the start of the pipelines of
/// opt and clang.
struct MMAAttributesPass : PassInfoMixin<MMAAttributesPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_MMAATTRIBUTES_H
