//===- Bridge.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bridge from LLVM 22 to LLVM 19: a module of LLVM 22, which has been read from IR of LLVM 20
// to 22 or made by a front end, as text that LLVM 19.1.7 with this project reads. What LLVM 19 has
// under another name is translated; what it does not have is refused, with a sentence for each
// place. Differences.def lists all differences between the two releases; a test compares it with
// their headers.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LLVM22_BRIDGE_BRIDGE_H
#define NVPTXTENSORCORE_LLVM22_BRIDGE_BRIDGE_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// One thing that LLVM 19 does not have, and where it is.
class BridgeError : public ErrorInfo<BridgeError> {
public:
  static char ID;

  /// A sentence, without the place.
  std::string Message;
  /// Where it is in the source, if debug information says so: else empty and 0.
  std::string File;
  unsigned Line = 0, Column = 0;

  /// "file:line:column: message"
  void log(raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;
};

/// The text of the same module for LLVM 19, or a list of `BridgeError`.
Expected<std::string> writeForLLVM19(const Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LLVM22_BRIDGE_BRIDGE_H
