//===- UndefinedPhis.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zeros are in place of undefined and of poison operands of phis.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/UndefinedPhis.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class UndefinedPhis : public FunctionPass {
public:
  static char ID;
  UndefinedPhis() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX undefined phis"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LoopInfoWrapperPass>();
    AU.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override;
};

char UndefinedPhis::ID = 0;

} // namespace

/// Sets the operands of a phi that come from its own loops.
static bool setUndefined(PHINode &Phi, const LoopInfo &Loops) {
  bool Changed = false;
  for (Use &Value : Phi.incoming_values()) {
    const Loop *L = Loops.getLoopFor(Phi.getIncomingBlock(Value));
    if (!isa<UndefValue>(Value) || !L || !L->getOutermostLoop()->contains(&Phi))
      continue;
    Value.set(Constant::getNullValue(Phi.getType()));
    Changed = true;
  }
  return Changed;
}

bool UndefinedPhis::runOnFunction(Function &F) {
  if (!optimizesOrdinaryCode() && !F.hasFnAttribute(MatrixFunctionAttribute))
    return false;
  const LoopInfo &Loops = getAnalysis<LoopInfoWrapperPass>().getLoopInfo();
  bool Changed = false;
  for (BasicBlock &Block : F)
    for (PHINode &Phi : Block.phis())
      if (Phi.getType()->isSingleValueType())
        Changed |= setUndefined(Phi, Loops);
  return Changed;
}

FunctionPass *tensorcore::createUndefinedPhisPass() { return new UndefinedPhis(); }
