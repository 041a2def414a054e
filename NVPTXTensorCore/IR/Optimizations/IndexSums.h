//===- IndexSums.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes an index in one way in a whole function. LLVM takes constants out of indices:
//
//     C[column * m + row] = a;      // C + sext(column * m + row)
//     C[column * m + row + 8] = b;  // C + sext(column * m) + sext(row), at an offset of 16
//
// and has two addresses for each column, since it can write the second like the first only where
// an overflow of the first would be undefined behaviour in any case. The first can be written like
// the second everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_INDEXSUMS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_INDEXSUMS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Makes the pass, which runs after LLVM's separation of constant offsets.
FunctionPass *createIndexSumsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_INDEXSUMS_H
