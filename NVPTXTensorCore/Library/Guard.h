//===- Guard.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Protects the process that calls the library from LLVM. Where LLVM would end the process, the
// guard ends the call; what LLVM writes to the standard error output becomes a text of the result.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_GUARD_H
#define NVPTXTENSORCORE_LIBRARY_GUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm::tensorcore {

struct Outcome {
  /// The reason why the work was not finished; empty if it was finished.
  std::string Failure;
  /// True if memory of the work could not be freed: the work must not be touched again.
  bool IsLost = false;
  /// The text that it has written to the standard error output.
  std::string Output;
};

/// Ends the work of this thread, as a fatal error does. Nothing happens outside of work.
void abandonWork(const char *Reason);

/// Runs work on a thread of its own, which has a deep stack. After a fatal error of LLVM's the work
/// does not go on; before its stack is left, `GiveUp` gets the reason, and frees what the work has
/// made. With `CatchesCrashes`, signals end the work, too, and nothing is freed.
Outcome runGuarded(function_ref<void()> Work, function_ref<void(StringRef)> GiveUp,
                   bool CatchesCrashes);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_GUARD_H
