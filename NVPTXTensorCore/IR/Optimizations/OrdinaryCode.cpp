//===- OrdinaryCode.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// memcpy of a few bytes to loads and stores, volatile variables to registers, and what LLVM is to
// know of statements.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/OrdinaryCode.h"
#include "IR/Verifier/SharedAddresses.h"
#include "llvm/Analysis/ValueTracking.h"
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

/// The bytes of a vector of four registers, and the most that are copied without a loop.
static constexpr uint64_t VectorBytes = 16, MaxBytes = 128;

static bool canWiden(const MemCpyInst &Copy) {
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  const uint64_t Bytes = Length ? Length->getLimitedValue() : 0;
  const DataLayout &Layout = Copy.getModule()->getDataLayout();
  // Other variables and parameters are taken apart later. A variable that is only copied and set as
  // a whole has no type for SROA, and would stay in local memory.
  auto IsMemory = [&](const Value *Pointer) {
    const Value *Object = getUnderlyingObject(Pointer);
    auto *Parameter = dyn_cast<Argument>(Object);
    if (const auto *Variable = dyn_cast<AllocaInst>(Object))
      return Variable == Pointer &&
             Variable->getAllocationSize(Layout) == TypeSize::getFixed(Bytes);
    return !(Parameter && Parameter->hasByValAttr());
  };
  auto IsAligned = [&](const Value *Pointer, MaybeAlign Known) {
    return isa<AllocaInst>(Pointer) || Known.valueOrOne() >= VectorBytes ||
           getAlignmentInAnySpace(*Pointer, Layout) >= VectorBytes;
  };
  return Bytes != 0 && Bytes % VectorBytes == 0 && Bytes <= MaxBytes && !Copy.isVolatile() &&
         IsMemory(Copy.getSource()) && IsMemory(Copy.getDest()) &&
         IsAligned(Copy.getSource(), Copy.getSourceAlign()) &&
         IsAligned(Copy.getDest(), Copy.getDestAlign());
}

static void widen(MemCpyInst &Copy) {
  IRBuilder<> Builder(&Copy);
  auto *Vector = FixedVectorType::get(Builder.getInt32Ty(), VectorBytes / 4);
  const uint64_t Bytes = cast<ConstantInt>(Copy.getLength())->getZExtValue();
  for (Value *Pointer : {Copy.getSource(), Copy.getDest()})
    if (auto *Variable = dyn_cast<AllocaInst>(Pointer))
      Variable->setAlignment(std::max(Variable->getAlign(), Align(VectorBytes)));
  for (uint64_t Offset = 0; Offset != Bytes; Offset += VectorBytes) {
    Value *From = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Copy.getSource(), Offset);
    Value *To = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Copy.getDest(), Offset);
    LoadInst *Loaded = Builder.CreateAlignedLoad(Vector, From, Align(VectorBytes));
    StoreInst *Stored = Builder.CreateAlignedStore(Loaded, To, Align(VectorBytes));
    Loaded->setAAMetadata(Copy.getAAMetadata());
    Stored->setAAMetadata(Copy.getAAMetadata());
  }
  Copy.eraseFromParent();
}

bool tensorcore::widenCopies(Module &M) {
  if (!OptimizesOrdinaryCode)
    return false;
  SmallVector<MemCpyInst *> Copies;
  for (Function &F : M)
    if (F.getIntrinsicID() == Intrinsic::memcpy || F.getIntrinsicID() == Intrinsic::memcpy_inline)
      for (User *U : F.users())
        if (auto *Copy = dyn_cast<MemCpyInst>(U); Copy && canWiden(*Copy))
          Copies.push_back(Copy);
  for (MemCpyInst *Copy : Copies)
    widen(*Copy);
  return !Copies.empty();
}

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
