//===- Addresses.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through casts, additions, getelementptr, and phis and selects all of whose inputs agree.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Addresses.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/ControlFacts.h"
#include "IR/Analysis/SameValues.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalObject.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::tensorcore;

bool MemoryLocation::operator==(const MemoryLocation &Other) const {
  if (Offset != Other.Offset || !Base != !Other.Base)
    return false;
  return !Base || isSameValue(*Base, *Other.Base);
}

bool MemoryLocation::isApartFrom(const MemoryLocation &Other) const {
  if (Offset != Other.Offset &&
      (Base == Other.Base || (Base && Other.Base && isSameValue(*Base, *Other.Base))))
    return true;
  return Base != Other.Base && isa_and_nonnull<GlobalObject>(Base) &&
         isa_and_nonnull<GlobalObject>(Other.Base);
}

/// The operand that an operation adds a constant to, and that constant.
static const Value *getAddition(const Value &V, int64_t &Added) {
  auto *Op = dyn_cast<Operator>(&V);
  unsigned Opcode = Op ? Op->getOpcode() : 0;
  if (Opcode != Instruction::Add && Opcode != Instruction::Sub &&
      (Opcode != Instruction::Or || !cast<PossiblyDisjointInst>(Op)->isDisjoint()))
    return nullptr;
  auto *Constant = dyn_cast<ConstantInt>(Op->getOperand(1));
  if (!Constant || Constant->getBitWidth() > 64)
    return nullptr;
  Added = Opcode == Instruction::Sub ? -Constant->getSExtValue() : Constant->getSExtValue();
  return Op->getOperand(0);
}

const Value *tensorcore::getCastOperand(const Value &V) {
  auto *Op = dyn_cast<Operator>(&V);
  if (!Op)
    return nullptr;
  switch (Op->getOpcode()) {
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
    return Op->getOperand(0);
  default:
    return nullptr;
  }
}

MemoryLocation tensorcore::getMemoryLocation(const Value &Pointer, const DataLayout &Layout) {
  MemoryLocation Result = {&Pointer, 0};
  while (true) {
    int64_t Added = 0;
    if (const Value *Operand = getCastOperand(*Result.Base)) {
      Result.Base = Operand;
    } else if (const Value *Operand = getAddition(*Result.Base, Added)) {
      Result.Base = Operand;
      Result.Offset += Added;
    } else if (auto *GEP = dyn_cast<GEPOperator>(Result.Base)) {
      APInt Distance(Layout.getIndexTypeSizeInBits(GEP->getType()), 0);
      if (GEP->getType()->isVectorTy() || !GEP->accumulateConstantOffset(Layout, Distance))
        return Result;
      Result.Base = GEP->getPointerOperand();
      Result.Offset += Distance.getSExtValue();
    } else {
      break;
    }
  }
  if (auto *Number = dyn_cast<ConstantInt>(Result.Base); Number && Number->getBitWidth() <= 64)
    return {nullptr, Result.Offset + Number->getSExtValue()};
  if (isa<ConstantPointerNull>(Result.Base))
    return {nullptr, Result.Offset};
  return Result;
}

namespace {

class Follower {
public:
  Follower(const DataLayout &Layout, function_ref<bool(const MemoryLocation &)> IsAllocated)
      : Layout(Layout), IsAllocated(IsAllocated) {}

  /// Returns the origin of an address, ignoring phis that are being followed.
  std::optional<TensorAddress> follow(const Value &V);

private:
  std::optional<TensorAddress> followOne(const Value &V);
  std::optional<TensorAddress> followSum(const Instruction &Sum);
  std::optional<TensorAddress> followAll(ArrayRef<const Value *> Inputs);

  const DataLayout &Layout;
  function_ref<bool(const MemoryLocation &)> IsAllocated;
  SmallPtrSet<const Value *, 8> Open;
  unsigned Steps = 0;
};

/// More than any address takes.
constexpr unsigned MaxSteps = 500;

} // namespace

static void moveBy(TensorAddress &Address, int64_t Distance) {
  if (Address.Offset)
    *Address.Offset += Distance;
  if (Address.Column)
    *Address.Column += Distance;
}

