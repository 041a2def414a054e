//===- Plan.cpp -----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's driver does not show the SDK that it has found, but for the paths in its jobs.
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "clang/Driver/Driver.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"

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

static std::optional<CUDAToolkit> findHeadersToolkit(const Command &Job) {
  const Arguments &Args = Job.getArguments();
  for (size_t I = 1; I < Args.size(); ++I)
    if (StringRef(Args[I - 1]) == "-internal-isystem")
      if (auto Toolkit = CUDAToolkit::read(sys::path::parent_path(Args[I])))
        return Toolkit;
  return std::nullopt;
}

Plan::Plan(clang::driver::Compilation &C, const OffloadTargets &Targets) : C(C), Targets(Targets) {
  for (const Command &Job : C.getJobs()) {
    // A program of an SDK stands in the folder bin of it.
    if (getTool(Job) == "ptxas" && !ToolsToolkit)
      ToolsToolkit =
          CUDAToolkit::read(sys::path::parent_path(sys::path::parent_path(Job.getExecutable())));
    if (isFrontEnd(Job) && !HeadersToolkit)
      HeadersToolkit = findHeadersToolkit(Job);
  }
  if (!ToolsToolkit)
    ToolsToolkit = HeadersToolkit;
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
