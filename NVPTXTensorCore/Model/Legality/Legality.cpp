//===- Legality.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one question of legality, and its sentences.
//
//===----------------------------------------------------------------------===//

#include "Model/Legality/Legality.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <climits>

using namespace llvm;
using namespace llvm::tensorcore;

std::string tensorcore::spellPTXVersion(unsigned Version) {
  return (Twine(Version / 10) + "." + Twine(Version % 10)).str();
}

TargetVersion tensorcore::getTargetVersion(StringRef Name, unsigned FullSmVersion,
                                           unsigned PTXVersion) {
  return {Name.str(), lookupGPUTarget(FullSmVersion), FullSmVersion, PTXVersion};
}

/// Returns true if the `.target` has it in some PTX version.
static bool hasTarget(ArrayRef<MMALegality> Rules, const TargetVersion &Target) {
  return any_of(Rules, [&](const MMALegality &Rule) { return Rule.Targets.contains(Target.GPU); });
}

bool tensorcore::isLegal(ArrayRef<MMALegality> Rules, const TargetVersion &Target) {
  return any_of(Rules, [&](const MMALegality &Rule) {
    return Rule.Targets.contains(Target.GPU) && Rule.FirstPTX <= Target.PTXVersion &&
           Target.PTXVersion <= Rule.LastPTX;
  });
}

Error tensorcore::require(ArrayRef<MMALegality> Rules, const TargetVersion &Target,
                          function_ref<std::string()> SpellSubject,
                          function_ref<std::string()> Suggest) {
  if (isLegal(Rules, Target))
    return Error::success();
  std::string Subject = SpellSubject(), Source = (" (" + Rules.front().Source + ")").str();
  std::string Suggestion = Suggest ? Suggest() : "";
  if (!hasTarget(Rules, Target))
    return makeError(Subject + " is not supported on " + Target.Name + "; it needs " +
                     Rules.back().Targets.Description + Source + Suggestion);
  unsigned First = UINT_MAX, Last = 0;
  for (const MMALegality &Rule : Rules)
    if (Rule.Targets.contains(Target.GPU)) {
      First = std::min<unsigned>(First, Rule.FirstPTX);
      Last = std::max<unsigned>(Last, Rule.LastPTX);
    }
  Subject += " is not supported in PTX ISA " + spellPTXVersion(Target.PTXVersion) + "; ";
  if (Target.PTXVersion < First)
    return makeError(Subject + "it needs " + spellPTXVersion(First) + " or later" +
                     (Target.IsOfPTX ? "" : ", e.g. -mattr=+ptx" + std::to_string(First)) + Source);
  return makeError(Subject + spellPTXVersion(Last) + " was the last version that had it" + Source +
                   Suggestion);
}

Error tensorcore::require(ArrayRef<MMAModifierRule> Rules, const TargetVersion &Target,
                          StringRef Subject, function_ref<std::optional<unsigned>(MMAField)> Get) {
  auto Holds = [Get](const MMACondition &C) {
    std::optional<unsigned> Value = Get(C.Field);
    return Value && (C.Values >> *Value & 1);
  };
  auto Allows = [&](const MMAModifierRule &Rule) {
    return Rule.Targets.contains(Target.GPU) && Target.PTXVersion >= Rule.FirstPTX;
  };
  for (const MMAModifierRule &Rule : Rules)
    if (!Allows(Rule) && all_of(Rule.Conditions, Holds))
      return makeError(Rule.Message + "; " + Rule.Legal + " (" + Subject + ", " + Target.Name +
                       ")");
  return Error::success();
}

bool tensorcore::isLegalSomewhere(function_ref<Error(const TargetVersion &)> Ask) {
  for (const PTXVersion &PTX : reverse(getPTXVersions()))
    for (const GPUTarget &GPU : getGPUTargets()) {
      Error E = Ask(getTargetVersion(GPU.Name, GPU.FullSmVersion, PTX.Version));
      bool IsLegal = !E;
      consumeError(std::move(E));
      if (IsLegal)
        return true;
    }
  return false;
}
