//===- Compilation.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All objects are members, not on the stack, so that they can be freed after a fatal error
// (Guard.h).
//
//===----------------------------------------------------------------------===//

#include "Library/Compilation.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Verifier/Declarations.h"
#include "IR/Verifier/NewerLLVM.h"
#include "Library/Guard.h"
#include "Library/NVVMDialect.h"
#include "Library/StaticTarget.h"
#include "Library/TypedPointers.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/InitializePasses.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/PassRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr char DefaultTriple[] = "nvptx64-nvidia-cuda";

/// The options that llc and opt share: -fp-contract, -denormal-fp-math and so on.
static codegen::RegisterCodeGenFlags SharedFlags;

/// Does what a test of NVPTXTC_ISOLATED needs: no input is known that crashes LLVM for ever.
enum class Crash { None, Abort, Fault, Overflow, Hang };
static cl::opt<Crash>
    TestCrash("nvptxtc-test-crash", cl::Hidden, cl::init(Crash::None),
              cl::desc("Crash in each compilation, for tests of the library"),
              cl::values(clEnumValN(Crash::Abort, "abort", "abort()"),
                         clEnumValN(Crash::Fault, "fault", "a null pointer"),
                         clEnumValN(Crash::Overflow, "overflow", "a stack that overflows"),
                         clEnumValN(Crash::Hang, "hang", "an endless loop")));

/// Recurses until the stack ends.
[[gnu::noinline]] static int recurse(volatile int *Outer) {
  volatile int Here[1024] = {*Outer};
  return *Outer ? 0 : recurse(Here) + Here[1];
}

static void crashIfAsked() {
  volatile int Zero = 0;
  switch (TestCrash) {
  case Crash::None:
    return;
  case Crash::Abort:
    std::abort();
  case Crash::Fault:
    *reinterpret_cast<volatile int *>(uintptr_t(Zero)) = 1;
    return;
  case Crash::Overflow:
    recurse(&Zero);
    return;
  case Crash::Hang:
    while (!Zero)
      usleep(1000);
  }
}

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
  Lazy.reset();
  Machine.reset();
  Context.reset();
}

std::optional<std::string> Compilation::prepareTarget(StringRef TripleName, StringRef DataLayout) {
  // llvmlite writes a triple that says nothing.
  const bool SaysNothing = TripleName.empty() || TripleName == "unknown-unknown-unknown";
  const Triple Asks(SaysNothing ? DefaultTriple : TripleName);
  if (!Asks.isNVPTX()) {
    Told.addError("the module's target triple is " + TripleName + "; expected " + DefaultTriple,
                  ErrorKind::Triple);
    return std::nullopt;
  }
  if (!Machine) {
    std::string Error;
    const Target *Found = TargetRegistry::lookupTarget(Asks, Error);
    TargetOptions Options = codegen::InitTargetOptionsFromCodeGenFlags(Asks);
    Options.MCOptions.AsmVerbose = true; // llc's default
    Machine.reset(Found->createTargetMachine(Asks, Asked.CPU, Asked.Features, Options,
                                             codegen::getExplicitRelocModel(),
                                             codegen::getExplicitCodeModel(), Asked.CodeGen));
  } else if (Asks.getArch() != Machine->getTargetTriple().getArch()) {
    Told.addError("the module's target triple is " + TripleName + ", and that of others is " +
                      Machine->getTargetTriple().str() + "; expected the same for all",
                  ErrorKind::Triple);
    return std::nullopt;
  }
  const auto Layout = Machine->createDataLayout();
  if (Error E = checkDataLayout(DataLayout, Layout))
    Told.addError(toString(std::move(E)), ErrorKind::DataLayout);
  return Layout.getStringRepresentation();
}

/// Returns what names the LLVM that has written a module, if that is newer than this one: "23.1.1".
/// Text says it only where clang has written it.
static std::string findNewerLLVM(StringRef Data, bool IsBitcode) {
  std::string Found;
  if (IsBitcode) {
    if (Expected<std::string> Producer = getBitcodeProducerString(MemoryBufferRef(Data, "")))
      Found = StringRef(*Producer).ltrim("LLVM ").str();
    else
      consumeError(Producer.takeError());
  } else {
    SmallVector<StringRef, 2> Parts;
    if (Regex("![0-9]+ = !\\{!\"[^\"\n]*clang version ([0-9.]+)").match(Data, &Parts))
      Found = Parts[1].str();
  }
  unsigned Major = 0;
  StringRef(Found).split('.').first.getAsInteger(10, Major);
  return Major > LLVM_VERSION_MAJOR ? Found : "";
}

