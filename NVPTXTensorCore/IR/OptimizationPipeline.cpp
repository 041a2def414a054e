//===- OptimizationPipeline.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps in the optimisation pipelines, and the one that precedes
// every other pass. Those before selection are in Pipeline.cpp.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/CUDAAtomics.h"
#include "IR/Lowering/RuntimeFunctions.h"
#include "IR/Lowering/SourceAttributes.h"
#include "IR/Optimizations/AddressAssembly.h"
#include "IR/Optimizations/ComputingAssembly.h"
#include "IR/Optimizations/FragmentInlining.h"
#include "IR/Optimizations/IndexedParts.h"
#include "IR/Optimizations/LargeReturns.h"
#include "IR/Optimizations/LibdeviceFolding.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "IR/Optimizations/PairedStores.h"
#include "IR/Optimizations/SharedAlignment.h"
#include "IR/Optimizations/SingleElements.h"
#include "IR/Optimizations/StoredConstants.h"
#include "IR/Optimizations/UndefinedStarts.h"
#include "IR/Optimizations/UnrollByTwo.h"
#include "IR/Optimizations/WideIntegers.h"
#include "IR/Optimizations/WrittenParameters.h"
#include "IR/Ordering/TensorMemoryOrdering.h"
#include "IR/Ordering/WGMMAOrdering.h"
#include "IR/Pipeline.h"
#include "IR/Verifier/Declarations.h"
#include "IR/Verifier/MMAAttributes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Passes for modules of GPUs. A pass plug-in of LLVM 22 is asked for those of the host, too.
template <typename Manager> struct OnGPU : PassInfoMixin<OnGPU<Manager>> {
  Manager Passes;

  template <typename T> void addPass(T &&Pass) { Passes.addPass(std::forward<T>(Pass)); }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    return Triple(M.getTargetTriple()).isNVPTX() ? Passes.run(M, AM) : PreservedAnalyses::all();
  }
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    const bool IsOnGPU = Triple(F.getParent()->getTargetTriple()).isNVPTX();
    return IsOnGPU ? Passes.run(F, AM) : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

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
        else if (Name == "nvptx-large-returns")
          PM.addPass(LargeReturnsPass());
        else if (Name == "nvptx-source-attributes")
          PM.addPass(SourceAttributesPass());
        else if (Name == "nvptx-runtime-functions")
          PM.addPass(RuntimeFunctionsPass());
        else if (Name == "nvptx-cuda-atomics")
          PM.addPass(CUDAAtomicsPass());
        else if (Name == "nvptx-shared-alignment")
          PM.addPass(SharedAlignmentPass());
        else if (Name == "nvptx-stored-constants")
          PM.addPass(StoredConstantsPass());
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
        else if (Name == "nvptx-address-assembly")
          PM.addPass(AddressAssemblyPass());
        else if (Name == "nvptx-computing-assembly")
          PM.addPass(ComputingAssemblyPass());
        else if (Name == "nvptx-indexed-parts")
          PM.addPass(IndexedPartsPass());
        else if (Name == "nvptx-paired-stores")
          PM.addPass(PairedStoresPass());
        else if (Name == "nvptx-single-elements")
          PM.addPass(SingleElementsPass());
        else if (Name == "nvptx-undefined-starts")
          PM.addPass(UndefinedStartsPass());
        else if (Name == "nvptx-unroll-by-two")
          PM.addPass(UnrollByTwoPass());
        else if (Name == "nvptx-wide-integers")
          PM.addPass(WideIntegersPass());
        else if (Name == "nvptx-written-parameters")
          PM.addPass(WrittenParametersPass());
        else
          return false;
        return true;
      });
}

using ModulePasses = OnGPU<ModulePassManager>;
using FunctionPasses = OnGPU<FunctionPassManager>;

/// Adds the passes that have to run before any optimization.
static void addFirst(ModulePasses &Passes) {
  Passes.addPass(SourceAttributesPass());
  Passes.addPass(RuntimeFunctionsPass());
  Passes.addPass(CUDAAtomicsPass());
  Passes.addPass(SharedAlignmentPass());
  Passes.addPass(MMAAttributesPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(WGMMAOrderingPass()));
  Passes.addPass(createModuleToFunctionPassAdaptor(TensorMemoryOrderingPass()));
}

/// Adds the attributes of intrinsics before the first pass, whatever that is: `opt -passes=…` names
/// passes that are in no pipeline, and calls that are not known to be convergent would be merged.
static void addAttributesBeforeAnyPass(PassBuilder &PB) {
  PassInstrumentationCallbacks *Callbacks = PB.getPassInstrumentationCallbacks();
  if (!Callbacks)
    return;
  Callbacks->registerBeforeNonSkippedPassCallback([IsFirst = true](StringRef, Any IR) mutable {
    auto *M = any_cast<const Module *>(&IR);
    if (!IsFirst || !M || !Triple((*M)->getTargetTriple()).isNVPTX())
      return;
    IsFirst = false;
    // No analysis has been asked for so far that could know of the attributes.
    addMMAAttributes(const_cast<Module &>(**M));
  });
}

