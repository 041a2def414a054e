//===- MatrixUnits.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the matrix units of a block, and checks what is left in them.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Tensor/MatrixUnits.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

MatrixUnits &emulator::getMatrixUnits(Block &B) {
  if (!B.Matrices)
    B.Matrices = std::make_shared<MatrixUnits>(B);
  return *B.Matrices;
}

static void report(Cluster &C, const Block &B, unsigned Warp, const Instruction &I, Check Kind,
                   const Twine &Sentence, StringRef Missing) {
  const Launch &L = C.getLaunch();
  Report R;
  R.Kind = Kind;
  R.Level = L.Reports.getSeverity(Kind);
  R.Sentence = Sentence.str();
  R.Missing = Missing.str();
  R.At.Instruction = I.Source;
  R.At.SourceLine = I.SourceLine;
  R.At.Kernel = L.Request.Kernel->Name;
  const Dim3 Position = B.getPosition();
  R.At.Block = {Position.X, Position.Y, Position.Z};
  R.At.Warp = Warp;
  R.At.Lanes = AllLanes;
  C.getLaunch().Reports.add(std::move(R));
}

/// Multiplications that a warp did not commit, or did not wait for.
static void checkWarpgroup(Cluster &C, const Block &B, unsigned Number, Warpgroup &G) {
  for (unsigned Rank = 0; Rank != WarpsOfGroup; ++Rank) {
    const WarpProgress &P = G.Warps[Rank];
    if (P.NumWaitedFor == P.NumBegun)
      continue;
    const bool IsCommitted = P.LastCommitted == P.NumBegun;
    report(C, B, Number * WarpsOfGroup + Rank, *G.get(P.NumBegun - 1).At, Check::Unfinished,
           IsCommitted ? "the kernel ends without a wait for this wgmma.mma_async"
                       : "the kernel ends before the commit of this wgmma.mma_async",
           IsCommitted ? "wgmma.wait_group.sync.aligned 0" : "wgmma.commit_group.sync.aligned");
  }
}

/// Loads, stores, multiplications and copies that nobody waited for.
static void checkTransfers(Cluster &C, const Block &B, const TensorMemory &T) {
  for (const auto &[Warp, Transfers] : T.Transfers)
    for (const auto &Each : Transfers)
      report(C, B, Warp, *Each->Author->At, Check::Unfinished,
             "the kernel ends without a wait for this access to tensor memory",
             Each->IsLoad ? "tcgen05.wait::ld.sync.aligned" : "tcgen05.wait::st.sync.aligned");
  for (const auto &[Thread, Operations] : T.Uncommitted)
    for (const auto &Each : Operations)
      if (Each->At->Operation != OperationKind_TCGen05Commit)
        report(C, B, Thread / WarpSize, *Each->At, Check::Unfinished,
               "the kernel ends before the commit of this operation", "tcgen05.commit");
}

void emulator::checkMatrixUnitsAtEnd(Cluster &C) {
  for (const auto &B : C.Blocks) {
    if (!B->Matrices || C.getLaunch().IsStopped)
      continue;
    for (auto &[Number, G] : B->Matrices->Warpgroups)
      checkWarpgroup(C, *B, Number, G);
    const TensorMemory &T = B->Matrices->Tensor;
    checkTransfers(C, *B, T);
    for (const TensorAllocation &A : T.getAllocations())
      report(C, *B, A.Warp, *A.At, Check::TensorMemory,
             "the kernel ends, and " + Twine(A.Count) +
                 " columns of tensor memory that this allocated were not given back",
             "tcgen05.dealloc");
    // An exclusive allocation gives the permit back with its columns.
    if (T.Last && !T.Last->IsExclusive && !T.IsPermitGivenBack)
      report(
          C, *B, T.Last->Warp, *T.Last->At, Check::Permit,
          "the kernel ends, and the block has not given back the permit to allocate tensor memory",
          "tcgen05.relinquish_alloc_permit");
  }
}
