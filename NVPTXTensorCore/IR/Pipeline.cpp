//===- Pipeline.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Pipeline.h"
#include "IR/Gate/MMAAttributes.h"
#include "IR/Gate/NVVMIntrinsics.h"
#include "IR/Gate/NVVMVerifier.h"
#include "IR/Gate/SharedAddresses.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Intrinsics/ResultStructs.h"
#include "IR/Lowering/ClusterDims.h"
#include "IR/Lowering/GenericIR.h"
#include "IR/Lowering/GridConstants.h"
#include "IR/Lowering/RegisterLowering.h"
#include "IR/Lowering/SharedInitializers.h"
#include "IR/Lowering/SourceAttributes.h"
#include "IR/Ordering/TensorMemoryOrdering.h"
#include "IR/Ordering/WGMMAOrdering.h"
#include "IR/RegisterBudget/SetMaxNRegVerifier.h"
#include "IR/TensorMemory/Verifier.h"
#include "IR/TensorMemory/Waits.h"
#include "IR/Threads/MatrixThreads.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Matrix instructions to register form, with waits where they are wanted, and values through them.
static bool lower(Function &F, unsigned PTXVersion) {
  bool Changed = checkTensorMemoryWaits(F);
  bool IsLowered = lowerToRegisters(F, PTXVersion);
  Changed |= orderTensorMemory(F);
  if (IsLowered)
    orderWGMMA(F);
  return Changed || IsLowered;
}

bool tensorcore::prepareForSelection(Module &M, const TargetVersion &Target) {
  bool Changed = makeResultStructsPlain(M);
  Changed |= addMMAAttributes(M);
  for (Function &F : M)
    if (hasMatrixInstruction(F))
      F.addFnAttr(MatrixFunctionAttribute);
  TensorMemoryVerifier TensorMemory(M);
  Changed |= !verifyNVVMIntrinsics(M, Target);
  TensorMemory.findLostCalls();
  Changed |= lowerSourceAttributes(M) | markGridConstants(M, Target.PTXVersion);
  Changed |= lowerSharedInitializers(M);
  verifyClusterDims(M, Target);
  Changed |= lowerNVVMIntrinsics(M, NVVMIntrinsic::Stage::AsHelper);
  Changed |= verifyDescriptors(M, Target);
  verifySharedAddresses(M);
  Changed |= TensorMemory.verify();
  verifySetMaxNReg(M, Target);
  verifyMatrixThreads(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      Changed |= lower(F, Target.PTXVersion);
  Changed |= lowerGenericIR(M, Target);
  return Changed | lowerNVVMIntrinsics(M, NVVMIntrinsic::Stage::AsInstruction);
}
