//===- DataLayout.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22's data layout of NVPTX says more than that of this project's target: it aligns integers
// of 256 bits, and knows address space 7. llc compiles every module by its target's own layout, so
// that types which these two lay out differently are refused.
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/DataLayout.h"
#include "Bridge/Steps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string getLayoutOfLLVM19(StringRef Layout) {
  SmallVector<StringRef, 16> Parts;
  Layout.split(Parts, '-');
  erase_if(Parts,
           [](StringRef Part) { return Part.starts_with("i256:") || Part.starts_with("p7:"); });
  return join(Parts, "-");
}

static bool isLaidOutAlike(Type *T, const DataLayout &L, const DataLayout &R) {
  if (!T->isSized() || T->isScalableTy())
    return true;
  if (L.getTypeAllocSize(T) != R.getTypeAllocSize(T))
    return false;
  if (auto *Struct = dyn_cast<StructType>(T))
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      if (L.getStructLayout(Struct)->getElementOffset(I) !=
          R.getStructLayout(Struct)->getElementOffset(I))
        return false;
  return all_of(T->subtypes(), [&](Type *Part) { return isLaidOutAlike(Part, L, R); });
}

static SmallPtrSet<Type *, 32> findTypesInMemory(const Module &M) {
  SmallPtrSet<Type *, 32> Types;
  for (const GlobalVariable &G : M.globals())
    Types.insert(G.getValueType());
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      if (auto *Alloca = dyn_cast<AllocaInst>(&I))
        Types.insert(Alloca->getAllocatedType());
      else if (auto *Element = dyn_cast<GetElementPtrInst>(&I))
        Types.insert(Element->getSourceElementType());
      else if (auto *Load = dyn_cast<LoadInst>(&I))
        Types.insert(Load->getType());
      else if (auto *Store = dyn_cast<StoreInst>(&I))
        Types.insert(Store->getValueOperand()->getType());
    }
  return Types;
}

void tensorcore::convertDataLayout(Module &M, Refusals &Refused) {
  const DataLayout Old(getLayoutOfLLVM19(M.getDataLayoutStr())), &New = M.getDataLayout();
  if (Old == New)
    return;
  for (Type *T : findTypesInMemory(M))
    if (!isLaidOutAlike(T, Old, New)) {
      std::string Name;
      raw_string_ostream(Name) << *T;
      Refused.add("LLVM 19 lays " + Name +
                  " out differently, as it aligns no integer of 256 bits; "
                  "expected integers of at most 128 bits");
    }
  M.setDataLayout(Old);
}
