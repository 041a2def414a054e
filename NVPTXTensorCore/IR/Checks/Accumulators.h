//===- Accumulators.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accumulators in registers that nothing has set before a multiplication adds to them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_CHECKS_ACCUMULATORS_H
#define NVPTXTENSORCORE_IR_CHECKS_ACCUMULATORS_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Reports such multiplications.
void verifyAccumulators(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_CHECKS_ACCUMULATORS_H
