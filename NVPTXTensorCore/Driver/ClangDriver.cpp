//===- ClangDriver.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build/bin/clang++: stock clang 19 with the plug-in, for CUDA also with the GPUs that
// clang 19 does not know.
//
// Without CUDA input this is a launcher like llc's. With it, clang's own driver, from its
// library, plans the compilation: which jobs there are for which GPU, where their files
// go, what is cleaned up after a failure. It refuses GPUs that it does not know, so it is
// given placeholders (OffloadTargets.h); the finished jobs are rewritten (Jobs.h) and run
// by it. So options, output names, -###, -save-temps, -MD, exit codes and the rest
// are clang's, because nothing here makes them. The two other ways are worse: to run stock clang once
// a GPU and to do the rest here is to write a driver again; to rewrite the text that
// clang -### prints loses which file is a temporary one and what a job was for.
//
// The jobs of clang's front end run the stock program. Where one crashes, no
// reproducer is written: clang would plan the compilation anew, with placeholders.
//
//===----------------------------------------------------------------------===//

#include "Jobs.h"
#include "OffloadTargets.h"
#include "Plugin/StockTool.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Options.h"
#include "clang/Driver/Types.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace clang::driver;

/// Whether a file of the command line is CUDA, by its name or by the -x before it.
static bool hasCUDAInput(ArrayRef<const char *> Args) {
  unsigned MissingIndex, MissingCount;
  const opt::InputArgList Parsed =
      getDriverOptTable().ParseArgs(Args.drop_front(), MissingIndex, MissingCount,
                                    opt::Visibility(options::ClangOption));
  types::ID Language = types::TY_INVALID;
  for (const opt::Arg *A : Parsed) {
    if (A->getOption().matches(options::OPT_x))
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
                   "; install LLVM 19's tools, e.g. with scripts/bootstrap");
}

/// The command line for clang's driver: options of ours before the user's.
static SmallVector<const char *, 64> getDriverArgs(ArrayRef<const char *> Args,
                                                   const OffloadTargets &Targets,
                                                   StringSaver &Saver) {
  SmallVector<const char *, 64> All = {Args.front(), "--driver-mode=g++"};
  for (const std::string &Option : ::tensorcore::getPluginOptions())
    All.push_back(Saver.save(Option).data());
  // Of versions that it does not know itself. Jobs.cpp has a warning of its own.
  All.push_back("-Wno-unknown-cuda-version");
  if (Targets.hasObsoletePlaceholder())
    All.push_back("--no-cuda-version-check");
  append_range(All, Args.drop_front());
  return All;
}

/// Plans, rewrites and runs. Messages while it plans can name placeholders, and are held
/// back for that.
static int compile(ArrayRef<const char *> Args, const OffloadTargets &Targets,
                   StringSaver &Saver) {
  const SmallVector<const char *, 64> DriverArgs = getDriverArgs(Args, Targets, Saver);
  IntrusiveRefCntPtr<clang::DiagnosticOptions> Options =
      clang::CreateAndPopulateDiagOpts(DriverArgs).release();
  std::string HeldBack;
  raw_string_ostream Messages(HeldBack);
  Messages.enable_colors(true); // as the options say
  auto *Holder = new clang::TextDiagnosticPrinter(Messages, Options.get());
  Holder->setPrefix("clang++");
  clang::DiagnosticsEngine Diags(new clang::DiagnosticIDs, Options, Holder);
  clang::ProcessWarningOptions(Diags, *Options, /*ReportDiags=*/false);

  Driver TheDriver(findClang(), sys::getDefaultTargetTriple(), Diags);
  std::unique_ptr<Compilation> Plan(TheDriver.BuildCompilation(DriverArgs));
  if (Plan && !Plan->containsError())
    JobRewriter(*Plan, Targets, ::tensorcore::findInLib("nvptx-tensorcore/include")).run();
  errs() << Targets.restoreNames(Messages.str());

  auto *Printer = new clang::TextDiagnosticPrinter(errs(), Options.get());
  Printer->setPrefix("clang++");
  Diags.setClient(Printer);
  if (!Plan || Plan->containsError())
    return 1;
  SmallVector<std::pair<int, const Command *>, 4> Failing;
  int Result = TheDriver.ExecuteCompilation(*Plan, Failing);
  for (const auto &[Status, Job] : Failing)
    Result = Result ? Result : Status;
  return Result;
}

int main(int argc, char **argv) {
  ::tensorcore::setUpSanitizer();
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 64> Args(argv, argv + argc);
  const bool IsFrontEnd = argc > 1 && StringRef(argv[1]).starts_with("-cc1");
  const bool IsBroken = !IsFrontEnd && errorToBool(expandResponseFiles(
                                           Args, /*ClangCLMode=*/false, Allocator));
  // What is wrong with a response file, stock clang says.
  if (IsFrontEnd || IsBroken || !hasCUDAInput(Args))
    ::tensorcore::runStockTool(argc, argv);

  Expected<OffloadTargets> Targets = OffloadTargets::replaceNames(Args, Saver);
  if (!Targets)
    ::tensorcore::fail("error: " + toString(Targets.takeError()));
  return compile(Args, *Targets, Saver);
}
