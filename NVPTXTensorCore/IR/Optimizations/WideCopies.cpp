//===- WideCopies.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/WideCopies.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "IR/Verifier/SharedAddresses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The bytes of a vector of four registers.
static constexpr uint64_t VectorBytes = 16;

/// LLVM copies or sets as many bytes, or more, by a loop (getMaxMemIntrinsicInlineSizeThreshold).
static constexpr uint64_t LoopBytes = 65;

/// The most accesses without a loop. As many stores set memory before LLVM made one operation of
/// them.
static constexpr uint64_t MaxLoads = 32, MaxStores = 64;

/// Returns false if a variable or parameter is taken apart later, unless it is copied by a loop. A
/// variable that is only copied and set as a whole has no type for SROA, and would stay in local
/// memory.
static bool isMemory(const Value *Pointer, uint64_t Bytes, const DataLayout &Layout) {
  const Value *Object = getUnderlyingObject(Pointer);
  auto *Parameter = dyn_cast<Argument>(Object);
  if (Bytes >= LoopBytes)
    return true;
  if (const auto *Variable = dyn_cast<AllocaInst>(Object))
    return Variable == Pointer && Variable->getAllocationSize(Layout) == TypeSize::getFixed(Bytes);
  return !(Parameter && Parameter->hasByValAttr());
}

/// Returns the bytes of the widest access of memory that is copied or set, by what is known of its
/// alignment; 0 if LLVM's own are as wide.
static uint64_t getWidth(const MemIntrinsic &I, uint64_t Bytes) {
  const DataLayout &Layout = I.getModule()->getDataLayout();
  auto GetWidth = [&](const Value *Pointer, MaybeAlign Known) -> uint64_t {
    if (!isMemory(Pointer, Bytes, Layout))
      return 0;
    if (isa<AllocaInst>(Pointer))
      return VectorBytes;
    return std::max(Known.valueOrOne(), getAlignmentInAnySpace(*Pointer, Layout)).value();
  };
  uint64_t Width = std::min(VectorBytes, GetWidth(I.getDest(), I.getDestAlign()));
  if (auto *Copy = dyn_cast<MemCpyInst>(&I))
    Width = std::min(Width, GetWidth(Copy->getSource(), Copy->getSourceAlign()));
  return Bytes >= (Width == VectorBytes ? VectorBytes : LoopBytes) ? Width : 0;
}

/// Returns the type of an access.
static Type *getAccessType(LLVMContext &Context, uint64_t Bytes) {
  if (Bytes == VectorBytes)
    return FixedVectorType::get(Type::getInt32Ty(Context), VectorBytes / 4);
  return Type::getIntNTy(Context, unsigned(Bytes) * 8);
}

static void align(Value *Pointer, uint64_t Width) {
  if (auto *Variable = dyn_cast<AllocaInst>(Pointer))
    Variable->setAlignment(std::max(Variable->getAlign(), Align(Width)));
}

/// Returns the value of an access that sets memory.
static Constant *getValue(const MemSetInst &Set, Type *T) {
  const APInt Byte = cast<ConstantInt>(Set.getValue())->getValue();
  return ConstantInt::get(T, APInt::getSplat(T->getScalarSizeInBits(), Byte));
}

static void copyOrSet(MemIntrinsic &I, IRBuilder<> &Builder, uint64_t Offset, uint64_t Width) {
  auto Move = [&](Value *Pointer) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Pointer, Offset);
  };
  Type *T = getAccessType(I.getContext(), Width);
  Value *V;
  if (auto *Copy = dyn_cast<MemCpyInst>(&I)) {
    LoadInst *Loaded = Builder.CreateAlignedLoad(T, Move(Copy->getSource()), Align(Width));
    Loaded->setAAMetadata(I.getAAMetadata());
    V = Loaded;
  } else
    V = getValue(cast<MemSetInst>(I), T);
  Builder.CreateAlignedStore(V, Move(I.getDest()), Align(Width))->setAAMetadata(I.getAAMetadata());
}

static void setInLoop(MemSetInst &Set, IRBuilder<> &Builder, uint64_t Bytes, uint64_t Width) {
  Type *T = getAccessType(Set.getContext(), Width);
  auto *Pattern = cast<MemSetPatternInst>(Builder.CreateIntrinsic(
      Intrinsic::experimental_memset_pattern, {Set.getDest()->getType(), T, Builder.getInt64Ty()},
      {Set.getDest(), getValue(Set, T), Builder.getInt64(Bytes / Width), Builder.getFalse()}));
  Pattern->setDestAlignment(Align(Width));
  expandMemSetPatternAsLoop(Pattern);
  Pattern->eraseFromParent();
}

/// Copies or sets the last bytes, and those before in a loop if there are many. LLVM makes the loop
/// of a copy, by the alignments that the intrinsic has. Returns false if LLVM's accesses are as
/// wide.
static bool widen(MemIntrinsic &I, uint64_t Bytes) {
  const uint64_t Width = getWidth(I, Bytes);
  auto *Set = dyn_cast<MemSetInst>(&I);
  if (Width == 0 || I.isVolatile() || (Set && !isa<ConstantInt>(Set->getValue())))
    return false;
  align(I.getDest(), Width);
  I.setDestAlignment(Align(Width));
  if (auto *Copy = dyn_cast<MemCpyInst>(&I)) {
    align(Copy->getSource(), Width);
    Copy->setSourceAlignment(Align(Width));
  }
  IRBuilder<> Builder(&I);
  const uint64_t InLoop = Bytes / Width > (Set ? MaxStores : MaxLoads) ? Bytes - Bytes % Width : 0;
  uint64_t Offset = InLoop;
  for (uint64_t Each = Width; Each != 0; Each /= 2)
    for (; Offset + Each <= Bytes; Offset += Each)
      copyOrSet(I, Builder, Offset, Each);
  if (InLoop && Set)
    setInLoop(*Set, Builder, InLoop, Width);
  if (InLoop && !Set)
    I.setLength(ConstantInt::get(I.getLength()->getType(), InLoop));
  else
    I.eraseFromParent();
  return true;
}

bool tensorcore::widenCopies(Module &M) {
  if (!optimizesOrdinaryCode())
    return false;
  SmallVector<MemIntrinsic *> Found;
  for (Function &F : M)
    if (is_contained({Intrinsic::memcpy, Intrinsic::memcpy_inline, Intrinsic::memset,
                      Intrinsic::memset_inline},
                     F.getIntrinsicID()))
      for (User *U : F.users())
        Found.push_back(cast<MemIntrinsic>(U));
  bool Changed = false;
  for (MemIntrinsic *I : Found)
    if (auto *Length = dyn_cast<ConstantInt>(I->getLength()))
      Changed |= widen(*I, Length->getLimitedValue());
  return Changed;
}