/// Uses of a variable's address that LLVM follows. Its own limit is 100, which an unrolled loop
/// easily has; behind it, any inline assembly may access the variable, which stays in memory then.
static constexpr unsigned MaxAddressUses = 1000;

/// Sets that limit, of which there is one for all targets of a process.
static void followAddresses() {
  cl::Option *Option = cl::getRegisteredOptions().lookup("capture-tracking-max-uses-to-explore");
  if (Option && !Option->getNumOccurrences())
    static_cast<cl::opt<unsigned> *>(Option)->setValue(MaxAddressUses);
}

void tensorcore::registerOptimizations(PassBuilder &PB) {
  followAddresses();
  addAttributesBeforeAnyPass(PB);
  PB.registerPipelineStartEPCallback([](ModulePassManager &PM, OptimizationLevel Level) {
    ModulePasses Passes;
    addFirst(Passes);
    if (Level != OptimizationLevel::O0) {
      Passes.addPass(LargeReturnsPass());
      Passes.addPass(createModuleToFunctionPassAdaptor(AddressAssemblyPass()));
      Passes.addPass(createModuleToFunctionPassAdaptor(ComputingAssemblyPass()));
      Passes.addPass(createModuleToFunctionPassAdaptor(SingleElementsPass()));
      Passes.addPass(createModuleToFunctionPassAdaptor(UndefinedStartsPass()));
    }
    Passes.addPass(DeclarationsPass()); // when structs as clang writes them have LLVM's types
    PM.addPass(std::move(Passes));
  });
  PB.registerOptimizerLastEPCallback([](ModulePassManager &PM, OptimizationLevel,
                                        ThinOrFullLTOPhase Phase) {
    if (Phase != ThinOrFullLTOPhase::FullLTOPreLink && Phase != ThinOrFullLTOPhase::ThinLTOPreLink)
      return;
    ModulePasses Passes;
    Passes.addPass(LinkTimePass());
    PM.addPass(std::move(Passes));
  });
  // SROA has run here, so it is known which pointers are to variables. ThinLTO's back ends, whose
  // pipeline has no start of its own, begin here.
  auto Inline = [](ModulePassManager &PM, OptimizationLevel Level, auto...) {
    ModulePasses Passes;
    if (Level != OptimizationLevel::O0) {
      Passes.addPass(LibdeviceFoldingPass()); // before any function is inlined
      Passes.addPass(FragmentInliningPass());
    }
    addFirst(Passes);
    PM.addPass(std::move(Passes));
  };
  PB.registerPipelineEarlySimplificationEPCallback(Inline);
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(Inline);
  PB.registerOptimizerEarlyEPCallback([](ModulePassManager &PM, OptimizationLevel Level, auto...) {
    ModulePasses Passes;
    if (Level != OptimizationLevel::O0)
      Passes.addPass(StoredConstantsPass());
    PM.addPass(std::move(Passes));
  });
  // For loads and waits that have come together since: in variables before, or in functions.
  PB.registerPeepholeEPCallback([](FunctionPassManager &PM, OptimizationLevel) {
    FunctionPasses Passes;
    Passes.addPass(TensorMemoryOrderingPass());
    Passes.addPass(PairedStoresPass());
    Passes.addPass(WideIntegersPass());
    Passes.addPass(WrittenParametersPass());
    PM.addPass(std::move(Passes));
  });
  PB.registerLoopOptimizerEndEPCallback(
      [](LoopPassManager &PM, OptimizationLevel) { PM.addPass(UndefinedStartsPass()); });
  PB.registerVectorizerStartEPCallback([](FunctionPassManager &PM, OptimizationLevel Level) {
    FunctionPasses Passes;
    if (Level.getSpeedupLevel() > 1) {
      Passes.addPass(UnrollByTwoPass());
      Passes.addPass(IndexedPartsPass());
    }
    PM.addPass(std::move(Passes));
  });
  // LLVM's SROA behind the unrolling of loops keeps branches as they are. A variable that is stored
  // to by a selected pointer, as an element of two, is then read at generic addresses.
  PB.registerVectorizerEndEPCallback([](FunctionPassManager &PM, OptimizationLevel Level) {
    FunctionPasses Passes;
    if (Level != OptimizationLevel::O0 && optimizesOrdinaryCode())
      Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    PM.addPass(std::move(Passes));
  });
  registerNames(PB);
}
