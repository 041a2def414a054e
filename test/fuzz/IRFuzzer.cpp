//===- IRFuzzer.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR through the gate, our passes of opt's pipelines, selection and all that follows, to PTX.
// Inputs are modules as text, so that llc takes them, too.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "TextMutator.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/FuzzMutate/IRMutator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore::fuzz;

/// A module of an input; null if it is none.
static std::unique_ptr<Module> parse(StringRef Input, LLVMContext &Context) {
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(Input.str(), Error, Context);
  return M && !verifyModule(*M) ? std::move(M) : nullptr;
}

/// What opt's pipelines run of ours.
static void optimize(Module &M, TargetMachine &Machine) {
  PassBuilder Builder(&Machine);
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  ModulePassManager Passes;
  cantFail(Builder.parsePassPipeline(Passes,
                                     "nvptx-mma-attributes,function(nvptx-wgmma-ordering,sroa,"
                                     "nvptx-tensor-memory-ordering)"));
  Passes.run(M, Modules);
  if (verifyModule(M, &errs()))
    report_fatal_error("our passes have broken the module");
}

static void compile(Module &M, const Request &Asked) {
  std::unique_ptr<TargetMachine> Machine = makeTargetMachine(Asked);
  M.setTargetTriple(Machine->getTargetTriple());
  M.setDataLayout(Machine->createDataLayout());
  if (Asked.Optimizes)
    optimize(M, *Machine);
  SmallString<0> PTX;
  raw_svector_ostream OS(PTX);
  legacy::PassManager Passes;
  Machine->addPassesToEmitFile(Passes, OS, nullptr, CodeGenFileType::AssemblyFile,
                               /*DisableVerify=*/false);
  Passes.run(M);
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  initializeBackend({"-verify-machineinstrs", "-nvptx-mma-comments"});
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Input = readText(Data, Size);
  auto Context = std::make_unique<LLVMContext>();
  silence(*Context);
  std::unique_ptr<Module> M = parse(Input, *Context);
  if (M && !runGuarded(GuardKind::Compiling, [&] { compile(*M, Request::parse(Input)); })) {
    M.release();
    Context.release();
  }
  return 0;
}

/// The module, with instructions, blocks and calls of LLVM's choice; empty if it is none.
static std::string mutateModule(StringRef Input, size_t MaxSize, unsigned Seed) {
  LLVMContext Context;
  silence(Context);
  std::unique_ptr<Module> M = parse(Input, Context);
  if (!M || M->empty())
    return "";
  std::vector<TypeGetter> Types = {
      Type::getInt1Ty,
      Type::getInt16Ty,
      Type::getInt32Ty,
      Type::getInt64Ty,
      Type::getFloatTy,
      Type::getHalfTy,
      [](LLVMContext &C) -> Type * { return PointerType::get(C, 0); },
      [](LLVMContext &C) -> Type * { return PointerType::get(C, 3); },
      [](LLVMContext &C) -> Type * { return PointerType::get(C, 6); },
      [](LLVMContext &C) -> Type * { return FixedVectorType::get(Type::getFloatTy(C), 4); }};
  std::vector<std::unique_ptr<IRMutationStrategy>> Strategies;
  Strategies.push_back(std::make_unique<InjectorIRStrategy>());
  Strategies.push_back(std::make_unique<InstDeleterIRStrategy>());
  Strategies.push_back(std::make_unique<InstModificationIRStrategy>());
  Strategies.push_back(std::make_unique<InsertFunctionStrategy>());
  Strategies.push_back(std::make_unique<InsertCFGStrategy>());
  Strategies.push_back(std::make_unique<InsertPHIStrategy>());
  Strategies.push_back(std::make_unique<SinkInstructionStrategy>());
  Strategies.push_back(std::make_unique<ShuffleBlockStrategy>());
  IRMutator Mutator(std::move(Types), std::move(Strategies));
  Mutator.mutateModule(*M, Seed, MaxSize);
  if (verifyModule(*M))
    return "";
  std::string Text = Input.split('\n').first.str() + "\n";
  raw_string_ostream(Text) << *M;
  return Text;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                                          unsigned Seed) {
  StringRef Input = readText(Data, Size);
  if (Seed % 2)
    if (std::string Text = mutateModule(Input, MaxSize, Seed / 2); !Text.empty())
      return writeText(Text, Data, MaxSize);
  return writeText(mutateInput(Input, Input, ";", Seed / 2), Data, MaxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data1, size_t Size1,
                                            const uint8_t *Data2, size_t Size2, uint8_t *Out,
                                            size_t MaxOutSize, unsigned Seed) {
  return writeText(mutateInput(readText(Data1, Size1), readText(Data2, Size2), ";", Seed), Out,
                   MaxOutSize);
}
