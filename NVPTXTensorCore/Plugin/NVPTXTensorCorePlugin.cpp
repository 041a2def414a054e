//===- NVPTXTensorCorePlugin.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration into a running llc, opt or clang, and nothing else. The host has its
// own NVPTX target registered; its Target objects are kept, and everything that they
// create is replaced by ours. Works for `llc -load`, `opt -load`, and clang's
// `-Xclang -load` and `-fplugin`, which all load plug-ins after the host's targets.
// `-load-pass-plugin` and `-fpass-plugin` do the same.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/FatalErrors.h"
#include "CodeGen/TargetMachine.h"
#include "HostPassNames.h"
#include "HostTarget.h"
#include "Model/Version.h"
#include "TargetInfo/NVPTXTargetInfo.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;

/// The host's Target object of that triple.
static Target &getHostTarget(const char *TripleName) {
  std::string Error;
  const Target *Found = TargetRegistry::lookupTarget(Triple(TripleName), Error);
  if (!Found) {
    errs() << "NVPTXTensorCore: this program has no target '" << TripleName
           << "' that the plug-in could take over; load it into llc, opt or clang of LLVM "
           << LLVM_VERSION_MAJOR << ", after their targets are initialised\n";
    std::exit(1);
  }
  return const_cast<Target &>(*Found);
}

Target &llvm::getTheNVPTXTarget32() {
  static Target &Host = getHostTarget("nvptx-nvidia-cuda");
  return Host;
}

Target &llvm::getTheNVPTXTarget64() {
  static Target &Host = getHostTarget("nvptx64-nvidia-cuda");
  return Host;
}

/// Ends the program as LLVM does without a handler, unless the error is one of a function: that is
/// an error like others, and no crash.
static void onFatalError(void *, const char *Reason, bool IsBug) {
  const bool IsReported = tensorcore::reportFatalError(Reason);
  if (!IsReported)
    errs() << "LLVM ERROR: " << Reason << '\n';
  sys::RunInterruptHandlers();
  if (IsBug && !IsReported)
    std::abort();
  std::exit(1); // clang takes sys::Process::Exit for a crash
}

namespace {

struct TakeOver {
  TakeOver() {
    // The mark that a copy of the plug-in leaves; another copy has nothing left to do.
    const StringRef Mark = "nvptx-tensorcore-loaded";
    if (cl::getRegisteredOptions().count(Mark)) {
      errs() << "NVPTXTensorCore: loaded already; this copy of the plug-in is ignored\n";
      return;
    }
    static cl::opt<bool> Loaded(Mark, cl::ReallyHidden, cl::desc("The plug-in is in place"));
    tensorcore::releaseHostPassNames();
    tensorcore::refuseGPUsOnHostTarget();
    tensorcore::registerTarget();
    cl::AddExtraVersionPrinter(tensorcore::printVersion);
    // Crashes of the host are reported to this project, whose code is the likely cause.
    setBugReportMsg(tensorcore::getBugReportMessage());
    remove_fatal_error_handler(); // of clang
    install_fatal_error_handler(onFatalError);
  }
};

TakeOver TheTakeOver;

} // namespace

// Tools ask a pass plug-in for this. Loading it has done everything: the target machine registers
// the passes, as it does for the tools that have the target linked in.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "NVPTXTensorCore", tensorcore::getVersion(),
          [](PassBuilder &) {}, nullptr};
}

static bool setOption(StringRef Text) {
  auto [Name, Value] = Text.ltrim('-').split('=');
  cl::Option *Option = Text.starts_with("-") ? cl::getRegisteredOptions().lookup(Name) : nullptr;
  if (!Option) {
    errs() << "NVPTXTensorCore: NVPTXTC_OPTIONS has '" << Text
           << "'; expected an option of llc, such as -nvptx-wgmma-hazards=error\n";
    return false;
  }
  const auto Expects = Option->getValueExpectedFlag();
  const bool HasValue = Text.contains('=');
  if (Expects == cl::ValueRequired ? !HasValue : Expects == cl::ValueDisallowed && HasValue) {
    errs() << "NVPTXTensorCore: NVPTXTC_OPTIONS has '" << Text << "'; expected -" << Name
           << (HasValue ? " without a value\n" : "=VALUE\n");
    return false;
  }
  return !Option->addOccurrence(/*pos=*/0, Name, Value); // which prints the values that there are
}

/// Sets options of the compiler in a program that has read its command line before the plug-in was
/// loaded. Returns false after an error.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT bool setNVPTXTensorCoreOptions(const char *Options) {
  SmallVector<StringRef, 4> Words;
  StringRef(Options).split(Words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return all_of(Words, setOption);
}
