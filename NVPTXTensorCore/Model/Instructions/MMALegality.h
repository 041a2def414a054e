//===- MMALegality.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which instructions are legal on which target. One function decides, for all verifiers:
// the IR verifier, the selection and the check of machine instructions before they are printed.
// The facts are the rows' (targets, PTX ISA versions), verified against ptxas.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMALEGALITY_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMALEGALITY_H

#include "Model/Instructions/MMADescriptor.h"
#include "Model/Legality/Legality.h"
#include <string>

namespace llvm::tensorcore {

/// Returns true if the target has the variant, and ptxas takes it there.
bool isLegal(const MMAVariant &Variant, const TargetVersion &Target);

/// Success if the target has the variant; else a sentence that says what was
/// asked, what forbids it, and what would be legal. `AsUpstream` lets pass what
/// LLVM prints although ptxas rejects it on every target.
Error checkLegal(const MMAVariant &Variant, const TargetVersion &Target, bool AsUpstream = false);

/// The MMA descriptor of a call of `Variant`: with the state space of its address
/// (an LLVM address space; 0 for variants without one) and with `.aligned` where
/// the PTX version has it. Fails if the variant cannot address that space.
Expected<MMADescriptor> describe(const MMAVariant &Variant, unsigned AddressSpace,
                                 unsigned PTXVersion);

/// Success if the variant can address the state space that a word of it says; for
/// words that `describe` did not make.
Error checkStateSpace(const MMAVariant &Variant, MMADescriptor Descriptor);

/// The values that an operand which selects something may have: 0, Step, … Maximum.
struct MMASelectorRange {
  unsigned Maximum = 0;
  unsigned Step = 1;

  bool contains(uint64_t Value) const { return Value <= Maximum && Value % Step == 0; }
  /// "0", "0 or 2", "from 0 to 3".
  std::string print() const;
};

/// The sparsity selector of a variant that has one.
MMASelectorRange getSparsitySelectorRange(const MMAVariant &Variant);

/// Returns the range of the selectors that choose the bytes and threads with the scales (PTX ISA,
/// "Block Scaling for mma.sync"): byte-id for both matrices, thread-id for each of A and B.
MMASelectorRange getScaleByteRange(const MMAVariant &Variant);
MMASelectorRange getScaleThreadRange(const MMAVariant &Variant, bool IsOfA);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMALEGALITY_H
