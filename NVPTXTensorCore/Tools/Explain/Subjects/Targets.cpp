//===- Targets.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets and PTX versions of commands.
//
//===----------------------------------------------------------------------===//

#include "Explain/Subjects/Targets.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

TargetVersion explain::getNewestVersion(const GPUTarget &GPU) {
  return getTargetVersion(GPU.Name, GPU.FullSmVersion, getPTXVersions().back().Version);
}

std::vector<std::string> explain::getTargetNames(uint64_t Targets) {
  std::vector<std::string> Names;
  for (const GPUTarget &GPU : getGPUTargets())
    if (Targets >> GPU.Index & 1)
      Names.push_back(GPU.Name.str());
  return Names;
}

/// "8.8", "88", "ptx88".
static Expected<unsigned> parsePTXVersion(StringRef Text) {
  StringRef Digits = Text;
  Digits.consume_front("ptx");
  auto [Major, Minor] = Digits.split('.');
  unsigned Version;
  std::vector<std::string> Known;
  for (const PTXVersion &V : getPTXVersions())
    Known.push_back(printPTXVersion(V.Version));
  if (!(Major + Minor).str().empty() &&
      !StringRef((Major + Minor).str()).getAsInteger(10, Version) &&
      is_contained(Known, printPTXVersion(Version)))
    return Version;
  return makeError("'" + Text + "' is not a version of the PTX ISA; there are " +
                   printAlternatives(Known));
}

Expected<TargetVersion> explain::parseTarget(StringRef Name, StringRef PTXVersion) {
  const GPUTarget *GPU = lookupGPUTarget(Name);
  if (!GPU) {
    const std::string Meant = suggestTarget(Name);
    return makeError(
        "'" + Name + "' is not a target" +
        (Meant.empty() ? "; there are " + printAlternatives(getTargetNames(~uint64_t(0))) : Meant));
  }
  if (PTXVersion.empty())
    return getNewestVersion(*GPU);
  Expected<unsigned> Version = parsePTXVersion(PTXVersion);
  if (!Version)
    return Version.takeError();
  if (*Version < GPU->MinimumPTX)
    return makeError(Name + " is a target since PTX ISA " + printPTXVersion(GPU->MinimumPTX) +
                     ", not in " + printPTXVersion(*Version));
  return getTargetVersion(GPU->Name, GPU->FullSmVersion, *Version);
}
