//===- ScaledInductions.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hides products of a loop's counter from loop strength reduction where they are many:
//
//     for (…) mask(row - (column + 8 * j) * size);  // for each j of an unrolled loop
//
// Loop strength reduction makes a variable of the loop or a value ahead of it for each j, up to 64
// registers in attention. The products differ by multiples of the size, which straight-line
// strength reduction has made additions of. Pointers with steps that a kernel is handed take four
// registers each, where a multiplication reads the step from a parameter.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_SCALEDINDUCTIONS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_SCALEDINDUCTIONS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Makes the pass, which runs ahead of loop strength reduction.
FunctionPass *createScaledInductionsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_SCALEDINDUCTIONS_H
