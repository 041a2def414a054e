//===- ToolJobs.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas, nvlink and fatbinary: names that clang does not know, or that NVIDIA has changed.
//
//===----------------------------------------------------------------------===//

#include "Jobs.h"
#include "llvm/Option/ArgList.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The name of a target for the tools of the SDK.
static std::string getToolsName(const Plan &P, StringRef Name) {
  const GPUTarget *Target = lookupGPUTarget(Name);
  if (!Target || Target->LaterName.empty() || !P.ToolsToolkit)
    return Name.str();
  const bool IsLater =
      P.ToolsToolkit->getPTXVersion() >= lookupGPUTarget(Target->LaterName)->MinimumPTX;
  return IsLater ? Target->LaterName.str() : Name.str();
}

/// An image for fatbinary: --image3=kind=ptx,sm=90,file=F.
static const char *rewriteImage(const Plan &P, StringRef Image) {
  auto [Kind, Rest] = Image.split(",sm=");
  auto [Number, File] = Rest.split(',');
  const std::string Asked = P.Targets.restoreNames(("sm_" + Number).str());
  return P.save(Kind + ",sm=" + StringRef(getToolsName(P, Asked)).drop_front(strlen("sm_")) + "," +
                File);
}

void tensorcore::rewriteToolJob(const Plan &P, Arguments &Args) {
  for (size_t I = 0; I < Args.size(); ++I) {
    const StringRef Before = I ? Args[I - 1] : "";
    const StringRef Option = Args[I];
    if (Before == "--gpu-name" || Before == "-arch")
      Args[I] = P.save(getToolsName(P, Args[I]));
    else if (Option.starts_with("--image3="))
      Args[I] = rewriteImage(P, Option);
  }
}
