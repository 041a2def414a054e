//===- Verifier.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that a module uses tensor memory as the PTX ISA requires: which threads may touch it,
// how long it is allocated, and by which threads. Undecidable cases are not reported.
// NVVMVerifier has checked the single calls before.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_VERIFIER_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_VERIFIER_H

#include "IR/TensorMemory/Calls.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

class TensorMemoryVerifier {
public:
  /// Must be constructed before verifyNVVMIntrinsics runs, which removes wrong calls: instructions
  /// that are missing in a function are then not the fault of the rest.
  explicit TensorMemoryVerifier(Module &M);

  /// Must be called after that, and before anything else adds or removes calls.
  void findLostCalls();

  /// Reports all errors. Intrinsics have been lowered on IR, some of which make tcgen05 calls. True
  /// if the module was changed: by taking plain accesses away.
  bool verify();

private:
  bool needsPaths(Function &F) const;

  Module &M;
  DenseMap<const Function *, unsigned> CallCounts;
  CallEffectsFinder Effects;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_VERIFIER_H
