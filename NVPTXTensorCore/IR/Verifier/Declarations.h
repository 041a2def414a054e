//===- Declarations.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives an intrinsic its own type where its declaration differs from that in one of two ways.
//
// The struct that an intrinsic returns has no name and no padding. In clang's IR, where an
// asm label declares an intrinsic, it has the name of the C++ type, and clang writes out the
// padding behind the last member where it knows of larger alignment than LLVM: a function
// that returns 16 floats and one more returns { <16 x float>, float, [60 x i8] }. Its booleans
// are i8, as they are in memory. (The same happens to names when LLVM reads a module.)
//
// An encoder of descriptors gets operands as PTX gets fields. Older declarations lack them; their
// calls get 0.
//
// LLVM 23 has a vector of one element where LLVM 22 has the element, and the operation of
// tcgen05.ld.red in operands, where it is a part of the name here.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_DECLARATIONS_H
#define NVPTXTENSORCORE_IR_VERIFIER_DECLARATIONS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Returns true if anything changed.
bool correctDeclarations(Module &M);

/// Reports calls of LLVM's own intrinsics with other types or immediates than theirs, with the
/// right ones, and removes the calls: LLVM's verifier says only that one is wrong. Returns true if
/// there were none.
bool rejectMisdeclaredIntrinsics(Module &M);

/// Checks declarations at the start of the pipelines of opt and clang. LLVM takes one of any
/// `llvm.nvvm.*` name for a function of the program: a name that nobody knows is an error. An
/// intrinsic of LLVM's with another signature would end the compilation in its verifier: one of an
/// older LLVM is upgraded, any other is an error. What else is wrong with calls, the back end says.
struct DeclarationsPass : PassInfoMixin<DeclarationsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Reports calls that would be compiled at link time (-foffload-lto): there clang loads no plug-in,
/// and LLVM does not know the names.
struct LinkTimePass : PassInfoMixin<LinkTimePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_DECLARATIONS_H
