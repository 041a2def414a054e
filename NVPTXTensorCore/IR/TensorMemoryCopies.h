//===- TensorMemoryCopies.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of functions for reading: variables in memory have become values and calls what they
// do, so that code is read alike before and after optimisation. Instructions of a copy know
// which instruction they are a copy of.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORYCOPIES_H
#define NVPTXTENSORCORE_IR_TENSORMEMORYCOPIES_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace llvm {
class Function;
class Instruction;
class Module;
class Twine;
} // namespace llvm

namespace llvm::tensorcore {

class TensorMemoryCopies {
public:
  /// Marks the tcgen05 calls of a module; the marks go with this object.
  explicit TensorMemoryCopies(Module &M);
  ~TensorMemoryCopies();

  /// A copy, which the caller erases.
  Function &make(Function &F) const;

  /// Reports an error at a marked instruction of a copy, as one of what it is a copy of. An
  /// error is reported once, however often its instruction was copied.
  void report(const Instruction &At, const Twine &Message);

private:
  unsigned Kind;
  SmallVector<Instruction *, 0> Originals; ///< by mark
  StringSet<> Reported;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORYCOPIES_H
