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
#include "llvm/Support/Error.h"
#include <string>

namespace llvm::tensorcore {

/// Names the target and PTX version of a module. `GPU` is null for targets without tensor cores
/// (before sm_70). `PTXVersion` is major * 10 + minor.
struct TargetVersion {
  std::string Name;
  const GPUTarget *GPU = nullptr;
  unsigned FullSmVersion = 0; ///< as in TableGen/GPUTargets.td
  unsigned PTXVersion = 0;
  bool IsOfPTX = false; ///< of a text with `.version`: no option chooses it
};

/// The `.target` that a subtarget's FullSmVersion stands for.
TargetVersion getTargetVersion(StringRef Name, unsigned FullSmVersion, unsigned PTXVersion);

/// Returns true if one of some rules has the target and its PTX version.
bool isLegal(ArrayRef<MMALegality> Rules, const TargetVersion &Target);

/// Success if it is so; else a sentence that says of the subject what it needs. What `Suggest`
/// returns ends it where another version of PTX does not help.
Error require(ArrayRef<MMALegality> Rules, const TargetVersion &Target,
              function_ref<std::string()> SpellSubject,
              function_ref<std::string()> Suggest = nullptr);

/// Success if modifiers may stand together on the target; else the sentence of the first rule that
/// they break, and what would be legal. `Get` has the values of fields, none of those that the
/// instruction lacks.
Error require(ArrayRef<MMAModifierRule> Rules, const TargetVersion &Target, StringRef Subject,
              function_ref<std::optional<unsigned>(MMAField)> Get);

/// Returns true if there is a target and a PTX version that a question finds nothing wrong with.
bool isLegalSomewhere(function_ref<Error(const TargetVersion &)> Ask);

/// "7.0" for 70.
std::string spellPTXVersion(unsigned Version);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_LEGALITY_LEGALITY_H
