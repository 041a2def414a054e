//===- SetMaxNRegVerifier.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline assembly first, for calls have been checked before; then kernel by kernel, each with
// all that it calls, and the functions that belong to no kernel of the module.
//
//===----------------------------------------------------------------------===//

#include "IR/RegisterBudget/SetMaxNRegVerifier.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/FunctionCopies.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/RegisterBudget/SetMaxNRegChecks.h"
#include "Model/Instructions/Companions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool hasSetMaxNReg(const Instruction &I) { return !getSetMaxNRegs(I).empty(); }

static bool hasSetMaxNReg(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) { return hasSetMaxNReg(I); });
}

/// The numbers that inline assembly has; those of calls are checked where calls are.
static void checkValue(const Instruction &I, const SetMaxNReg &Change) {
  const Companion *Intrinsic = find_if(getCompanions(), [&](const Companion &C) {
    return C.Name.starts_with("llvm.nvvm.setmaxnreg.");
  });
  if (!Change.IsInlineAssembly || !Change.Registers ||
      isChoice(*Intrinsic, "registers", *Change.Registers))
    return;
  reportError(I, ErrorKind::IntrinsicOperand,
              "the register count of " + Change.print() + " must be " +
                  printChoices(*Intrinsic, "registers") + " (PTX ISA, setmaxnreg)");
}

static void checkValues(const Module &M) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      for (const SetMaxNReg &Change : getSetMaxNRegs(I))
        checkValue(I, Change);
}

void tensorcore::verifySetMaxNReg(Module &M, const TargetVersion &Target) {
  checkValues(M);
  SmallVector<Function *> Functions;
  SmallPtrSet<Function *, 8> OfKernels;
  for (Function &F : M) {
    SmallVector<Function *, 8> Tree = getCallTree(F);
    if (F.isDeclaration() || none_of(Tree, [](Function *Each) { return hasSetMaxNReg(*Each); }))
      continue;
    Functions.push_back(&F);
    if (isKernel(F))
      OfKernels.insert(Tree.begin(), Tree.end());
  }
  FunctionCopies Copies(M, [](const Instruction &I) { return hasSetMaxNReg(I); });
  for (Function *F : Functions)
    if (isKernel(*F) || !OfKernels.contains(F))
      Copies.read(*F, [&](Function &Read) {
        SetMaxNRegChecks(Read, *F, Target.FullSmVersion / 10, Copies).run();
      });
}
