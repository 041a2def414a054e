//===- LocalFragments.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the operands of a multiplication back to loads, from its results on to stores, within the
// innermost loop around it; then from the variable to what keeps it in memory.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/LocalFragments.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// The multiplications of a function, and what they have in memory.
class Fragments {
public:
  explicit Fragments(const Function &F) : F(F) {}

  void run();

private:
  void visitLoop(const Loop *L, ArrayRef<const CallBase *> Multiplications);
  void visitAccess(const Value *Pointer, const Loop *L, const CallBase &Multiplication);
  void visitCallers(const Argument &Parameter, bool IsInLoop, const CallBase &Multiplication);
  void report(const AllocaInst &Variable, const CallBase &Multiplication, const Instruction &At);

  const Function &F;
  SmallPtrSet<const Value *, 4> Reported;
};

} // namespace

/// Returns true if an instruction only moves parts of registers.
static bool isMove(const Value *V) {
  if (auto *Binary = dyn_cast<BinaryOperator>(V))
    return is_contained({Instruction::Or, Instruction::Shl, Instruction::LShr},
                        Binary->getOpcode());
  return isa<CastInst, ExtractValueInst, InsertValueInst, ExtractElementInst, InsertElementInst,
             ShuffleVectorInst, PHINode, SelectInst, FreezeInst>(V) ||
         (isa<CallBase>(V) && isHold(*cast<CallBase>(V)));
}

using Step = std::pair<const Instruction *, const CallBase *>;

/// The instructions of a loop that an operand comes from, without addresses.
static void pushOperands(const Instruction &I, const CallBase *Of, const Loop *L,
                         SmallVectorImpl<Step> &Steps) {
  for (const Use &U : I.operands())
    if (auto *Def = dyn_cast<Instruction>(U))
      if (!Def->getType()->isPointerTy() && (!L || L->contains(Def)))
        Steps.push_back({Def, Of});
}

static void pushUsers(const Instruction &I, const CallBase *Of, const Loop *L,
                      SmallVectorImpl<Step> &Steps) {
  for (const User *U : I.users())
    if (auto *User = dyn_cast<Instruction>(U); User && (!L || L->contains(User)))
      Steps.push_back({User, Of});
}

void Fragments::visitLoop(const Loop *L, ArrayRef<const CallBase *> Multiplications) {
  SmallVector<Step, 0> Steps;
  SmallPtrSet<const Instruction *, 32> Seen;
  for (const CallBase *Call : Multiplications)
    pushOperands(*Call, Call, L, Steps);
  while (!Steps.empty()) {
    auto [I, Of] = Steps.pop_back_val();
    if (!Seen.insert(I).second)
      continue;
    if (auto *Load = dyn_cast<LoadInst>(I))
      visitAccess(Load->getPointerOperand(), L, *Of);
    else if (isMove(I))
      pushOperands(*I, Of, L, Steps);
  }
  Seen.clear();
  for (const CallBase *Call : Multiplications)
    pushUsers(*Call, Call, L, Steps);
  while (!Steps.empty()) {
    auto [I, Of] = Steps.pop_back_val();
    if (!Seen.insert(I).second)
      continue;
    if (auto *Store = dyn_cast<StoreInst>(I))
      visitAccess(Store->getPointerOperand(), L, *Of);
    else if (isMove(I))
      pushUsers(*I, Of, L, Steps);
  }
}

void Fragments::visitAccess(const Value *Pointer, const Loop *L, const CallBase &Multiplication) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, /*MaxLookup=*/0);
  for (const Value *Object : Objects) {
    if (auto *Variable = dyn_cast<AllocaInst>(Object); Variable && L)
      report(*Variable, Multiplication, Multiplication);
    if (auto *Parameter = dyn_cast<Argument>(Object))
      visitCallers(*Parameter, L, Multiplication);
  }
}

static bool isInLoop(const Instruction &I) {
  DominatorTree DT(const_cast<Function &>(*I.getFunction()));
  return LoopInfo(DT).getLoopFor(I.getParent());
}

void Fragments::visitCallers(const Argument &Parameter, bool IsInLoop,
                             const CallBase &Multiplication) {
  if (!Reported.insert(&Parameter).second)
    return;
  const Function &Callee = *Parameter.getParent();
  for (const User *U : Callee.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledFunction() != &Callee || Parameter.getArgNo() >= Call->arg_size())
      continue;
    const Value *Object = getUnderlyingObject(Call->getArgOperand(Parameter.getArgNo()), 0);
    bool IsRepeated = IsInLoop || isInLoop(*Call);
    if (auto *Variable = dyn_cast<AllocaInst>(Object); Variable && IsRepeated)
      report(*Variable, Multiplication, *Call);
    else if (auto *Outer = dyn_cast<Argument>(Object))
      visitCallers(*Outer, IsRepeated, Multiplication);
  }
}

