//===- TensorCoreTargetMachine.cpp ----------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gate pass, and where the attribute pass stands in a pipeline.
//
//===----------------------------------------------------------------------===//

#include "TensorCoreTargetMachine.h"
#include "AccumulatorDemand.h"
#include "EarlyJoins.h"
#include "IR/ClusterDims.h"
#include "IR/FragmentInlining.h"
#include "IR/GridConstants.h"
#include "IR/KnownBranches.h"
#include "IR/LocalFragments.h"
#include "IR/MMAAttributes.h"
#include "IR/MatrixInstructions.h"
#include "IR/NVVMHelpers.h"
#include "IR/NVVMVerifier.h"
#include "IR/PairedStores.h"
#include "IR/ParameterLoads.h"
#include "IR/ResultStructs.h"
#include "IR/SetMaxNRegVerifier.h"
#include "IR/SourceAttributes.h"
#include "IR/TCGen05Lowering.h"
#include "IR/TensorMemoryThreading.h"
#include "IR/TensorMemoryVerifier.h"
#include "IR/TensorMemoryWaits.h"
#include "IR/WGMMALowering.h"
#include "IR/WGMMAThreading.h"
#include "MMARemarks.h"
#include "NVPTXUtilities.h"
#include "Rematerialization.h"
#include "TensorCoreHooks.h"
#include "TiedAccumulators.h"
#include "WGMMAHazardPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetOptions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// tcgen05 to register form, with waits where they are wanted.
static bool lowerTensorMemory(Function &F) {
  bool Changed = checkTensorMemoryWaits(F);
  Changed |= lowerTCGen05(F);
  return Changed | threadTensorMemory(F);
}

namespace {

class IRGate : public ModulePass {
public:
  static char ID;

  IRGate(const NVPTXTargetMachine &TM, const TargetRequest &Request)
      : ModulePass(ID), TM(TM), Request(Request) {}

  StringRef getPassName() const override { return "NVPTX tensor-core gate"; }

  bool runOnModule(Module &M) override {
    bool Changed = makeResultStructsPlain(M);
    Changed |= addMMAAttributes(M);
    if (!Request.report(M)) {
      // Nothing can be compiled for a target in doubt.
      for (Function &F : M)
        F.deleteBody();
      return true;
    }
    for (Function &F : M)
      if (hasMatrixInstruction(F))
        F.addFnAttr(MatrixFunctionAttribute);
    const NVPTXSubtarget &Subtarget = *TM.getSubtargetImpl();
    TargetVersion Target = getTargetVersion(Subtarget.getTargetName(), Subtarget.getFullSmVersion(),
                                            Subtarget.getPTXVersion());
    TensorMemoryVerifier TensorMemory(M);
    Changed |= !verifyNVVMIntrinsics(M, Target);
    TensorMemory.findLostCalls();
    Changed |= lowerSourceAttributes(M) | markGridConstants(M, Target.PTXVersion);
    clearAnnotationCache(&M); // clang has optimised the module with the annotations so far
    verifyClusterDims(M, Target);
    Changed |= lowerNVVMHelpers(M, /*Instructions=*/false);
    Changed |= TensorMemory.verify();
    verifySetMaxNReg(M, Target);
    for (Function &F : M)
      if (!F.isDeclaration())
        Changed |= lowerTensorMemory(F) | (lowerWGMMA(F, Target.PTXVersion) && threadWGMMA(F));
    return Changed | lowerNVVMHelpers(M, /*Instructions=*/true);
  }

private:
  const NVPTXTargetMachine &TM;
  const TargetRequest &Request;
};

char IRGate::ID = 0;

class LocalFragmentsCheck : public FunctionPass {
public:
  static char ID;
  LocalFragmentsCheck() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX local fragments"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesAll(); }

  bool runOnFunction(Function &F) override {
    checkLocalFragments(F);
    return false;
  }
};

char LocalFragmentsCheck::ID = 0;

} // namespace

std::string tensorcore::getDataLayout(std::string Upstream, const TargetOptions &Options) {
  // clang hands over the command line of its front end; llc and opt have none.
  bool IsClang = Options.MCOptions.Argv0 || !Options.MCOptions.CommandLineArgs.empty();
  return IsClang ? Upstream : Upstream + "-p6:32:32";
}

Pass *tensorcore::createIRGatePass(const NVPTXTargetMachine &TM, const TargetRequest &Request) {
  return new IRGate(TM, Request);
}

void tensorcore::addTensorCoreMachinePasses(TargetPassConfig &Config) {
  // Behind the target's own SROA.
  if (Config.getOptLevel() != CodeGenOptLevel::None) {
    Config.insertPass(&AtomicExpandID, createParameterLoadsPass());
    Config.insertPass(&AtomicExpandID, createKnownBranchesPass());
    Config.insertPass(&AtomicExpandID, new LocalFragmentsCheck());
  }
  Config.insertPass(&ProcessImplicitDefsID, createRematerializationPass());
  Config.insertPass(&ProcessImplicitDefsID, createEarlyJoinsPass());
  Config.insertPass(&TwoAddressInstructionPassID,
                    createTiedAccumulatorsPass(/*Coalesce=*/!Config.getOptimizeRegAlloc()));
  // The last pass of LLVM's that is in every pipeline of this target.
  Config.insertPass(&XRayInstrumentationID, createWGMMAHazardPass());
  Config.insertPass(&XRayInstrumentationID, createAccumulatorDemandPass());
  Config.insertPass(&XRayInstrumentationID, createMMARemarksPass());
}

void tensorcore::registerTensorCorePasses(PassBuilder &PB) {
  auto Add = [](ModulePassManager &PM, OptimizationLevel) {
    PM.addPass(SourceAttributesPass());
    PM.addPass(MMAAttributesPass());
    PM.addPass(createModuleToFunctionPassAdaptor(WGMMAThreadingPass()));
    PM.addPass(createModuleToFunctionPassAdaptor(TensorMemoryThreadingPass()));
  };
  // The second is for ThinLTO's back ends, whose pipeline has no start of its own.
  PB.registerPipelineStartEPCallback(Add);
  // Where SROA has been, so that it is known which pointers are to variables.
  auto Inline = [Add](ModulePassManager &PM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      PM.addPass(FragmentInliningPass());
    Add(PM, Level);
  };
  PB.registerPipelineEarlySimplificationEPCallback(Inline);
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(Inline);
  // For loads and waits that have come together since: in variables before, or in functions.
  PB.registerPeepholeEPCallback([](FunctionPassManager &PM, OptimizationLevel) {
    PM.addPass(TensorMemoryThreadingPass());
    PM.addPass(PairedStoresPass());
  });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &PM, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "nvptx-mma-attributes")
          PM.addPass(MMAAttributesPass());
        else if (Name == "nvptx-fragment-inlining")
          PM.addPass(FragmentInliningPass());
        else if (Name == "nvptx-source-attributes")
          PM.addPass(SourceAttributesPass());
        else
          return false;
        return true;
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &PM, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "nvptx-wgmma-threading")
          PM.addPass(WGMMAThreadingPass());
        else if (Name == "nvptx-tensor-memory-threading")
          PM.addPass(TensorMemoryThreadingPass());
        else if (Name == "nvptx-paired-stores")
          PM.addPass(PairedStoresPass());
        else
          return false;
        return true;
      });
}
