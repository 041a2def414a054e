//===- Plugin.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM 22's tools ask a pass plug-in for: passes for their pipelines, and PTX at the end.
//
//===----------------------------------------------------------------------===//

#include "IR/Pipeline.h"
#include "LLVM22/Plugin/BackEnd.h"
#include "LLVM22/Plugin/Declarations.h"
#include "Model/Version.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/PrettyStackTrace.h"

using namespace llvm;
using namespace llvm::tensorcore;

static void registerPasses(PassBuilder &PB) {
  registerOptimizations(PB);
  // After those that give structs as clang writes them their types in LLVM.
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &PM, OptimizationLevel) { PM.addPass(DeclarationsPass()); });
  PB.registerOptimizerLastEPCallback([](ModulePassManager &PM, OptimizationLevel,
                                        ThinOrFullLTOPhase Phase) {
    if (Phase == ThinOrFullLTOPhase::FullLTOPreLink || Phase == ThinOrFullLTOPhase::ThinLTOPreLink)
      PM.addPass(LinkTimePass());
  });
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo llvmGetPassPluginInfo() {
  setBugReportMsg(getBugReportMessage());
  return {LLVM_PLUGIN_API_VERSION, "NVPTXTensorCore", getVersion(), registerPasses, generateCode};
}
