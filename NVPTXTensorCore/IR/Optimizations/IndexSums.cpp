//===- IndexSums.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A later pass of LLVM's removes one of two equal sums.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/IndexSums.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace llvm::tensorcore;

namespace {

class IndexSums : public FunctionPass {
public:
  static char ID;
  IndexSums() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX index sums"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesCFG(); }
  bool runOnFunction(Function &F) override;
};

char IndexSums::ID = 0;

using Operands = std::pair<Value *, Value *>;

} // namespace

bool IndexSums::runOnFunction(Function &F) {
  if (!optimizesOrdinaryCode() && !F.hasFnAttribute(MatrixFunctionAttribute))
    return false;
  DenseSet<Operands> Separate;                        // sext(a) + sext(b)
  SmallVector<std::pair<SExtInst *, Operands>> Whole; // sext(a + b)
  for (Instruction &I : instructions(F)) {
    Value *A, *B;
    if (match(&I, m_Add(m_SExt(m_Value(A)), m_SExt(m_Value(B)))) && A->getType() == B->getType())
      Separate.insert_range(ArrayRef<Operands>({{A, B}, {B, A}}));
    else if (match(&I, m_SExt(m_NSWAdd(m_Value(A), m_Value(B)))))
      Whole.push_back({cast<SExtInst>(&I), {A, B}});
  }
  bool Changed = false;
  for (auto [Index, Sum] : Whole) {
    if (!Separate.contains(Sum))
      continue;
    IRBuilder<> Builder(Index);
    Value *A = Builder.CreateSExt(Sum.first, Index->getType());
    Value *B = Builder.CreateSExt(Sum.second, Index->getType());
    Index->replaceAllUsesWith(Builder.CreateAdd(A, B));
    Index->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

FunctionPass *tensorcore::createIndexSumsPass() { return new IndexSums(); }
