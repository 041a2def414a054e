//===- IntegratedFrontEnd.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stock program's other features, its output of time traces and of lists of processors, stay
// with the stock program. Where this program has the target linked in, it has no other, and no
// symbols for plug-ins: jobs for other targets or with others' plug-ins run in the stock
// program.
//
//===----------------------------------------------------------------------===//

#include "IntegratedFrontEnd.h"
#include "CodeGen/Target/FatalErrors.h"
#include "HeaderErrors.h"
#include "Library/StaticTarget.h"
#include "Plan.h"
#include "SARIFLog.h"
#include "StockTool.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/CodeGen/ObjectFilePCHContainerWriter.h"
#include "clang/Driver/Compilation.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/FrontendTool/Utils.h"
#include "clang/Options/Options.h"
#include "clang/Serialization/ObjectFilePCHContainerReader.h"
#include "llvm/Support/BuryPointer.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Timer.h"

using namespace llvm;
using namespace llvm::tensorcore;
using clang::CompilerInstance;
using clang::CompilerInvocation;

/// Reports LLVM's fatal errors: those of a function as the compiler's other errors, and the rest as
/// clang does.
static void onFatalError(void *Diagnostics, const char *Message, bool IsCrash) {
  if (reportFatalError(Message))
    IsCrash = false;
  else
    static_cast<clang::DiagnosticsEngine *>(Diagnostics)->Report(clang::diag::err_fe_error_backend)
        << Message;
  sys::RunInterruptHandlers();
  sys::Process::Exit(IsCrash ? 70 : 1); // as clang does
}

static std::unique_ptr<CompilerInstance>
createInstance(std::shared_ptr<CompilerInvocation> Invocation) {
  auto PCH = std::make_shared<clang::PCHContainerOperations>();
  PCH->registerWriter(std::make_unique<clang::ObjectFilePCHContainerWriter>());
  PCH->registerReader(std::make_unique<clang::ObjectFilePCHContainerReader>());
  return std::make_unique<CompilerInstance>(std::move(Invocation), std::move(PCH));
}

static void initializeTargets(SmallVectorImpl<const char *> &Arguments) {
  initializeStaticTarget();
  // The only plug-ins are this project's (canRunHere), which are here.
  for (auto It = Arguments.begin(); It != Arguments.end();)
    It = StringRef(*It) == "-load" ? Arguments.erase(It, It + 2) : It + 1;
}

static bool canRunHere(const clang::driver::Command &Job) {
  const std::vector<std::string> Own = ::tensorcore::getPluginOptions();
  const opt::ArgStringList &Args = Job.getArguments();
  for (size_t I = 0; I != Args.size(); ++I) {
    const StringRef Option = Args[I], Value = I + 1 == Args.size() ? "" : Args[I + 1];
    if (Option == "-analyze" || Option.starts_with("-fpass-plugin="))
      return false;
    if (Option == "-load" && !is_contained(Own, ("-fplugin=" + Value).str()))
      return false;
    if (Option == "-triple" && !Value.starts_with("nvptx"))
      return false;
  }
  return true;
}

/// Prints what is wrong with the options after -mllvm. Clang parses them again, and would end the
/// process, with the message lost.
static bool areLLVMOptionsFine(ArrayRef<std::string> Options) {
  SmallVector<const char *, 8> Arguments = {"clang (LLVM option parsing)"};
  for (const std::string &Option : Options)
    Arguments.push_back(Option.c_str());
  std::string Text;
  raw_string_ostream OS(Text);
  const bool IsFine = cl::ParseCommandLineOptions(int(Arguments.size()), Arguments.data(), "", &OS);
  errs() << Text;
  errs().flush();
  cl::ResetAllOptionOccurrences();
  return IsFine;
}

static bool execute(CompilerInstance &Clang) {
  const bool IsTimed = Clang.getCodeGenOpts().TimePasses;
  if (IsTimed)
    Clang.createFrontendTimer();
  const TimeRegion Time(IsTimed ? &Clang.getFrontendTimer() : nullptr);
  return clang::ExecuteCompilerInvocation(&Clang);
}

/// The program's name, "-cc1" and the options.
static int runFrontEnd(SmallVectorImpl<const char *> &Arguments) {
  cl::ResetAllOptionOccurrences();
  initializeTargets(Arguments);

  auto Invocation = std::make_shared<CompilerInvocation>();
  clang::TextDiagnosticBuffer Early; // what is said before it is known how to say it
  clang::DiagnosticOptions EarlyOptions;
  clang::DiagnosticsEngine EarlyDiagnostics(clang::DiagnosticIDs::create(), EarlyOptions, &Early,
                                            /*ShouldOwnClient=*/false);
  const bool AreOptionsFine = CompilerInvocation::CreateFromArgs(
      *Invocation, ArrayRef(Arguments).drop_front(2), EarlyDiagnostics, Arguments[0]);
  std::unique_ptr<CompilerInstance> Clang = createInstance(std::move(Invocation));
  Clang->createVirtualFileSystem();
  Clang->createDiagnostics();
  if (!Clang->hasDiagnostics())
    return 1;
  logCodes(*Clang);
  reportAtUses(*Clang);
  install_fatal_error_handler(onFatalError, &Clang->getDiagnostics());
  Early.FlushDiagnostics(Clang->getDiagnostics());
  if (!AreOptionsFine) {
    Clang->getDiagnosticClient().finish();
    remove_fatal_error_handler();
    return 1;
  }
  const bool IsFine = areLLVMOptionsFine(Clang->getFrontendOpts().LLVMArgs) && execute(*Clang);
  TimerGroup::printAll(errs());
  TimerGroup::clearAll();
  remove_fatal_error_handler();
  if (Clang->getFrontendOpts().DisableFree)
    BuryPointer(std::move(Clang));
  return !IsFine;
}

static bool isOfStockProgram(StringRef Argument) {
  return Argument.starts_with("-ftime-trace") || Argument.starts_with("--print-supported") ||
         Argument.starts_with("-print-supported") ||
         Argument.starts_with("--print-enabled-extensions");
}

void llvm::tensorcore::integrateFrontEnd(clang::driver::Driver &Driver) {
  Driver.CC1Main = runFrontEnd;
  CrashRecoveryContext::Enable();
}

void llvm::tensorcore::separateFrontEnd(clang::driver::Compilation &C) {
  const bool IsIntegrated = C.getArgs().hasFlag(clang::options::OPT_fintegrated_cc1,
                                                clang::options::OPT_fno_integrated_cc1, true);
  for (clang::driver::Command &Job : C.getJobs())
    Job.InProcess &=
        IsIntegrated && canRunHere(Job) && none_of(Job.getArguments(), isOfStockProgram);
}
