//===- Plan.cpp -----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's driver shows the SDK that it has found only in the text of -v, and that of
// --ptxas-path only by the job.
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/ToolChain.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using clang::DiagnosticsEngine;
using clang::driver::Command;

StringRef tensorcore::getValue(ArrayRef<const char *> Args, StringRef Option) {
  for (size_t I = 0; I + 1 < Args.size(); ++I)
    if (Args[I] == Option)
      return Args[I + 1];
  return "";
}

/// The SDK of which clang says "Found CUDA installation: FOLDER, version V" with -v.
static std::optional<CUDAToolkit> findToolkit(const clang::driver::ToolChain &ToolChain) {
  std::string Text;
  raw_string_ostream Stream(Text);
  ToolChain.printVerboseInfo(Stream);
  const auto [Before, After] = StringRef(Text).split("Found CUDA installation: ");
  return After.empty() ? std::nullopt
                       : CUDAToolkit::read(After.split('\n').first.rsplit(", ").first);
}

Plan::Plan(clang::driver::Compilation &C, const OffloadTargets &Targets)
    : C(C), Targets(Targets), Toolkit(findToolkit(C.getDefaultToolChain())) {
  for (const Command &Job : C.getJobs())
    if (getTool(Job) == "ptxas" && !ToolsToolkit) // it stands in the SDK's folder bin
      ToolsToolkit =
          CUDAToolkit::read(sys::path::parent_path(sys::path::parent_path(Job.getExecutable())));
  if (!ToolsToolkit)
    ToolsToolkit = Toolkit;
}

const char *Plan::save(const Twine &Text) const { return C.getArgs().MakeArgString(Text); }

static void report(DiagnosticsEngine &Diags, clang::DiagnosticIDs::Level Level,
                   const Twine &Message) {
  const unsigned ID = Diags.getDiagnosticIDs()->getCustomDiagID(Level, "%0");
  Diags.Report(ID) << Message.str();
}

void Plan::reportError(const Twine &Message) const {
  report(C.getDriver().getDiags(), clang::DiagnosticIDs::Error, Message);
}

void Plan::reportWarning(const Twine &Message) const {
  report(C.getDriver().getDiags(), clang::DiagnosticIDs::Warning, Message);
}
