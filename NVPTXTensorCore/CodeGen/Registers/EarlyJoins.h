//===- EarlyJoins.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets the two ways of a branch join each other before they join a third, so that what is the same
// on both is copied once, behind the join. LLVM would copy it on each of them:
//
//     @!%elected bra done;
//     tcgen05.commit …;
//     mov %next, %stage;       // and the same before the branch
//   done:
//
// For ptxas, a register that the lanes of a warp set in different locations differs among them. If
// a loop depends on it, ptxas takes the warp for divided, and emits each tcgen05.mma in it twice.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYJOINS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYJOINS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The pass, for a location before PHIs are eliminated.
FunctionPass *createEarlyJoinsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYJOINS_H
