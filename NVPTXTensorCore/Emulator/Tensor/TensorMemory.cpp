//===- TensorMemory.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gaps between allocations, and accesses.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Tensor/TensorMemory.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Machine/MemoryNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

std::string TensorMemory::printLastMultiply() const {
  if (Multiplies.empty())
    return "";
  const Multiply &Last = Multiplies.back();
  return "; or another M or N in the instruction descriptor of " + printInstruction(*Last.At) +
         ", which has M = " + utostr(Last.M) + " and N = " + utostr(Last.N);
}

void TensorMemory::note(const Multiply &M) {
  constexpr size_t MaxKept = 16;
  const auto IsEqual = [&](const Multiply &O) {
    return O.At == M.At && O.M == M.M && O.N == M.N && O.Column == M.Column;
  };
  if (const auto It = llvm::find_if(Multiplies, IsEqual); It != Multiplies.end())
    Multiplies.erase(It);
  else if (Multiplies.size() == MaxKept)
    Multiplies.erase(Multiplies.begin());
  Multiplies.push_back(M);
}

std::optional<std::pair<TensorMemory::Multiply, TensorMemory::Multiply>>
TensorMemory::findOverlap(const Instruction &I, unsigned Column) const {
  const auto Has = [&](const Multiply &M) {
    return M.Column <= Column && Column < M.Column + M.NumColumns;
  };
  for (const Multiply &A : Multiplies)
    for (const Multiply &B : Multiplies)
      if ((A.At == &I || B.At == &I) && Has(A) && Has(B) && A.Column < B.Column &&
          A.Column + A.NumColumns < B.Column + B.NumColumns)
        return std::pair(A, B);
  return std::nullopt;
}

bool TensorMemory::overlaps(unsigned First, unsigned Count) const {
  return any_of(Allocations, [&](const TensorAllocation &A) {
    return First < A.First + A.Count && A.First < First + Count;
  });
}

bool TensorMemory::isAllocated(unsigned First, unsigned Count) const {
  // Both blocks of a pair have what was given to them when one goes on.
  if (Request.Given && First >= *Request.Given && First + Count <= *Request.Given + Request.Count)
    return true;
  for (unsigned Column = First; Column < First + Count; ++Column) {
    const auto It = find_if(Allocations, [&](const TensorAllocation &A) {
      return Column >= A.First && Column < A.First + A.Count;
    });
    if (It == Allocations.end())
      return false;
    Column = It->First + It->Count - 1;
  }
  return true;
}

std::optional<unsigned> TensorMemory::findGap(unsigned Count, const TensorMemory &Other) const {
  for (unsigned First = 0; First + Count <= NumColumns; First += MinColumns)
    if (!overlaps(First, Count) && !Other.overlaps(First, Count))
      return First;
  return std::nullopt;
}

const TensorAllocation *TensorMemory::find(unsigned First) const {
  const auto It = find_if(Allocations, [&](const TensorAllocation &A) { return A.First == First; });
  return It == Allocations.end() ? nullptr : &*It;
}

void TensorMemory::free(unsigned First) {
  erase_if(Allocations, [&](const TensorAllocation &A) { return A.First == First; });
}

StringRef TensorMemory::getCause() const {
  if (!Last)
    return "; missing: tcgen05.alloc, or a barrier (bar.sync, barrier.cluster) after it";
  return Allocations.empty()
             ? "; missing: a barrier (bar.sync, barrier.cluster) before tcgen05.dealloc"
             : "";
}

void TensorMemory::checkEnd(Cluster &C, const TensorEnd &End, unsigned First, unsigned Count) {
  for (unsigned Lane = 0; Shadow && Lane != NumLanes; ++Lane)
    if (!C.getObserver().endTensor(End, Of, *Shadow,
                                   uint32_t((Lane * NumColumns + First) * sizeof(uint32_t)),
                                   unsigned(Count * sizeof(uint32_t))))
      return;
}

uint32_t *TensorMemory::access(Cluster &C, const Actor &Who, unsigned Lane, unsigned Column,
                               unsigned Columns, Access How) {
  if (Lane >= NumLanes || Column >= NumColumns || Columns > NumColumns - Column) {
    C.fault(Who, Check::OutOfBounds,
            "columns " + Twine(Column) + " to " + Twine(Column + Columns - 1) + " of lane " +
                Twine(Lane) + " of tensor memory, which has 512 columns and 128 lanes");
    return nullptr;
  }
  if (Who.Of != &Of && Of.hasEnded()) {
    C.fault(Who, Check::TensorMemory,
            "tensor memory of block " + Twine(Of.getRank()) +
                " of the cluster, all threads of which have ended",
            "a wait, or barrier.cluster, before they end");
    return nullptr;
  }
  if (!isAllocated(Column, Columns)) {
    C.fault(Who, Check::TensorMemory,
            "columns " + Twine(Column) + " to " + Twine(Column + Columns - 1) +
                " of tensor memory are not all allocated" + getCause());
    return nullptr;
  }
  constexpr uint32_t Untouched = 0xCDCDCDCD;
  if (Cells.empty())
    Cells.assign(NumLanes * NumColumns, Untouched);
  const size_t Number = size_t(Lane) * NumColumns + Column;
  if (C.getLaunch().ChecksAccesses) {
    if (!Shadow)
      Shadow = std::make_unique<ShadowMemory>(Cells.size() * sizeof(uint32_t));
    C.getObserver().accessTensor(Who, Of, *Shadow, uint32_t(Number * sizeof(uint32_t)),
                                 unsigned(Columns * sizeof(uint32_t)), How);
  }
  return Cells.data() + Number;
}
