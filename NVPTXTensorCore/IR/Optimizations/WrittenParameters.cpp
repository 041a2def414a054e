//===- WrittenParameters.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of the members of parameters that kernels write.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/WrittenParameters.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct Bytes {
  uint64_t Begin, End;
  bool overlaps(const Bytes &Other) const { return Begin < Other.End && Other.Begin < End; }
};

struct Access {
  Use *Address;
  Bytes Range;
};

/// Finds which bytes of a parameter are written, and copies them.
class WrittenParameter {
public:
  explicit WrittenParameter(Argument &Parameter)
      : Parameter(Parameter), Layout(Parameter.getParent()->getDataLayout()) {}

  bool copy() {
    if (!collect(Parameter, 0) || Copied.empty())
      return false;
    join();
    replace();
    return true;
  }

private:
  bool collect(Value &Pointer, uint64_t Offset);
  bool collect(Use &U, uint64_t Offset);
  void add(Use &Address, uint64_t Offset, uint64_t Size, bool IsWrite);
  void join();
  void replace();

  Argument &Parameter;
  const DataLayout &Layout;
  SmallVector<Access, 16> Accesses;
  SmallVector<Bytes, 4> Copied;
};

} // namespace

void WrittenParameter::add(Use &Address, uint64_t Offset, uint64_t Size, bool IsWrite) {
  const Bytes Range = {Offset, Offset + Size};
  Accesses.push_back({&Address, Range});
  if (IsWrite)
    Copied.push_back(Range);
}

/// Returns false if it is not known which bytes are accessed. An address that is passed or stored
/// may be one that has to be of a parameter.
bool WrittenParameter::collect(Use &U, uint64_t Offset) {
  auto *I = dyn_cast<Instruction>(U.getUser());
  if (auto *Address = dyn_cast_or_null<GetElementPtrInst>(I)) {
    APInt Step(64, Offset);
    return Address->accumulateConstantOffset(Layout, Step) &&
           collect(*Address, Step.getZExtValue());
  }
  if (auto *Load = dyn_cast_or_null<LoadInst>(I)) {
    add(U, Offset, Layout.getTypeStoreSize(Load->getType()), /*IsWrite=*/false);
    return Load->isSimple();
  }
  if (auto *Store = dyn_cast_or_null<StoreInst>(I)) {
    add(U, Offset, Layout.getTypeStoreSize(Store->getValueOperand()->getType()), /*IsWrite=*/true);
    return Store->isSimple() && U.getOperandNo() == StoreInst::getPointerOperandIndex();
  }
  if (auto *Memory = dyn_cast_or_null<MemIntrinsic>(I))
    if (auto *Length = dyn_cast<ConstantInt>(Memory->getLength())) {
      add(U, Offset, Length->getZExtValue(), /*IsWrite=*/U.getOperandNo() == 0);
      return !Memory->isVolatile();
    }
  return false;
}

bool WrittenParameter::collect(Value &Pointer, uint64_t Offset) {
  return all_of(Pointer.uses(), [&](Use &U) { return collect(U, Offset); });
}

/// Adds what is accessed together with copied bytes, and joins what overlaps.
void WrittenParameter::join() {
  sort(Accesses, [](const Access &A, const Access &B) { return A.Range.Begin < B.Range.Begin; });
  SmallVector<Bytes, 8> Groups;
  for (const Access &Each : Accesses)
    if (!Groups.empty() && Groups.back().overlaps(Each.Range))
      Groups.back().End = std::max(Groups.back().End, Each.Range.End);
    else
      Groups.push_back(Each.Range);
  erase_if(Groups, [&](const Bytes &Group) {
    return none_of(Copied, [&](const Bytes &Written) { return Group.overlaps(Written); });
  });
  Copied.assign(Groups.begin(), Groups.end());
}

static Value *advance(IRBuilderBase &Builder, Value &Pointer, uint64_t Offset) {
  return Offset == 0 ? &Pointer
                     : Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &Pointer, Offset);
}

/// Copies what is written. The rest stays in parameter memory, and is loaded where it is used.
void WrittenParameter::replace() {
  BasicBlock &Entry = Parameter.getParent()->getEntryBlock();
  IRBuilder<> Builder(&Entry, Entry.getFirstInsertionPt());
  const Align Alignment = Parameter.getParamAlign().valueOrOne();
  for (const Bytes &Range : Copied) {
    AllocaInst *Copy =
        Builder.CreateAlloca(ArrayType::get(Builder.getInt8Ty(), Range.End - Range.Begin));
    const Align CopyAlignment = commonAlignment(Alignment, Range.Begin);
    Copy->setAlignment(CopyAlignment);
    Value *Source = advance(Builder, Parameter, Range.Begin);
    Builder.CreateMemCpy(Copy, CopyAlignment, Source, CopyAlignment, Range.End - Range.Begin);
    for (const Access &Each : Accesses)
      if (Range.overlaps(Each.Range)) {
        IRBuilder<> There(cast<Instruction>(Each.Address->getUser()));
        Each.Address->set(advance(There, *Copy, Each.Range.Begin - Range.Begin));
      }
  }
}

PreservedAnalyses WrittenParametersPass::run(Function &F, FunctionAnalysisManager &) {
  if (!optimizesOrdinaryCode() || F.isDeclaration() || !isKernel(F))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (Argument &Parameter : F.args())
    if (Parameter.hasByValAttr())
      Changed |= WrittenParameter(Parameter).copy();
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
