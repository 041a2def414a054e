//===- MMAAlternatives.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What would be legal instead: the nearest variant that a target has, and, for a name
// that no intrinsic has, the words that would make one of it. Diagnostics ask this;
// nothing else depends on the answer.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAALTERNATIVES_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAALTERNATIVES_H

#include "Model/Legality/Legality.h"

namespace llvm::tensorcore {

/// The variant that the target has and that differs least from one that it lacks: what
/// changes the operands weighs more than the types, these more than the shape, the shape
/// more than modifiers. Null if the target has nothing that does anything alike.
const MMAVariant *findNearestLegalVariant(const MMAVariant &Variant, const TargetVersion &Target);

/// For a name made of words that intrinsics of ours have, or of shapes, put together as
/// none has them: which other word in the place of one of its own, or wherever that stands,
/// would be legal. For example "expected m16n8k16 or m16n8k8 in place of m16n8k32". Empty
/// if a word is unknown, or if one other word is not enough.
std::string suggestWords(StringRef IntrinsicName);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAALTERNATIVES_H