/// Returns true if a function may call itself.
static bool isRecursive(const Function &F) {
  SmallPtrSet<const Function *, 8> Seen;
  SmallVector<const Function *, 8> Worklist = {&F};
  while (!Worklist.empty())
    for (const Instruction &I : instructions(*Worklist.pop_back_val())) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee == &F)
        return true;
      if (Callee && Seen.insert(Callee).second)
        Worklist.push_back(Callee);
    }
  return false;
}

static std::string describeCallee(const CallBase &Call) {
  if (Call.isInlineAsm())
    return "inline assembly";
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return "a function through a pointer";
  StringRef Why = Callee->isDeclaration()                       ? "is defined elsewhere"
                  : Callee->hasFnAttribute(Attribute::NoInline) ? "is noinline"
                  : Callee->isInterposable()                    ? "the linker may replace"
                  : isRecursive(*Callee)                        ? "calls itself"
                                                                : "is not inlined";
  return printName(*Callee) + ", which " + Why.str();
}

/// Explains what keeps a variable in memory, and what would help.
static std::string explain(const AllocaInst &Variable) {
  SmallVector<const Instruction *, 16> Worklist = {&Variable};
  SmallPtrSet<const Instruction *, 16> Seen;
  bool IsIndexed = false;
  while (!Worklist.empty()) {
    const Instruction *Pointer = Worklist.pop_back_val();
    for (const User *U : Pointer->users()) {
      auto *I = cast<Instruction>(U);
      if (!Seen.insert(I).second)
        continue;
      auto *Call = dyn_cast<CallBase>(I);
      if (Call && !isa<IntrinsicInst>(I))
        return "its address is passed to " + describeCallee(*Call) +
               "; inline that, or pass values";
      if (auto *Store = dyn_cast<StoreInst>(I); Store && Store->getValueOperand() == Pointer)
        return "its address is stored; use the variable itself";
      if (auto *GEP = dyn_cast<GetElementPtrInst>(I))
        IsIndexed |= !GEP->hasAllConstantIndices();
      IsIndexed |= isa<PHINode, SelectInst>(I);
      if (I->getType()->isPointerTy() && !isa<LoadInst>(I))
        Worklist.push_back(I);
    }
  }
  return IsIndexed ? "it is indexed by a variable; index it by constants, which is what "
                     "#pragma unroll makes of the variable of a loop"
                   : "its parts are not accessed as what they are";
}

/// "the variable 'd'", if its name is known.
static std::string describeVariable(const AllocaInst &Variable) {
  for (const DbgVariableRecord *Record : findDVRDeclares(const_cast<AllocaInst *>(&Variable)))
    return ("the variable '" + Record->getVariable()->getName() + "'").str();
  return Variable.hasName() ? ("the variable '" + Variable.getName() + "'").str() : "a variable";
}

void Fragments::report(const AllocaInst &Variable, const CallBase &Multiplication,
                       const Instruction &At) {
  if (!Reported.insert(&Variable).second)
    return;
  tensorcore::report(Check::LocalFragments, At,
                     "accumulators or fragments of " + getMatrixInstructionName(Multiplication) +
                         " are loaded from local memory, or stored there, each time around a "
                         "loop: they are in " +
                         describeVariable(Variable) + ", and " + explain(Variable));
}

void Fragments::run() {
  MapVector<const Loop *, SmallVector<const CallBase *, 0>> ByLoop;
  SmallVector<const CallBase *, 0> Multiplications;
  DenseMap<const Value *, bool> Multiplies; // each template is read once
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      auto [It, IsNew] = Multiplies.try_emplace(Call->getCalledOperand());
      if (IsNew)
        It->second = isRegisterMultiplication(*Call);
      if (It->second)
        Multiplications.push_back(Call);
    }
  if (Multiplications.empty())
    return;
  DominatorTree DT(const_cast<Function &>(F));
  LoopInfo Loops(DT);
  for (const CallBase *Call : Multiplications)
    ByLoop[Loops.getLoopFor(Call->getParent())].push_back(Call);
  for (auto &[L, OfLoop] : ByLoop)
    if (L || !isKernel(F))
      visitLoop(L, OfLoop);
}

/// Returns true if there may be a variable in memory: its own, or a caller's.
static bool mayHaveVariables(const Function &F) {
  const bool HasCallers = !isKernel(F) && !F.use_empty();
  return any_of(instructions(F), [](const Instruction &I) { return isa<AllocaInst>(I); }) ||
         (HasCallers && any_of(F.args(), [](const Argument &A) {
            auto *Type = dyn_cast<PointerType>(A.getType());
            return Type && is_contained({GenericSpace, LocalSpace}, Type->getAddressSpace());
          }));
}

void tensorcore::checkLocalFragments(const Function &F) {
  if (!isOff(Check::LocalFragments) && !F.hasOptNone() && mayHaveVariables(F))
    Fragments(F).run();
}
