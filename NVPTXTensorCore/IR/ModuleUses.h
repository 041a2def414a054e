//===- ModuleUses.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the instructions of a module finds out what the module uses, so that steps before
// selection that have nothing to do are left out: in a large module, a walk that finds nothing
// costs as much as reading the module.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_MODULEUSES_H
#define NVPTXTENSORCORE_IR_MODULEUSES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class CallBase;
class CallInst;
class Function;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// Describes a module as it is when this object is made.
class ModuleUses {
public:
  explicit ModuleUses(Module &M);

  /// Statements of inline assembly. The texts of their operands have been inserted.
  SmallVector<CallInst *, 0> Assembly;
  bool HasInsertedTexts = false;
  /// Conversions that `lowerWideConversions` looks at.
  SmallVector<WeakVH, 0> WideConversions;

  /// Functions with matrix instructions, as calls or in inline assembly.
  SmallPtrSet<Function *, 16> Matrix;
  /// Functions with inline assembly that issues wgmma.
  SmallPtrSet<Function *, 4> WGMMAAssembly;
  /// Functions with instructions that the checks of asynchronous copies read.
  SmallPtrSet<const Function *, 8> AsynchronousCopies;
  /// Functions with any of tcgen05's instructions.
  SmallPtrSet<const Function *, 8> TCGen05;
  SmallPtrSet<Function *, 4> SetMaxNReg;
  bool HasTensorMaps = false;

private:
  void add(CallBase &Call);
};

/// Returns the functions with calls that are lowered to registers, or that were.
SmallPtrSet<Function *, 16> findFunctionsToLower(Module &M, const ModuleUses &Uses);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_MODULEUSES_H
