//===- Diagnostics.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages of the bridge and of the back end, as diagnostics of LLVM 22: with function and
// location, so that clang shows the source line as it does with its own.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LLVM22_PLUGIN_DIAGNOSTICS_H
#define NVPTXTENSORCORE_LLVM22_PLUGIN_DIAGNOSTICS_H

#include "Library/nvptxtc.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"
#include <string>

namespace llvm {
class DIFile;
class Module;
class Twine;

namespace tensorcore {

class BridgeError;

class Diagnostics {
public:
  explicit Diagnostics(Module &M) : M(M) {}

  void report(const nvptxtc_diagnostic &D);
  void report(const BridgeError &E);
  void reportError(const Twine &Message);

  bool hasErrors() const { return HasErrors; }

  /// A regular expression for the passes of whose remarks somebody wants to know; empty for none.
  std::string getRemarks() const;

private:
  DIFile *findFile(StringRef Name);
  DebugLoc makeLocation(StringRef File, unsigned Line, unsigned Column);
  void reportRemark(const nvptxtc_diagnostic &D, const DebugLoc &Loc) const;

  Module &M;
  StringMap<DIFile *> Files;
  bool HasErrors = false;
};

} // namespace tensorcore
} // namespace llvm

#endif // NVPTXTENSORCORE_LLVM22_PLUGIN_DIAGNOSTICS_H
