//===- SetMaxNReg.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The setmaxnreg of a program, whether calls of the intrinsic or inline assembly: in which
// direction, and to how many registers. Whether that is right is asked elsewhere
// (IR/RegisterBudget/SetMaxNRegVerifier.h).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREG_H
#define NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREG_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace llvm {
class Instruction;
} // namespace llvm

namespace llvm::tensorcore {

struct SetMaxNReg {
  bool IsIncrease = false;
  bool IsInlineAssembly = false;
  std::optional<unsigned> Registers; ///< nothing if that is no constant

  /// "setmaxnreg.inc.sync.aligned.u32 232"
  std::string print() const;
};

/// All that an instruction is or holds, in their order.
SmallVector<SetMaxNReg, 1> getSetMaxNRegs(const Instruction &I);

/// Those in the text of a statement of inline assembly, whose operands are asked for.
SmallVector<SetMaxNReg, 1>
parseSetMaxNRegs(StringRef Assembly, function_ref<std::optional<int64_t>(unsigned)> GetImmediate);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_REGISTERBUDGET_SETMAXNREG_H
