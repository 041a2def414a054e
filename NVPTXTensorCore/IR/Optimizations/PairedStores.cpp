//===- PairedStores.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The halves of an integer, back to the registers that they were, through phis too.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/PairedStores.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include <map>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace llvm::tensorcore;

namespace {

enum Half { Low, High };

/// Takes integers of 64 bits apart into elements of one type.
class Halves {
public:
  /// Nothing can be built of an integer that is not made of registers of 32 bits.
  static bool canSplit(const Value *V, SmallPtrSetImpl<const Value *> &Seen);

  /// A vector of both.
  Value *build(Value *Whole, IRBuilderBase &Builder);

private:
  bool hasFloat(const Value *V, SmallPtrSetImpl<const Value *> &Seen) const;
  Value *build(Value *V, Half H);
  bool isZero(const Value *V, Half H, SmallPtrSetImpl<const Value *> &Seen) const;
  Value *buildPhi(PHINode &Phi, Half H);

  Type *Element = nullptr; ///< what the integer at hand was made of: float or i32
  std::map<std::tuple<const PHINode *, Half, Type *>, PHINode *> Phis;
};

} // namespace

static bool isWidened(const Value *V) {
  auto *Cast = dyn_cast<ZExtInst>(V);
  return Cast && Cast->getSrcTy()->getIntegerBitWidth() <= 32;
}

/// Returns true if V is 16 bits, shifted to the high half of a register: of the high one if by 48.
static bool isHighHalf(const Value *V, uint64_t &Bits) {
  const Value *Source;
  return match(V, m_Shl(m_ZExt(m_Value(Source)), m_ConstantInt(Bits))) &&
         Source->getType()->isIntegerTy(16) && (Bits == 16 || Bits == 48);
}

bool Halves::canSplit(const Value *V, SmallPtrSetImpl<const Value *> &Seen) {
  const Value *A, *B;
  uint64_t Bits;
  if (isa<ConstantInt>(V) || isWidened(V) || isHighHalf(V, Bits) || !Seen.insert(V).second)
    return true;
  if (match(V, m_Shl(m_Value(A), m_SpecificInt(32))))
    return canSplit(A, Seen);
  if (match(V, m_Or(m_Value(A), m_Value(B))))
    return canSplit(A, Seen) && canSplit(B, Seen);
  auto *Phi = dyn_cast<PHINode>(V);
  return Phi && all_of(Phi->incoming_values(),
                       [&](const Use &Incoming) { return canSplit(Incoming, Seen); });
}

bool Halves::hasFloat(const Value *V, SmallPtrSetImpl<const Value *> &Seen) const {
  if (isWidened(V)) {
    auto *Cast = dyn_cast<BitCastInst>(cast<ZExtInst>(V)->getOperand(0));
    return Cast && Cast->getSrcTy()->isFloatTy();
  }
  auto *I = dyn_cast<Instruction>(V);
  return I && Seen.insert(V).second &&
         any_of(I->operands(), [&](const Use &U) { return hasFloat(U, Seen); });
}

/// Returns true if a half is zero because of how the integer is put together.
bool Halves::isZero(const Value *V, Half H, SmallPtrSetImpl<const Value *> &Seen) const {
  const Value *A, *B;
  uint64_t Bits;
  if (auto *Number = dyn_cast<ConstantInt>(V))
    return Number->getValue().extractBits(32, H * 32).isZero();
  if (isWidened(V))
    return H == High;
  if (isHighHalf(V, Bits))
    return H == (Bits == 16 ? High : Low);
  if (!Seen.insert(V).second)
    return true;
  if (match(V, m_Shl(m_Value(A), m_Value())))
    return H == Low || isZero(A, Low, Seen);
  if (match(V, m_Or(m_Value(A), m_Value(B))))
    return isZero(A, H, Seen) && isZero(B, H, Seen);
  return all_of(cast<PHINode>(V)->incoming_values(),
                [&](const Use &Incoming) { return isZero(Incoming, H, Seen); });
}

