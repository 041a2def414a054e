//===- ClusterAtomics.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/ClusterAtomics.h"
#include "IR/Analysis/AddressSpaces.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class ClusterAtomics : public FunctionPass {
public:
  static char ID;
  ClusterAtomics() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX atomics of the cluster's memory"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesCFG(); }

  bool runOnFunction(Function &F) override {
    bool Changed = false;
    for (Instruction &I : instructions(F)) {
      auto *Atomic = dyn_cast<AtomicRMWInst>(&I);
      if (!Atomic || Atomic->getPointerAddressSpace() != ClusterSharedSpace)
        continue;
      Value *Generic = IRBuilder<>(Atomic).CreateAddrSpaceCast(
          Atomic->getPointerOperand(), PointerType::get(F.getContext(), GenericSpace));
      Atomic->setOperand(AtomicRMWInst::getPointerOperandIndex(), Generic);
      Changed = true;
    }
    return Changed;
  }
};

char ClusterAtomics::ID = 0;

} // namespace

FunctionPass *tensorcore::createClusterAtomicsPass() { return new ClusterAtomics(); }
