//===- AssemblyCalls.h - inline PTX as the checks see it --------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While the checks look at a module, calls of intrinsics stand in the place of inline assembly with
// the same matrix instructions. What is compiled is the assembly.
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

/// Assembly that was taken out of its block, and what stands there.
struct AssemblyCall {
  CallInst *Assembly;
  Instruction *Anchor; ///< where it was
  SmallVector<std::pair<Instruction *, WeakTrackingVH>, 4>
      Results;                         ///< of it, and those in their place
  SmallVector<WeakTrackingVH, 8> Made; ///< calls, and conversions of their values
};

class AssemblyCalls {
public:
  /// Takes out each inline assembly all statements of which are understood. Others stay.
  explicit AssemblyCalls(Module &M);
  /// Puts it back.
  ~AssemblyCalls();

private:
  Module &M;
  std::vector<AssemblyCall> Calls;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_ASSEMBLYCALLS_H
