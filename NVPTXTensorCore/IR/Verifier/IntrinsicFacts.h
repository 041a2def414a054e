//===- IntrinsicFacts.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts that hold for every call of an intrinsic, for programs that make calls: the library and
// mma-explain print them as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_INTRINSICFACTS_H
#define NVPTXTENSORCORE_IR_VERIFIER_INTRINSICFACTS_H

#include "IR/Intrinsics/NVVMIntrinsic.h"
#include <optional>

namespace llvm::tensorcore {

/// The values of an operand that has to be a constant.
struct ImmediateFact {
  struct ValueRange {
    int64_t First, Last, Step;
  };

  unsigned Operand; ///< its position among the arguments of a call
  std::string Name; ///< empty for LLVM's own intrinsics
  /// Each of these is legal in some form of the instruction; none if nothing bounds them.
  std::optional<ValueRange> Values;
};

struct IntrinsicFacts {
  std::vector<std::string> Attributes; ///< without memory(...)
  std::string Memory;                  ///< "memory(...)"; empty if a call may do anything
  std::vector<ImmediateFact> Immediates;
};

/// The facts of an intrinsic that a declaration of the right type names.
IntrinsicFacts getIntrinsicFacts(const Function &Declaration, const NVVMIntrinsic &Intrinsic);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_INTRINSICFACTS_H
