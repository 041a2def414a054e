//===- Annotations.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of !nvvm.annotations. LLVM trusts that each has a global, and keys with a value of the
// right type; it reads behind the end of those that do not.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_ANNOTATIONS_H
#define NVPTXTENSORCORE_IR_VERIFIER_ANNOTATIONS_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Reports rows that LLVM cannot read, and removes them. True if all are well-formed.
bool rejectMalformedAnnotations(Module &M);

/// Reports attributes of kernels that are no numbers, and removes them; warns of those that are
/// misspelt, and of blocks that no GPU launches. True if nothing was removed.
bool verifyKernelAttributes(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_ANNOTATIONS_H
