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
#include "CodeGen/Target/FatalErrors.h"
#include "CodeGen/TargetMachine.h"
#include "IR/Verifier/Annotations.h"
#include "IR/Verifier/Declarations.h"
#include "IR/Verifier/NewerLLVM.h"
#include "Model/Version.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
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
/// Returns the triple of a module without one, which LLVM's programs ask for in place of the
/// host's.
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

/// Returns what a file that is not LLVM IR is, as far as its contents and its name tell.
static std::string explainForeignFile(StringRef Name) {
  auto Buffer = Name == "-" || Name == "<stdin>" ? std::error_code() : MemoryBuffer::getFile(Name);
  if (!Buffer || !*Buffer)
    return "";
  const StringRef Text = (*Buffer)->getBuffer();
  if (identify_magic(Text) == file_magic::bitcode)
    return ""; // of which LLVM says what is wrong
  if (Text.starts_with(".version ") || Text.contains("\n.version "))
    return "is PTX, which ptx-run runs and ptxas assembles";
  if (Text.contains('\0') || !json::isUTF8(Text))
    return "is neither text nor bitcode";
  if (Name.ends_with(".cu") || Name.ends_with(".cpp") || Name.ends_with(".c"))
    return "is source code, which clang++ compiles";
  return "";
}

/// Says more of the error, if it is of a newer LLVM. llc prints the program's name itself before it
/// asks for an error of its input.
void printSyntaxErrorOnce(const SMDiagnostic &Syntax, const char *Program, raw_ostream &OS,
                          bool InColors, bool NamesKind, bool HasLevel) {
  const char *Shown = StringRef(TOOL_NAME) == "llc" ? nullptr : Program;
  if (const std::string Kind = explainForeignFile(Syntax.getFilename()); !Kind.empty())
    return printSyntaxError(
        SMDiagnostic(Syntax.getFilename(), SourceMgr::DK_Error,
                     "the file " + Kind + "; expected LLVM IR, as text (.ll) or bitcode (.bc)"),
        Shown, OS, InColors, NamesKind, HasLevel);
  SMDiagnostic Explained = Syntax;
  const std::string More =
      tensorcore::explainSyntaxError(Syntax.getMessage(), Syntax.getLineContents());
  if (!More.empty() && !Syntax.getSourceMgr()) // bitcode
    Explained =
        SMDiagnostic(Syntax.getFilename(), Syntax.getKind(), Syntax.getMessage().str() + More);
  else if (!More.empty())
    Explained = SMDiagnostic(*Syntax.getSourceMgr(), Syntax.getLoc(), Syntax.getFilename(),
                             Syntax.getLineNo(), Syntax.getColumnNo(), Syntax.getKind(),
                             Syntax.getMessage().str() + More, Syntax.getLineContents(),
                             Syntax.getRanges(), Syntax.getFixIts());
  printSyntaxError(Explained, Shown, OS, InColors, NamesKind, HasLevel);
}

bool verifyFunction(const MachineFunction &MF, Pass *P, const char *Banner, raw_ostream *OS,
                    bool AbortsOnError) asm("__real__ZNK4llvm15MachineFunction6verifyEPNS_"
                                            "4PassEPKcPNS_11raw_ostreamEb");
bool verifyReadFunction(const MachineFunction &MF, Pass *P, const char *Banner, raw_ostream *OS,
                        bool AbortsOnError) asm("__wrap__ZNK4llvm15MachineFunction6verifyEPNS_"
                                                "4PassEPKcPNS_11raw_ostreamEb");

/// Ends the program if a function of MIR that has just been read is wrong, which is no bug of the
/// compiler. Passes, which verify their result, name themselves.
bool verifyReadFunction(const MachineFunction &MF, Pass *P, const char *Banner, raw_ostream *OS,
                        bool AbortsOnError) {
  const bool IsRead = !P && !Banner;
  const bool IsCorrect = verifyFunction(MF, P, Banner, OS, AbortsOnError && !IsRead);
  if (IsCorrect || !IsRead)
    return IsCorrect;
  WithColor::error(errs(), TOOL_NAME)
      << "the machine function '" << MF.getName()
      << "' of the input is wrong, as the lines above say; expected MIR of "
         "LLVM " LLVM_VERSION_STRING ", as operands of instructions change between releases\n";
  sys::RunInterruptHandlers();
  std::exit(1);
}

/// Ends the program for what LLVM calls a fatal error: by a sentence and the exit code 1, instead
/// of abort(), and without the files that are not complete.
static void onFatalError(void *, const char *Reason, bool IsBug) {
  if (!tensorcore::reportFatalError(Reason)) {
    errs() << "LLVM ERROR: " << Reason << "\n";
    if (IsBug)
      errs() << tensorcore::getBugReportMessage();
  }
  sys::RunInterruptHandlers();
  std::exit(1);
}

/// Ends the program if a GPU is given as nvcc's -arch, or as llc's -march, which is "nvptx64".
static void checkArchitecture(ArrayRef<const char *> Arguments) {
  for (StringRef Argument : Arguments.drop_front()) {
    auto [Option, GPU] = Argument.ltrim('-').split('=');
    if (Argument.starts_with("-") && (Option == "arch" || Option == "march") &&
        (GPU.starts_with("sm_") || GPU.starts_with("compute_"))) {
      GPU.consume_front("compute_");
      WithColor::error(errs(), TOOL_NAME)
          << "'" << Argument << "' is not an option for a GPU; did you mean '-mcpu="
          << (GPU.starts_with("sm_") ? "" : "sm_") << GPU << "'?\n";
      std::exit(1);
    }
  }
}

/// Ends the program if the file of -o cannot be, of which LLVM's programs do not say the name.
static void checkOutput(ArrayRef<const char *> Arguments) {
  for (size_t I = 1; I != Arguments.size(); ++I) {
    StringRef Name = Arguments[I];
    if (Name == "-o" || Name == "--o")
      Name = I + 1 == Arguments.size() ? "" : Arguments[I + 1];
    else if (!Name.consume_front("-o=") && !Name.consume_front("--o="))
      continue;
    const StringRef Folder = sys::path::parent_path(Name);
    const bool IsFolder = sys::fs::is_directory(Name);
    if (!IsFolder && (Folder.empty() || sys::fs::is_directory(Folder)))
      continue;
    WithColor::error(errs(), TOOL_NAME)
        << (IsFolder ? "'" + Name + "' is a folder; expected a file after -o"
                     : "there is no folder '" + Folder + "' for the file after -o")
        << '\n';
    std::exit(1);
  }
}

int main(int argc, char **argv) {
  setBugReportMsg(tensorcore::getBugReportMessage());
  install_fatal_error_handler(onFatalError);
  cl::AddExtraVersionPrinter(tensorcore::printVersion);
  std::optional<cl::opt<unsigned, true>> Threads;
  if (StringRef(TOOL_NAME) == "llc")
    Threads.emplace(
        "threads", cl::location(tensorcore::CodeGenThreads), cl::init(1), cl::value_desc("number"),
        cl::desc(
            "The number of processes that compile functions, with the same PTX (0: one for each "
            "processor)"));
  // LLVM's programs end by exit() after some errors, and leave files that are not complete.
  std::atexit([] { sys::RunInterruptHandlers(); });
  checkOutput(ArrayRef(argv, argc));
  checkArchitecture(ArrayRef(argv, argc));
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
