//===- Pipeline.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Pipeline.h"
#include "IR/Checks/Accumulators.h"
#include "IR/Checks/AsynchronousCopies.h"
#include "IR/Intrinsics/AssemblyCalls.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Lowering/ArbitraryFormats.h"
#include "IR/Lowering/ClusterDims.h"
#include "IR/Lowering/GridConstants.h"
#include "IR/Lowering/RegisterLowering.h"
#include "IR/Lowering/SharedInitializers.h"
#include "IR/Lowering/SourceAttributes.h"
#include "IR/Lowering/WideConversions.h"
#include "IR/ModuleUses.h"
#include "IR/Optimizations/KnownSpaces.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "IR/Optimizations/WideCopies.h"
#include "IR/Ordering/TensorMemoryOrdering.h"
#include "IR/Ordering/WGMMAOrdering.h"
#include "IR/RegisterBudget/SetMaxNRegVerifier.h"
#include "IR/TensorMemory/Verifier.h"
#include "IR/TensorMemory/Waits.h"
#include "IR/Threads/MatrixThreads.h"
#include "IR/Verifier/Annotations.h"
#include "IR/Verifier/Declarations.h"
#include "IR/Verifier/MMAAttributes.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "IR/Verifier/NVVMVerifier.h"
#include "IR/Verifier/SharedAddresses.h"
#include "IR/Verifier/UnsupportedIR.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Matrix instructions to register form, and values through the waits for them.
static bool lower(Function &F, unsigned PTXVersion) {
  bool IsLowered = lowerToRegisters(F, PTXVersion);
  bool Changed = orderTensorMemory(F);
  if (IsLowered)
    orderWGMMA(F);
  return Changed || IsLowered;
}

bool tensorcore::prepareForSelection(Module &M, const TargetVersion &Target, bool IsOptimized) {
  bool Changed = correctDeclarations(M) | lowerArbitraryFormats(M);
  Changed |= addMMAAttributes(M);
  const ModuleUses Uses(M);
  Changed |= Uses.HasInsertedTexts | markReturningAssembly(Uses.Assembly);
  for (Function *F : Uses.Matrix)
    F->addFnAttr(MatrixFunctionAttribute);
  for (Function *F : Uses.SetMaxNReg)
    if (Uses.Matrix.contains(F))
      F->addFnAttr(FixedRegistersAttribute);
  std::optional<AssemblyCalls> Assembly(std::in_place, M, Uses.Assembly);
  TensorMemoryVerifier TensorMemory(M);
  Changed |= !verifyNVVMIntrinsics(M, Target);
  Changed |= rejectUnsupportedIR(M, Target);
  Changed |= lowerWideConversions(M, Uses.WideConversions);
  Changed |= useKnownSpaces(M, Target.PTXVersion);
  Changed |= widenCopies(M) | (IsOptimized && (markPrintedArguments(M) | promoteVolatiles(M)));
  TensorMemory.findLostCalls();
  Changed |= lowerSourceAttributes(M);
  Changed |= markGridConstants(M, Target.PTXVersion, Uses.HasTensorMaps);
  Changed |= lowerSharedInitializers(M);
  Changed |= !verifyKernelAttributes(M);
  verifyClusterDims(M, Target);
  Changed |= lowerNVVMIntrinsics(M, Target, NVVMIntrinsic::Stage::AsValue);
  Changed |= verifyDescriptors(M, Target);
  verifySharedAddresses(M);
  Changed |= TensorMemory.verify();
  if (!Uses.SetMaxNReg.empty())
    verifySetMaxNReg(M, Target);
  verifyMatrixThreads(M);
  verifyAsynchronousCopies(M, Uses.AsynchronousCopies);
  verifyAccumulators(M);
  for (Function &F : M)
    if (Uses.TCGen05.contains(&F))
      Changed |= checkTensorMemoryWaits(F, IsOptimized && !F.hasOptNone());
  Assembly.reset();
  const auto ToLower = findFunctionsToLower(M, Uses);
  for (Function &F : M)
    if (ToLower.contains(&F))
      Changed |= lower(F, Target.PTXVersion);
  return Changed | lowerNVVMIntrinsics(M, Target, NVVMIntrinsic::Stage::AsInstruction);
}
