//===- Accumulators.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An accumulator that nothing has set is poison, or a phi of it in a loop of which each iteration
// multiplies: the first adds to what the registers happen to hold.
//
//===----------------------------------------------------------------------===//

#include "IR/Checks/Accumulators.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/ReportList.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// More values than there are elements in any accumulator.
static constexpr unsigned MaxSteps = 1000;

namespace {

/// The control flow around the multiplications of a function.
class Checker {
public:
  explicit Checker(Function &F) : Dominators(F), PostDominators(F), Loops(Dominators) {}

  /// Returns true if a call adds to an accumulator at least once before anything has set it.
  bool isUnset(const Value &V, const CallBase &Call) {
    Open.clear();
    return follow(V, Call);
  }

private:
  bool follow(const Value &V, const CallBase &Call);
  bool isAlwaysReached(const PHINode &Phi, const CallBase &Call) const;

  DominatorTree Dominators;
  PostDominatorTree PostDominators;
  LoopInfo Loops;
  SmallPtrSet<const Value *, 8> Open;
};

} // namespace

/// Returns true if each path from a phi leads to the call, unless it leaves the loop.
bool Checker::isAlwaysReached(const PHINode &Phi, const CallBase &Call) const {
  const BasicBlock *From = Phi.getParent(), *To = Call.getParent();
  if (PostDominators.dominates(To, From))
    return true;
  const Loop *L = Loops.getLoopFor(From);
  if (!L || L->getHeader() != From || !L->contains(To))
    return false;
  SmallVector<BasicBlock *, 2> Latches;
  L->getLoopLatches(Latches);
  return all_of(Latches, [&](BasicBlock *Latch) { return Dominators.dominates(To, Latch); });
}

bool Checker::follow(const Value &Start, const CallBase &Call) {
  const Value *V = &Start;
  while (Open.size() < MaxSteps && Open.insert(V).second) {
    if (isa<UndefValue>(V))
      return true;
    if (auto *Phi = dyn_cast<PHINode>(V))
      return isAlwaysReached(*Phi, Call) &&
             any_of(Phi->incoming_values(), [&](const Use &U) { return follow(*U, Call); });
    if (auto *Insert = dyn_cast<InsertElementInst>(V)) { // all elements, or none
      if (!follow(*Insert->getOperand(1), Call))
        return false;
      V = Insert->getOperand(0);
    } else if (isa<ExtractElementInst, ExtractValueInst, BitCastInst>(V)) {
      V = cast<Instruction>(V)->getOperand(0);
    } else {
      return false;
    }
  }
  return isa<UndefValue>(V);
}

/// The accumulators that a multiplication adds to; none if it is not known whether it does.
static SmallVector<const Value *, 8> getAccumulators(const CallBase &Call,
                                                     const MMAVariant &Variant) {
  SmallVector<const Value *, 8> Accumulators;
  const StringRef Name = Variant.Family == MMAFamily_WGMMA ? "d" : "c";
  for (const auto &[Argument, Operand] : zip(Variant.Signature.Arguments, Call.args())) {
    StringRef Rest = Argument.Name;
    if (Rest.consume_front(Name) && all_of(Rest, isDigit))
      Accumulators.push_back(Operand);
    if (Argument.Name != "scale_d")
      continue;
    auto *Adds = dyn_cast<ConstantInt>(Operand);
    if (!Adds || Adds->isZero())
      return {};
  }
  return Accumulators;
}

void tensorcore::verifyAccumulators(Module &M) {
  if (isOff(Check::UninitializedAccumulators))
    return;
  DenseMap<Function *, std::unique_ptr<Checker>> Checkers;
  ReportList Found(Check::UninitializedAccumulators);
  for (Function &Declaration : M) {
    const MMAVariant *Variant = Declaration.isDeclaration() ? getMMAVariant(Declaration) : nullptr;
    if (!Variant || !isRegisterMultiplication(Variant->Family))
      continue;
    for (const User *U : Declaration.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || getCallee(*Call) != &Declaration)
        continue;
      const auto Accumulators = getAccumulators(*Call, *Variant);
      std::unique_ptr<Checker> &Of = Checkers[const_cast<Function *>(Call->getFunction())];
      if (!Of)
        Of = std::make_unique<Checker>(const_cast<Function &>(*Call->getFunction()));
      if (!Accumulators.empty() &&
          all_of(Accumulators, [&](const Value *V) { return Of->isUnset(*V, *Call); }))
        Found.add(Check::UninitializedAccumulators, *Call,
                  Variant->Name + " adds to uninitialized accumulators (" +
                      Variant->Legality.Source +
                      "); expected zeros, or for wgmma a scale-d of 0 the first time");
    }
  }
  Found.report();
}
