//===- HostPassNames.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes NVPTX's pass flags off opt's command line.
//
//===----------------------------------------------------------------------===//

#include "HostPassNames.h"
#include "llvm/IR/LegacyPassNameParser.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

/// opt's list of passes to run, whose values are the flags.
using PassList = cl::list<const PassInfo *, bool, PassNameParser>;

namespace {

/// Collects the names of the host's NVPTX passes.
struct NVPTXPassNames : PassRegistrationListener {
  SmallVector<StringRef, 32> Names;

  void passEnumerate(const PassInfo *Pass) override {
    StringRef Name = Pass->getPassArgument();
    if (Name.contains("nvptx") || Name.contains("nvvm") || Name == "alloca-hoisting")
      Names.push_back(Name);
  }
};

} // namespace

void tensorcore::releaseHostPassNames() {
  NVPTXPassNames Host;
  PassRegistry::getPassRegistry()->enumerateWith(&Host);
  auto &Options = cl::getRegisteredOptions();
  for (StringRef Name : Host.Names) {
    // The flag of a pass is a value of the nameless list, not an option of its own.
    cl::Option *Owner = Options.lookup(Name);
    if (!Owner || Owner->hasArgStr())
      continue;
    static_cast<PassList *>(Owner)->getParser().removeLiteralOption(Name);
    Options.erase(Name);
  }
}
