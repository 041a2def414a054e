//===- ResultStructs.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The struct that an intrinsic returns has no name and no padding. In clang's IR, where an
// asm label declares an intrinsic, it has the name of the C++ type, and clang spells out the
// padding behind the last member where it knows of larger alignment than LLVM: a function
// that returns 16 floats and one more returns { <16 x float>, float, [60 x i8] }. An
// intrinsic whose declaration differs from its signature by these only gets its own type
// here. So does one whose booleans are i8, as they are in memory. (The same happens to names when
// LLVM reads a module.)
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_RESULTSTRUCTS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_RESULTSTRUCTS_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// True if anything changed.
bool makeResultStructsPlain(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_RESULTSTRUCTS_H
