//===- NVVMDialect.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVVM's `llvm.nvvm.shfl.sync.i32` (mask, mode, value, lane, clamp), `llvm.nvvm.vote.sync` (mask,
// mode, predicate) and `llvm.nvvm.match.all.sync.i32` and `.i64` are functions that LLVM does not
// know, when they are read; the modes are numbers of the NVVM IR specification.
//
//===----------------------------------------------------------------------===//

#include "Library/NVVMDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string print(const Type *T) {
  std::string Text;
  raw_string_ostream(Text) << *T;
  return Text;
}

Error tensorcore::checkDataLayout(StringRef Stated, const DataLayout &Target) {
  if (Stated.empty())
    return Error::success();
  Expected<DataLayout> Given = DataLayout::parse(Stated);
  if (!Given)
    return Given.takeError();
  auto Fail = [&](const Twine &What) {
    return createStringError("the module's data layout is \"" + Stated + "\", whose " + What +
                             "; expected \"" + Target.getStringRepresentation() +
                             "\", or no data layout");
  };
  if (Given->isBigEndian())
    return Fail("byte order is that of big-endian machines");
  for (unsigned Space : {0, 1, 3, 4, 5})
    if (Given->getPointerSize(Space) != Target.getPointerSize(Space) ||
        Given->getPointerABIAlignment(Space) != Target.getPointerABIAlignment(Space))
      return Fail("pointers in address space " + Twine(Space) + " have " +
                  Twine(Given->getPointerSizeInBits(Space)) + " bits; the target's have " +
                  Twine(Target.getPointerSizeInBits(Space)));
  // Older layouts do not name i128, which was aligned to 8 bytes then.
  LLVMContext Context;
  for (Type *T : std::initializer_list<Type *>{
           Type::getInt1Ty(Context), Type::getInt8Ty(Context), Type::getInt16Ty(Context),
           Type::getInt32Ty(Context), Type::getInt64Ty(Context), Type::getHalfTy(Context),
           Type::getFloatTy(Context), Type::getDoubleTy(Context)})
    if (Given->getABITypeAlign(T) != Target.getABITypeAlign(T)) {
      return Fail("type " + Twine(print(T)) + " has the alignment " +
                  Twine(Given->getABITypeAlign(T).value()) + "; the target's has " +
                  Twine(Target.getABITypeAlign(T).value()));
    }
  return Error::success();
}

Error tensorcore::checkNVVMIRVersion(const Module &M) {
  const NamedMDNode *Versions = M.getNamedMetadata("nvvmir.version");
  if (!Versions)
    return Error::success();
  for (const MDNode *Version : Versions->operands())
    // Minor versions do not matter: these are versions of the text, not of its meaning.
    for (unsigned I = 0; I < Version->getNumOperands() && I < std::size(NVVMIRVersion); I += 2) {
      const auto *Major = mdconst::dyn_extract<ConstantInt>(Version->getOperand(I));
      if (!Major)
        return createStringError("nvvmir.version has an operand that is not a number; expected "
                                 "!{i32 2, i32 0} or !{i32 2, i32 0, i32 3, i32 2}");
      if (Major->getValue().ugt(NVVMIRVersion[I]))
        return createStringError(
            Twine(I ? "the version of the debug information" : "the version of NVVM IR") + " is " +
            Twine(Major->getZExtValue()) + "; expected " + Twine(NVVMIRVersion[I]) + "." +
            Twine(NVVMIRVersion[I + 1]) + " or older");
    }
  return Error::success();
}

void tensorcore::relaxNVVMAtomics(Module &M) {
  if (!M.getNamedMetadata("nvvmir.version"))
    return;
  const SyncScope::ID Device = M.getContext().getOrInsertSyncScopeID("device");
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *RMW = dyn_cast<AtomicRMWInst>(&I);
      auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
      if (RMW && RMW->getSyncScopeID() == SyncScope::System) {
        RMW->setOrdering(AtomicOrdering::Monotonic);
        RMW->setSyncScopeID(Device);
      } else if (Exchange && Exchange->getSyncScopeID() == SyncScope::System) {
        Exchange->setSuccessOrdering(AtomicOrdering::Monotonic);
        Exchange->setFailureOrdering(AtomicOrdering::Monotonic);
        Exchange->setSyncScopeID(Device);
      }
    }
}

/// LLVM's intrinsics by NVVM's mode.
static constexpr Intrinsic::ID Shuffles[] = {
    Intrinsic::nvvm_shfl_sync_idx_i32p, Intrinsic::nvvm_shfl_sync_up_i32p,
    Intrinsic::nvvm_shfl_sync_down_i32p, Intrinsic::nvvm_shfl_sync_bfly_i32p};
