//===- SharedCluster.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers of shared::cluster memory, LLVM 22's address space 7. LLVM 19 knows them as operands of
// instructions only: it neither converts nor follows them. A pointer of the shared memory of the
// thread's own block is one of the cluster's, with the same bits; any other conversion becomes
// PTX's cvta, and accesses go through generic addresses, which ptxas follows back to their space.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr unsigned Generic = 0, Shared = 3, SharedCluster = 7;

static bool isSharedCluster(const Value *V) {
  auto *Pointer = dyn_cast<PointerType>(V->getType()->getScalarType());
  return Pointer && Pointer->getAddressSpace() == SharedCluster;
}

static bool isCast(const Value *V) {
  auto *Cast = dyn_cast<AddrSpaceCastOperator>(V);
  return Cast && (Cast->getSrcAddressSpace() == SharedCluster) !=
                     (Cast->getDestAddressSpace() == SharedCluster);
}

/// Of a conversion to or from shared::cluster: the address space on the other side.
static unsigned getOtherSpace(const Operator &Cast) {
  const auto &AddrSpaceCast = cast<AddrSpaceCastOperator>(Cast);
  return AddrSpaceCast.getSrcAddressSpace() == SharedCluster ? AddrSpaceCast.getDestAddressSpace()
                                                             : AddrSpaceCast.getSrcAddressSpace();
}

static Value *convertAddress(IRBuilderBase &Builder, Value *Pointer, StringRef Instruction,
                             Type *Result) {
  Type *Address = Builder.getInt64Ty();
  InlineAsm *Asm = InlineAsm::get(FunctionType::get(Address, {Address}, false),
                                  (Instruction + " $0, $1;").str(), "=l,l", false);
  CallInst *Call = Builder.CreateCall(Asm, {Builder.CreatePtrToInt(Pointer, Address)});
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  return Builder.CreateIntToPtr(Call, Result);
}

static Value *makeGeneric(IRBuilderBase &Builder, Value *Pointer) {
  return convertAddress(Builder, Pointer, "cvta.shared::cluster.u64", Builder.getPtrTy(Generic));
}

static Value *convertCast(AddrSpaceCastInst &Cast, Refusals &Refused) {
  IRBuilder<> Builder(&Cast);
  Value *Pointer = Cast.getPointerOperand();
  if (Cast.getType()->isVectorTy()) {
    Refused.add(Cast, "an addrspacecast of vectors of pointers to shared::cluster memory; expected "
                      "one of single pointers");
    return nullptr;
  }
  switch (getOtherSpace(cast<Operator>(Cast))) {
  case Shared:
    return Builder.CreateIntToPtr(Builder.CreatePtrToInt(Pointer, Builder.getInt64Ty()),
                                  Cast.getType());
  case Generic:
    return isSharedCluster(Pointer)
               ? makeGeneric(Builder, Pointer)
               : convertAddress(Builder, Pointer, "cvta.to.shared::cluster.u64", Cast.getType());
  default:
    Refused.add(Cast, "an addrspacecast between address space 7, shared::cluster, and " +
                          Twine(getOtherSpace(cast<Operator>(Cast))) +
                          "; expected a generic pointer, 0, or one of shared memory, 3");
    return nullptr;
  }
}

/// memcpy and its kin, whose names say the address spaces of their pointers.
static void convertMemoryCall(AnyMemIntrinsic &Call) {
  IRBuilder<> Builder(&Call);
  SmallVector<Type *, 3> Types;
  for (Use &Argument : Call.args()) {
    if (isSharedCluster(Argument))
      Argument.set(makeGeneric(Builder, Argument));
    if (Argument->getType()->isPointerTy() || Argument.getOperandNo() == 2)
      Types.push_back(Argument->getType());
  }
  Call.setCalledFunction(
      Intrinsic::getOrInsertDeclaration(Call.getModule(), Call.getIntrinsicID(), Types));
}

/// The name of one of LLVM's intrinsics that accesses memory by a pointer of shared::cluster; else
/// empty. Those of NVPTX are instructions of their own.
static StringRef findAccess(const CallInst &Call) {
  StringRef Name = Call.getCalledFunction() ? Call.getCalledFunction()->getName() : "";
  Name.consume_front(Mark);
  auto *Known = dyn_cast<IntrinsicInst>(&Call);
  const bool IsAccess = Name.starts_with("llvm.") && !Name.starts_with("llvm.nvvm.") &&
                        Call.mayReadOrWriteMemory() && !(Known && Known->isAssumeLikeIntrinsic());
  return IsAccess && any_of(Call.args(), isSharedCluster) ? Name : "";
}

static void convertInstruction(Instruction &I, Refusals &Refused) {
  if (isCast(&I)) {
    if (Value *V = convertCast(cast<AddrSpaceCastInst>(I), Refused)) {
      I.replaceAllUsesWith(V);
      I.eraseFromParent();
    }
    return;
  }
  if (auto *Call = dyn_cast<AnyMemIntrinsic>(&I)) {
    if (any_of(Call->args(), isSharedCluster))
      convertMemoryCall(*Call);
    return;
  }
  if (auto *Call = dyn_cast<CallInst>(&I))
    if (StringRef Name = findAccess(*Call); !Name.empty())
      return Refused.add(I, Name + " of shared::cluster memory; expected loads, stores and atomic "
                                   "instructions");
  unsigned Operand;
  if (isa<LoadInst>(I))
    Operand = LoadInst::getPointerOperandIndex();
  else if (isa<StoreInst>(I))
    Operand = StoreInst::getPointerOperandIndex();
  else if (isa<AtomicRMWInst>(I))
    Operand = AtomicRMWInst::getPointerOperandIndex();
  else if (isa<AtomicCmpXchgInst>(I))
    Operand = AtomicCmpXchgInst::getPointerOperandIndex();
  else
    return;
  if (isSharedCluster(I.getOperand(Operand))) {
    IRBuilder<> Builder(&I);
    I.setOperand(Operand, makeGeneric(Builder, I.getOperand(Operand)));
  }
}

/// Constants become instructions, which are converted like others.
static void expandConstants(Module &M, Refusals &Refused) {
  SmallVector<Constant *> Casts;
  for (ConstantExpr *E : findExpressions(M))
    if (isCast(E))
      Casts.push_back(E);
  convertUsersOfConstantsToInstructions(Casts, nullptr, /*RemoveDeadConstants=*/true,
                                        /*IncludeSelf=*/true);
  for (ConstantExpr *E : findExpressions(M))
    if (isCast(E))
      Refused.add("a variable is initialized with an address of shared::cluster memory; expected a "
                  "constant that is known before a launch");
}

void tensorcore::convertSharedCluster(Module &M, Refusals &Refused) {
  expandConstants(M, Refused);
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      convertInstruction(I, Refused);
}
