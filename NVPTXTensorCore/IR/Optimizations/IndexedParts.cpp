//===- IndexedParts.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divides a variable at the bytes that indexed addresses can reach. ScalarEvolution knows the least
// and the largest value of a counter.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/IndexedParts.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Bytes of a variable that are accessed through one use of an address whose offset is known.
struct Access {
  Use *Address;
  int64_t Offset, Begin, End;
  bool IsIndexed;
};

bool isIndexed(const Access &A) { return A.IsIndexed; }

/// Collects the accesses of a variable.
class Accesses {
public:
  Accesses(AllocaInst &Variable, ScalarEvolution &SE, int64_t Size)
      : Variable(Variable), SE(SE), Layout(Variable.getDataLayout()), Size(Size) {}

  /// Returns false if the variable cannot be divided.
  bool collect() { return add(Variable, 0, 0, nullptr) && any_of(All, isIndexed); }

  SmallVector<Access, 16> All;

private:
  bool add(Instruction &Pointer, int64_t Min, int64_t Max, Access *Root);
  bool addAddress(Use &U, int64_t Min, int64_t Max, Access *Root);
  std::optional<int64_t> getLength(const Use &U) const;

  AllocaInst &Variable;
  ScalarEvolution &SE;
  const DataLayout &Layout;
  const int64_t Size;
};

} // namespace

/// Returns how many bytes an instruction accesses at an address, or nothing if it does more.
std::optional<int64_t> Accesses::getLength(const Use &U) const {
  auto *I = cast<Instruction>(U.getUser());
  if (auto *Intrinsic = dyn_cast<MemIntrinsic>(I)) {
    auto *Length = dyn_cast<ConstantInt>(Intrinsic->getLength());
    if (!Length || Intrinsic->isVolatile() || !Length->getValue().isIntN(32))
      return std::nullopt;
    return Length->getZExtValue();
  }
  if (getLoadStorePointerOperand(I) != U.get() || I->isVolatile() || I->isAtomic() ||
      (isa<StoreInst>(I) && U.getOperandNo() != StoreInst::getPointerOperandIndex()))
    return std::nullopt;
  const TypeSize Length = Layout.getTypeStoreSize(getLoadStoreType(I));
  return Length.isScalable() ? std::nullopt : std::optional<int64_t>(Length.getFixedValue());
}

/// Adds the accesses through an address that is computed from one whose offset is in a range.
bool Accesses::addAddress(Use &U, int64_t Min, int64_t Max, Access *Root) {
  auto *Address = cast<GetElementPtrInst>(U.getUser());
  if (!Address->getType()->isPointerTy() || U.getOperandNo())
    return false;
  APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
  if (Address->accumulateConstantOffset(Layout, Offset))
    return add(*Address, Min + Offset.getSExtValue(), Max + Offset.getSExtValue(), Root);
  const ConstantRange Range =
      SE.getSignedRange(SE.getMinusSCEV(SE.getSCEV(Address), SE.getSCEV(&Variable)));
  const APInt Low = Range.getSignedMin(), High = Range.getSignedMax();
  if (Low.isNegative() || High.sge(Size))
    return false;
  if (Root)
    return add(*Address, Low.getSExtValue(), High.getSExtValue(), Root);
  Access Indexed = {&U, Min, Size, 0, true};
  if (!add(*Address, Low.getSExtValue(), High.getSExtValue(), &Indexed))
    return false;
  if (Indexed.Begin < Indexed.End)
    All.push_back(Indexed);
  return true;
}

/// Adds the accesses through a pointer whose offset is in a range. Those of an indexed address are
/// added to the bytes that it can reach.
bool Accesses::add(Instruction &Pointer, int64_t Min, int64_t Max, Access *Root) {
  for (Use &U : Pointer.uses()) {
    auto *User = cast<Instruction>(U.getUser());
    if (User->isLifetimeStartOrEnd())
      continue;
    if (isa<GetElementPtrInst>(User)) {
      if (!addAddress(U, Min, Max, Root))
        return false;
      continue;
    }
    const std::optional<int64_t> Length = getLength(U);
    if (!Length || Min < 0 || Max + *Length > Size)
      return false;
    if (!Root) {
      All.push_back({&U, Min, Min, Min + *Length, false});
      continue;
    }
    Root->Begin = std::min(Root->Begin, Min);
    Root->End = std::max(Root->End, Max + *Length);
  }
  return true;
}

/// Moves accesses that begin and end within the same bytes to a variable for these.
static void moveToNewVariable(AllocaInst &Variable, ArrayRef<Access> Part, int64_t End) {
  // All offsets keep their alignment.
  const int64_t Begin = alignDown(Part.front().Begin, Variable.getAlign().value());
  IRBuilder<> AtStart(&Variable);
  AllocaInst *New =
      AtStart.CreateAlloca(ArrayType::get(AtStart.getInt8Ty(), End - Begin),
                           Variable.getAddressSpace(), nullptr, Variable.getName() + ".part");
  New->setAlignment(Variable.getAlign());
  for (const Access &A : Part) {
    auto *User = cast<Instruction>(A.Address->getUser());
    // An index may begin before the part, or behind it.
    if (auto *Address = dyn_cast<GetElementPtrInst>(User))
      Address->setNoWrapFlags(GEPNoWrapFlags::none());
    IRBuilder<> AtUser(User);
    A.Address->set(AtUser.CreatePtrAdd(New, AtUser.getInt64(A.Offset - Begin)));
  }
}

/// Divides a variable. Returns true if there is something to divide it at.
static bool divide(AllocaInst &Variable, ScalarEvolution &SE) {
  const std::optional<TypeSize> Size = Variable.getAllocationSize(Variable.getDataLayout());
  if (!Size || Size->isScalable() || !isInt<32>(Size->getFixedValue()))
    return false;
  Accesses Found(Variable, SE, Size->getFixedValue());
  if (!Found.collect())
    return false;
  MutableArrayRef<Access> Rest = Found.All;
  llvm::stable_sort(Rest, [](const Access &A, const Access &B) { return A.Begin < B.Begin; });
  bool Changed = false;
  while (!Rest.empty()) {
    int64_t End = Rest.front().End;
    size_t Count = 1;
    for (; Count < Rest.size() && Rest[Count].Begin < End; ++Count)
      End = std::max(End, Rest[Count].End);
    const ArrayRef<Access> Part = Rest.take_front(Count);
    if (any_of(Part, isIndexed) && Count < Found.All.size()) {
      moveToNewVariable(Variable, Part, End);
      Changed = true;
    }
    Rest = Rest.drop_front(Count);
  }
  return Changed;
}

PreservedAnalyses IndexedPartsPass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!optimizesOrdinaryCode())
    return PreservedAnalyses::all();
  SmallVector<AllocaInst *, 8> Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I); Variable && Variable->isStaticAlloca())
      Variables.push_back(Variable);
  bool Changed = false;
  for (AllocaInst *Variable : Variables)
    Changed |= divide(*Variable, AM.getResult<ScalarEvolutionAnalysis>(F));
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
