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
#include "IR/Lowering/SourceAttributes.h"
#include "IR/Optimizations/FragmentInlining.h"
#include "IR/Optimizations/LibdeviceFolding.h"
#include "IR/Optimizations/PairedStores.h"
#include "IR/Ordering/TensorMemoryOrdering.h"
#include "IR/Ordering/WGMMAOrdering.h"
#include "IR/RegisterBudget/SetMaxNRegVerifier.h"
#include "IR/TensorMemory/Verifier.h"
#include "IR/TensorMemory/Waits.h"
#include "IR/Threads/MatrixThreads.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

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

/// Names for opt's -passes.
static void registerNames(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &PM, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "nvptx-mma-attributes")
          PM.addPass(MMAAttributesPass());
        else if (Name == "nvptx-fragment-inlining")
          PM.addPass(FragmentInliningPass());
        else if (Name == "nvptx-libdevice-folding")
          PM.addPass(LibdeviceFoldingPass());
        else if (Name == "nvptx-source-attributes")
          PM.addPass(SourceAttributesPass());
        else
          return false;
        return true;
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &PM, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "nvptx-wgmma-ordering")
          PM.addPass(WGMMAOrderingPass());
        else if (Name == "nvptx-tensor-memory-ordering")
          PM.addPass(TensorMemoryOrderingPass());
        else if (Name == "nvptx-paired-stores")
          PM.addPass(PairedStoresPass());
        else
          return false;
        return true;
      });
}

void tensorcore::registerOptimizations(PassBuilder &PB) {
  auto Add = [](ModulePassManager &PM, OptimizationLevel) {
    PM.addPass(SourceAttributesPass());
    PM.addPass(MMAAttributesPass());
    PM.addPass(createModuleToFunctionPassAdaptor(WGMMAOrderingPass()));
    PM.addPass(createModuleToFunctionPassAdaptor(TensorMemoryOrderingPass()));
  };
  // The second is for ThinLTO's back ends, whose pipeline has no start of its own.
  PB.registerPipelineStartEPCallback(Add);
  // Where SROA has been, so that it is known which pointers are to variables.
  auto Inline = [Add](ModulePassManager &PM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0) {
      PM.addPass(LibdeviceFoldingPass()); // before any function is inlined
      PM.addPass(FragmentInliningPass());
    }
    Add(PM, Level);
  };
  PB.registerPipelineEarlySimplificationEPCallback(Inline);
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(Inline);
  // For loads and waits that have come together since: in variables before, or in functions.
  PB.registerPeepholeEPCallback([](FunctionPassManager &PM, OptimizationLevel) {
    PM.addPass(TensorMemoryOrderingPass());
    PM.addPass(PairedStoresPass());
  });
  registerNames(PB);
}