std::unique_ptr<Module> Compilation::parse(const ModuleText &Text) {
  SMDiagnostic Syntax;
  auto GetDataLayout = [&](StringRef Triple, StringRef Layout) {
    return prepareTarget(Triple, Layout);
  };
  const auto Bytes = reinterpret_cast<const unsigned char *>(Text.Data.data());
  const bool IsBitcode = isBitcode(Bytes, Bytes + Text.Data.size());
  std::optional<std::string> Modern;
  if (!IsBitcode)
    Modern = replaceTypedPointers(Text.Data);
  // LLVM's lexer needs a null character after the text.
  auto Buffer = MemoryBuffer::getMemBufferCopy(Modern ? *Modern : Text.Data, Text.Name);
  std::unique_ptr<Module> Parsed;
  if (IsBitcode && Text.IsLazy) {
    // Only the functions of a library that are linked are read.
    Parsed = getLazyIRModule(std::move(Buffer), Syntax, *Context);
    if (Parsed)
      if (auto Layout = GetDataLayout(Parsed->getTargetTriple().str(), Parsed->getDataLayoutStr()))
        Parsed->setDataLayout(*Layout);
  } else {
    Parsed = parseIR(*Buffer, Syntax, *Context, ParserCallbacks(GetDataLayout));
  }
  if (!Parsed) {
    Message Error = describe(Syntax);
    const std::string Newer = explainNewerLLVM(findNewerLLVM(Text.Data, IsBitcode));
    Error.Text +=
        Newer.empty() ? explainSyntaxError(Syntax.getMessage(), Syntax.getLineContents()) : Newer;
    Told.add(std::move(Error));
    return nullptr;
  }
  if (Error E = checkNVVMIRVersion(*Parsed))
    Told.addError(Text.Name + ": " + toString(std::move(E)), ErrorKind::IRVersion);
  std::string Faults;
  raw_string_ostream OS(Faults);
  if (!Text.IsLazy) {
    relaxNVVMAtomics(*Parsed);
    correctDeclarations(*Parsed);
    rejectMisdeclaredIntrinsics(*Parsed);
  }
  if (!Text.IsLazy && verifyModule(*Parsed, &OS))
    Told.addError(Faults, ErrorKind::Verifier);
  if (Told.hasErrors())
    return nullptr;
  if (Machine)
    Parsed->setTargetTriple(Machine->getTargetTriple());
  return Parsed;
}

bool Compilation::link(std::unique_ptr<Module> &Into, std::unique_ptr<Module> Next,
                       bool OnlyNeeded) {
  if (!Into) {
    Into = std::move(Next);
    return true;
  }
  const bool HasErrors = OnlyNeeded
                             ? Linker(*Into).linkInModule(
                                   std::move(Next), Linker::LinkOnlyNeeded,
                                   [](Module &Linked, const StringSet<> &Names) {
                                     internalizeModule(Linked, [&](const GlobalValue &Value) {
                                       return !Value.hasName() || !Names.contains(Value.getName());
                                     });
                                   })
                             : Linker(*Into).linkInModule(std::move(Next));
  // The linker has said why, except for some reasons.
  if (HasErrors && !Told.hasErrors())
    Told.addError("the modules cannot be linked", ErrorKind::Link);
  return !HasErrors;
}

/// Reads and links the modules. Returns false after an error.
bool Compilation::read() {
  for (const ModuleText &Text : Asked.Modules) {
    std::unique_ptr<Module> Parsed = parse(Text);
    if (!Parsed || !link(Text.IsLazy ? Lazy : M, std::move(Parsed), /*OnlyNeeded=*/false))
      return false;
  }
  if (!Lazy)
    return true;
  if (!link(M, std::move(Lazy), /*OnlyNeeded=*/true))
    return false;
  std::string Faults;
  raw_string_ostream OS(Faults);
  if (!verifyModule(*M, &OS))
    return true;
  Told.addError(Faults, ErrorKind::Verifier);
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
  if (Asked.Cancel) // the new pass manager does not ask
    Optimizing->Callbacks.registerBeforeNonSkippedPassCallback(
        [this](StringRef, Any) { Context->yield(); });
  PassBuilder &Builder = Optimizing->Builder;
  Optimizing->Passes = *Asked.Optimization == OptimizationLevel::O0
                           ? Builder.buildO0DefaultPipeline(OptimizationLevel::O0)
                           : Builder.buildPerModuleDefaultPipeline(*Asked.Optimization);
  Optimizing->Passes.run(*M, Optimizing->Modules);
  // opt's output lacks the constants that nothing uses, so that llc does not find them.
  for (GlobalVariable &Global : M->globals())
    Global.removeDeadConstantUsers();
}

void Compilation::emit() {
  Emitting = std::make_unique<legacy::PassManager>();
  Emitting->add(new TargetLibraryInfoWrapperPass(Machine->getTargetTriple()));
  if (Machine->addPassesToEmitFile(*Emitting, Output, /*DwoOut=*/nullptr,
                                   CodeGenFileType::AssemblyFile,
                                   /*DisableVerify=*/false))
    return Told.addError("the target does not print PTX", ErrorKind::Fatal);
  Emitting->run(*M);
}

void Compilation::verify() {
  Emitting = std::make_unique<legacy::PassManager>();
  Emitting->add(new TargetLibraryInfoWrapperPass(Machine->getTargetTriple()));
  Emitting->add(Machine->createPassConfig(*Emitting));
  Emitting->run(*M);
}

/// LLVM asks between passes over IR and over machine code.
void Compilation::watchCancel() {
  if (!Asked.Cancel)
    return;
  Context->setYieldCallback(
      [](LLVMContext *, void *Cancel) {
        if (*static_cast<const volatile int *>(Cancel))
          abandonWork("the call was cancelled");
      },
      const_cast<int *>(Asked.Cancel));
}

void Compilation::run() {
  Context = std::make_unique<LLVMContext>();
  collectDiagnostics(*Context, Told, Asked.Remarks);
  watchCancel();
  if (!read() || Told.hasErrors() || (!Machine && !prepareTarget(M->getTargetTriple().str(), "")))
    return;
  lowerNVVMDialect(*M);
  M->setTargetTriple(Machine->getTargetTriple());
  codegen::setFunctionAttributes(Asked.CPU, Asked.Features, *M);
  limitRegisters();
  crashIfAsked();
  optimize();
  if (Told.hasErrors())
    return;
  if (Asked.VerifiesOnly)
    return verify();
  emit();
}
