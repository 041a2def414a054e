//===- RegisterChecks.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the registers of every instruction: whether an asynchronous instruction still has them,
// and whether anybody wrote what it reads.
//
// A value that depends on one that nobody wrote is one itself, bit by bit (UndefinedBits.h). That
// alone is no fault: compilers leave registers undefined whose value does not matter. It is one as
// an address, a predicate that decides, a multiplicand, and as what is stored to global memory.
// Through shared memory it goes on, as in sorts whose last tile is not full.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_REGISTERCHECKS_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_REGISTERCHECKS_H

#include "Emulator/Machine/ThreadGroup.h"

namespace llvm::tensorcore::emulator {

/// Before an instruction is executed for the active threads. Returns what of its results is
/// undefined; nothing if its operands are defined.
SmallVector<UndefinedValue, 0> checkRegisters(const Instruction &I, ThreadGroup &G);
/// After it: which of its results are defined.
void defineResults(const Instruction &I, ThreadGroup &G, ArrayRef<UndefinedValue> Undefined);

/// After a store: what of memory is undefined by it.
void storeUndefined(const Instruction &I, ThreadGroup &G, uint8_t *const (&To)[WarpSize],
                    unsigned ElementBytes);
/// After a load: which bits of its results are undefined, as far as that has not been reported.
void loadUndefined(const Instruction &I, ThreadGroup &G, uint8_t *const (&From)[WarpSize],
                   unsigned ElementBytes);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_REGISTERCHECKS_H
