//===- MMACatalogue.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds variants: by intrinsic name, and by MMA descriptor. The variants themselves
// are the rows of TableGen/; this adds the indexes over them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_MMACATALOGUE_H
#define NVPTXTENSORCORE_MODEL_MMACATALOGUE_H

#include "MMADescriptor.h"

namespace llvm::tensorcore {

/// The variant with this intrinsic name. The suffix of an overloaded pointer
/// operand ("…f16.p3") is not part of a variant's name. Null if there is none.
const MMAVariant *lookupMMAVariant(StringRef IntrinsicName);

/// The variant that this MMA descriptor belongs to, whatever the state space and
/// the spelling of `.aligned`; null if no instruction has these fields.
const MMAVariant *lookupMMAVariant(MMADescriptor Descriptor);

/// The MMA descriptor of a variant, made once for each.
MMADescriptor getMMADescriptor(const MMAVariant &Variant);

/// Of the names, the one that differs least from `Name`; empty if none is near.
StringRef findNearestName(StringRef Name, ArrayRef<StringRef> Names);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_MMACATALOGUE_H
