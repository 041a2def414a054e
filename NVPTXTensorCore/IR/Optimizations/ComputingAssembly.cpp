//===- ComputingAssembly.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader of PTX reads each template of a function once. Assembly with one operand, as a
// conversion, or with none, as the number of the lane, stays as it is: to compute such a value
// again takes less than to keep it.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/ComputingAssembly.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "PTX/Reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr unsigned MinOperands = 2;

// clang-format off
/// Instructions with which a thread computes values from its own registers, and nothing else.
static constexpr StringLiteral Computations[] = {
    "abs",  "add",   "and", "bfe", "bfi",  "bfind", "brev", "clz",  "cnot", "copysign", "cos",
    "cvt",  "cvta",  "div", "dp2a", "dp4a", "ex2",  "fma",  "fns",  "lg2",  "lop3",     "mad",
    "mad24", "max",  "min", "mov", "mul",  "mul24", "neg",  "not",  "or",   "popc",     "prmt",
    "rcp",  "rem",   "rsqrt", "sad", "selp", "set", "setp", "shf",  "shl",  "shr",      "sin",
    "slct", "sqrt",  "sub", "tanh", "testp", "xor"};
// clang-format on

static bool onlyComputes(StringRef Template) {
  using Kind = ptx::Statement::Kind;
  const ptx::StatementList Read = ptx::readStatements(Template, ptx::Dialect::Template);
  return Read.Faults.empty() && all_of(Read.Statements, [](const ptx::Statement &S) {
           return S.Is == Kind::Instruction
                      ? is_contained(Computations, S.Name)
                      : is_contained({Kind::Declares, Kind::ScopeBegin, Kind::ScopeEnd}, S.Is);
         });
}

PreservedAnalyses ComputingAssemblyPass::run(Function &F, FunctionAnalysisManager &) {
  DenseMap<const InlineAsm *, bool> OnlyComputes;
  bool Changed = false;
  if (optimizesOrdinaryCode())
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      auto *Assembly = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
      if (!Assembly || Assembly->hasSideEffects() || !Call->doesNotAccessMemory() ||
          !Call->isConvergent() || Call->hasOperandBundles() || Call->arg_size() < MinOperands)
        continue;
      const auto [Entry, IsNew] = OnlyComputes.try_emplace(Assembly);
      if (IsNew)
        Entry->second = onlyComputes(Assembly->getAsmString());
      if (Entry->second)
        Call->removeFnAttr(Attribute::Convergent);
      Changed |= Entry->second;
    }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
