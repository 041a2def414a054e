//===- Prerequisites.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each message says what is missing, where it was looked for, and what can be done.
//
//===----------------------------------------------------------------------===//

#include "Prerequisites.h"
#include "Model/Legality/Legality.h"
#include "clang/Driver/Driver.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace llvm::tensorcore;
using clang::driver::Command;
namespace options = clang::options;

static bool isNVIDIAs(const Command &Job) {
  return is_contained({"ptxas", "fatbinary", "nvlink"}, getTool(Job));
}

static bool exists(StringRef Program) {
  return sys::path::has_parent_path(Program) ? sys::fs::can_execute(Program)
                                             : bool(sys::findProgramByName(Program));
}

static void checkTools(const Plan &P) {
  std::vector<StringRef> Reported;
  for (const Command &Job : P.C.getJobs()) {
    const StringRef Program = Job.getExecutable(), Tool = getTool(Job);
    if (!isNVIDIAs(Job) || exists(Program) || is_contained(Reported, Tool))
      continue;
    Reported.push_back(Tool);
    std::string Where = " on the PATH";
    if (sys::path::has_parent_path(Program))
      Where = " at " + Program.str();
    else if (P.Toolkit)
      Where = " in " + P.Toolkit->Root + "/bin and none on the PATH";
    P.reportError("there is no " + Tool + Where +
                  "; machine code needs ptxas and fatbinary of a CUDA SDK (--cuda-path=, "
                  "--ptxas-path=), PTX alone is made with --cuda-device-only -S");
  }
}

static void checkToolkit(const Plan &P) {
  if (!P.ToolsToolkit)
    return;
  const CUDAToolkit &SDK = *P.ToolsToolkit;
  if (SDK.isNewerThanKnown())
    P.reportWarning("CUDA " + SDK.printVersion() + " in " + SDK.Root +
                    " is newer than the newest that is known here, " + printNewestCUDA());
  for (const GPUTarget *Target : P.Targets.getNewTargets())
    if (any_of(P.C.getJobs(), isNVIDIAs) && SDK.getPTXVersion() < Target->MinimumPTX)
      P.reportError(Target->Name + " needs PTX ISA " + printPTXVersion(Target->MinimumPTX) +
                    " and so CUDA " + printFirstCUDA(Target->MinimumPTX) + " or later; in " +
                    SDK.Root + " is CUDA " + SDK.printVersion());
}

/// That driver's tools know clang's GPUs only.
static void checkNewDriver(const Plan &P) {
  if (!P.Targets.getNewTargets().empty() &&
      P.C.getArgs().hasFlag(options::OPT_offload_new_driver, options::OPT_no_offload_new_driver,
                            false))
    P.reportError("--offload-new-driver does not have " + P.Targets.getNewTargets().front()->Name);
}

void tensorcore::checkPrerequisites(const Plan &P) {
  if (P.C.getArgs().hasArg(options::OPT__HASH_HASH_HASH))
    return;
  checkNewDriver(P);
  checkToolkit(P);
  // Clang has reported an SDK that it did not find.
  if (!P.C.getDriver().getDiags().hasErrorOccurred())
    checkTools(P);
}

std::string tensorcore::describeSearchForSDK() {
  return "an SDK is a folder with bin, include and nvvm/libdevice; without --cuda-path= clang "
         "looks for it around the ptxas on the PATH, then in /usr/local/cuda and /usr/lib/cuda. "
         "PTX of code that needs nothing of CUDA's is made with --cuda-device-only -S "
         "-nocudainc -nocudalib";
}
