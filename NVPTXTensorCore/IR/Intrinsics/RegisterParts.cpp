//===- RegisterParts.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splitting, and putting together.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/RegisterParts.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if elements of a type share a register two by two.
static bool isPaired(const Type *Element) {
  return Element->isHalfTy() || Element->isBFloatTy() || Element->isIntegerTy(16);
}

bool tensorcore::isRegisterType(const Type *T) {
  return T->isFloatTy() || T->isIntegerTy(32) ||
         (isa<FixedVectorType>(T) && isPaired(T->getScalarType()) &&
          cast<FixedVectorType>(T)->getNumElements() == 2);
}

Type *tensorcore::getRegisterPartType(Type *Whole) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Whole)) {
    Type *Element = Vector->getElementType();
    if (!isPaired(Element))
      return isRegisterType(Element) ? Element : nullptr;
    return Vector->getNumElements() % 2 ? nullptr : FixedVectorType::get(Element, 2);
  }
  auto *Struct = dyn_cast<StructType>(Whole);
  if (!Struct || Struct->getNumElements() == 0)
    return nullptr;
  Type *First = Struct->getElementType(0);
  return isRegisterType(First) &&
                 all_of(Struct->elements(), [First](Type *T) { return T == First; })
             ? First
             : nullptr;
}

/// Returns how many elements of a vector a part has.
static unsigned getWidth(Type *Whole) {
  return Whole->isVectorTy() && isPaired(Whole->getScalarType()) ? 2 : 1;
}

static unsigned getPartCount(Type *Whole) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Whole))
    return Vector->getNumElements() / getWidth(Whole);
  return cast<StructType>(Whole)->getNumElements();
}

void RegisterParts::setParts(Value *Whole, ArrayRef<Value *> Parts) {
  Split[Whole].assign(Parts.begin(), Parts.end());
}

void RegisterParts::replace(Instruction &Whole, ArrayRef<Value *> Parts) {
  setParts(&Whole, Parts);
  Replaced.insert(&Whole);
}

/// The element that an insertion sets, if that is known and there.
static std::optional<unsigned> getIndex(const InsertElementInst &Insert) {
  auto *Index = dyn_cast<ConstantInt>(Insert.getOperand(2));
  unsigned Count = cast<FixedVectorType>(Insert.getType())->getNumElements();
  if (!Index || Index->getValue().uge(Count))
    return std::nullopt;
  return Index->getZExtValue();
}

/// Returns true if an operand is made by asm goto, behind which there is no location to take it
/// apart.
static bool hasOperandOfBranch(const Instruction &I) {
  return any_of(I.operands(), [](const Use &U) { return isa<CallBrInst>(U); });
}

/// Returns true if the same registers hold both sides of a cast.
static bool keepsRegisters(const BitCastInst &Cast) {
  Type *From = Cast.getSrcTy(), *To = Cast.getDestTy();
  return getRegisterPartType(From) && getRegisterPartType(To) &&
         getPartCount(From) == getPartCount(To);
}

/// Returns the values with parts of their own that a value is made of, in their order.
static SmallVector<Value *, 2> getSources(Value *Whole) {
  if (auto *I = dyn_cast<Instruction>(Whole); I && hasOperandOfBranch(*I))
    return {};
  if (auto *Freeze = dyn_cast<FreezeInst>(Whole))
    return {Freeze->getOperand(0)};
  if (auto *Cast = dyn_cast<BitCastInst>(Whole); Cast && keepsRegisters(*Cast))
    return {Cast->getOperand(0)};
  if (auto *Select = dyn_cast<SelectInst>(Whole);
      Select && !Select->getCondition()->getType()->isVectorTy())
    return {Select->getTrueValue(), Select->getFalseValue()};
  if (auto *Insert = dyn_cast<InsertElementInst>(Whole); Insert && getIndex(*Insert))
    return {Insert->getOperand(0)};
  if (auto *Insert = dyn_cast<InsertValueInst>(Whole))
    return {Insert->getAggregateOperand()};
  return {};
}

SmallVector<Value *, 0> RegisterParts::get(Value *Whole) {
  // The values that a value is made of come before it. Chains of insertions may be too long for
  // recursion, and in unreachable code a value may be made of itself.
  SmallSetVector<Value *, 8> Open;
  Open.insert(Whole);
  while (!Open.empty()) {
    Value *Next = Open.back();
    SmallVector<Value *, 2> Sources = getSources(Next);
    auto *Missing = find_if(Sources, [this](Value *V) { return !Split.contains(V); });
    if (Split.contains(Next)) {
      Open.pop_back();
    } else if (Missing == Sources.end()) {
      setParts(Next, make(Next));
      Open.pop_back();
    } else if (!Open.insert(*Missing)) {
      setParts(*Missing, extract(*Missing));
    }
  }
  const auto &Parts = Split.find(Whole)->second;
  return {Parts.begin(), Parts.end()};
}