Value *Halves::buildPhi(PHINode &Phi, Half H) {
  PHINode *&New = Phis[{&Phi, H, Element}];
  if (New)
    return New;
  New = PHINode::Create(Element, Phi.getNumIncomingValues(), "", Phi.getIterator());
  New->setDebugLoc(Phi.getDebugLoc());
  for (auto [Incoming, Block] : zip_equal(Phi.incoming_values(), Phi.blocks()))
    New->addIncoming(build(Incoming, H), Block);
  return New;
}

Value *Halves::build(Value *V, Half H) {
  SmallPtrSet<const Value *, 8> Seen;
  if (isZero(V, H, Seen))
    return Constant::getNullValue(Element);
  if (auto *Number = dyn_cast<ConstantInt>(V)) {
    Constant *Part = ConstantInt::get(V->getContext(), Number->getValue().extractBits(32, H * 32));
    return ConstantExpr::getBitCast(Part, Element);
  }
  if (auto *Phi = dyn_cast<PHINode>(V))
    return buildPhi(*Phi, H);
  auto *I = cast<Instruction>(V);
  IRBuilder<> Builder(I);
  uint64_t Bits;
  if (isHighHalf(V, Bits)) {
    Value *Source = cast<ZExtInst>(I->getOperand(0))->getOperand(0);
    Value *Register = Builder.CreateZExt(Source, Builder.getInt32Ty());
    return Builder.CreateBitCast(Builder.CreateShl(Register, 16), Element);
  }
  if (isWidened(V)) {
    Value *Register = Builder.CreateZExt(I->getOperand(0), Builder.getInt32Ty());
    auto *Cast = dyn_cast<BitCastInst>(Register);
    return Cast && Cast->getSrcTy() == Element ? Cast->getOperand(0)
                                               : Builder.CreateBitCast(Register, Element);
  }
  if (I->getOpcode() == Instruction::Shl)
    return build(I->getOperand(0), Low);
  Value *A = build(I->getOperand(0), H), *B = build(I->getOperand(1), H);
  if (match(A, m_Zero()) || match(A, m_PosZeroFP()))
    return B;
  if (match(B, m_Zero()) || match(B, m_PosZeroFP()))
    return A;
  Type *Integer = Builder.getInt32Ty();
  return Builder.CreateBitCast(
      Builder.CreateOr(Builder.CreateBitCast(A, Integer), Builder.CreateBitCast(B, Integer)),
      Element);
}

Value *Halves::build(Value *Whole, IRBuilderBase &Builder) {
  SmallPtrSet<const Value *, 8> Seen;
  Element = hasFloat(Whole, Seen) ? Builder.getFloatTy() : Builder.getInt32Ty();
  Value *Pair = PoisonValue::get(FixedVectorType::get(Element, 2));
  for (Half H : {Low, High})
    Pair = Builder.CreateInsertElement(Pair, build(Whole, H), uint64_t(H));
  return Pair;
}

static bool isOr(const Value *V) { return match(V, m_Or(m_Value(), m_Value())); }

static bool isPaired(const StoreInst &Store) {
  const Value *V = Store.getValueOperand();
  auto *Phi = dyn_cast<PHINode>(V);
  SmallPtrSet<const Value *, 8> Seen;
  return Store.isSimple() && Store.getAlign() >= 8 && V->getType()->isIntegerTy(64) &&
         (isOr(V) || (Phi && any_of(Phi->incoming_values(), isOr))) && Halves::canSplit(V, Seen);
}

static void splitStore(StoreInst &Store, Halves &Parts) {
  IRBuilder<> Builder(&Store);
  Value *Pair = Parts.build(Store.getValueOperand(), Builder);
  StoreInst *New = Builder.CreateAlignedStore(Pair, Store.getPointerOperand(), Store.getAlign());
  New->setAAMetadata(Store.getAAMetadata());
  Store.eraseFromParent();
}

PreservedAnalyses PairedStoresPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<StoreInst *, 0> Stores;
  for (Instruction &I : instructions(F))
    if (auto *Store = dyn_cast<StoreInst>(&I); Store && isPaired(*Store))
      Stores.push_back(Store);
  if (Stores.empty() || !hasMatrixInstruction(F))
    return PreservedAnalyses::all();
  Halves Parts;
  SmallVector<WeakTrackingVH, 0> Wholes;
  for (StoreInst *Store : Stores) {
    Wholes.push_back(Store->getValueOperand());
    splitStore(*Store, Parts);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Wholes);
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
