//===- PackedPhis.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of phis begin where elements of a vector are used, and go on where all phis of a group
// are. A group stays if on each edge its values are constants, neighbours in a vector, or a group.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/PackedPhis.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The bits of a register.
static constexpr unsigned RegisterBits = 32;

namespace {

/// Phis of a block, in the order of their elements in a register.
using Group = SmallVector<PHINode *, 4>;

/// An element of a vector, or a phi at index 0.
using Part = std::pair<Value *, uint64_t>;

class Groups {
public:
  explicit Groups(Function &F);
  bool pack();

private:
  void addParts(PHINode &Phi);
  void add(PHINode &First, const BasicBlock *Edge, function_ref<Part(unsigned)> GetPart);
  bool isPacked(const Group &Phis, unsigned Edge) const;
  void removeOthers();
  Value *getPacked(const Group &Phis, unsigned Edge) const;
  void unpack(PHINode &Phi, unsigned Index, Value &Register) const;

  /// The phis with a part as their value on an edge, by their block and where the edge is from.
  DenseMap<std::tuple<BasicBlock *, const BasicBlock *, Part>, PHINode *> ByPart;
  MapVector<PHINode *, Group> ByFirst;    ///< empty ones are removed
  DenseMap<PHINode *, PHINode *> FirstOf; ///< the first phi of each phi's group
  DenseMap<PHINode *, PHINode *> Packed;  ///< the new phi of a group, by its first one
};

class PackedPhis : public FunctionPass {
public:
  static char ID;
  PackedPhis() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX packed phis"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesCFG(); }
  bool runOnFunction(Function &F) override {
    return (optimizesOrdinaryCode() || F.hasFnAttribute(MatrixFunctionAttribute)) &&
           Groups(F).pack();
  }
};

char PackedPhis::ID = 0;

} // namespace

/// Returns the number of values of a type that are packed into a register.
static unsigned getCount(const Type *T) {
  const bool IsPacked = T->isIntegerTy(8) || T->isIntegerTy(16) || T->isHalfTy() || T->isBFloatTy();
  return IsPacked ? RegisterBits / unsigned(T->getPrimitiveSizeInBits()) : 1;
}

static Part getPart(Value *V) {
  auto *Extract = dyn_cast<ExtractElementInst>(V);
  const auto *Index = Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
  return Index ? Part(Extract->getVectorOperand(), Index->getZExtValue()) : Part(V, 0);
}

/// Returns a phi's value on an edge of another phi of its block, mostly at the same index.
static Value *getIncoming(const PHINode &Phi, const PHINode &Other, unsigned Edge) {
  const BasicBlock *Block = Other.getIncomingBlock(Edge);
  return Phi.getIncomingBlock(Edge) == Block ? Phi.getIncomingValue(Edge)
                                             : Phi.getIncomingValueForBlock(Block);
}

void Groups::addParts(PHINode &Phi) {
  if (getCount(Phi.getType()) > 1)
    for (const auto &[Edge, V] : zip(Phi.blocks(), Phi.incoming_values()))
      ByPart.insert({{Phi.getParent(), Edge, getPart(V)}, &Phi});
}

/// Adds the group of a phi and those of its block that have the next parts on an edge.
void Groups::add(PHINode &First, const BasicBlock *Edge, function_ref<Part(unsigned)> GetPart) {
  Group Found;
  for (unsigned I : seq(getCount(First.getType()))) {
    PHINode *Phi = ByPart.lookup({First.getParent(), Edge, GetPart(I)});
    if (!Phi || Phi->getType() != First.getType() || FirstOf.count(Phi) || is_contained(Found, Phi))
      return;
    Found.push_back(Phi);
  }
  for (PHINode *Phi : Found)
    FirstOf[Phi] = Found.front();
  ByFirst[Found.front()] = std::move(Found);
}

Groups::Groups(Function &F) {
  for (BasicBlock &Block : F)
    for (PHINode &Phi : Block.phis())
      addParts(Phi);
  for (BasicBlock &Block : F)
    for (PHINode &Phi : Block.phis())
      for (const auto &[Edge, V] : zip(Phi.blocks(), Phi.incoming_values())) {
        const Part First = getPart(V);
        const unsigned Count = getCount(Phi.getType());
        if (Count > 1 && First.first != V && First.second % Count == 0)
          add(Phi, Edge, [&](unsigned I) { return Part(First.first, First.second + I); });
      }
  for (size_t I = 0; I < ByFirst.size(); ++I) {
    const Group Phis = ByFirst.begin()[I].second;
    for (const Use &U : Phis.front()->uses())
      if (auto *User = dyn_cast<PHINode>(U.getUser()))
        add(*User, User->getIncomingBlock(U), [&](unsigned I) { return Part(Phis[I], 0); });
  }
  removeOthers();
}

