//===- ClangDriver.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build/bin/clang++: clang 22 with this target, for CUDA also with the GPUs that clang 22 does not
// know.
//
// Without CUDA input this is a launcher like llc's. With it, clang's own driver, from its
// library, plans the compilation: which jobs there are for which GPU, where their files
// go, what is cleaned up after a failure. It refuses GPUs that it does not know, so it is
// given placeholders (OffloadTargets.h); the finished jobs are rewritten (Jobs.h) and run
// by it. So options, output names, -###, -save-temps, -MD, exit codes and the rest
// are clang's, because nothing here makes them. The two other ways are worse: to run stock clang
// once a GPU and to do the rest here is to write a driver again; to rewrite the text that clang
// -### prints loses which file is a temporary one and what a job was for.
//
// The jobs of clang's front end run the stock program, or if there is only one, run here
// (IntegratedFrontEnd.h). Where one crashes, no reproducer is written: clang would plan the
// compilation anew, with placeholders.
//
//===----------------------------------------------------------------------===//

#include "IntegratedFrontEnd.h"
#include "Jobs.h"
#include "Model/Version.h"
#include "NvccOptions.h"
#include "NvccSources.h"
#include "Prerequisites.h"
#include "PtxasCrash.h"
#include "StockTool.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/DriverDiagnostic.h"
#include "clang/Driver/Types.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Options/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace clang::driver;

/// Returns true if a file of the command line is CUDA, by its name or by the -x before it.
static bool hasCUDAInput(ArrayRef<const char *> Args) {
  unsigned MissingIndex, MissingCount;
  const opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
      Args.drop_front(), MissingIndex, MissingCount, opt::Visibility(clang::options::ClangOption));
  types::ID Language = types::TY_INVALID;
  for (const opt::Arg *A : Parsed) {
    if (A->getOption().matches(clang::options::OPT_x))
      Language = types::lookupTypeForTypeSpecifier(A->getValue());
    if (A->getOption().getKind() != opt::Option::InputClass)
      continue;
    StringRef Extension = sys::path::extension(A->getValue());
    Extension.consume_front(".");
    types::ID Type = Language;
    if (Type == types::TY_INVALID)
      Type = types::lookupTypeForExtension(Extension);
    if (Type != types::TY_INVALID && types::isCuda(Type))
      return true;
  }
  return false;
}

/// Says which input clang would leave to the linker, which nobody starts, and what it is.
static std::string findForeignInput(ArrayRef<const char *> Args) {
  unsigned MissingIndex, MissingCount;
  const opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
      Args.drop_front(), MissingIndex, MissingCount, opt::Visibility(clang::options::ClangOption));
  if (Parsed.hasArg(clang::options::OPT_x))
    return "";
  for (const opt::Arg *A : Parsed.filtered(clang::options::OPT_INPUT)) {
    const StringRef Name = A->getValue();
    if (sys::fs::is_directory(Name))
      return ("'" + Name + "' is a folder; expected a file").str();
    if (Name.ends_with(".ptx"))
      return ("'" + Name +
              "' is PTX, which ptx-run runs and ptxas assembles; expected a source file")
          .str();
  }
  return "";
}

static std::string findClang() {
  const std::string Stock = ::tensorcore::getStockTool();
  if (sys::fs::can_execute(Stock)) {
    SmallString<128> Real; // as clang finds itself
    if (!sys::fs::real_path(Stock, Real))
      return Real.str().str();
  }
  if (auto Found = sys::findProgramByName(::tensorcore::getStockToolOnPath()))
    return *Found;
  ::tensorcore::fail("cannot find " + Stock + " nor " + ::tensorcore::getStockToolOnPath() +
                     "; install LLVM 22's tools, e.g. with scripts/bootstrap");
}

