//===- StaticTool.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// main() of llc and opt, and what LLVM's programs call to initialise their targets.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Parallel/DividedPasses.h"
#include "CodeGen/TargetMachine.h"
#include "IR/Verifier/Annotations.h"
#include "IR/Verifier/Declarations.h"
#include "IR/Verifier/NewerLLVM.h"
#include "Model/Version.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

using namespace llvm;

/// main() of LLVM's program.
int runLLVMTool(int argc, char **argv);

// LLVMInitializeNVPTXTargetInfo is upstream's own.
extern "C" void LLVMInitializeNVPTXTarget() { tensorcore::registerTarget(); }
extern "C" void LLVMInitializeNVPTXTargetMC() {}
extern "C" void LLVMInitializeNVPTXAsmPrinter() {}

namespace llvm::sys {
std::string getNVPTXTriple();
}
/// What a module without a triple is for, as LLVM's programs ask for it in place of the host's.
std::string sys::getNVPTXTriple() { return "nvptx64-nvidia-cuda"; }

void upgradeAnnotations(Module &M) asm("__real__ZN4llvm22UpgradeNVVMAnnotationsERNS_6ModuleE");
void upgradeCheckedAnnotations(Module &M) asm(
    "__wrap__ZN4llvm22UpgradeNVVMAnnotationsERNS_6ModuleE");

/// LLVM's readers call this in place of UpgradeNVVMAnnotations (the option --wrap of the
/// linker).
void upgradeCheckedAnnotations(Module &M) {
  tensorcore::rejectMalformedAnnotations(M);
  tensorcore::correctDeclarations(M);
  tensorcore::rejectMisdeclaredIntrinsics(M);
  upgradeAnnotations(M);
}

void printSyntaxError(
    const SMDiagnostic &Syntax, const char *Program, raw_ostream &OS, bool InColors, bool NamesKind,
    bool HasLevel) asm("__real__ZNK4llvm12SMDiagnostic5printEPKcRNS_11raw_ostreamEbbb");
void printSyntaxErrorOnce(
    const SMDiagnostic &Syntax, const char *Program, raw_ostream &OS, bool InColors, bool NamesKind,
    bool HasLevel) asm("__wrap__ZNK4llvm12SMDiagnostic5printEPKcRNS_11raw_ostreamEbbb");

/// Says more of the error, if it is of a newer LLVM. llc prints the program's name itself before it
/// asks for an error of its input.
void printSyntaxErrorOnce(const SMDiagnostic &Syntax, const char *Program, raw_ostream &OS,
                          bool InColors, bool NamesKind, bool HasLevel) {
  SMDiagnostic Explained = Syntax;
  const std::string More =
      tensorcore::explainSyntaxError(Syntax.getMessage(), Syntax.getLineContents());
  if (!More.empty() && Syntax.getSourceMgr())
    Explained = SMDiagnostic(*Syntax.getSourceMgr(), Syntax.getLoc(), Syntax.getFilename(),
                             Syntax.getLineNo(), Syntax.getColumnNo(), Syntax.getKind(),
                             Syntax.getMessage().str() + More, Syntax.getLineContents(),
                             Syntax.getRanges(), Syntax.getFixIts());
  printSyntaxError(Explained, StringRef(TOOL_NAME) == "llc" ? nullptr : Program, OS, InColors,
                   NamesKind, HasLevel);
}

/// Ends the program for what LLVM calls a fatal error: by a sentence and the exit code 1, in the
/// place of abort(), and without the files that are not complete.
static void onFatalError(void *, const char *Reason, bool IsFault) {
  errs() << "LLVM ERROR: " << Reason << "\n";
  if (IsFault)
    errs() << tensorcore::getBugReportMessage();
  sys::RunInterruptHandlers();
  std::exit(1);
}

int main(int argc, char **argv) {
  setBugReportMsg(tensorcore::getBugReportMessage());
  install_fatal_error_handler(onFatalError);
  cl::AddExtraVersionPrinter(tensorcore::printVersion);
  std::optional<cl::opt<unsigned, true>> Threads;
  if (StringRef(TOOL_NAME) == "llc")
    Threads.emplace(
        "threads", cl::location(tensorcore::CodeGenThreads), cl::init(1), cl::value_desc("number"),
        cl::desc("Compile functions in so many processes, with the same PTX (0: one for each "
                 "processor)"));
  const int Code = runLLVMTool(argc, argv);
#ifdef TOOL_ENDS_AT_ONCE
  // LLVM's own shutdown is over. Destroying the options and other static objects takes a twentieth
  // of the time of a small module, and has no effect but to report that output was not written.
  outs().flush();
  std::fflush(nullptr);
  if (!outs().has_error())
    sys::Process::Exit(Code, /*NoCleanup=*/true);
#endif
  return Code;
}
