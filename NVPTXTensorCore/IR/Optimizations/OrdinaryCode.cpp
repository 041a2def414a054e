//===- OrdinaryCode.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Volatile variables to registers, and what LLVM is to know of statements.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::opt<bool> OptimizesOrdinaryCode(
    "nvptx-optimize-ordinary-code", cl::Hidden, cl::init(true),
    cl::desc("Compile code without matrix instructions better than LLVM does"));

bool tensorcore::optimizesOrdinaryCode() { return OptimizesOrdinaryCode; }

/// Returns true if a float may be computed in another way with those that it is computed from, or
/// that are of it, unless one is volatile: a sum in another order, or a product as part of a sum.
static bool isCombined(const Value *V) {
  auto *Operation = dyn_cast<FPMathOperator>(V);
  return Operation &&
         (Operation->hasAllowReassoc() ||
          (Operation->getOpcode() == Instruction::FMul && Operation->hasAllowContract()));
}

/// Adds the volatile accesses of a variable that is read, if its address is used for nothing else.
static void addVolatileAccesses(AllocaInst &Variable, SmallVectorImpl<Instruction *> &Accesses) {
  SmallVector<Instruction *> Found, Pointers = {&Variable};
  while (!Pointers.empty())
    for (Use &U : Pointers.pop_back_val()->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      auto *Store = dyn_cast<StoreInst>(I);
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(I))
        Pointers.push_back(I);
      else if (!I->isLifetimeStartOrEnd() && !isa<LoadInst>(I) &&
               !(Store && U.getOperandNo() == StoreInst::getPointerOperandIndex()))
        return;
      else if (I->isVolatile()) {
        if (Store ? isCombined(Store->getValueOperand()) : any_of(I->users(), isCombined))
          return;
        Found.push_back(I);
      }
    }
  if (any_of(Found, [](const Instruction *I) { return isa<LoadInst>(I); }))
    Accesses.append(Found);
}

bool tensorcore::promoteVolatiles(Module &M) {
  SmallVector<Instruction *> Accesses;
  if (OptimizesOrdinaryCode)
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (auto *Variable = dyn_cast<AllocaInst>(&I); Variable && !F.hasOptNone())
          addVolatileAccesses(*Variable, Accesses);
  for (Instruction *Access : Accesses)
    if (auto *Load = dyn_cast<LoadInst>(Access))
      Load->setVolatile(false);
    else
      cast<StoreInst>(Access)->setVolatile(false);
  return !Accesses.empty();
}

bool tensorcore::markReturningAssembly(ArrayRef<CallInst *> Assembly) {
  if (!OptimizesOrdinaryCode)
    return false;
  bool Changed = false;
  for (CallInst *Call : Assembly) {
    if (!Call->doesNotAccessMemory() || Call->willReturn() ||
        cast<InlineAsm>(Call->getCalledOperand())->hasSideEffects())
      continue;
    Call->addFnAttr(Attribute::WillReturn);
    Changed = true;
  }
  return Changed;
}

/// Returns the first instruction that writes a variable, if all that do are stores ahead of the
/// call in its block, and nothing else has its address; null otherwise. Finds what marks the life
/// of the variable so far: inlining says that it is all of the inlined function.
static Instruction *findFirstStore(AllocaInst &Variable, CallInst &Call,
                                   SmallVectorImpl<Instruction *> &Markers) {
  Instruction *First = &Call;
  SmallVector<Instruction *, 8> Pointers = {&Variable};
  while (!Pointers.empty()) {
    Instruction *Pointer = Pointers.pop_back_val();
    for (User *U : Pointer->users()) {
      auto *I = cast<Instruction>(U);
      if (isa<GetElementPtrInst>(I)) {
        Pointers.push_back(I);
      } else if (I->isLifetimeStartOrEnd()) {
        Markers.push_back(I);
      } else if (I != &Call) {
        auto *Store = dyn_cast<StoreInst>(I);
        if (!Store || Store->getValueOperand() == Pointer || I->getParent() != Call.getParent() ||
            Call.comesBefore(I))
          return nullptr;
        if (I->comesBefore(First))
          First = I;
      }
    }
  }
  return First;
}

bool tensorcore::markPrintedArguments(Module &M) {
  Function *Print = M.getFunction("vprintf");
  if (!OptimizesOrdinaryCode || !Print || !Print->isDeclaration())
    return false;
  bool Changed = false;
  for (User *U : Print->users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledFunction() != Print || Call->arg_size() != 2 ||
        Call->isMustTailCall())
      continue;
    auto *Arguments = dyn_cast<AllocaInst>(Call->getArgOperand(1));
    SmallVector<Instruction *, 4> Markers;
    Instruction *First = Arguments && Arguments->isStaticAlloca()
                             ? findFirstStore(*Arguments, *Call, Markers)
                             : nullptr;
    if (!First)
      continue;
    for (Instruction *Marker : Markers)
      Marker->eraseFromParent();
    IRBuilder<>(First).CreateLifetimeStart(Arguments);
    IRBuilder<>(Call->getNextNode()).CreateLifetimeEnd(Arguments);
    Changed = true;
  }
  return Changed;
}
