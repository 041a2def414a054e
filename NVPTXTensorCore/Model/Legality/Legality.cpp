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
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <climits>

using namespace llvm;
using namespace llvm::tensorcore;

std::string tensorcore::printPTXVersion(unsigned Version) {
  return (Twine(Version / 10) + "." + Twine(Version % 10)).str();
}

TargetVersion tensorcore::getTargetVersion(StringRef Name, unsigned FullSmVersion,
                                           unsigned PTXVersion) {
  return {Name.str(), lookupGPUTarget(FullSmVersion), FullSmVersion, PTXVersion};
}

/// Returns the name with digits in place of letters that look like them: 80 for 8O.
static std::string replaceLookalikes(StringRef Name) {
  std::string Result = Name.str();
  for (size_t I = 0; I != Result.size(); ++I)
    if (I == 0 || !isAlpha(Result[I - 1]))
      Result[I] = Result[I] == 'O' || Result[I] == 'o'   ? '0'
                  : Result[I] == 'l' || Result[I] == 'I' ? '1'
                                                         : Result[I];
  return Result;
}

std::string tensorcore::suggestTarget(StringRef Name) {
  std::string Number;
  for (char C : Name)
    if (isAlnum(C))
      Number += toLower(C);
  StringRef Rest = Number;
  for (StringRef Prefix : {"compute", "sm"})
    if (Rest.consume_front(Prefix))
      break;
  const std::string Meant = "sm_" + replaceLookalikes(Rest);
  const GPUTarget *Found = Meant == Name ? nullptr : lookupGPUTarget(Meant);
  if (!Found) { // the only one that has a character more
    auto IsNear = [&](const GPUTarget &T) {
      return T.Name.size() == Meant.size() + 1 &&
             T.Name.edit_distance(Meant, /*AllowReplacements=*/false, 1) == 1;
    };
    const auto Near = make_filter_range(getGPUTargets(), IsNear);
    if (hasSingleElement(Near))
      Found = &*Near.begin();
  }
  return Found ? ("; did you mean " + Found->Name + "?").str() : "";
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

char RequirementError::ID = 0;

Requirement RequirementError::getRequirement() const {
  Requirement Needs{Subject, Target.Name, Target.PTXVersion, {}, 0, 0, Closest};
  auto CountVersions = [&](const GPUTarget &GPU) {
    bool HasOne = false;
    for (const PTXVersion &PTX : getPTXVersions()) {
      if (!IsLegal(getTargetVersion(GPU.Name, GPU.FullSmVersion, PTX.Version)))
        continue;
      HasOne = true;
      Needs.FirstPTX = std::min<unsigned>(Needs.FirstPTX ? Needs.FirstPTX : UINT_MAX, PTX.Version);
      Needs.LastPTX = std::max<unsigned>(Needs.LastPTX, PTX.Version);
    }
    return HasOne;
  };
  for (const GPUTarget &GPU : getGPUTargets())
    if (CountVersions(GPU))
      Needs.Targets.push_back(GPU.Name);
  if (Target.GPU && Needs.hasTarget()) {
    Needs.FirstPTX = Needs.LastPTX = 0;
    CountVersions(*Target.GPU);
  }
  return Needs;
}

Error tensorcore::require(ArrayRef<MMALegality> Rules, const TargetVersion &Target,
                          function_ref<std::string()> PrintSubject,
                          function_ref<std::string()> Suggest) {
  if (isLegal(Rules, Target))
    return Error::success();
  std::string Subject = PrintSubject(), Source = (" (" + Rules.front().Source + ")").str();
  const std::string Closest = Suggest ? Suggest() : "";
  const std::string Suggestion =
      Closest.empty() ? "" : "; the closest intrinsic on " + Target.Name + " is " + Closest;
  auto Fail = [&](const Twine &Message) {
    return make_error<RequirementError>(
        Subject, Target, [Rules](const TargetVersion &Other) { return isLegal(Rules, Other); },
        Closest, Message);
  };
  if (!hasTarget(Rules, Target))
    return Fail(Subject + " is not supported on " + Target.Name + "; it needs " +
                Rules.back().Targets.Description + Source + Suggestion);
  unsigned First = UINT_MAX, Last = 0;
  for (const MMALegality &Rule : Rules)
    if (Rule.Targets.contains(Target.GPU)) {
      First = std::min<unsigned>(First, Rule.FirstPTX);
      Last = std::max<unsigned>(Last, Rule.LastPTX);
    }
  const std::string Lacks =
      Subject + " is not supported in PTX ISA " + printPTXVersion(Target.PTXVersion) + "; ";
  if (Target.PTXVersion < First)
    return Fail(Lacks + "it needs " + printPTXVersion(First) + " or later" +
                (Target.IsOfPTX ? "" : ", e.g. -mattr=+ptx" + std::to_string(First)) + Source);
  return Fail(Lacks + printPTXVersion(Last) + " was the last version that had it" + Source +
              Suggestion);
}

Error tensorcore::require(ArrayRef<MMAModifierRule> Rules, const TargetVersion &Target,
                          StringRef Subject, function_ref<std::optional<unsigned>(MMAField)> Get) {
  auto Holds = [Get](const MMACondition &C) {
    std::optional<unsigned> Value = Get(C.Field);
    return Value && (C.Values >> *Value & 1);
  };
  for (const MMAModifierRule &Rule : Rules) {
    auto Allows = [&Rule](const TargetVersion &Of) {
      return Rule.Targets.contains(Of.GPU) && Of.PTXVersion >= Rule.FirstPTX;
    };
    if (!Allows(Target) && all_of(Rule.Conditions, Holds))
      return make_error<RequirementError>(Subject, Target, Allows, /*Closest=*/"",
                                          Rule.Message + "; " + Rule.Legal + " (" + Subject + ", " +
                                              Target.Name + ")");
  }
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
