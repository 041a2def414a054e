//===- WGMMAStatements.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads statements of wgmma: the model says which variant one is.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Execute/Matrix/MatrixStatements.h"
#include "Emulator/Execute/Matrix/WGMMA.h"
#include "Emulator/Tensor/Warpgroup.h"
#include "Model/Instructions/InstructionParser.h"
#include "TensorCoreModel/MMAWords.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// scale-d, and what follows it.
static Error readImmediates(InstructionReader &R, const MMAVariant &Variant, size_t At,
                            WGMMADetails &Of) {
  Expected<Slot> ScaleD = R.read(R.operand(At), getBitsType(1));
  if (!ScaleD)
    return ScaleD.takeError();
  Of.ScaleD = *ScaleD;
  SmallVector<int64_t, 4> Values;
  for (size_t Number = At + 1; Number != R.getNumOperands(); ++Number) {
    Expected<int64_t> Value = R.readInteger(R.operand(Number));
    if (!Value)
      return Value.takeError();
    Values.push_back(*Value);
  }
  const auto Kinds = Variant.get<mma::Immediates>();
  if (Kinds != mma::Immediates::None) {
    for (int64_t Factor : {Values[0], Values[1]})
      if (Factor != 1 && Factor != -1)
        return R.fail("a factor of " + Twine(Factor) + "; expected 1 or -1");
    Of.NegatesA = Values[0] < 0;
    Of.NegatesB = Values[1] < 0;
  }
  if (Kinds == mma::Immediates::ScaleTrans) {
    Of.IsBKMajor = !Values.back();
    Of.IsAKMajor = !Of.HasSharedA || !Values[2];
  }
  return Error::success();
}

/// The layouts of the fragments.
static void makeTables(const MMAVariant &Variant, WGMMADetails &Of) {
  Of.D = WarpgroupFragment(cantFail(getMMAFragmentLayout(Variant, MMAOperand_D)));
  if (!Of.HasSharedA)
    Of.A = WarpgroupFragment(cantFail(getMMAFragmentLayout(Variant, MMAOperand_A)));
  if (Of.Mul.Group)
    Of.Metadata = WarpgroupFragment(cantFail(getMMAFragmentLayout(Variant, MMAOperand_Metadata)),
                                    Of.Selector);
}

/// The metadata and its selector.
static Error readSparsity(InstructionReader &R, size_t First, const MMAVariant &Variant,
                          WGMMADetails &Of) {
  Expected<Slot> Metadata = R.read(R.operand(First), getBitsType(32));
  if (!Metadata)
    return Metadata.takeError();
  Expected<int64_t> Selector = R.readInteger(R.operand(First + 1));
  if (!Selector)
    return Selector.takeError();
  if (*Selector < 0 || *Selector >= std::max<int64_t>(Variant.Selectors, 1))
    return R.fail("the sparsity selector is " + Twine(*Selector) + "; expected less than " +
                  Twine(std::max<unsigned>(Variant.Selectors, 1)));
  Of.MetadataRegister = *Metadata;
  Of.Selector = unsigned(*Selector);
  return Error::success();
}

static Error readMultiply(InstructionReader &R, const MMAVariant &Variant) {
  WGMMADetails Of(Variant);
  SmallVector<Slot, 0> D, A;
  const Type Word = getBitsType(32);
  if (Error E = R.writeAll(R.operand(0), Word, D, /*MayBeWider=*/false))
    return E;
  if (Of.HasSharedA) {
    Expected<Slot> Descriptor = R.read(R.operand(1), getBitsType(64));
    if (!Descriptor)
      return Descriptor.takeError();
    Of.DescriptorA = *Descriptor;
  } else if (Error E = R.readAll(R.operand(1), Word, A)) {
    return E;
  }
  Expected<Slot> B = R.read(R.operand(2), getBitsType(64));
  if (!B)
    return B.takeError();
  Of.DescriptorB = *B;
  size_t Next = 3;
  if (Of.Mul.Group) {
    if (Error E = readSparsity(R, Next, Variant, Of))
      return E;
    Next += 2;
  }
  if (Error E = readImmediates(R, Variant, Next, Of))
    return E;
  A.push_back(Of.MetadataRegister);
  if (any_of(A, [](Slot S) { return S && S.In != Slot::Registers; }))
    return R.fail("expected registers of the function for A and its metadata");
  A.pop_back();
  makeTables(Variant, Of);
  R.setResults(D);
  Of.RegistersOfA = R.getProgram().keep(ArrayRef<Slot>(A));
  R.setDetails(std::move(Of));
  R.Result.Execute = executeWGMMAMultiply;
  return Error::success();
}

Error emulator::readWGMMA(InstructionReader &R, const FoundForm &Found) {
  R.Result.Needs = Convergence::Warp;
  if (Found.Variant->Family == MMAFamily_WGMMA)
    return readMultiply(R, *Found.Variant);
  const auto Action = Found.Variant->get<mma::Action>();
  R.Result.Execute = Action == mma::Action::Fence         ? executeWGMMAFence
                     : Action == mma::Action::CommitGroup ? executeWGMMACommit
                                                          : executeWGMMAWait;
  if (Action != mma::Action::WaitGroup)
    return Error::success();
  Expected<int64_t> Count = R.readInteger(R.operand(0));
  if (!Count)
    return Count.takeError();
  R.setOperands(R.getConstant(uint64_t(*Count), 32));
  return Error::success();
}
