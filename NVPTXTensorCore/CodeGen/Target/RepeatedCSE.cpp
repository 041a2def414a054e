//===- RepeatedCSE.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipeline of the target has early CSE three times. In an unrolled loop, it takes a sixth of
// the compile time, and often finds nothing to change in what it has looked at before.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/GlobalsModRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Pass.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns a hash of the instructions of a function: of their order, kinds, flags and operands.
static uint64_t getHash(const Function &F) {
  SmallVector<uintptr_t, 0> Words;
  Words.reserve(F.getInstructionCount() * 4);
  for (const Instruction &I : instructions(F)) {
    const auto *Compare = dyn_cast<CmpInst>(&I);
    Words.push_back(reinterpret_cast<uintptr_t>(&I));
    Words.push_back(I.getOpcode() | I.getRawSubclassOptionalData() << 8 |
                    (Compare ? unsigned(Compare->getPredicate()) : 0) << 16);
    for (const Value *Operand : I.operand_values())
      Words.push_back(reinterpret_cast<uintptr_t>(Operand));
  }
  return xxh3_64bits(ArrayRef(reinterpret_cast<const uint8_t *>(Words.data()),
                              Words.size() * sizeof(Words.front())));
}

/// Operands of operands are compared up to this depth.
static constexpr unsigned MaxDepth = 4;

/// Returns true if two instructions of one block compute the same.
static bool areEqual(const Value *A, const Value *B, unsigned Depth = 0) {
  auto *First = dyn_cast<Instruction>(A), *Other = dyn_cast<Instruction>(B);
  if (A == B || !First || !Other || Depth == MaxDepth)
    return A == B;
  return First->getParent() == Other->getParent() && !isa<PHINode>(First) &&
         !First->mayReadOrWriteMemory() && First->isSameOperationAs(Other) &&
         all_of(zip_equal(First->operands(), Other->operands()), [&](const auto &Pair) {
           return areEqual(std::get<0>(Pair), std::get<1>(Pair), Depth + 1);
         });
}

/// Returns true if a phi chooses between equal values that are computed twice.
static bool choosesEqual(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) {
    return any_of(Block.phis(), [](const PHINode &Phi) {
      const Value *First = Phi.getIncomingValue(0);
      return any_of(Phi.incoming_values(),
                    [&](const Value *Other) { return Other != First && areEqual(First, Other); });
    });
  });
}

/// Returns true if equal values should become one ahead of the pass that takes constants out of
/// addresses. Next to `mma`, whose operands are in registers, a value that is kept for another use
/// is one too many.
static bool needsCSE(const Function &F) {
  return F.hasFnAttribute(MatrixFunctionAttribute) &&
         (choosesEqual(F) || any_of(instructions(F), isAsynchronousMultiplication));
}

namespace {

class RepeatedCSE final : public FunctionPass {
public:
  static char ID;

  RepeatedCSE(const TargetMachine &TM, std::shared_ptr<FunctionHashes> Settled, bool NeedsMatrix)
      : FunctionPass(ID), Settled(std::move(Settled)), NeedsMatrix(NeedsMatrix) {
    Analyses.registerPass([] { return AssumptionAnalysis(); });
    Analyses.registerPass([] { return DominatorTreeAnalysis(); });
    Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
    Analyses.registerPass([] { return TargetLibraryAnalysis(); });
    Analyses.registerPass([&] { return TM.getTargetIRAnalysis(); });
  }

  StringRef getPassName() const override { return "Early CSE"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addPreserved<GlobalsAAWrapperPass>();
    AU.setPreservesCFG();
  }

  bool runOnFunction(Function &F) override {
    if (NeedsMatrix && !needsCSE(F))
      return false;
    const uint64_t Hash = getHash(F);
    if (skipFunction(F) || Settled->lookup(&F) == Hash)
      return false;
    const bool Changed = !EarlyCSEPass().run(F, Analyses).areAllPreserved();
    Analyses.clear();
    if (!Changed)
      (*Settled)[&F] = Hash;
    return Changed;
  }

private:
  FunctionAnalysisManager Analyses;
  std::shared_ptr<FunctionHashes> Settled;
  bool NeedsMatrix;
};

char RepeatedCSE::ID = 0;

} // namespace

FunctionPass *tensorcore::createEarlyCSEPass(const TargetMachine &TM,
                                             std::shared_ptr<FunctionHashes> Settled) {
  return new RepeatedCSE(TM, std::move(Settled), /*NeedsMatrix=*/false);
}

FunctionPass *tensorcore::createMatrixCSEPass(const TargetMachine &TM) {
  return new RepeatedCSE(TM, std::make_shared<FunctionHashes>(), /*NeedsMatrix=*/true);
}