SmallVector<Value *, 0> RegisterParts::splitPHI(PHINode &Phi) {
  SmallVector<Value *, 0> Parts;
  Type *Part = getRegisterPartType(Phi.getType());
  IRBuilder<> Builder(&Phi);
  for (unsigned I = 0, E = getPartCount(Phi.getType()); I < E; ++I)
    Parts.push_back(Builder.CreatePHI(Part, Phi.getNumIncomingValues(), Phi.getName()));
  Unfilled.push_back(&Phi);
  return Parts;
}

/// The parts of a value of which nothing is known, taken out right behind it.
SmallVector<Value *, 0> RegisterParts::extract(Value *Whole) {
  auto *I = dyn_cast<Instruction>(Whole);
  BasicBlock::iterator At = F.getEntryBlock().getFirstInsertionPt();
  if (I)
    if (std::optional<BasicBlock::iterator> After = I->getInsertionPointAfterDef())
      At = *After;
  IRBuilder<> Builder(At->getParent(), At);
  Builder.SetCurrentDebugLocation(I ? I->getDebugLoc() : DebugLoc());
  SmallVector<Value *, 0> Parts;
  unsigned Width = getWidth(Whole->getType());
  for (int N = 0, E = getPartCount(Whole->getType()); N < E; ++N) {
    if (Whole->getType()->isStructTy())
      Parts.push_back(Builder.CreateExtractValue(Whole, unsigned(N)));
    else if (Width == 2)
      Parts.push_back(Builder.CreateShuffleVector(Whole, {2 * N, 2 * N + 1}));
    else
      Parts.push_back(Builder.CreateExtractElement(Whole, uint64_t(N)));
  }
  if (isa<Argument>(Whole))
    OfArguments.append(Parts.begin(), Parts.end());
  return Parts;
}

/// The parts of a constant; nothing if it is an expression.
static SmallVector<Value *, 0> splitConstant(Constant &Whole) {
  SmallVector<Value *, 0> Parts;
  unsigned Width = getWidth(Whole.getType());
  for (unsigned I = 0, E = getPartCount(Whole.getType()) * Width; I < E; I += Width) {
    Constant *First = Whole.getAggregateElement(I);
    Constant *Second = Width == 2 ? Whole.getAggregateElement(I + 1) : First;
    if (!First || !Second)
      return {};
    Parts.push_back(Width == 2 ? ConstantVector::get({First, Second}) : First);
  }
  return Parts;
}

/// The parts of an instruction that puts a value together; nothing if it is none.
SmallVector<Value *, 0> RegisterParts::takeApart(Instruction &Whole) {
  SmallVector<Value *, 0> Parts;
  if (hasOperandOfBranch(Whole))
    return Parts;
  IRBuilder<> Builder(&Whole);
  unsigned Width = getWidth(Whole.getType());
  if (auto *Phi = dyn_cast<PHINode>(&Whole))
    return splitPHI(*Phi);
  if (auto *Freeze = dyn_cast<FreezeInst>(&Whole)) {
    for (Value *Part : get(Freeze->getOperand(0)))
      Parts.push_back(Builder.CreateFreeze(Part));
  } else if (auto *Cast = dyn_cast<BitCastInst>(&Whole); Cast && keepsRegisters(*Cast)) {
    for (Value *Part : get(Cast->getOperand(0)))
      Parts.push_back(Builder.CreateBitCast(Part, getRegisterPartType(Cast->getType())));
  } else if (auto *Select = dyn_cast<SelectInst>(&Whole);
             Select && !Select->getCondition()->getType()->isVectorTy()) {
    auto True = get(Select->getTrueValue()), False = get(Select->getFalseValue());
    for (auto [T, E] : zip_equal(True, False))
      Parts.push_back(Builder.CreateSelect(Select->getCondition(), T, E));
  } else if (auto *Insert = dyn_cast<InsertElementInst>(&Whole)) {
    std::optional<unsigned> Index = getIndex(*Insert);
    if (!Index)
      return {};
    Parts = get(Insert->getOperand(0));
    Value *&Part = Parts[*Index / Width];
    Part = Width == 1 ? Insert->getOperand(1)
                      : Builder.CreateInsertElement(Part, Insert->getOperand(1), *Index % 2);
  } else if (auto *Insert = dyn_cast<InsertValueInst>(&Whole)) {
    Parts = get(Insert->getAggregateOperand());
    Parts[Insert->getIndices().front()] = Insert->getInsertedValueOperand();
  }
  return Parts;
}