/// The command line for clang's driver: options of ours before the user's.
static SmallVector<const char *, 64>
getDriverArgs(ArrayRef<const char *> Args, const OffloadTargets &Targets, StringSaver &Saver) {
  SmallVector<const char *, 64> All = {Args.front(), "--driver-mode=g++"};
  for (const std::string &Option : ::tensorcore::getPluginOptions())
    All.push_back(Saver.save(Option).data());
  if (Targets.hasObsoletePlaceholder())
    append_range(All, ArrayRef({"--start-no-unused-arguments", "--no-cuda-version-check",
                                "--end-no-unused-arguments"}));
  // As in nvcc, types do not tell accesses apart, a missing return is no promise, and a loop need
  // not end.
  append_range(
      All,
      ArrayRef({"--start-no-unused-arguments", "--cuda-include-ptx=all", "-Xarch_device",
                "-fno-strict-aliasing", "-Xarch_device", "-fno-strict-return", "-Xarch_device",
                "-fno-finite-loops", "-Wno-error=c++11-narrowing", "-Wno-error=register",
                "-Wno-error=parentheses", "-Wno-error=increment-bool", "-Wno-error=return-mismatch",
                "-Wno-error=extraneous-template-head", "-Wno-error=reserved-user-defined-literal",
                "-Wno-error=missing-template-arg-list-after-template-kw",
                "--end-no-unused-arguments"}));
  append_range(All, Args.drop_front());
  return All;
}

namespace {
/// The messages of clang's driver while it plans, which can name placeholders.
class HeldMessages : public clang::TextDiagnosticPrinter {
public:
  HeldMessages(raw_ostream &OS, clang::DiagnosticOptions &Options)
      : TextDiagnosticPrinter(OS, Options) {
    setPrefix("clang++");
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    MissesSDK |= Info.getID() == clang::diag::err_drv_no_cuda_installation ||
                 Info.getID() == clang::diag::err_drv_no_cuda_libdevice;
    TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
  }

  bool MissesSDK = false;
};
} // namespace

