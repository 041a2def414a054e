//===- ParameterLoads.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a generic address through address computations to loads, and no further.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/ParameterLoads.h"
#include "IR/Analysis/LLVMReleases.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Lowering/TensorMapUses.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// `Parameter` is the address in the parameter's own address space of what `Generic` points to.
static bool convertLoads(Value &Generic, Value &Parameter) {
  bool Changed = false;
  for (User *U : make_early_inc_range(Generic.users())) {
    if (auto *Load = dyn_cast<LoadInst>(U); Load && Load->isSimple()) {
      Load->setOperand(LoadInst::getPointerOperandIndex(), &Parameter);
      Changed = true;
      continue;
    }
    auto *Computation = dyn_cast<GetElementPtrInst>(U);
    if (!Computation || Computation->getPointerOperand() != &Generic ||
        Computation->getType()->isVectorTy())
      continue;
    IRBuilder<> Builder(Computation);
    SmallVector<Value *, 4> Indices(Computation->indices());
    Value *New = Builder.CreateGEP(Computation->getSourceElementType(), &Parameter, Indices,
                                   Computation->getName(), Computation->isInBounds());
    Changed |= convertLoads(*Computation, *New);
    if (auto *I = dyn_cast<Instruction>(New); I && I->use_empty())
      I->eraseFromParent();
    if (Computation->use_empty())
      Computation->eraseFromParent();
  }
  return Changed;
}

/// Whether a function has instructions that this project is about: elsewhere the PTX is stock
/// LLVM's.
static bool isOfInterest(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && (isMatrixInstruction(I) || !findTensorMaps(*Call).empty());
  });
}

bool tensorcore::loadFromParameters(Function &F) {
  SmallVector<IntrinsicInst *, 4> Addresses;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && isParameterAddress(Call->getIntrinsicID()))
      Addresses.push_back(Call);
  if (Addresses.empty() || !isOfInterest(F))
    return false;
  bool Changed = false;
  for (IntrinsicInst *Address : Addresses)
    Changed |= convertLoads(*Address, *Address->getArgOperand(0));
  return Changed;
}

namespace {

class ParameterLoads : public FunctionPass {
public:
  static char ID;
  ParameterLoads() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX loads of grid constants"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesCFG(); }
  bool runOnFunction(Function &F) override { return loadFromParameters(F); }
};

char ParameterLoads::ID = 0;

} // namespace

FunctionPass *tensorcore::createParameterLoadsPass() { return new ParameterLoads(); }
