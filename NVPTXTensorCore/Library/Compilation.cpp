//===- Compilation.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is made here is made in members, not on the stack, so that it can be freed after a fatal
// error (Guard.h).
//
//===----------------------------------------------------------------------===//

#include "Library/Compilation.h"
#include "IR/Analysis/Kernels.h"
#include "Library/StaticTarget.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/InitializePasses.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/PassRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr char DefaultTriple[] = "nvptx64-nvidia-cuda";

/// The options that llc and opt share: -fp-contract, -denormal-fp-math and so on.
static codegen::RegisterCodeGenFlags SharedFlags;

void tensorcore::initializeLLVM() {
  initializeStaticTarget();
  PassRegistry &Registry = *PassRegistry::getPassRegistry();
  initializeCore(Registry);
  initializeCodeGen(Registry);
  initializeTarget(Registry);
}

/// opt's passes and their analyses, as opt sets them up.
struct Compilation::Optimizer {
  Optimizer(LLVMContext &Context, TargetMachine &Machine)
      : Library(Machine.getTargetTriple()), Instrumentations(Context, /*DebugLogging=*/false),
        Builder(&Machine, PipelineTuningOptions(), std::nullopt, &Callbacks) {
    Instrumentations.registerCallbacks(Callbacks, &Modules);
    Functions.registerPass([this] { return TargetLibraryAnalysis(Library); });
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  }

  TargetLibraryInfoImpl Library;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassInstrumentationCallbacks Callbacks;
  StandardInstrumentations Instrumentations;
  PassBuilder Builder;
  ModulePassManager Passes;
};

Compilation::Compilation(const Request &Asked, Messages &Told) : Asked(Asked), Told(Told) {}

Compilation::~Compilation() = default;

void Compilation::destroy() {
  // Each may point to those after it.
  Emitting.reset();
  Optimizing.reset();
  M.reset();
  Machine.reset();
  Context.reset();
  Buffer.reset();
}

std::optional<std::string> Compilation::prepareTarget(StringRef TripleName) {
  const Triple Asks(TripleName.empty() ? DefaultTriple : TripleName);
  if (!Asks.isNVPTX()) {
    Told.addError("the module's target triple is " + TripleName + "; expected " + DefaultTriple);
    return std::nullopt;
  }
  std::string Error;
  const Target *Found = TargetRegistry::lookupTarget(Asks, Error);
  TargetOptions Options = codegen::InitTargetOptionsFromCodeGenFlags(Asks);
  Options.MCOptions.AsmVerbose = true; // llc's default
  Machine.reset(Found->createTargetMachine(Asks, Asked.CPU, Asked.Features, Options,
                                           codegen::getExplicitRelocModel(),
                                           codegen::getExplicitCodeModel(), Asked.CodeGen));
  return Machine->createDataLayout().getStringRepresentation();
}

/// What is wrong with it, if something is.
bool Compilation::read() {
  SMDiagnostic Syntax;
  auto GetDataLayout = [&](StringRef TripleName, StringRef) { return prepareTarget(TripleName); };
  // LLVM's lexer needs a null character after the text.
  Buffer = MemoryBuffer::getMemBufferCopy(Asked.Module, Asked.Name);
  M = parseIR(*Buffer, Syntax, *Context, ParserCallbacks(GetDataLayout));
  if (!M) {
    Told.add(describe(Syntax));
    return false;
  }
  std::string Faults;
  raw_string_ostream OS(Faults);
  if (!verifyModule(*M, &OS))
    return true;
  Told.addError(Faults);
  return false;
}

void Compilation::limitRegisters() {
  if (!Asked.MaxRegisters)
    return;
  for (Function &F : *M)
    if (!F.isDeclaration() && isKernel(F) && !getKernelNumber(F, "maxnreg"))
      setKernelNumbers(F, "maxnreg", Asked.MaxRegisters);
}

void Compilation::optimize() {
  if (!Asked.Optimization)
    return;
  Optimizing = std::make_unique<Optimizer>(*Context, *Machine);
  PassBuilder &Builder = Optimizing->Builder;
  Optimizing->Passes = *Asked.Optimization == OptimizationLevel::O0
                           ? Builder.buildO0DefaultPipeline(OptimizationLevel::O0)
                           : Builder.buildPerModuleDefaultPipeline(*Asked.Optimization);
  Optimizing->Passes.run(*M, Optimizing->Modules);
  // What nobody uses, llc does not find in what opt writes.
  for (GlobalVariable &Global : M->globals())
    Global.removeDeadConstantUsers();
}

void Compilation::emit() {
  Emitting = std::make_unique<legacy::PassManager>();
  Emitting->add(new TargetLibraryInfoWrapperPass(Machine->getTargetTriple()));
  if (Machine->addPassesToEmitFile(*Emitting, Output, /*DwoOut=*/nullptr,
                                   CodeGenFileType::AssemblyFile,
                                   /*DisableVerify=*/false))
    return Told.addError("the target does not print PTX");
  Emitting->run(*M);
}

void Compilation::run() {
  Context = std::make_unique<LLVMContext>();
  collectDiagnostics(*Context, Told, Asked.Remarks);
  if (!read() || Told.hasErrors() || (!Machine && !prepareTarget(M->getTargetTriple().str())))
    return;
  M->setTargetTriple(Machine->getTargetTriple());
  codegen::setFunctionAttributes(Asked.CPU, Asked.Features, *M);
  limitRegisters();
  optimize();
  if (!Told.hasErrors())
    emit();
}
