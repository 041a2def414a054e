//===- TensorMapUses.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address is followed through casts, arithmetic, variables that hold nothing but addresses,
// functions of the module and what they return, and the moves of inline assembly.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/TensorMapUses.h"
#include "IR/Analysis/Calls.h"
#include "Model/Instructions/Companions.h"
#include "PTX/TensorMapText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace llvm::tensorcore;

static const InlineAsm *getAssembly(const CallBase &Call) {
  return dyn_cast<InlineAsm>(Call.getCalledOperand());
}

SmallVector<const Use *, 1> tensorcore::findTensorMaps(const CallBase &Call) {
  SmallVector<const Use *, 1> Maps;
  if (const InlineAsm *Assembly = getAssembly(Call)) {
    const auto Operands = getTensorMapOperands(Assembly->getAsmString());
    if (!Operands.empty())
      for (auto [Argument, Called] : zip(Call.args(), getAssemblyArguments(*Assembly)))
        if (is_contained(Operands, Called.Number))
          Maps.push_back(&Argument);
    return Maps;
  }
  const Function *Callee = Call.getCalledFunction();
  const Companion *Intrinsic = Callee ? lookupCompanion(Callee->getName()) : nullptr;
  if (!Intrinsic)
    return Maps;
  if (std::optional<unsigned> Position = Intrinsic->Signature.find("tensor_map"))
    Maps.push_back(&Call.getArgOperandUse(*Position));
  return Maps;
}

/// Returns true if nothing is done with a variable but to load it and to store to it.
static bool isPlain(const AllocaInst &Variable) {
  return all_of(Variable.uses(), [](const Use &U) {
    auto *Store = dyn_cast<StoreInst>(U.getUser());
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return isa<LoadInst>(U.getUser()) || (Store && &U == &Store->getOperandUse(1)) ||
           (Call && (Call->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(Call)));
  });
}

/// The only value that is stored to a variable.
static const Value *getOnlyValue(const AllocaInst &Variable) {
  const Value *Only = nullptr;
  if (!isPlain(Variable))
    return nullptr;
  for (const User *U : Variable.users())
    if (auto *Store = dyn_cast<StoreInst>(U)) {
      if (Only)
        return nullptr;
      Only = Store->getValueOperand();
    }
  return Only;
}

/// One step from an address to what it is made of; null at the end.
static const Value *getSource(const Value &Address) {
  if (Address.getType()->isPointerTy())
    if (const Value *Object = getUnderlyingObject(&Address); Object != &Address)
      return Object;
  if (Operator::getOpcode(&Address) == Instruction::PtrToInt ||
      Operator::getOpcode(&Address) == Instruction::IntToPtr ||
      Operator::getOpcode(&Address) == Instruction::Add || isa<FreezeInst>(Address))
    return cast<User>(Address).getOperand(0);
  auto *Load = dyn_cast<LoadInst>(&Address);
  auto *Variable = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Variable ? getOnlyValue(*Variable) : nullptr;
}

const Value *tensorcore::findMemory(const Value &Address) {
  constexpr unsigned MaxSteps = 32; // a variable may hold what was made of itself
  const Value *Memory = &Address;
  for (unsigned I = 0; I < MaxSteps; ++I)
    if (const Value *Source = getSource(*Memory))
      Memory = Source;
  return Memory;
}

void ParameterUses::follow(const Value &Address) {
  if (!Followed.insert(&Address).second)
    return;
  for (const Use &U : Address.uses())
    visit(U);
}

void ParameterUses::visit(const Use &U) {
  const User *Who = U.getUser();
  if (isa<LoadInst, ICmpInst>(Who))
    return;
  const bool IsAddress = isa<GetElementPtrInst, CastInst, PHINode, SelectInst, FreezeInst,
                             BinaryOperator, ExtractValueInst>(Who);
  IsChosen |= isa<PHINode, SelectInst>(Who);
  if (IsAddress)
    return follow(*Who);
  if (auto *Store = dyn_cast<StoreInst>(Who); Store && &U == &Store->getOperandUse(0))
    return followVariable(*Store);
  if (auto *Return = dyn_cast<ReturnInst>(Who))
    return followReturn(*Return->getFunction());
  if (auto *Call = dyn_cast<CallBase>(Who))
    return visitCall(*Call, U);
  IsOnlyRead = false;
}

/// The address is stored: it is where it is loaded from there.
void ParameterUses::followVariable(const StoreInst &Store) {
  auto *Variable = dyn_cast<AllocaInst>(Store.getPointerOperand());
  if (!Variable || !isPlain(*Variable)) {
    IsOnlyRead = false;
    return;
  }
  for (const User *U : Variable->users())
    if (isa<LoadInst>(U))
      follow(*U);
}

/// A function gives the address back to the calls that it came from.
void ParameterUses::followReturn(const Function &F) {
  if (!GiveBack.insert(&F).second)
    return;
  for (const CallBase *Call : SmallVector<const CallBase *, 2>(Calls.lookup(&F)))
    follow(*Call);
}

/// Calls that change nothing and keep nothing.
static bool isHarmless(const CallBase &Call, const Use &U) {
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call); Copy && &U == &Copy->getRawSourceUse())
    return true;
  const unsigned Number = Call.getArgOperandNo(&U);
  return Call.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic, AssumeInst>(Call) ||
         (Call.onlyReadsMemory(Number) && Call.doesNotCapture(Number));
}

void ParameterUses::visitCall(const CallBase &Call, const Use &U) {
  if (getAssembly(Call))
    return visitAssembly(Call, U);
  if (is_contained(findTensorMaps(Call), &U)) {
    IsTensorMap = true;
    return;
  }
  const Function *Callee = Call.getCalledFunction();
  if (!Call.isArgOperand(&U) || Call.isByValArgument(Call.getArgOperandNo(&U))) {
    IsOnlyRead &= Call.isArgOperand(&U);
    return;
  }
  if (Callee && !Callee->isDeclaration() && !Callee->isVarArg()) {
    Calls[Callee].push_back(&Call);
    follow(*Callee->getArg(Call.getArgOperandNo(&U)));
    if (GiveBack.contains(Callee))
      follow(Call);
  } else if (!isHarmless(Call, U))
    IsOnlyRead = false;
}

void ParameterUses::visitAssembly(const CallBase &Call, const Use &U) {
  const InlineAsm &Assembly = *getAssembly(Call);
  if (!Call.isArgOperand(&U)) {
    IsOnlyRead = false;
    return;
  }
  const unsigned Number = getAssemblyArguments(Assembly)[Call.getArgOperandNo(&U)].Number;
  const AsmAddressUse Use = getAsmAddressUse(Assembly.getAsmString(), Number);
  IsTensorMap |= Use.IsTensorMap;
  IsOnlyRead &= Use.IsOnlyRead;
  if (!Use.MovedTo.empty())
    follow(Call);
}
