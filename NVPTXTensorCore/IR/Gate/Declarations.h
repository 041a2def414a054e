//===- Declarations.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives an intrinsic its own type where its declaration differs from that in one of two ways.
//
// The struct that an intrinsic returns has no name and no padding. In clang's IR, where an
// asm label declares an intrinsic, it has the name of the C++ type, and clang spells out the
// padding behind the last member where it knows of larger alignment than LLVM: a function
// that returns 16 floats and one more returns { <16 x float>, float, [60 x i8] }. Its booleans
// are i8, as they are in memory. (The same happens to names when LLVM reads a module.)
//
// LLVM adds arguments to intrinsics, as PTX gets modifiers. A declaration as LLVM 22 has it
// lacks them; its calls get 0, which is what the instruction has without the modifier.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_GATE_DECLARATIONS_H
#define NVPTXTENSORCORE_IR_GATE_DECLARATIONS_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Returns true if anything changed. For selection, also the declarations of intrinsics that LLVM
/// knows without the added arguments get them; before, LLVM's verifier would reject these.
bool completeDeclarations(Module &M, bool ForSelection);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_GATE_DECLARATIONS_H
