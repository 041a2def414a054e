//===- MatrixStatements.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From statements to variants and slots.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/MatrixStatements.h"
#include "Emulator/Program/FunctionReader.h"
#include "Model/Layouts/MMAFragments.h"
#include "Numbers/Multiplication.h"
#include "TensorCoreModel/MMAWords.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

using MatrixReader = Error (*)(InstructionReader &R, const FoundForm &Found);

static MatrixReader getReader(MMAFamily Family) {
  switch (Family) {
  case MMAFamily_WMMALoad:
  case MMAFamily_WMMAStore:
  case MMAFamily_WMMA:
    return readWMMA;
  case MMAFamily_MMA:
    return readMMA;
  case MMAFamily_LdMatrix:
  case MMAFamily_StMatrix:
    return readMatrixMove;
  case MMAFamily_MovMatrix:
    return readMatrixTransposition;
  case MMAFamily_WGMMA:
  case MMAFamily_WGMMASync:
    return readWGMMA;
  case MMAFamily_TCGen05:
  case MMAFamily_TCGen05Copy:
  case MMAFamily_TCGen05Access:
  case MMAFamily_TCGen05MMA:
    return readTCGen05;
  case MMAFamily_Companion:
  case MMAFamily_Hold:
    break;
  }
  llvm_unreachable("a family without a statement");
}

static OperationKind getOperation(MMAFamily Family, const MMADescriptor &Word) {
  switch (Family) {
  case MMAFamily_WMMALoad:
  case MMAFamily_WMMAStore:
  case MMAFamily_WMMA:
  case MMAFamily_MMA:
    return OperationKind_WarpMatrix;
  case MMAFamily_LdMatrix:
  case MMAFamily_StMatrix:
    return OperationKind_MatrixMove;
  case MMAFamily_WGMMA:
    return OperationKind_WGMMA;
  case MMAFamily_WGMMASync:
    return OperationKind_WGMMASync;
  case MMAFamily_TCGen05: {
    const auto Action = Word.get<mma::Management>();
    return Action == mma::Management::Shift    ? OperationKind_TCGen05Shift
           : Action == mma::Management::Commit ? OperationKind_TCGen05Commit
                                               : OperationKind_TCGen05;
  }
  case MMAFamily_TCGen05Copy:
    return Word.get<mma::CopyShape>() == mma::CopyShape::N4x256b ? OperationKind_TCGen05Copy4
                                                                 : OperationKind_TCGen05Copy;
  case MMAFamily_TCGen05Access:
    return Word.get<mma::Access>() == mma::Access::St ? OperationKind_TCGen05Store
                                                      : OperationKind_TCGen05Load;
  case MMAFamily_TCGen05MMA:
    return OperationKind_TCGen05Multiply;
  case MMAFamily_MovMatrix:
  case MMAFamily_Companion:
  case MMAFamily_Hold:
    break;
  }
  return OperationKind_Other;
}

Error emulator::readMatrixStatement(InstructionReader &R) {
  Expected<FoundForm> Found = parseInstruction(R.Source);
  if (!Found)
    return R.fail(toString(Found.takeError()));
  if (Error E = checkMeaning(Found->Form.Descriptor))
    return R.fail(toString(std::move(E)));
  if (Error E = checkFragmentLayouts(*Found->Variant))
    return R.fail(toString(std::move(E)));
  const OperationKind Operation = getOperation(Found->Variant->Family, Found->Form.Descriptor);
  R.Result.Operation = Operation;
  R.getFunction().getResult().IsAsynchronous |= Operation == OperationKind_WGMMA ||
                                                Operation == OperationKind_WGMMASync ||
                                                isTCGen05(Operation);
  return getReader(Found->Variant->Family)(R, *Found);
}

void emulator::needWarp(InstructionReader &R) {
  R.Result.Needs = Convergence::Warp;
  // The threads come together, but only barriers are said to order memory.
  R.Result.OrdersMemory = false;
}

bool emulator::isWholeWarp(const Instruction &I, ThreadGroup &G) {
  if (G.getActive() == AllLanes)
    return true;
  G.fault(I, Check::Divergence, G.getActive(),
          "'" + I.Source->getMnemonic() + "' is executed by " + Twine(popcount(G.getActive())) +
              " threads; expected a whole warp of 32");
  return false;
}

Error emulator::readFragment(InstructionReader &R, const ptx::Operand &O, unsigned Bits,
                             SmallVectorImpl<Slot> &Slots) {
  return R.readAll(O, getBitsType(Bits), Slots);
}

Error emulator::writeFragment(InstructionReader &R, const ptx::Operand &O, unsigned Bits,
                              SmallVectorImpl<Slot> &Slots) {
  return R.writeAll(O, getBitsType(Bits), Slots);
}

Space emulator::getSpace(const FoundForm &Found) {
  const auto In = Found.Form.Descriptor.get<mma::Space>();
  return In == mma::Space::Global   ? Space::Global
         : In == mma::Space::Shared ? Space::SharedCTA
                                    : Space::Generic;
}

unsigned emulator::getRegisterBits(MMAType Type) {
  return std::max<unsigned>(32, lookupMMAType(Type)->Width);
}
