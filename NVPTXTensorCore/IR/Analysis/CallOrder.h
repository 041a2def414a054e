//===- CallOrder.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definitions of a module from the bottom of the call graph upwards, for passes that inline:
// what is inlined is complete then.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_CALLORDER_H
#define NVPTXTENSORCORE_IR_ANALYSIS_CALLORDER_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

struct CallOrder {
  SmallVector<Function *, 0> Functions; ///< callees before callers
  DenseSet<const Function *> Recursive;

  explicit CallOrder(Module &M);

  /// Returns true if a call may become the code of what it calls. `noinline`, recursion and
  /// definitions that the linker may replace stay calls.
  bool isInlinable(const CallBase &Call) const;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_CALLORDER_H
