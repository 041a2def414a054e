//===- NVVMDialect.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVVM's `llvm.nvvm.shfl.sync.i32` (mask, mode, value, lane, clamp), `llvm.nvvm.vote.sync` (mask,
// mode, predicate), `llvm.nvvm.match.all.sync.i32` and `.i64`, and `llvm.nvvm.hmma.*`, which are
// LLVM's wmma with the layout as an argument, are functions that LLVM does not know, when they are
// read; the modes are numbers of the NVVM IR specification.
//
//===----------------------------------------------------------------------===//

#include "Library/NVVMDialect.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/NVVMIntrinsic.h"
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
      return Fail("type " + Twine(printType(*T)) + " has the alignment " +
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

/// Returns the declaration of an intrinsic that is called with these arguments. Loads and stores
/// are overloaded by the address space of their pointer, which stands first.
static Function *declare(Module &M, Intrinsic::ID ID, ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 1> Overloads;
  if (Intrinsic::isOverloaded(ID))
    Overloads.push_back(Arguments.front()->getType());
  return Intrinsic::getOrInsertDeclaration(&M, ID, Overloads);
}

/// Creates a call of the intrinsic. Returns its result in the type of the call that it replaces.
static Value *createIntrinsic(IRBuilder<> &Builder, Intrinsic::ID ID, const CallInst &Call,
                              ArrayRef<Value *> Arguments) {
  Function *Callee = declare(*Builder.GetInsertBlock()->getModule(), ID, Arguments);
  SmallVector<Value *> Cast;
  // NVVM's fragments have i32 where LLVM's have <2 x half>.
  for (auto [Argument, Parameter] : zip_equal(Arguments, Callee->args()))
    Cast.push_back(Builder.CreateBitCast(Argument, Parameter.getType()));
  Value *Result = Builder.CreateCall(Callee, Cast);
  if (Result->getType() == Call.getType())
    return Result;
  Value *Converted = PoisonValue::get(Call.getType());
  // The result of NVVM's votes has the ballot and the predicate.
  if (!Result->getType()->isStructTy())
    return Builder.CreateInsertValue(Converted, Result, Result->getType()->isIntegerTy(1) ? 1 : 0);
  for (auto [I, T] : enumerate(cast<StructType>(Call.getType())->elements()))
    Converted = Builder.CreateInsertValue(
        Converted, Builder.CreateBitCast(Builder.CreateExtractValue(Result, I), T), I);
  return Converted;
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
  PHINode *Result = Call.getType()->isVoidTy()
                        ? nullptr
                        : PHINode::Create(Call.getType(), Modes.size(), "", After->begin());
  for (auto [Number, ID] : enumerate(Modes)) {
    BasicBlock *Block = BasicBlock::Create(F->getContext(), "", F, After);
    IRBuilder<> Builder(Block);
    Builder.SetCurrentDebugLocation(Call.getDebugLoc());
    Value *Created = createIntrinsic(Builder, ID, Call, Arguments);
    if (Result)
      Result->addIncoming(Created, Block);
    Builder.CreateBr(After);
    Switch->addCase(cast<ConstantInt>(ConstantInt::get(Mode->getType(), Number)), Block);
  }
  return Result ? Result : static_cast<Value *>(Switch);
}

/// Creates what does the same as a call with a mode, in front of it.
static Value *lowerMode(CallInst &Call, Value *Mode, ArrayRef<Intrinsic::ID> Modes,
                        ArrayRef<Value *> Arguments) {
  const auto *Constant = dyn_cast<ConstantInt>(Mode);
  if (!Constant || Constant->getValue().uge(Modes.size()))
    return createBranches(Call, Mode, Modes, Arguments);
  IRBuilder<> Builder(&Call);
  return createIntrinsic(Builder, Modes[Constant->getZExtValue()], Call, Arguments);
}

static Value *lowerCall(CallInst &Call, ArrayRef<Intrinsic::ID> Modes) {
  SmallVector<Value *> Arguments(Call.args());
  if (Modes.size() == 1) {
    IRBuilder<> Builder(&Call);
    return createIntrinsic(Builder, Modes.front(), Call, Arguments);
  }
  Value *Mode = Arguments[1];
  Arguments.erase(Arguments.begin() + 1);
  return lowerMode(Call, Mode, Modes, Arguments);
}

static bool isSameButForCasts(Type *A, Type *B) {
  auto *First = dyn_cast<StructType>(A), *Second = dyn_cast<StructType>(B);
  if (First && Second)
    return First->getNumElements() == Second->getNumElements() &&
           all_of(zip(First->elements(), Second->elements()), [](auto Pair) {
             return CastInst::isBitCastable(std::get<0>(Pair), std::get<1>(Pair));
           });
  return A == B || CastInst::isBitCastable(A, B);
}

/// Returns true if a call and its arguments have the types of an intrinsic.
static bool hasTypes(const CallInst &Call, ArrayRef<Value *> Arguments, const Function &Callee) {
  return Callee.arg_size() == Arguments.size() &&
         isSameButForCasts(Call.getType(), Callee.getReturnType()) &&
         all_of(zip(Arguments, Callee.args()), [](auto Pair) {
           return isSameButForCasts(std::get<0>(Pair)->getType(), std::get<1>(Pair).getType());
         });
}

/// Returns LLVM's intrinsics for the parts of a name behind `llvm.nvvm.hmma.`, in the order of the
/// numbers of their layouts.
static SmallVector<Intrinsic::ID, 4> findLayouts(ArrayRef<StringRef> Parts, StringRef Suffix) {
  const StringRef Operation = Parts[1], Matrix = Parts[2];
  const StringRef Type = Matrix == "a" || Matrix == "b" ? "f16" : Parts[3];
  SmallVector<Intrinsic::ID, 4> Found;
  auto Add = [&](const Twine &Rest) {
    Found.push_back(Intrinsic::lookupIntrinsicID(("llvm.nvvm.wmma." + Parts[0] + Rest).str()));
  };
  for (StringRef First : {"row", "col"})
    if (Operation == "st")
      Add(".store.d." + First + ".stride." + Type);
    else if (Operation == "ld")
      Add(".load." + Matrix + "." + First + ".stride." + Type);
    else
      for (StringRef Second : {"row", "col"})
        Add(".mma." + First + "." + Second + "." + Matrix + "." + Type + Suffix);
  return Found;
}

/// Returns the result of LLVM's intrinsic for a call of `llvm.nvvm.hmma.`, or null if the call is
/// not one of the NVVM IR specification:
///
///     m16n16k16.ld.a.p0i32 (pointer, stride, layout)
///     m16n16k16.ld.c.f32.p0f32 (pointer, stride, layout)
///     m16n16k16.st.c.f16.p0i32 (pointer, stride, layout, elements…)
///     m16n16k16.mma.f32.f16 (layouts, satf, elements of A, of B, of C), types of D and C
static Value *lowerMatrixCall(CallInst &Call, StringRef Name) {
  SmallVector<StringRef, 5> Parts;
  Name.split(Parts, '.');
  SmallVector<Value *> Arguments(Call.args());
  if (Parts.size() < 4 || Arguments.size() < 3)
    return nullptr;
  const StringRef Operation = Parts[1];
  const bool IsMultiplication = Operation == "mma", IsStore = Operation == "st";
  if (!IsMultiplication && !IsStore && Operation != "ld")
    return nullptr;

  Value *Mode = Arguments[IsMultiplication ? 0 : 2];
  StringRef Suffix;
  if (IsMultiplication) {
    const auto *Saturates = dyn_cast<ConstantInt>(Arguments[1]);
    if (!Saturates)
      return nullptr;
    Suffix = Saturates->isZero() ? "" : ".satfinite";
    Arguments.erase(Arguments.begin(), Arguments.begin() + 2);
  } else {
    Arguments.erase(Arguments.begin() + 2);
    // LLVM's stride stands behind the elements.
    if (IsStore)
      std::rotate(Arguments.begin() + 1, Arguments.begin() + 2, Arguments.end());
  }

  const auto Modes = findLayouts(Parts, Suffix);
  if (is_contained(Modes, Intrinsic::not_intrinsic) ||
      (!IsMultiplication && !Arguments.front()->getType()->isPointerTy()) ||
      !hasTypes(Call, Arguments, *declare(*Call.getModule(), Modes.front(), Arguments)))
    return nullptr;
  const auto *Constant = dyn_cast<ConstantInt>(Mode);
  if (!Constant || Constant->getValue().ult(Modes.size()))
    return lowerMode(Call, Mode, Modes, Arguments);
  reportError(Call, ErrorKind::IntrinsicOperand,
              "the layout of llvm.nvvm.hmma." + Name + " must be 0 to " + Twine(Modes.size() - 1) +
                  ", not " + Twine(Constant->getZExtValue()) + " (NVVM IR, Matrix Operation): " +
                  (IsMultiplication ? "0 or 1 for A by rows, 2 or 3 by columns, and odd for B by "
                                      "columns"
                                    : "0 for rows, 1 for columns"));
  return PoisonValue::get(Call.getType());
}

/// Replaces the calls of a function by what `Lower` creates, unless that is null.
template <typename LowerT> static void replaceCalls(Function &F, LowerT Lower) {
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledFunction() != &F)
      continue;
    Value *Result = Lower(*Call);
    if (!Result)
      continue;
    if (!Call->getType()->isVoidTy())
      Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
  }
  if (F.use_empty())
    F.eraseFromParent();
}

void tensorcore::lowerNVVMDialect(Module &M) {
  for (const DialectIntrinsic &Dialect : DialectIntrinsics) {
    Function *F = M.getFunction(Dialect.Name);
    // With another type, it is one of the names that the checks reject.
    if (F && printType(*F->getFunctionType()) == Dialect.Type)
      replaceCalls(*F, [&](CallInst &Call) { return lowerCall(Call, Dialect.Modes); });
  }
  for (Function &F : make_early_inc_range(M)) {
    // The function is erased with its last call, and its name with it.
    const std::string Name = F.getName().str();
    StringRef Operation = Name;
    if (Operation.consume_front("llvm.nvvm.hmma."))
      replaceCalls(F, [&](CallInst &Call) { return lowerMatrixCall(Call, Operation); });
  }
}
