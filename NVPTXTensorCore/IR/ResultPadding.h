//===- ResultPadding.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang spells out the padding behind a struct's last member where it knows of larger
// alignment than LLVM: a function that returns 16 floats and one more returns
// { <16 x float>, float, [60 x i8] } in its IR. An intrinsic whose declaration differs from
// its signature by that only gets its own type here, so that nobody else sees padding.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_RESULTPADDING_H
#define NVPTXTENSORCORE_IR_RESULTPADDING_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// True if anything changed.
bool removeResultPadding(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_RESULTPADDING_H
