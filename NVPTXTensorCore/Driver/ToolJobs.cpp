//===- ToolJobs.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas, nvlink and fatbinary: names that NVIDIA has changed since clang 19.
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

/// An image for fatbinary. CUDA 12.9 took the option away that clang 19 uses:
/// --image=profile=compute_90,file=F is --image3=kind=ptx,sm=90,file=F, since CUDA 9.
static const char *rewriteImage(const Plan &P, StringRef Rest) {
  auto [Profile, File] = Rest.split(',');
  const bool IsPTX = Profile.consume_front("compute_");
  Profile.consume_front("sm_");
  const std::string Name = getToolsName(P, ("sm_" + Profile).str());
  return P.save("--image3=kind=" + Twine(IsPTX ? "ptx" : "elf") +
                ",sm=" + StringRef(Name).drop_front(strlen("sm_")) + "," + File);
}

void tensorcore::rewriteToolJob(const Plan &P, Arguments &Args) {
  for (size_t I = 0; I < Args.size(); ++I) {
    const StringRef Before = I ? Args[I - 1] : "";
    StringRef Rest = Args[I];
    if (Before == "--gpu-name" || Before == "-arch")
      Args[I] = P.save(getToolsName(P, Args[I]));
    else if (Rest.consume_front("--image=profile="))
      Args[I] = rewriteImage(P, Rest);
  }
}
