//===- MBarriers.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands that arrivals at mbarriers and waits for them have in common.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_BARRIERS_MBARRIERS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_BARRIERS_MBARRIERS_H

#include "Emulator/Execute/Copies/AsyncOperands.h"

namespace llvm::tensorcore::emulator {

struct MBarrierDetails {
  Space In = Space::Generic;
  Strength Order = Strength::Weak;
  Scope Within = Scope::CTA;
  bool HasReports = false; ///< .layout::v1
  // These are about instructions that change counts.
  bool Arrives = false, Drops = false, MayComplete = true;
  int TransactionSign = 0;  ///< 1: the operand is bytes that are expected; -1: that are there
  bool IsMulticast = false; ///< the last operand is a mask of blocks
  // These are about waits.
  bool HasParity = false, Waits = false;
  bool IsConditional = false; ///< .phase_type::conditional
};

Actor getMBarrierActor(const Instruction &I, ThreadGroup &G, unsigned Lane);
/// Reports what does something at another block, but says .cta.
void reportMBarrierScope(const Instruction &I, ThreadGroup &G, unsigned Lane, const char *What);

/// Returns what the words of the statement say.
MBarrierDetails getMBarrierDetails(const InstructionReader &R, Strength Default);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_BARRIERS_MBARRIERS_H
