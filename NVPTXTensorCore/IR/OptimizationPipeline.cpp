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

template <typename Manager> struct NamedPass {
  StringLiteral Name;
  void (*Add)(Manager &);
};

template <typename Manager, typename Pass> static void add(Manager &PM) { PM.addPass(Pass()); }

static constexpr NamedPass<ModulePassManager> NamedModulePasses[] = {
    {"nvptx-mma-attributes", add<ModulePassManager, MMAAttributesPass>},
    {"nvptx-fragment-inlining", add<ModulePassManager, FragmentInliningPass>},
    {"nvptx-libdevice-folding", add<ModulePassManager, LibdeviceFoldingPass>},
    {"nvptx-large-returns", add<ModulePassManager, LargeReturnsPass>},
    {"nvptx-source-attributes", add<ModulePassManager, SourceAttributesPass>},
    {"nvptx-runtime-functions", add<ModulePassManager, RuntimeFunctionsPass>},
    {"nvptx-cuda-atomics", add<ModulePassManager, CUDAAtomicsPass>},
    {"nvptx-shared-alignment", add<ModulePassManager, SharedAlignmentPass>},
    {"nvptx-stored-constants", add<ModulePassManager, StoredConstantsPass>},
};

static constexpr NamedPass<FunctionPassManager> NamedFunctionPasses[] = {
    {"nvptx-wgmma-ordering", add<FunctionPassManager, WGMMAOrderingPass>},
    {"nvptx-tensor-memory-ordering", add<FunctionPassManager, TensorMemoryOrderingPass>},
    {"nvptx-address-assembly", add<FunctionPassManager, AddressAssemblyPass>},
    {"nvptx-computing-assembly", add<FunctionPassManager, ComputingAssemblyPass>},
    {"nvptx-indexed-parts", add<FunctionPassManager, IndexedPartsPass>},
    {"nvptx-paired-stores", add<FunctionPassManager, PairedStoresPass>},
    {"nvptx-single-elements", add<FunctionPassManager, SingleElementsPass>},
    {"nvptx-undefined-starts", add<FunctionPassManager, UndefinedStartsPass>},
    {"nvptx-unroll-by-two", add<FunctionPassManager, UnrollByTwoPass>},
    {"nvptx-wide-integers", add<FunctionPassManager, WideIntegersPass>},
    {"nvptx-written-parameters", add<FunctionPassManager, WrittenParametersPass>},
};

/// Lets opt's -passes name passes.
template <typename Manager>
static void registerNames(PassBuilder &PB, ArrayRef<NamedPass<Manager>> Passes) {
  PB.registerPipelineParsingCallback(
      [Passes](StringRef Name, Manager &PM, ArrayRef<PassBuilder::PipelineElement>) {
        const auto *Found =
            find_if(Passes, [&](const NamedPass<Manager> &Each) { return Each.Name == Name; });
        if (Found == Passes.end())
          return false;
        Found->Add(PM);
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

/// Adds passes to the beginning and the end of pipelines.
static void registerEnds(PassBuilder &PB) {
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
}

/// Adds passes of modules to where functions are inlined.
static void registerModulePasses(PassBuilder &PB) {
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
}

/// Adds passes to those of functions.
static void registerFunctionPasses(PassBuilder &PB) {
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
}

void tensorcore::registerOptimizations(PassBuilder &PB) {
  followAddresses();
  addAttributesBeforeAnyPass(PB);
  registerEnds(PB);
  registerModulePasses(PB);
  registerFunctionPasses(PB);
  registerNames<ModulePassManager>(PB, NamedModulePasses);
  registerNames<FunctionPassManager>(PB, NamedFunctionPasses);
}
