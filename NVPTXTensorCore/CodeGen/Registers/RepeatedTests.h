//===- RepeatedTests.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the bits of a mask where the result is used. Epilogues keep the rows that a thread may
// store as bits of a register, and LLVM tests all of them ahead of the first store. A thread has
// seven predicates; ptxas copies others to registers and back, which takes two instructions each
// time, where the test takes one.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_REPEATEDTESTS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_REPEATEDTESTS_H

namespace llvm {
class MachineFunction;
}

namespace llvm::tensorcore {

/// Repeats tests of a function that has too many; on SSA.
bool repeatTests(MachineFunction &MF);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_REPEATEDTESTS_H