/// Returns true if a group's values are in one register on an edge.
bool Groups::isPacked(const Group &Phis, unsigned Edge) const {
  Value *V = Phis.front()->getIncomingValue(Edge);
  const Part First = getPart(V);
  const auto Other = ByFirst.find(dyn_cast<PHINode>(V));
  return all_of(enumerate(Phis), [&](const auto &Each) {
    V = getIncoming(*Each.value(), *Phis.front(), Edge);
    if (Other != ByFirst.end())
      return !Other->second.empty() && V == Other->second[Each.index()];
    const Part Next = getPart(V);
    if (isa<ConstantData>(First.first))
      return isa<ConstantData>(V);
    return Next.first != V && First.second % Phis.size() == 0 &&
           Next == Part(First.first, First.second + Each.index());
  });
}

/// Removes the groups that are not in one register on each edge, and then those that use them.
void Groups::removeOthers() {
  SmallVector<PHINode *> ToCheck;
  for (const auto &[First, Phis] : ByFirst)
    ToCheck.push_back(First);
  while (!ToCheck.empty()) {
    PHINode *First = ToCheck.pop_back_val();
    Group &Phis = ByFirst[First];
    if (Phis.empty() || all_of(seq(First->getNumIncomingValues()),
                               [&](unsigned Edge) { return isPacked(Phis, Edge); }))
      continue;
    for (PHINode *Phi : Phis) {
      FirstOf.erase(Phi);
      for (User *U : Phi->users())
        if (auto *Using = FirstOf.lookup(dyn_cast<PHINode>(U)))
          ToCheck.push_back(Using);
    }
    Phis.clear();
  }
}

Value *Groups::getPacked(const Group &Phis, unsigned Edge) const {
  Value *First = Phis.front()->getIncomingValue(Edge);
  if (PHINode *Other = Packed.lookup(dyn_cast<PHINode>(First)))
    return Other;
  SmallVector<Constant *, 4> Constants;
  SmallVector<int, 4> Indices;
  for (const auto &[I, Phi] : enumerate(Phis)) {
    Constants.push_back(dyn_cast<Constant>(getIncoming(*Phi, *Phis.front(), Edge)));
    Indices.push_back(int(getPart(First).second + I));
  }
  if (isa<Constant>(First))
    return ConstantVector::get(Constants);
  return IRBuilder<>(cast<Instruction>(First)).CreateShuffleVector(getPart(First).first, Indices);
}

/// Takes an element out of a register where it is used.
void Groups::unpack(PHINode &Phi, unsigned Index, Value &Register) const {
  DenseMap<BasicBlock *, Value *> OnEdges;
  for (Use &U : make_early_inc_range(Phi.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Copy = dyn_cast<PHINode>(User);
    if (Copy && FirstOf.count(Copy))
      continue;
    BasicBlock *Edge = Copy ? Copy->getIncomingBlock(U) : nullptr;
    Value *Element = OnEdges.lookup(Edge);
    if (!Element)
      Element =
          IRBuilder<>(Copy ? Edge->getTerminator() : User).CreateExtractElement(&Register, Index);
    if (Copy)
      OnEdges[Edge] = Element;
    U.set(Element);
  }
}

bool Groups::pack() {
  for (const auto &[First, Phis] : ByFirst)
    if (!Phis.empty())
      Packed[First] = IRBuilder<>(First).CreatePHI(
          FixedVectorType::get(First->getType(), unsigned(Phis.size())),
          First->getNumIncomingValues());
  for (const auto &[First, Phis] : ByFirst)
    for (unsigned Edge : seq(Phis.empty() ? 0 : First->getNumIncomingValues())) {
      BasicBlock *Block = First->getIncomingBlock(Edge);
      const int Same = Packed[First]->getBasicBlockIndex(Block);
      Packed[First]->addIncoming(Same < 0 ? getPacked(Phis, Edge)
                                          : Packed[First]->getIncomingValue(unsigned(Same)),
                                 Block);
    }
  for (const auto &[First, Phis] : ByFirst)
    for (const auto &[Index, Phi] : enumerate(Phis))
      unpack(*Phi, unsigned(Index), *Packed[First]);
  for (const auto &Each : FirstOf) {
    Each.first->replaceAllUsesWith(PoisonValue::get(Each.first->getType()));
    Each.first->eraseFromParent();
  }
  return !FirstOf.empty();
}

FunctionPass *tensorcore::createPackedPhisPass() { return new PackedPhis(); }
