//===- AssemblyCalls.h - inline PTX as the checks see it --------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces inline assembly by calls of the intrinsics for its matrix instructions while the checks
// run. The assembly itself is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_ASSEMBLYCALLS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_ASSEMBLYCALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"
#include <vector>

namespace llvm {
class CallInst;
class Instruction;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// A call of inline assembly that was removed from its block.
struct AssemblyCall {
  CallInst *Assembly;
  WeakTrackingVH Anchor; ///< marks the position of the assembly; null if its function was rejected
  /// The results of the assembly, each with the value that replaces it.
  SmallVector<std::pair<Instruction *, WeakTrackingVH>, 4> Results;
  SmallVector<WeakTrackingVH, 2> Calls; ///< of intrinsics
  SmallVector<WeakTrackingVH, 8> Made;  ///< these, and the conversions of operands and results
};

/// Returns true if an instruction stands for inline assembly.
bool isOfAssembly(const Instruction &I);

class AssemblyCalls {
public:
  /// Replaces each inline assembly of which all statements are understood.
  AssemblyCalls(Module &M, ArrayRef<CallInst *> Assembly);
  /// Restores the assembly, except for that of which a call was removed as wrong.
  ~AssemblyCalls();

private:
  Module &M;
  std::vector<AssemblyCall> Calls;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_ASSEMBLYCALLS_H
