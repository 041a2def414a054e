//===- MMAAlternatives.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds legal alternatives: the nearest variant that a target has, and, for a name that no
// intrinsic has, the words that would make one of it. Diagnostics ask this; nothing else depends
// on the answer.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAALTERNATIVES_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAALTERNATIVES_H

#include "Model/Instructions/MMAForms.h"

namespace llvm::tensorcore {

/// Returns true if any target has a form in some PTX version.
bool isLegalSomewhere(const MMAVariant &Variant, const MMAForm &Form);

/// The forms of a variant that some target has; all of them if no target has one. Which state space
/// or PTX version there is decides nothing except for tcgen05.mma's words.
SmallVector<MMAForm, 0> getLegalForms(const MMAVariant &Variant);

/// The variant that the target has and that differs least from one that it lacks: what
/// changes the operands weighs more than the types, these more than the shape, the shape
/// more than modifiers. Null if the target has nothing that does anything alike.
const MMAVariant *findNearestLegalVariant(const MMAVariant &Variant, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAALTERNATIVES_H
