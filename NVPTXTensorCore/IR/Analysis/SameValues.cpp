//===- SameValues.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares computations operand by operand.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/SameValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr unsigned MaxDepth = 16;

bool tensorcore::isPure(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return Call->doesNotAccessMemory() && !Call->isConvergent() && !Call->isInlineAsm();
  return isa<BinaryOperator, CmpInst, CastInst, SelectInst, GetElementPtrInst>(I);
}

bool tensorcore::isSameValue(const Value &A, const Value &B, unsigned Depth) {
  if (&A == &B)
    return true;
  auto *I = dyn_cast<Instruction>(&A), *J = dyn_cast<Instruction>(&B);
  if (!I || !J || Depth > MaxDepth || !isPure(*I) || !I->isSameOperationAs(J))
    return false;
  return all_of(zip(I->operands(), J->operands()), [&](auto Pair) {
    return isSameValue(*std::get<0>(Pair), *std::get<1>(Pair), Depth + 1);
  });
}
