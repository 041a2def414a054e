//===- RepeatedConstants.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Removes moves of a constant to a register that holds it already. Where a loop may not run at all,
// its accumulators are zero on the way around it and on the way into it, and LLVM sets the same
// registers twice:
//
//     mov %acc, 0;
//     @%empty bra behind;
//     mov %acc, 0;
//   loop:
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_REPEATEDCONSTANTS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_REPEATEDCONSTANTS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The pass, for a location behind the elimination of PHIs.
FunctionPass *createRepeatedConstantsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_REPEATEDCONSTANTS_H
