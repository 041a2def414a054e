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

/// The most loads ahead of their stores: up to 32 registers.
static constexpr size_t MaxInFlight = 8;

/// Returns false if a variable or parameter is taken apart later, unless it is copied by a loop. A
/// variable that is only copied and set as a whole has no type for SROA, and would stay in local
/// memory.
static bool isMemory(const Value *Pointer, uint64_t Bytes, const DataLayout &Layout) {
  if (Bytes >= LoopBytes)
    return true;
  const Value *Object = getUnderlyingObject(Pointer);
  auto *Parameter = dyn_cast<Argument>(Object);
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

Type *tensorcore::getAccessType(LLVMContext &Context, uint64_t Bytes) {
  if (Bytes >= VectorBytes)
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

namespace {

struct Access {
  uint64_t Offset, Bytes;
};

} // namespace

/// Loads all that some accesses copy ahead of the first store, which might write it for all that
/// ptxas knows.
static void copyOrSet(MemIntrinsic &I, IRBuilder<> &Builder, ArrayRef<Access> Accesses) {
  const DataLayout &Layout = I.getModule()->getDataLayout();
  auto Move = [&](Value *Pointer, uint64_t Offset) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Pointer, Offset);
  };
  auto Describe = [&](Instruction &Made, const Access &A, Type *T) {
    Made.setAAMetadata(I.getAAMetadata().adjustForAccess(A.Offset, T, Layout));
  };
  SmallVector<Value *, MaxInFlight> Values;
  for (const Access &A : Accesses) {
    Type *T = getAccessType(I.getContext(), A.Bytes);
    if (auto *Set = dyn_cast<MemSetInst>(&I)) {
      Values.push_back(getValue(*Set, T));
      continue;
    }
    Values.push_back(Builder.CreateAlignedLoad(T, Move(cast<MemCpyInst>(I).getSource(), A.Offset),
                                               Align(A.Bytes)));
    Describe(*cast<LoadInst>(Values.back()), A, T);
  }
  for (auto [A, V] : zip(Accesses, Values))
    Describe(*Builder.CreateAlignedStore(V, Move(I.getDest(), A.Offset), Align(A.Bytes)), A,
             V->getType());
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
  SmallVector<Access> Accesses;
  uint64_t Offset = InLoop;
  for (uint64_t Each = Width; Each != 0; Each /= 2)
    for (; Bytes - Offset >= Each; Offset += Each)
      Accesses.push_back({Offset, Each});
  for (ArrayRef<Access> Rest = Accesses; !Rest.empty();
       Rest = Rest.drop_front(std::min(Rest.size(), MaxInFlight)))
    copyOrSet(I, Builder, Rest.take_front(MaxInFlight));
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