static constexpr Intrinsic::ID Votes[] = {
    Intrinsic::nvvm_vote_all_sync, Intrinsic::nvvm_vote_any_sync, Intrinsic::nvvm_vote_uni_sync,
    Intrinsic::nvvm_vote_ballot_sync};
static constexpr Intrinsic::ID Matches32[] = {Intrinsic::nvvm_match_all_sync_i32p};
static constexpr Intrinsic::ID Matches64[] = {Intrinsic::nvvm_match_all_sync_i64p};

namespace {

struct DialectIntrinsic {
  StringLiteral Name;
  StringLiteral Type;
  /// By the value of the second argument, if there are several.
  ArrayRef<Intrinsic::ID> Modes;
};

} // namespace

static constexpr DialectIntrinsic DialectIntrinsics[] = {
    {"llvm.nvvm.shfl.sync.i32", "{ i32, i1 } (i32, i32, i32, i32, i32)", Shuffles},
    {"llvm.nvvm.vote.sync", "{ i32, i1 } (i32, i32, i1)", Votes},
    {"llvm.nvvm.match.all.sync.i32", "{ i32, i1 } (i32, i32)", Matches32},
    {"llvm.nvvm.match.all.sync.i64", "{ i32, i1 } (i32, i64)", Matches64},
};

/// The result of the intrinsic, in the type of the call.
static Value *createIntrinsic(IRBuilder<> &Builder, Intrinsic::ID ID, const CallInst &Call,
                              ArrayRef<Value *> Arguments) {
  Value *Result = Builder.CreateIntrinsic(ID, Arguments);
  if (Result->getType() == Call.getType())
    return Result;
  // That of NVVM's votes has the ballot and the predicate.
  return Builder.CreateInsertValue(PoisonValue::get(Call.getType()), Result,
                                   Result->getType()->isIntegerTy(1) ? 1 : 0);
}

/// A mode is often a parameter of a function that is inlined later: all modes, in a branch each.
static Value *createBranches(CallInst &Call, Value *Mode, ArrayRef<Intrinsic::ID> Modes,
                             ArrayRef<Value *> Arguments) {
  BasicBlock *Before = Call.getParent();
  BasicBlock *After = Before->splitBasicBlock(&Call);
  Function *F = Before->getParent();
  BasicBlock *Unknown = BasicBlock::Create(F->getContext(), "", F, After);
  new UnreachableInst(F->getContext(), Unknown);
  Before->getTerminator()->eraseFromParent();
  SwitchInst *Switch = SwitchInst::Create(Mode, Unknown, Modes.size(), Before);
  PHINode *Result = PHINode::Create(Call.getType(), Modes.size(), "", After->begin());
  for (auto [Value, ID] : enumerate(Modes)) {
    BasicBlock *Block = BasicBlock::Create(F->getContext(), "", F, After);
    IRBuilder<> Builder(Block);
    Builder.SetCurrentDebugLocation(Call.getDebugLoc());
    Result->addIncoming(createIntrinsic(Builder, ID, Call, Arguments), Block);
    Builder.CreateBr(After);
    Switch->addCase(cast<ConstantInt>(ConstantInt::get(Mode->getType(), Value)), Block);
  }
  return Result;
}

static Value *lowerCall(CallInst &Call, ArrayRef<Intrinsic::ID> Modes) {
  SmallVector<Value *> Arguments(Call.args());
  if (Modes.size() == 1) {
    IRBuilder<> Builder(&Call);
    return createIntrinsic(Builder, Modes.front(), Call, Arguments);
  }
  Value *Mode = Arguments[1];
  Arguments.erase(Arguments.begin() + 1);
  const auto *Constant = dyn_cast<ConstantInt>(Mode);
  if (!Constant || Constant->getValue().uge(Modes.size()))
    return createBranches(Call, Mode, Modes, Arguments);
  IRBuilder<> Builder(&Call);
  return createIntrinsic(Builder, Modes[Constant->getZExtValue()], Call, Arguments);
}

void tensorcore::lowerNVVMDialect(Module &M) {
  for (const DialectIntrinsic &Dialect : DialectIntrinsics) {
    Function *F = M.getFunction(Dialect.Name);
    // With another type, it is one of the names that the checks reject.
    if (!F || print(F->getFunctionType()) != Dialect.Type)
      continue;
    for (User *U : make_early_inc_range(F->users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != F)
        continue;
      Call->replaceAllUsesWith(lowerCall(*Call, Dialect.Modes));
      Call->eraseFromParent();
    }
    if (F->use_empty())
      F->eraseFromParent();
  }
}
