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

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMACATALOGUE_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMACATALOGUE_H

#include "Model/Instructions/MMADescriptor.h"

namespace llvm::tensorcore {

/// The variant with this intrinsic name. The suffix of an overloaded pointer
/// operand ("…f16.p3") is not part of a variant's name; a wgmma without the suffix that
/// says where A is has A in shared memory. Null if there is none.
const MMAVariant *lookupMMAVariant(StringRef IntrinsicName);

/// The name without the suffix that says where a wgmma's A is.
StringRef getPlainName(const MMAVariant &Variant);

/// The wgmma that is the same except for where A is; null for other families.
const MMAVariant *lookupOtherResidency(const MMAVariant &Variant);

/// The variant that this MMA descriptor belongs to, whatever a call decides: the state
/// space, the spelling of `.aligned`, the immediates of a wgmma; null if no instruction has these
/// fields, and for a tcgen05.mma, of which it does not say all (TCGen05Legality.h).
const MMAVariant *lookupMMAVariant(MMADescriptor Descriptor);

/// Returns the variant of an instruction with this opcode and this word, which may come from MIR;
/// fails with a sentence.
Expected<const MMAVariant *> lookupMMAVariant(uint64_t Word, MMAOpcode Opcode);

/// Returns the name that differs least from `Name`, or an empty string if none is near.
StringRef findNearestName(StringRef Name, ArrayRef<StringRef> Names);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMACATALOGUE_H
