//===- PackedPhis.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps elements of 16 and of 8 bits together that are loaded on some paths:
//
//     alignas(16) half values[8] = {};
//     if (row < rows)
//       *reinterpret_cast<float4 *>(values) = input[row];
//
// SROA makes a phi of each element, and ptxas gives each of them a register. A phi of two or four
// elements is one register, as it was loaded, and ptxas reads their parts in place.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_PACKEDPHIS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_PACKEDPHIS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Makes the pass, which runs when neighbouring loads have become loads of vectors.
FunctionPass *createPackedPhisPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_PACKEDPHIS_H
