//===- TCGen05Calls.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of `llvm.nvvm.tcgen05.*`: their arguments by name, whether they are right, and the
// MMA descriptor that a call's immediates make. The meaning of several calls - which one allocates
// what another one uses - is TensorMemoryVerifier's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_TCGEN05CALLS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_TCGEN05CALLS_H

#include "Model/Instructions/MMADescriptor.h"
#include "Model/Legality/Legality.h"

namespace llvm {
class CallBase;
class Constant;
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns true if a variant belongs to tcgen05.
bool isTCGen05(const MMAVariant &Variant);

/// The tcgen05 variant that an instruction calls, as users write it; null for all else.
const MMAVariant *getTCGen05(const Instruction &I);

/// The argument that the signature calls so; null if the variant has none.
Value *getTCGen05Argument(const MMAVariant &Variant, const CallBase &Call, StringRef Name);

/// The MMA descriptor of a call whose immediates are right.
MMADescriptor getTCGen05Descriptor(const MMAVariant &Variant, const CallBase &Call);

/// Checks that a call of a variant is right: its immediates, and for a tcgen05.mma the rules of its
/// words.
Error checkTCGen05Call(const MMAVariant &Variant, const CallBase &Call,
                       const TargetVersion &Target);

/// Checks that the matrix and instruction descriptors that such a call has as constants are right.
Error checkTCGen05Descriptors(const MMAVariant &Variant, const CallBase &Call,
                              const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_TCGEN05CALLS_H