/// By a distance that may be a number of lanes, which the upper half of an address has.
static void moveBy(TensorAddress &Address, const Value &Distance, bool IsNegative,
                   const DataLayout &Layout) {
  if (auto *Constant = dyn_cast<ConstantInt>(&Distance))
    return moveBy(Address, IsNegative ? -Constant->getSExtValue() : Constant->getSExtValue());
  Address.Offset = std::nullopt;
  if (computeKnownBits(&Distance, Layout).countMinTrailingZeros() < 16)
    Address.Column = std::nullopt;
}

/// Exactly one of the operands is an address.
std::optional<TensorAddress> Follower::followSum(const Instruction &Sum) {
  std::optional<TensorAddress> L = follow(*Sum.getOperand(0)), R = follow(*Sum.getOperand(1));
  if ((L && R) || (R && Sum.getOpcode() == Instruction::Sub))
    return std::nullopt;
  bool IsLeft = L.has_value();
  std::optional<TensorAddress> Result = IsLeft ? std::move(L) : std::move(R);
  if (Result)
    moveBy(*Result, *Sum.getOperand(IsLeft ? 1 : 0), Sum.getOpcode() == Instruction::Sub, Layout);
  return Result;
}

std::optional<TensorAddress> Follower::followAll(ArrayRef<const Value *> Inputs) {
  std::optional<TensorAddress> Result;
  for (const Value *Input : Inputs) {
    if (Open.contains(Input) || isa<UndefValue>(Input))
      continue;
    std::optional<TensorAddress> One = follow(*Input);
    if (!One || (Result && !(One->Location == Result->Location)))
      return std::nullopt;
    if (!Result) {
      Result = std::move(One);
      continue;
    }
    Result->Loads.append(One->Loads);
    if (Result->Offset != One->Offset)
      Result->Offset = std::nullopt;
    if (Result->Column != One->Column)
      Result->Column = std::nullopt;
  }
  return Result;
}

std::optional<TensorAddress> Follower::followOne(const Value &V) {
  if (auto *Load = dyn_cast<LoadInst>(&V)) {
    bool IsAddress = Load->getType()->isIntegerTy(32) ||
                     Load->getType() == PointerType::get(V.getContext(), TensorMemorySpace);
    MemoryLocation Location = getMemoryLocation(*Load->getPointerOperand(), Layout);
    if (!IsAddress || !IsAllocated(Location))
      return std::nullopt;
    return TensorAddress{Location, {Load}, 0, 0};
  }
  if (const Value *Operand = getCastOperand(V))
    return follow(*Operand);
  if (auto *Phi = dyn_cast<PHINode>(&V)) {
    SmallVector<const Value *> Inputs(Phi->incoming_values());
    std::optional<TensorAddress> Result = followAll(Inputs);
    if (Result && any_of(Inputs, [&](const Value *I) { return Open.contains(I); }))
      Result->Offset = std::nullopt, Result->Column = std::nullopt;
    return Result;
  }
  if (auto *Select = dyn_cast<SelectInst>(&V))
    return followAll({Select->getTrueValue(), Select->getFalseValue()});
  if (auto *GEP = dyn_cast<GetElementPtrInst>(&V)) {
    std::optional<TensorAddress> Result = follow(*GEP->getPointerOperand());
    APInt Distance(Layout.getIndexTypeSizeInBits(GEP->getType()), 0);
    if (Result && GEP->accumulateConstantOffset(Layout, Distance))
      moveBy(*Result, Distance.getSExtValue());
    else if (Result && GEP->getNumIndices() == 1 && GEP->getSourceElementType()->isIntegerTy(8))
      moveBy(*Result, *GEP->getOperand(1), /*IsNegative=*/false, Layout);
    else if (Result)
      Result->Offset = std::nullopt, Result->Column = std::nullopt;
    return Result;
  }
  auto *Sum = dyn_cast<BinaryOperator>(&V);
  if (!Sum || (Sum->getOpcode() != Instruction::Add && Sum->getOpcode() != Instruction::Sub &&
               Sum->getOpcode() != Instruction::Or))
    return std::nullopt;
  return followSum(*Sum);
}

std::optional<TensorAddress> Follower::follow(const Value &V) {
  if (++Steps > MaxSteps || !Open.insert(&V).second)
    return std::nullopt;
  std::optional<TensorAddress> Result = followOne(V);
  Open.erase(&V);
  return Result;
}

std::optional<TensorAddress>
tensorcore::followTensorAddress(const Value &Address, const DataLayout &Layout,
                                function_ref<bool(const MemoryLocation &)> IsAllocated) {
  return Follower(Layout, IsAllocated).follow(Address);
}
