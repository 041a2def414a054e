//===- SetMaxNRegFlow.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes how many registers a thread has at each location of a function, from the setmaxnreg
// before it, along all paths.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGFLOW_H
#define NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGFLOW_H

#include "IR/RegisterBudget/SetMaxNReg.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace llvm::tensorcore {

struct RegisterRange {
  unsigned Min, Max;
  bool IsAtEntry; ///< no setmaxnreg has been executed

  bool operator==(const RegisterRange &Other) const {
    return Min == Other.Min && Max == Other.Max && IsAtEntry == Other.IsAtEntry;
  }
};

class SetMaxNRegFlow {
public:
  SetMaxNRegFlow(const Function &F, RegisterRange AtEntry);

  /// Goes through the setmaxnreg of the function, each with what threads have before it.
  void visit(function_ref<void(const Instruction &, const SetMaxNReg &, RegisterRange)> See) const;

private:
  using Visitor = function_ref<void(const Instruction &, const SetMaxNReg &, RegisterRange)>;
  RegisterRange run(const BasicBlock &Block, Visitor See) const;

  const Function &F;
  DenseMap<const BasicBlock *, RegisterRange> Before; ///< of blocks that can be reached
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREGFLOW_H
