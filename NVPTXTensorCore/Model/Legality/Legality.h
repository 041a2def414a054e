//===- Legality.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: on which targets, and in which versions of PTX, something is legal. A row of the
// tables has a list of them; every question of legality comes to `require`.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_LEGALITY_LEGALITY_H
#define NVPTXTENSORCORE_MODEL_LEGALITY_LEGALITY_H

#include "Model/Tables/MMATables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace llvm::tensorcore {

/// Names the target and PTX version of a module. `GPU` is null for targets without tensor cores
/// (before sm_70). `PTXVersion` is major * 10 + minor.
struct TargetVersion {
  std::string Name;
  const GPUTarget *GPU = nullptr;
  unsigned FullSmVersion = 0; ///< as in TableGen/GPUTargets.td
  unsigned PTXVersion = 0;
  bool IsOfPTX = false;   ///< of a text with `.version`: no option chooses it
  bool IsDefault = false; ///< nobody has named a target
};

/// Returns "; did you mean sm_90a?" for sm90a, compute_90a, 90a and 9.0a; nothing for a name that
/// is not that of a target in other words.
std::string suggestTarget(StringRef Name);

/// The `.target` that a subtarget's FullSmVersion stands for.
TargetVersion getTargetVersion(StringRef Name, unsigned FullSmVersion, unsigned PTXVersion);

/// Holds what something that is not legal needs, as fields for programs.
struct Requirement {
  std::string Subject; ///< an intrinsic's name, or PTX
  std::string Target;
  unsigned PTXVersion = 0;
  std::vector<StringRef> Targets; ///< those that have it, in some PTX version
  /// They are of the target, if some version has it there, and else of all targets.
  unsigned FirstPTX = 0, LastPTX = 0;
  std::string Closest; ///< what the target has instead, as a message names it; may be empty

  bool hasTarget() const { return is_contained(Targets, Target); }
};

/// An error of something that some targets or PTX versions have. Its sentence says what it needs.
class RequirementError : public ErrorInfo<RequirementError> {
public:
  static char ID;
  using Predicate = std::function<bool(const TargetVersion &)>;

  /// `IsLegal` answers for the targets and versions. It outlives what the caller has on its stack.
  RequirementError(const Twine &Subject, const TargetVersion &Target, Predicate IsLegal,
                   StringRef Closest, const Twine &Message)
      : Subject(Subject.str()), Target(Target), IsLegal(std::move(IsLegal)), Closest(Closest.str()),
        Message(Message.str()) {}

  /// Tries all targets and versions.
  Requirement getRequirement() const;
  void log(raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override { return inconvertibleErrorCode(); }

private:
  std::string Subject;
  TargetVersion Target;
  Predicate IsLegal;
  std::string Closest, Message;
};

/// Returns true if one of some rules has the target and its PTX version.
bool isLegal(ArrayRef<MMALegality> Rules, const TargetVersion &Target);

/// Success if it is so; else a RequirementError, whose sentence says of the subject what it needs.
/// `Suggest` names the closest that the target has, which ends the sentence where another version
/// of PTX does not help.
Error require(ArrayRef<MMALegality> Rules, const TargetVersion &Target,
              function_ref<std::string()> PrintSubject,
              function_ref<std::string()> Suggest = nullptr);

/// Success if modifiers may stand together on the target; else the sentence of the first rule that
/// they break, and what would be legal. `Get` has the values of fields, none of those that the
/// instruction lacks.
Error require(ArrayRef<MMAModifierRule> Rules, const TargetVersion &Target, StringRef Subject,
              function_ref<std::optional<unsigned>(MMAField)> Get);

/// Returns true if there is a target and a PTX version that a question finds nothing wrong with.
bool isLegalSomewhere(function_ref<Error(const TargetVersion &)> Ask);

/// "7.0" for 70.
std::string printPTXVersion(unsigned Version);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_LEGALITY_LEGALITY_H
