//===- AccumulatorCopies.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register coalescer for accumulators alone, for -O0, where LLVM runs none: a copy of
// an accumulator that is in flight is wrong there too, and slow to repair. LLVM's RegisterCoalescer
// would take all copies of all functions, so that -O0 would not print what stock LLVM prints.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_WGMMA_ACCUMULATORCOPIES_H
#define NVPTXTENSORCORE_CODEGEN_WGMMA_ACCUMULATORCOPIES_H

namespace llvm {
class MachineFunction;
}

namespace llvm::tensorcore {

/// Returns true if a function has wgmma, as instructions or in inline assembly.
bool hasAccumulators(const MachineFunction &MF);

/// Removes the copies between registers of tied operands, and what is copied to and
/// from them, where the registers of a copy are never alive at once. The function is
/// not in SSA form any more.
void removeAccumulatorCopies(MachineFunction &MF);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_WGMMA_ACCUMULATORCOPIES_H
