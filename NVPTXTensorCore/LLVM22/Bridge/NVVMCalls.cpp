//===- NVVMCalls.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intrinsics of NVPTX of NVVMDifferences.def, and those of a target that LLVM 22 gave another
// meaning: the barriers of all targets, which LLVM 22 names like the instruction of sm_70, and
// mapa, whose result is of address space 7.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Barriers of all threads of a block, by LLVM 19's names of them.
static Value *convertBarrier(CallInst &Call, IRBuilderBase &Builder) {
  const SmallVector<Value *, 3> Arguments(Call.args());
  const bool IsFirst = PatternMatch::match(Arguments[0], PatternMatch::m_Zero());
  auto MakeSync = [&](StringRef Name, ArrayRef<Value *> Operands) {
    return callMarked(Builder, Name, Builder.getVoidTy(), Operands);
  };
  auto MakeReduction = [&](StringRef Name) -> Value * {
    if (!IsFirst)
      return nullptr;
    Type *Int = Builder.getInt32Ty();
    Value *V = callMarked(Builder, Name, Int, {Builder.CreateZExt(Arguments[1], Int)});
    return Call.getType() == Int ? V : Builder.CreateIsNotNull(V);
  };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
    return IsFirst ? MakeSync("llvm.nvvm.barrier0", {})
                   : MakeSync("llvm.nvvm.barrier.n", Arguments);
  case Intrinsic::nvvm_barrier_cta_sync_aligned_count:
    return MakeSync("llvm.nvvm.barrier", Arguments);
  case Intrinsic::nvvm_barrier_cta_sync_all:
    return MakeSync("llvm.nvvm.barrier.sync", Arguments);
  case Intrinsic::nvvm_barrier_cta_sync_count:
    return MakeSync("llvm.nvvm.barrier.sync.cnt", Arguments);
  case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
    return MakeReduction("llvm.nvvm.barrier0.and");
  case Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
    return MakeReduction("llvm.nvvm.barrier0.or");
  case Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
    return MakeReduction("llvm.nvvm.barrier0.popc");
  default:
    return nullptr;
  }
}

/// LLVM 19's result is a pointer of shared memory, with the same bits.
static Value *convertMapa(CallInst &Call, IRBuilderBase &Builder) {
  Value *Pointer = callMarked(Builder, Call.getCalledFunction()->getName(), Builder.getPtrTy(3),
                              {Call.getArgOperand(0), Call.getArgOperand(1)});
  // LLVM 22's reader converts the result back for a module that was written for LLVM 19.
  for (User *U : Call.users())
    if (auto *Cast = dyn_cast<AddrSpaceCastInst>(U); Cast && Cast->getType() == Pointer->getType())
      Cast->replaceAllUsesWith(Pointer);
  return Builder.CreateIntToPtr(Builder.CreatePtrToInt(Pointer, Builder.getInt64Ty()),
                                Call.getType());
}

namespace {

/// A row of NVVMDifferences.def that has PTX. `IfTrue` is empty if nothing chooses.
struct PTXText {
  StringRef Name, Text, IfTrue;
};

} // namespace

static const PTXText *findText(StringRef Name) {
  static const PTXText Rows[] = {
#define NVVM_TEXT(NAME, PTX) {NAME, PTX, ""},
#define NVVM_CHOICE(NAME, PTX0, PTX1) {NAME, PTX0, PTX1},
#include "Bridge/NVVMDifferences.def"
  };
  static const StringMap<const PTXText *> Index = [] {
    StringMap<const PTXText *> Result;
    for (const PTXText &Row : Rows)
      Result[Row.Name] = &Row;
    return Result;
  }();
  return Index.lookup(Name);
}

static StringRef findOldName(StringRef Name) {
  static const StringMap<StringRef> Index = {
#define NVVM_NAME(NEW, OLD) {NEW, OLD},
#include "Bridge/NVVMDifferences.def"
  };
  return Index.lookup(Name);
}

/// The type of a register of inline assembly that holds a value, and its letter.
static std::pair<Type *, StringRef> getRegister(Type *T) {
  LLVMContext &Context = T->getContext();
  if (T->isFloatTy())
    return {T, "f"};
  switch (T->getPrimitiveSizeInBits()) {
  case 16:
    return {Type::getInt16Ty(Context), "h"};
  case 32:
    return {Type::getInt32Ty(Context), "r"};
  default:
    return {Type::getInt64Ty(Context), "l"};
  }
}

static Value *callText(CallInst &Call, const PTXText &Row, IRBuilderBase &Builder) {
  const bool HasResult = !Call.getType()->isVoidTy();
  std::pair<Type *, StringRef> Result = {Call.getType(), ""};
  std::string Constraints;
  if (HasResult) {
    Result = getRegister(Call.getType());
    Constraints = ("=" + Result.second).str();
  }
  StringRef Text = Row.Text;
  SmallVector<Value *, 4> Arguments;
  SmallVector<Type *, 4> Types;
  for (Value *V : Call.args()) {
    if (V->getType()->isIntegerTy(1)) {
      Text = cast<ConstantInt>(V)->isOne() ? Row.IfTrue : Row.Text;
      continue;
    }
    const auto &[T, Letter] = getRegister(V->getType());
    if (!Constraints.empty())
      Constraints += ",";
    Constraints += HasResult ? Letter : "n";
    Arguments.push_back(Builder.CreateBitCast(V, T));
    Types.push_back(T);
  }
  const bool HasEffects = !HasResult || !Call.doesNotAccessMemory();
  CallInst *Asm = Builder.CreateCall(
      InlineAsm::get(FunctionType::get(Result.first, Types, false), Text, Constraints, HasEffects),
      Arguments);
  if (!HasEffects)
    Asm->setDoesNotAccessMemory();
  Asm->setDoesNotThrow();
  return HasResult ? Builder.CreateBitCast(Asm, Call.getType()) : Asm;
}

Value *tensorcore::convertNVVMCall(CallInst &Call, IRBuilderBase &Builder) {
  const StringRef Name = Call.getCalledFunction()->getName();
  if (Name.starts_with("llvm.nvvm.barrier.cta."))
    return convertBarrier(Call, Builder);
  if (Call.getIntrinsicID() == Intrinsic::nvvm_mapa_shared_cluster)
    return convertMapa(Call, Builder);
  if (StringRef Old = findOldName(Name); !Old.empty())
    return callMarked(Builder, Old, Call.getType(), SmallVector<Value *>(Call.args()));
  if (const PTXText *Row = findText(Name))
    return callText(Call, *Row, Builder);
  return nullptr;
}
