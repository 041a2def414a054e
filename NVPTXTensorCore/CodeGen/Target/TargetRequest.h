//===- TargetRequest.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks what the user asked for with -mcpu and -mattr before the subtarget sees it. LLVM itself
// prints a note and goes on with another target where a name is unknown, and raises a PTX
// version that is too low without a word.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_TARGET_TARGETREQUEST_H
#define NVPTXTENSORCORE_CODEGEN_TARGET_TARGETREQUEST_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
class PassBuilder;
class Target;
class Triple;
} // namespace llvm

namespace llvm::tensorcore {

struct TargetRequest {
  /// With what the target machine is built: the request without what is unknown.
  std::string CPU;
  std::string Features;
  /// The faults of the request; each is a sentence.
  SmallVector<std::string, 1> Errors;
  /// The sentence for a PTX version below the target's first, if that was asked.
  std::string PTXTooLow;

  static TargetRequest parse(const Target &T, const Triple &TT, StringRef CPU, StringRef Features);

  /// Reports what is wrong with the request, such as a PTX version that lacks the target. True if
  /// there is nothing.
  bool report(Module &M) const;

private:
  mutable bool IsReported = false; ///< before code generation, in which it is asked again
};

/// Adds a pass in front of all optimisations that reports what is wrong with a request: not every
/// program that optimises a module generates code for it.
void reportBeforeOptimizations(PassBuilder &PB, const TargetRequest &Request);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_TARGET_TARGETREQUEST_H
