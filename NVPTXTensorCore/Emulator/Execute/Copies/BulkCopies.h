//===- BulkCopies.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands that copies of bytes and of boxes of tensors have in common: source and destination,
// how their completion is signalled, and the blocks that they go to.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_BULKCOPIES_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_BULKCOPIES_H

#include "Emulator/Execute/Copies/AsyncOperands.h"
#include "Emulator/Machine/BulkCopy.h"

namespace llvm::tensorcore::emulator {

/// The modifiers.
struct BulkCopyForm {
  BulkCopyRequest::Direction Way = BulkCopyRequest::Direction::Load;
  Space Destination = Space::Global; ///< as it is written
  unsigned MaskBits = 0;             ///< of a multicast
  unsigned CTAGroup = 0;
  std::optional<AtomicOperation> Reduction;
  std::optional<Scope> Relaxed; ///< .relaxed, and the scope after it
  std::optional<CopyInspection> Inspects;
};

/// Returns what the words of the statement say.
BulkCopyForm getBulkCopyForm(const InstructionReader &R, BulkCopyRequest::Direction Way);

/// Begins a load: one copy, or one for each block of a mask.
void issueLoad(const Instruction &I, ThreadGroup &G, unsigned Lane, const BulkCopyForm &Form,
               BulkCopyRequest Request, std::optional<uint64_t> Mask);

/// False after a fault: an address is not a multiple of a number of bytes.
bool checkAlignment(const Instruction &I, ThreadGroup &G, unsigned Lane, const char *What,
                    uint64_t Address, unsigned Alignment);

/// The operand that is a number of bytes; nothing after a fault.
std::optional<uint32_t> getBulkSize(const Instruction &I, ThreadGroup &G, unsigned Lane);

/// Adds an instruction without an effect to the lane's open group, where it counts.
void issueBulkHint(const Instruction &I, ThreadGroup &G, unsigned Lane);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_BULKCOPIES_H
