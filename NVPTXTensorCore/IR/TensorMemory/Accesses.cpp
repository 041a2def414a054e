//===- Accesses.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds instructions that access tensor memory as other memory: all of LLVM IR that takes a pointer
// and is not address arithmetic.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Accesses.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/MMACall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral HowToAccess =
    ": tensor memory is not reached by ordinary memory instructions (PTX ISA, Tensor Memory); "
    "expected llvm.nvvm.tcgen05.ld.* and llvm.nvvm.tcgen05.st.*, and llvm.nvvm.tcgen05.cp.* "
    "from shared memory";
static constexpr StringLiteral HowToPoint =
    ": tensor memory has no generic address and is not part of another state space (PTX ISA, "
    "Tensor Memory Addressing); expected pointers of address space 6, ptrtoint and inttoptr to "
    "and from i32";
static constexpr StringLiteral HowToAllocate =
    ": tensor memory is allocated while a kernel runs (PTX ISA, tcgen05.alloc); expected "
    "llvm.nvvm.tcgen05.alloc.*, which writes an address to shared memory";

static bool isOfTensorMemory(const Type *T) {
  T = T->getScalarType();
  return T->isPointerTy() && T->getPointerAddressSpace() == TensorMemorySpace;
}

static std::string print(const Type &T) {
  std::string Text;
  raw_string_ostream(Text) << T;
  return Text;
}

/// Returns true if an operand is, or is made by, a cast to or from tensor memory.
static bool hasTensorMemoryCast(const Value &V) {
  auto *Whole = dyn_cast<Constant>(&V);
  if (!Whole || isa<GlobalValue>(Whole))
    return false;
  auto *Expression = dyn_cast<ConstantExpr>(Whole);
  if (Expression && Expression->getOpcode() == Instruction::AddrSpaceCast &&
      (isOfTensorMemory(Expression->getType()) ||
       isOfTensorMemory(Expression->getOperand(0)->getType())))
    return true;
  return any_of(Whole->operands(), [](const Use &U) { return hasTensorMemoryCast(*U); });
}

/// Returns true if an intrinsic of LLVM's own reads or writes through a pointer that it is given.
static bool isAccess(const CallBase &Call) {
  const Function *Callee = getCallee(Call);
  if (!Callee || !Callee->isIntrinsic() || Callee->getName().starts_with(NVVMPrefix))
    return false;
  if (Call.doesNotAccessMemory() || Call.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(Call) ||
      isa<AssumeInst>(Call))
    return false;
  return any_of(Call.args(), [](const Use &U) { return isOfTensorMemory(U->getType()); });
}

static bool hasPointerOfTensorMemory(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    Pointer = RMW->getPointerOperand();
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    Pointer = Exchange->getPointerOperand();
  else if (auto *VAArg = dyn_cast<VAArgInst>(&I))
    Pointer = VAArg->getPointerOperand();
  return Pointer && isOfTensorMemory(Pointer->getType());
}

/// Returns why an instruction must not access tensor memory, or an empty string.
static std::string getFault(const Instruction &I) {
  if (hasPointerOfTensorMemory(I)) {
    const Type *Accessed = isa<StoreInst>(I) ? I.getOperand(0)->getType() : I.getType();
    std::string Of = isa<LoadInst, StoreInst>(I) ? " of " + print(*Accessed) : "";
    return (I.getOpcodeName() + Twine(Of) + " through a pointer of address space 6" + HowToAccess)
        .str();
  }
  if (auto *Call = dyn_cast<CallBase>(&I); Call && isAccess(*Call))
    return (getCallee(*Call)->getName() + " through a pointer of address space 6" + HowToAccess)
        .str();
  if (auto *Variable = dyn_cast<AllocaInst>(&I); Variable && isOfTensorMemory(I.getType()))
    return (Twine("alloca of ") + print(*Variable->getAllocatedType()) + " in address space 6" +
            HowToAllocate)
        .str();
  if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I);
      Cast && isOfTensorMemory(Cast->getSrcTy()) != isOfTensorMemory(Cast->getDestTy()))
    return (Twine("addrspacecast ") + (isOfTensorMemory(Cast->getSrcTy()) ? "from" : "to") +
            " address space 6" + HowToPoint)
        .str();
  if (any_of(I.operands(), [](const Use &U) { return hasTensorMemoryCast(*U); }))
    return ("addrspacecast to or from address space 6" + HowToPoint).str();
  return "";
}

/// Removes an instruction, or the constant of one in which only that is wrong.
static void replaceByPoison(Instruction &I) {
  bool IsOperand = false;
  for (Use &U : I.operands())
    if (hasTensorMemoryCast(*U)) {
      U.set(PoisonValue::get(U->getType()));
      IsOperand = true;
    }
  if (IsOperand)
    return;
  Instruction *Gone = &I;
  if (auto *Invoke = dyn_cast<InvokeInst>(Gone))
    Gone = changeToCall(Invoke);
  if (!Gone->getType()->isVoidTy())
    Gone->replaceAllUsesWith(PoisonValue::get(Gone->getType()));
  Gone->eraseFromParent();
}

static bool verifyFunction(Function &F) {
  SmallVector<Instruction *> Faulty;
  for (Instruction &I : instructions(F)) {
    std::string Fault = getFault(I);
    if (Fault.empty())
      continue;
    report(Check::TensorMemoryAccesses, I, Fault);
    Faulty.push_back(&I);
  }
  for (Instruction *I : Faulty)
    replaceByPoison(*I);
  return Faulty.empty();
}

static bool verifyVariables(Module &M) {
  bool Fine = true;
  for (GlobalVariable &Variable : make_early_inc_range(M.globals())) {
    bool IsIn = Variable.getAddressSpace() == TensorMemorySpace;
    if (Variable.getName().starts_with("llvm."))
      continue; // lists of others
    if (!IsIn && (!Variable.hasInitializer() || !hasTensorMemoryCast(*Variable.getInitializer())))
      continue;
    report(Check::TensorMemoryAccesses, M,
           "variable " + Variable.getName() +
               (IsIn ? " is in address space 6" + HowToAllocate
                     : " has an addrspacecast to or from address space 6 in its "
                       "initial value" +
                           HowToPoint));
    Fine = false;
    if (IsIn) {
      removeFromUsedLists(M, [&](Constant *C) { return C->stripPointerCasts() == &Variable; });
      Variable.replaceAllUsesWith(PoisonValue::get(Variable.getType()));
      Variable.eraseFromParent();
    } else {
      Variable.setInitializer(PoisonValue::get(Variable.getValueType()));
    }
  }
  return Fine;
}

bool tensorcore::verifyTensorMemoryAccesses(Module &M) {
  // Accesses first: a variable that goes leaves poison, whose address space still counts.
  bool Fine = true;
  for (Function &F : M)
    Fine &= verifyFunction(F);
  return verifyVariables(M) && Fine;
}
