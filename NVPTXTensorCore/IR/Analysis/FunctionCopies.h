//===- FunctionCopies.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of functions for reading: variables in memory have become values, calls what they
// do, and switches chains of branches, so that code is read alike before and after
// optimisation. Marked instructions of a copy know which instruction they are a copy of.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_FUNCTIONCOPIES_H
#define NVPTXTENSORCORE_IR_ANALYSIS_FUNCTIONCOPIES_H

#include "IR/Analysis/Checks.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace llvm {
class Function;
class Instruction;
class Module;
class Twine;
} // namespace llvm

namespace llvm::tensorcore {

class FunctionCopies {
public:
  /// Marks the instructions of a module that copies are read for; the marks go with this
  /// object.
  FunctionCopies(Module &M, function_ref<bool(const Instruction &)> IsWanted);
  ~FunctionCopies();

  /// Calls `Read` with a copy, or with the function itself if its copy would be the same.
  void read(Function &F, function_ref<void(Function &)> Read) const;

  /// Reports what a check has found at a marked instruction of a copy, as of what it is a copy
  /// of. It is reported once, however often its instruction was copied.
  void report(Check C, const Instruction &At, const Twine &Message);

private:
  unsigned Kind;
  SmallVector<Instruction *, 0> Originals; ///< by mark
  StringSet<> Reported;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_FUNCTIONCOPIES_H
