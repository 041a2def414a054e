//===- ComputingAssembly.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader of PTX reads each template of a function once.
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

// clang-format off
/// Instructions with which a thread computes values from its own registers, and nothing else.
static constexpr StringLiteral Computations[] = {
    "abs",  "add",   "and", "bfe", "bfi",  "bfind", "brev", "clz",  "cnot", "copysign", "cos",
    "cvt",  "cvta",  "div", "dp2a", "dp4a", "ex2",  "fma",  "fns",  "lg2",  "lop3",     "mad",
    "mad24", "max",  "min", "mov", "mul",  "mul24", "neg",  "not",  "or",   "popc",     "prmt",
    "rcp",  "rem",   "rsqrt", "sad", "selp", "set", "setp", "shf",  "shl",  "shr",      "sin",
    "slct", "sqrt",  "sub", "tanh", "testp", "xor"};
// clang-format on

/// Returns true if a statement computes, or is part of one that does. To read a special register,
/// as that of the lane, takes less than to keep it and what is computed from it.
static bool isComputation(const ptx::Statement &S) {
  using Kind = ptx::Statement::Kind;
  if (S.Is != Kind::Instruction)
    return is_contained({Kind::Declares, Kind::ScopeBegin, Kind::ScopeEnd}, S.Is);
  return is_contained(Computations, S.Name) && none_of(S.Operands, [](const ptx::Operand &O) {
           return O.is(ptx::Operand::Kind::Name) && O.Text.starts_with("%");
         });
}

static bool onlyComputes(StringRef Template) {
  const ptx::StatementList Read = ptx::readStatements(Template, ptx::Dialect::Template);
  return Read.Faults.empty() && all_of(Read.Statements, isComputation);
}

PreservedAnalyses ComputingAssemblyPass::run(Function &F, FunctionAnalysisManager &) {
  DenseMap<const InlineAsm *, bool> OnlyComputes;
  bool Changed = false;
  if (optimizesOrdinaryCode())
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      auto *Assembly = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
      if (!Assembly || Assembly->hasSideEffects() || !Call->doesNotAccessMemory() ||
          !Call->isConvergent() || Call->hasOperandBundles())
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
