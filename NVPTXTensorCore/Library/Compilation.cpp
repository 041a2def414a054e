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
#include "IR/Analysis/LLVMReleases.h"
#include "IR/Gate/NVVMVerifier.h"
#include "Library/NewerModule.h"
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
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <dlfcn.h>

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
  const Target *Found = TargetRegistry::lookupTarget(asTripleArgument(Asks), Error);
  TargetOptions Options = codegen::InitTargetOptionsFromCodeGenFlags(Asks);
  Options.MCOptions.AsmVerbose = true; // llc's default
  Machine.reset(Found->createTargetMachine(asTripleArgument(Asks), Asked.CPU, Asked.Features,
                                           Options, codegen::getExplicitRelocModel(),
                                           codegen::getExplicitCodeModel(), Asked.CodeGen));
  return Machine->createDataLayout().getStringRepresentation();
}

/// The folder of tools beside this library's.
static std::string getToolFolder() {
  Dl_info Info;
  SmallString<256> Path;
  if (!dladdr(reinterpret_cast<void *>(&getToolFolder), &Info) ||
      sys::fs::real_path(Info.dli_fname, Path))
    return "";
  return (sys::path::parent_path(sys::path::parent_path(Path)) + "/bin").str();
}

bool Compilation::parseTranslation(const Translation &Newer) {
  if (!Newer.IsThere) {
    Told.addError("the module is a newer LLVM's: " + Newer.Messages);
    return false;
  }
  if (!Newer.Messages.empty())
    Told.add({NVPTXTC_SEVERITY_WARNING, Newer.Messages});
  std::optional<Message> Fault = parse(Newer.Text);
  if (Fault)
    Told.add(std::move(*Fault));
  return !Fault;
}

/// What is wrong with it, if something is.
std::optional<Message> Compilation::parse(StringRef Text) {
  SMDiagnostic Syntax;
  auto GetDataLayout = [&](StringRef TripleName, StringRef) { return prepareTarget(TripleName); };
  // LLVM's lexer needs a null character after the text.
  Buffer = MemoryBuffer::getMemBufferCopy(Text, Asked.Name);
  M = parseIR(*Buffer, Syntax, *Context, ParserCallbacks(GetDataLayout));
  if (!M)
    return describe(Syntax);
  std::string Faults;
  raw_string_ostream OS(Faults);
  if (verifyModule(*M, &OS))
    return Message{NVPTXTC_SEVERITY_ERROR, OS.str()};
  return std::nullopt;
}

/// What has no sign may still be a newer LLVM's.
bool Compilation::readWithoutSign() {
  std::optional<Message> Fault = parse(Asked.Module);
  if (!Fault && !hasForeignIntrinsics(*M))
    return true;
  Translation Newer;
  if (Asked.MayCallBridge)
    Newer = translateModule(Asked.Module, getToolFolder());
  if (Newer.IsThere || (Newer.IsRead && !M))
    return parseTranslation(Newer);
  if (Fault)
    Told.add(std::move(*Fault));
  if (Fault && Newer.IsBridgeMissing)
    Told.add({NVPTXTC_SEVERITY_NOTE, "if it is a newer LLVM's module: " + Newer.Messages});
  return !Fault;
}

bool Compilation::read() {
  const std::string Sign = findSignOfNewerLLVM(Asked.Module);
  if (Sign.empty())
    return readWithoutSign();
  if (!Asked.MayCallBridge) {
    Told.addError("the module is a newer LLVM's, as " + Sign +
                  "; LLVM 19 does not read it, and NVPTXTC_NO_BRIDGE forbids to translate it");
    return false;
  }
  const Translation Newer = translateModule(Asked.Module, getToolFolder());
  if (Newer.IsThere)
    return parseTranslation(Newer);
  Told.addError("a newer LLVM's module, as " + Sign + ": " + Newer.Messages);
  return false;
}

void Compilation::limitRegisters() {
  if (!Asked.MaxRegisters)
    return;
  for (Function &F : *M)
    if (!F.isDeclaration() && isKernel(F) && !getAnnotation(F, "maxnreg"))
      setAnnotation(F, "maxnreg", Asked.MaxRegisters);
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
  if (!read() || Told.hasErrors() ||
      (!Machine && !prepareTarget(Triple(M->getTargetTriple()).str())))
    return;
  M->setTargetTriple(asTripleArgument(Machine->getTargetTriple()));
  codegen::setFunctionAttributes(Asked.CPU, Asked.Features, *M);
  limitRegisters();
  optimize();
  if (!Told.hasErrors())
    emit();
}