SmallVector<Value *, 0> RegisterParts::make(Value *Whole) {
  SmallVector<Value *, 0> Parts;
  if (auto *C = dyn_cast<Constant>(Whole))
    Parts = splitConstant(*C);
  if (auto *I = dyn_cast<Instruction>(Whole)) {
    Parts = takeApart(*I);
    if (!Parts.empty())
      Replaced.insert(I);
  }
  return Parts.empty() ? extract(Whole) : Parts;
}

Value *RegisterParts::build(Type *Type, ArrayRef<Value *> Parts, Instruction *Before) {
  IRBuilder<> Builder(Before);
  Value *Whole = PoisonValue::get(Type);
  unsigned Width = getWidth(Type);
  for (auto [I, Part] : enumerate(Parts)) {
    if (Type->isStructTy()) {
      Whole = Builder.CreateInsertValue(Whole, Part, unsigned(I));
      continue;
    }
    for (uint64_t N = 0; N < Width; ++N)
      Whole = Builder.CreateInsertElement(
          Whole, Width == 1 ? Part : Builder.CreateExtractElement(Part, N), I * Width + N);
  }
  return Whole;
}

void RegisterParts::fillPHIs() {
  while (!Unfilled.empty()) {
    PHINode *Phi = Unfilled.pop_back_val();
    SmallVector<Value *, 0> Parts = get(Phi);
    for (auto [Incoming, Block] : zip_equal(Phi->incoming_values(), Phi->blocks()))
      for (auto [Part, Value] : zip_equal(Parts, get(Incoming)))
        cast<PHINode>(Part)->addIncoming(Value, Block);
  }
}

/// Splits the phis, selects, casts and insertions that a split value flows into.
void RegisterParts::followUsers() {
  for (size_t I = 0; I < Split.size(); ++I) {
    Value *Whole = (Split.begin() + I)->first;
    if (isa<Constant>(Whole))
      continue;
    SmallVector<User *> Users(Whole->users());
    for (User *U : Users)
      if (auto *Cast = dyn_cast<BitCastInst>(U);
          Cast ? keepsRegisters(*Cast)
               : isa<PHINode, SelectInst, FreezeInst, InsertElementInst, InsertValueInst>(U) &&
                     U->getType() == Whole->getType())
        get(U);
    fillPHIs();
  }
}

/// The part that an instruction takes out of a split value, if it does just that.
static Value *findPart(Instruction &User, Value *Whole, ArrayRef<Value *> Parts) {
  if (auto *Extract = dyn_cast<ExtractValueInst>(&User))
    return Extract->getNumIndices() == 1 ? Parts[Extract->getIndices().front()] : nullptr;
  auto *Extract = dyn_cast<ExtractElementInst>(&User);
  auto *Index = Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
  unsigned Width = getWidth(Whole->getType());
  if (!Index || Index->getValue().uge(Parts.size() * Width))
    return nullptr;
  Value *Part = Parts[Index->getZExtValue() / Width];
  return Width == 1 ? Part
                    : IRBuilder<>(&User).CreateExtractElement(Part, Index->getZExtValue() % 2);
}

void RegisterParts::replaceUses(Value *Whole) {
  SmallVector<Value *, 0> Parts = get(Whole);
  for (Use &U : make_early_inc_range(Whole->uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (Replaced.contains(User) || is_contained(Parts, User))
      continue;
    if (Value *Part = findPart(*User, Whole, Parts)) {
      User->replaceAllUsesWith(Part);
      User->eraseFromParent();
      continue;
    }
    auto *Phi = dyn_cast<PHINode>(User);
    U.set(build(Whole->getType(), Parts, Phi ? Phi->getIncomingBlock(U)->getTerminator() : User));
  }
}

/// Moves what takes arguments apart to its first user, if all users are in the first block.
void RegisterParts::sinkExtractions() {
  for (Value *Part : OfArguments) {
    auto *Extract = dyn_cast_or_null<Instruction>(Part);
    Instruction *First = nullptr;
    if (!Extract || any_of(Extract->users(), [&](User *U) {
          auto *I = cast<Instruction>(U);
          if (I->getParent() != Extract->getParent())
            return true;
          if (!First || I->comesBefore(First))
            First = I;
          return false;
        }))
      continue;
    if (First)
      Extract->moveBefore(*First->getParent(), First->getIterator());
  }
}

void RegisterParts::finish(bool AsLLVM) {
  fillPHIs();
  followUsers();
  for (size_t I = 0; I < Split.size(); ++I)
    if (Value *Whole = (Split.begin() + I)->first; !isa<Constant>(Whole))
      replaceUses(Whole);
  for (Instruction *I : Replaced)
    I->replaceAllUsesWith(PoisonValue::get(I->getType()));
  for (Instruction *I : Replaced)
    I->eraseFromParent();
  if (AsLLVM)
    sinkExtractions();
  OfArguments.clear();
  Split.clear();
  Replaced.clear();
}