/// Null if there is nothing to run.
static std::unique_ptr<Compilation> plan(Driver &TheDriver, ArrayRef<const char *> Args,
                                         const OffloadTargets &Targets,
                                         clang::DiagnosticOptions &Options,
                                         bool AcceptsNvccSources) {
  clang::DiagnosticsEngine &Diags = TheDriver.getDiags();
  std::string Text;
  raw_string_ostream Stream(Text);
  Stream.enable_colors(true); // where the options say so
  HeldMessages Messages(Stream, Options);
  Diags.setClient(&Messages, /*ShouldOwnClient=*/false);
  std::unique_ptr<Compilation> C(TheDriver.BuildCompilation(Args));
  if (C && !C->containsError()) {
    Plan P(*C, Targets);
    separateFrontEnd(*C);
    rewriteJobs(P, ::tensorcore::findInLib("nvptx-tensorcore/include"));
    checkPrerequisites(P);
    replaceJobs(*C, [&](const Command &Job) -> std::unique_ptr<Command> {
      if (isFrontEnd(Job) && AcceptsNvccSources)
        return acceptNvccSources(Job);
      return getTool(Job) == "ptxas" ? surviveCrashesOfPtxas(Job) : nullptr;
    });
  }
  if (Messages.MissesSDK)
    Diags.Report(Diags.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0"))
        << describeSearchForSDK();
  errs() << Targets.restoreNames(Text);
  return C && !C->containsError() ? std::move(C) : nullptr;
}

/// Returns the first input that includes a header of a CUDA SDK; empty if none does.
static StringRef findInputWithSDK(ArrayRef<const char *> Args) {
  Regex Includes("^[ \t]*#[ \t]*include[ \t]*[<\"](cuda|mma\\.h|cooperative_groups)",
                 Regex::Newline);
  for (StringRef Arg : Args)
    if (Arg.ends_with(".cu"))
      if (auto Text = MemoryBuffer::getFile(Arg); Text && Includes.match((*Text)->getBuffer()))
        return Arg;
  return "";
}

/// Plans and runs; the status is that of the first job that failed.
static int compile(ArrayRef<const char *> Args) {
  const std::unique_ptr<clang::DiagnosticOptions> Options = clang::CreateAndPopulateDiagOpts(Args);
  // Prerequisites.cpp knows newer versions than clang.
  Options->Warnings.insert(Options->Warnings.begin(), "no-unknown-cuda-version");
  clang::TextDiagnosticPrinter Printer(errs(), *Options);
  Printer.setPrefix("clang++");
  clang::DiagnosticsEngine Diags(clang::DiagnosticIDs::create(), *Options, &Printer,
                                 /*ShouldOwnClient=*/false);
  clang::ProcessWarningOptions(Diags, *Options, *vfs::getRealFileSystem(), /*ReportDiags=*/false);

  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 64> Named(Args);
  auto Fail = [&](Error E) {
    Diags.Report(Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
        << toString(std::move(E));
    return 1;
  };
  if (Error E = replaceNvccOptions(Named, Saver))
    return Fail(std::move(E));
  const auto IsOff = [](StringRef Arg) { return Arg == "-fno-nvcc-sources"; };
  const bool AcceptsNvccSources = none_of(Named, IsOff);
  erase_if(Named, IsOff);
  Expected<OffloadTargets> Targets = OffloadTargets::replaceNames(Named, Saver);
  if (!Targets)
    return Fail(Targets.takeError());
  Driver TheDriver(findClang(), sys::getDefaultTargetTriple(), Diags);
  integrateFrontEnd(TheDriver);
  std::unique_ptr<Compilation> C = plan(TheDriver, getDriverArgs(Named, *Targets, Saver), *Targets,
                                        *Options, AcceptsNvccSources);
  if (!C)
    return 1;
  Diags.setClient(&Printer, /*ShouldOwnClient=*/false);
  SmallVector<std::pair<int, const Command *>, 4> Failing;
  int Status = TheDriver.ExecuteCompilation(*C, Failing);
  if (!Status && !Failing.empty())
    Status = Failing.front().first;
  if (Status && Targets->isDefault())
    // Not through Diags, which drops notes that follow no message of its own.
    errs() << "clang++: note: no --cuda-gpu-arch= was given; clang's default is "
           << OffloadTargets::getDefault() << '\n';
  if (Status && is_contained(Named, StringRef("-nocudainc")))
    if (const StringRef Input = findInputWithSDK(Named); !Input.empty())
      errs() << "clang++: note: " << Input << " includes a header of CUDA, which -nocudainc leaves "
             << "out; nvptx_tensorcore_device.h has what kernels use of them without an SDK\n";
  const auto IsOfHost = [](const std::pair<int, const Command *> &Job) {
    const auto Kind = Job.second->getSource().getOffloadingDeviceKind();
    return Kind == clang::driver::Action::OFK_None;
  };
  if (is_contained(Named, StringRef("-nocudainc")) && any_of(Failing, IsOfHost))
    errs() << "clang++: note: code for the host needs a CUDA SDK; --cuda-device-only makes PTX "
              "alone\n";
  return Status;
}

int main(int argc, char **argv) {
  BumpPtrAllocator Allocator;
  SmallVector<const char *, 64> Args(argv, argv + argc);
  const bool IsFrontEnd = argc > 1 && StringRef(argv[1]).starts_with("-cc1");
  if (!IsFrontEnd && is_contained(ArrayRef(argv, argc), StringRef("--version"))) {
    printVersion(outs()); // and clang's
    outs().flush();
  }
  // Stock clang reports what is wrong with a response file.
  const bool IsStocks = IsFrontEnd ||
                        errorToBool(expandResponseFiles(Args, /*ClangCLMode=*/false, Allocator)) ||
                        !hasCUDAInput(Args);
  if (const std::string Foreign = IsFrontEnd ? "" : findForeignInput(Args); !Foreign.empty()) {
    WithColor::error(errs(), "clang++") << Foreign << '\n';
    return 1;
  }
  if (IsStocks)
    ::tensorcore::runStockTool(argc, argv);
  // For the front end in this process; the stock program has the plug-in, which says the same.
  PrettyStackTraceProgram Program(argc, argv);
  sys::PrintStackTraceOnErrorSignal(argv[0]);
  setBugReportMsg(getBugReportMessage());
  return compile(Args);
}
